import type { Exemptions } from './exempt-reasons.js';
import { exemptNetwork } from './exempt-network.js';
import { ABOUT_ITSELF, DESCRIPTOR, FIRST_NAME, HANDLE, OPENED, OWN_MEMORY, SAME_CODE } from './exempt-reasons.js';

const LIFETIME = 'ends this process, or decides how it ends';
const SOURCE_MAPS = 'a source map is read by fs, or by readFileUtf8 of the binding, which is guarded';

/**
 * What Node exports and the table does not guard, each with the reason; under the module `*` are last steps of names
 * anywhere. Only the drift test reads it: it is red when a supported Node exports what is neither here nor in the table,
 * or when no Node exports what is here.
 */
export const exempt: Exemptions = {
  '*': {
    'prints itself, hears of errors': '[nodejs.util.inspect.custom] [nodejs.rejection]',
    'closes itself': '[nodejs.dispose] [nodejs.asyncDispose] [Symbol.dispose] [Symbol.asyncDispose]',
    'goes by mail to a thread that is guarded too': `
      [messaging_clone_symbol] [messaging_deserialize_symbol] [messaging_transfer_symbol]
      [messaging_transfer_list_symbol]`,
    'keeps the process alive, or not': 'ref unref',
    'the function itself in other words': '[Symbol.toPrimitive] withoutStackTrace',
  },
  ...exemptNetwork,
  fs: {
    [DESCRIPTOR]: `
      fdatasync fdatasyncSync fstat fstatSync fsync fsyncSync read readSync readv readvSync`,
    'ends in open, and mkdir where it makes a folder': `
      createReadStream createWriteStream ReadStream WriteStream Utf8Stream;
      ReadStream.prototype: open _construct;
      WriteStream.prototype: open _construct;
      Utf8Stream.prototype: reopen`,
    [FIRST_NAME]: 'FileReadStream.* FileWriteStream.*',
    [OPENED]: `
      ReadStream.prototype: autoClose _read _destroy close;
      WriteStream.prototype: autoClose _write _writev _destroy close destroySoon;
      Utf8Stream.prototype: write flush flushSync end destroy`,
    'calls exists': 'exists.[nodejs.util.promisify.custom]',
    [OWN_MEMORY]: 'Stats.* Dirent.* _toUnixTimestamp',
    'made by opendir; by itself it wants a raw handle': 'Dir',
    'goes on with what opendir judged; with all below, each entry is judged as it is read': `
      Dir.prototype: read readSync close closeSync entries.* [Symbol.asyncIterator] [kDirReadImpl]`,
    'makes entries of names that it is given; whatever it asks of them it asks lstatSync': `
      Dir.prototype: processReadResult`,
    'does nothing by itself, or ends what watch and watchFile began': `
      unwatchFile;
      FSWatcher.prototype: close start;
      StatWatcher.prototype: start stop [kFSStatWatcherAddOrCleanRef]`,
    'guarded as soon as watch or watchFile hands out what leads to it (inner-files.ts)': `
      FSWatcher.prototype.[kFSWatchStart] StatWatcher.prototype.[kFSStatWatcherStart]`,
  },
  'fs/promises': {
    [FIRST_NAME]: 'opendir.[nodejs.util.promisify.custom]',
    'steps of what watch or glob began': 'watch.prototype.* glob.prototype.*',
    [OPENED]: `
      FileHandle.prototype: appendFile datasync sync read readv readFile readLines stat truncate write writev
      writeFile createReadStream createWriteStream readableWebStream getAsyncId [kRef] [kUnref] [kCloseSync]`,
    'ends in fchmod, fchown, futimes of the binding, which are guarded': 'FileHandle.prototype: chmod chown utimes',
    'listeners (on Node 20)': `
      FileHandle.prototype: setMaxListeners getMaxListeners emit addListener on prependListener once
      prependOnceListener removeListener off removeAllListeners listeners rawListeners listenerCount eventNames`,
  },
  child_process: {
    'ends in ChildProcess.prototype.spawn': `
      spawn fork exec execFile exec.[nodejs.util.promisify.custom] execFile.[nodejs.util.promisify.custom]`,
    [HANDLE]: 'ChildProcess',
    [DESCRIPTOR]: '_forkChild',
  },
  cluster: {
    'ends in ChildProcess.prototype.spawn': 'fork setupPrimary setupMaster',
    'messages and signals to children': 'Worker.* disconnect',
  },
  worker_threads: {
    'messages between guarded threads': `
      MessagePort MessageChannel BroadcastChannel markAsUntransferable moveMessagePortToContext receiveMessageOnPort
      postMessageToThread markAsUncloneable isMarkedAsUntransferable
      locks.request locks.query`,
    'acts on a thread that was judged when it was started': `
      Worker.prototype: postMessage terminate getHeapStatistics cpuUsage startCpuProfile startHeapProfile [kOnExit]
      [kOnCouldNotSerializeErr] [kOnErrorMessage] [kOnMessage] [kDispose];
      NativeWorker.prototype: startThread stopThread hasRef getResourceLimits loopIdleTime loopStartTime
      getHeapStatistics cpuUsage startCpuProfile stopCpuProfile startHeapProfile stopHeapProfile`,
    [ABOUT_ITSELF]: `
      NativeWorker.prototype: getAsyncId asyncReset getProviderType getAsyncContextFrameForDebuggingOnly`,
  },
  process: {
    [LIFETIME]: `
      exit reallyExit exitCode _exiting _fatalException finalization.*
      setUncaughtExceptionCaptureCallback hasUncaughtExceptionCaptureCallback addUncaughtExceptionCaptureCallback`,
    [ABOUT_ITSELF]: `
      uptime cpuUsage threadCpuUsage resourceUsage memoryUsage.* constrainedMemory availableMemory hrtime.* cwd
      getActiveResourcesInfo getuid geteuid getgid getegid getgroups`,
    'whose rights this process has: the policy holds under all of them': `
      setuid seteuid setgid setegid setgroups initgroups umask`,
    [SAME_CODE]: 'nextTick _tickCallback domain assert emitWarning',
    'gives modules as they are guarded': 'getBuiltinModule',
    'the standard streams, which need no rule': 'openStdin _rawDebug',
    [OWN_MEMORY]: 'allowedNodeEnvironmentFlags.*',
    'does nothing that is kept': '_startProfilerIdleNotifier _stopProfilerIdleNotifier',
    [SOURCE_MAPS]: 'setSourceMapsEnabled',
    'text, without the variables that were removed': 'report: getReport',
    'what a report holds and what makes it; where it goes, and that it is made, is judged': `
      report: compact excludeNetwork excludeEnv signal`,
  },
  'inspector inspector/promises': {
    'does nothing until it is connected': 'Session Session.prototype.post',
    'acts on what open began': 'close url waitForDebugger',
  },
  'inspector/promises': {
    'does nothing until it is connected': 'Session.prototype.post.[nodejs.util.promisify.custom]',
    'taken from inspector when its hook is on': 'open',
  },
  inspector: {
    'ends what connect began': 'Session.prototype.disconnect',
    'tells a debugger something': 'console.* Network.* NetworkResources.* DOMStorage.*',
  },
  wasi: {
    [OPENED]: 'WASI.prototype: start initialize getImportObject finalizeBindings; NativeWASI.*',
  },
  v8: {
    [ABOUT_ITSELF]: `
      cachedDataVersionTag getHeapStatistics getHeapSpaceStatistics getHeapCodeStatistics getCppHeapStatistics
      queryObjects isStringOneByteRepresentation startCpuProfile startHeapProfile GCProfiler.*`,
    [OWN_MEMORY]: 'Serializer.* Deserializer.* DefaultSerializer.* DefaultDeserializer.* serialize deserialize',
    'writes where NODE_V8_COVERAGE said when this process was started': 'takeCoverage stopCoverage',
    [SAME_CODE]: 'promiseHooks.* startupSnapshot.*',
  },
  vm: {
    [SAME_CODE]: `
      Script createContext createScript runInContext runInNewContext runInThisContext isContext compileFunction
      measureMemory;
      Script.prototype: runInThisContext runInContext runInNewContext createCachedData`,
  },
  module: {
    'reads by fs, and runs what it read here': `
      Module _load _extensions..js _extensions..json _preloadModules createRequire runMain;
      Module.prototype: load require _compile`,
    'ends in process.dlopen': '_extensions..node',
    [SAME_CODE]: 'registerHooks wrap wrapper',
    [OWN_MEMORY]: `
      isBuiltin syncBuiltinESMExports SourceMap.* stripTypeScriptTypes getSourceMapsSupport _nodeModulePaths
      _resolveLookupPaths _initPaths _debug Module.prototype.parent`,
    'the folder was judged by enableCompileCache': 'getCompileCacheDir flushCompileCache',
    [SOURCE_MAPS]: 'findSourceMap setSourceMapsSupport',
    'asks internalModuleStat of the binding and _readPackage, which are guarded': '_stat _findPath',
  },
  sqlite: {
    [OPENED]: `
      DatabaseSync.prototype: close function location aggregate createSession applyChangeset enableDefensive
      serialize deserialize setAuthorizer createModule;
      Session.*`,
    'loading is judged by loadExtension': 'DatabaseSync.prototype: enableLoadExtension',
    [FIRST_NAME]: 'Database.* Statement.*',
    'runs what prepare was judged for': 'StatementSync.*',
    'guarded on each store that createTagStore makes': 'SQLTagStore.prototype: run get all iterate',
    [OWN_MEMORY]: 'SQLTagStore.prototype: clear',
  },
  ffi: {
    [OPENED]: `
      dlclose dlsym;
      DynamicLibrary.prototype: close getFunction getFunctions getSymbol getSymbols registerCallback
      unregisterCallback refCallback unrefCallback`,
  },
  repl: {
    'runs code here, keeps its history by open of fs, and needs a session of the inspector': `
      start REPLServer;
      REPLServer.prototype: setupHistory clearBufferedCommand close createContext resetContext displayPrompt
      setPrompt complete completeOnEditorMode defineCommand _handleError`,
    [OWN_MEMORY]: 'writer Recoverable isValidSyntax builtinModules _builtinLibs',
  },
  trace_events: {
    'nothing is traced until enable': `
      createTracing getEnabledCategories Tracing.prototype.disable NativeTracing.prototype.disable`,
  },
  os: {
    [ABOUT_ITSELF]: `
      arch availableParallelism cpus endianness freemem getPriority homedir hostname loadavg networkInterfaces
      platform release tmpdir totalmem type userInfo uptime version machine`,
  },
  async_hooks: {
    [HANDLE]: 'createHook executionAsyncResource',
    'a context that is lost or left is the root': 'AsyncLocalStorage.* AsyncResource.*',
    [ABOUT_ITSELF]: 'executionAsyncId triggerAsyncId',
  },
  crypto: {
    [OWN_MEMORY]: `
      argon2 argon2Sync checkPrime checkPrimeSync createCipher createCipheriv createDecipher createDecipheriv
      createDiffieHellman createDiffieHellmanGroup createECDH createHash createHmac createMac createPrivateKey
      createPublicKey createSecretKey createSign createVerify decapsulate diffieHellman encapsulate fips generateKey
      generateKeyPair generateKeyPairSync generateKeySync generatePrime generatePrimeSync getCipherInfo getCiphers
      getCurves getDiffieHellman getFips getHashes getMacs getRandomValues hash hkdf hkdfSync parsePKCS12 pbkdf2
      pbkdf2Sync privateDecrypt privateEncrypt prng pseudoRandomBytes publicDecrypt publicEncrypt randomBytes
      randomFill randomFillSync randomInt randomUUID randomUUIDv7 rng scrypt scryptSync secureHeapUsed setFips sign
      timingSafeEqual verify Certificate.* Cipher.* Cipheriv.* Decipher.* Decipheriv.* DiffieHellman.*
      DiffieHellmanGroup.* ECDH.* Hash.* Hmac.* KeyObject.* Sign.* Verify.* X509Certificate.*`,
  },
  diagnostics_channel: {
    'tells of sockets, requests and children that are guarded': '*',
  },
  sea: {
    'reads what was packed into this very program': 'isSea getAsset getRawAsset getAssetAsBlob getAssetKeys',
  },
  test: {
    'starts children by spawn, keeps snapshots by fs': '*',
  },
  tty: {
    [DESCRIPTOR]: 'isatty ReadStream.* WriteStream.*',
  },
  globalThis: {
    'see the module of that name': 'process crypto',
    'ends in Socket.prototype.connect of net, or is told by undici before it is sent': 'WebSocket',
    'nobody names its file but the command line': 'localStorage sessionStorage Storage',
    [FIRST_NAME]: 'BroadcastChannel MessageChannel MessagePort MessageEvent global navigator',
    [SAME_CODE]: 'clearImmediate clearInterval clearTimeout queueMicrotask setImmediate setInterval setTimeout',
    [OWN_MEMORY]: `
      AbortController AbortSignal Blob Buffer ByteLengthQueuingStrategy CloseEvent CompressionStream
      CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DecompressionStream ErrorEvent Event EventTarget
      File FormData Headers Navigator Performance PerformanceEntry PerformanceMark PerformanceMeasure
      PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming QuotaExceededError
      ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
      ReadableStreamDefaultController ReadableStreamDefaultReader Request Response SubtleCrypto TextDecoder
      TextDecoderStream TextEncoder TextEncoderStream TransformStream TransformStreamDefaultController URL URLPattern
      URLSearchParams WritableStream WritableStreamDefaultController WritableStreamDefaultWriter atob btoa
      performance structuredClone`,
  },
  'assert assert/strict buffer path path/posix path/win32 punycode querystring string_decoder sys url util util/types':
    {
      [OWN_MEMORY]: '*',
    },
  'events domain timers timers/promises perf_hooks': {
    [SAME_CODE]: '*',
  },
  'console readline readline/promises stream stream/consumers stream/promises stream/web test/reporters zlib': {
    'works on streams that are there': '*',
  },
  '_stream_duplex _stream_passthrough _stream_readable _stream_transform _stream_wrap _stream_writable': {
    'works on streams that are there': '*',
  },
};
