import type { Exemptions } from './exempt-reasons.js';
import { DESCRIPTOR, FIRST_NAME, HANDLE, OWN_MEMORY } from './exempt-reasons.js';

const BYTES = 'bytes and text of a message that is sent or received elsewhere';
const ENDS_IN_CONNECT = 'ends in Socket.prototype.connect of net';
const ENDS_IN_LISTEN = 'ends in Server.prototype.listen of net';
const KEPT = 'keeps sockets that were judged; each request on one is judged again';
const LISTENING = 'acts on a server that was judged when it listened';
const OWN_CONNECTION = 'acts on a connection that was judged when it was made';

/** What the modules of the network export besides doors. Classes of `http` and `tls` are listed where they are defined. */
export const exemptNetwork: Exemptions = {
  net: {
    [ENDS_IN_CONNECT]: 'connect createConnection',
    [ENDS_IN_LISTEN]: 'createServer',
    [HANDLE]: 'Socket Server Socket.prototype._handle',
    [FIRST_NAME]: 'Stream.*',
    'sorts arguments, which are judged where they are used': '_normalizeArgs',
    'what BoundSocket becomes in another thread': '_TransferredBoundSocket.*',
    [OWN_MEMORY]: 'BlockList.* SocketAddress.* isIP isIPv4 isIPv6',
    'decides in which order judged addresses are tried': `
      _setSimultaneousAccepts getDefaultAutoSelectFamily setDefaultAutoSelectFamily
      getDefaultAutoSelectFamilyAttemptTimeout setDefaultAutoSelectFamilyAttemptTimeout`,
    [LISTENING]: `
      Server.prototype: address getConnections close _emitCloseIfDrained _setupWorker`,
    [OWN_CONNECTION]: `
      Socket.prototype: _unrefTimer _final setTimeout _onTimeout setNoDelay setKeepAlive address _read end
      resetAndDestroy pause resume read destroySoon _destroy _reset _getpeername _getsockname _writeGeneric _writev
      _write [kAfterAsyncWrite] setTypeOfService getTypeOfService`,
    'takes a raw handle, the door to which is _handle': 'Socket.prototype.[kReinitializeHandle]',
  },
  tls: {
    [FIRST_NAME]: 'TLSSocket Server createServer connect',
    [OWN_MEMORY]: `
      getCiphers convertALPNProtocols checkServerIdentity getCACertificates getCertificateCompressionAlgorithms`,
    'decides whom a judged connection trusts': 'setDefaultCACertificates',
    'speaks TLS between streams that are there': 'createSecurePair',
  },
  _tls_wrap: {
    [ENDS_IN_CONNECT]: 'connect TLSSocket',
    [ENDS_IN_LISTEN]: 'createServer Server',
    [OWN_CONNECTION]: `
      TLSSocket.prototype: disableRenegotiation _wrapHandle _destroySSL _init renegotiate exportKeyingMaterial
      setMaxSendFragment _handleTimeout _emitTLSError _tlsError _releaseControl _finishInit _start setServername
      setSession getPeerCertificate getCertificate getPeerX509Certificate getX509Certificate setKeyCert getCipher
      getSharedSigalgs getEphemeralKeyInfo getFinished getPeerFinished getProtocol getSession getTLSTicket
      isSessionReused enableTrace [kReinitializeHandle]`,
    'keys and certificates of a server, whose engines end in the guarded class of secure contexts': `
      Server.prototype: setSecureContext _getServerData _setServerData getTicketKeys setTicketKeys setOptions
      addContext`,
  },
  'tls _tls_common': {
    'engines end in the guarded class of secure contexts; all else is given as bytes': `
      createSecureContext SecureContext`,
    'keys and certificates as bytes': `
      NativeSecureContext.prototype: init setKey setCert addCACert setAllowPartialTrustChain addCRL addRootCerts
      setCipherSuites setCiphers setSigalgs setECDHCurve setDHParam setMaxProto setMinProto getMaxProto getMinProto
      setOptions setSessionIdContext setSessionTimeout setCertificateCompression close loadPKCS12 setTicketKeys
      enableTicketKeyCallback getTicketKeys getCertificate getIssuer`,
  },
  _tls_common: {
    [OWN_MEMORY]: 'translatePeerCertificate',
  },
  http: {
    [FIRST_NAME]: `
      _connectionListener Agent ClientRequest IncomingMessage OutgoingMessage Server ServerResponse
      validateHeaderName validateHeaderValue isValidHeaderName isValidHeaderValue WebSocket CloseEvent MessageEvent`,
    [ENDS_IN_LISTEN]: 'createServer',
    'whichever agent makes a request, it is judged': 'globalAgent',
    'a proxy is a connection, and is judged as one': 'setGlobalProxyFromEnv',
    [OWN_MEMORY]: 'setMaxIdleHTTPParsers websocketMask websocketUnmask',
  },
  'http https': {
    'ends in Agent.prototype.addRequest or ClientRequest.prototype.onSocket': 'get request',
  },
  https: {
    [ENDS_IN_LISTEN]: 'createServer Server',
    [ENDS_IN_CONNECT]: 'Agent Agent.prototype.createConnection',
    [KEPT]: 'Agent.prototype: getName keepSocketAlive _getSession _cacheSession _evictSession',
  },
  _http_agent: {
    [ENDS_IN_CONNECT]: 'Agent; Agent.prototype: createConnection createSocket',
    [KEPT]: 'Agent.prototype: getName removeSocket keepSocketAlive reuseSocket destroy',
  },
  _http_client: {
    'ends in its method onSocket': 'ClientRequest',
    [OWN_CONNECTION]: `
      ClientRequest.prototype: _finish _implicitHeader abort destroy _deferToConnect setTimeout setNoDelay
      setSocketKeepAlive clearTimeout path`,
  },
  _http_incoming: {
    [BYTES]: 'IncomingMessage.* readStart readStop asciiEqualIgnoreCase getRawHeader',
  },
  _http_outgoing: {
    [BYTES]: 'OutgoingMessage.* parseUniqueHeadersOption',
    [OWN_MEMORY]: 'validateHeaderName validateHeaderValue isValidHeaderName isValidHeaderValue',
  },
  _http_server: {
    [ENDS_IN_LISTEN]: 'Server',
    [BYTES]: 'ServerResponse.*',
    'parts of a server': '_connectionListener setupConnectionsTracking storeHTTPOptions httpServerPreClose',
  },
  '_http_server https': {
    [LISTENING]: `
      Server.prototype: close closeAllConnections closeIdleConnections setTimeout`,
  },
  _http_common: {
    'the parser: bytes in, messages out': '*',
  },
  http2: {
    [ENDS_IN_CONNECT]: 'connect.[nodejs.util.promisify.custom]',
    [ENDS_IN_LISTEN]: 'createServer createSecureServer',
    'speaks on a socket that is there': 'performServerHandshake',
    [OWN_MEMORY]: 'getDefaultSettings getPackedSettings getUnpackedSettings',
    [BYTES]: `
      Http2ServerRequest.* Http2ServerResponse.* ServerHttp2Session.*;
      ServerHttp2Stream.prototype: pushStream respond additionalHeaders priority sendTrailers close setTimeout
      _onTimeout _write _writev _final _read _destroy [kUpdateTimer] [init] [proceed] [kAfterAsyncWrite]
      [write-generic] [kMaybeDestroy]`,
    'a request that was judged when it was made': 'ClientHttp2Stream.*',
    [OWN_CONNECTION]: `
      ClientHttp2Session.prototype: setNextStreamID setLocalWindowSize ping settings goaway destroy close _onTimeout
      setTimeout [kUpdateTimer] [kMaybeDestroy]`,
    'ends in open of fs': 'ServerHttp2Stream.prototype: respondWithFile',
    [DESCRIPTOR]: 'ServerHttp2Stream.prototype: respondWithFD',
  },
  dgram: {
    [HANDLE]: 'createSocket Socket Socket.prototype._handle',
    'ends in send': 'Socket.prototype: sendto',
    'acts on a socket whose bind, peer and groups were judged': `
      Socket.prototype: disconnect close address remoteAddress setBroadcast setTTL setMulticastTTL
      setMulticastLoopback setMulticastInterface dropMembership dropSourceSpecificMembership setRecvBufferSize
      setSendBufferSize getRecvBufferSize getSendBufferSize getSendQueueSize getSendQueueCount _receiving _bindState
      _queue _reuseAddr _healthCheck _stopReceiving`,
  },
  'dns dns/promises': {
    [HANDLE]: 'Resolver',
    'ends in Resolver.prototype.setServers': 'setServers',
    [OWN_MEMORY]: 'getServers getDefaultResultOrder setDefaultResultOrder',
    'guarded by the row of setServers, which finds it by its symbol': 'Resolver.prototype: [dns:resolver:setServers]',
    'asks nobody; which servers are asked is judged by setServers': `
      Resolver.prototype: cancel getServers setLocalAddress [dns:resolver:initializeHandle] [dns:resolver:serialize]
      [dns:resolver:deserialize]`,
  },
};
