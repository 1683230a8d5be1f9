import type { Access, EndpointAccess } from '../types.js';
import type { Delivery, Judge, Row, Selector } from './row.js';
import {
  boundPort,
  type EndpointUse,
  hostEndpoint,
  portOf,
  resolvedEndpoint,
  socketEndpoints,
} from '../access/endpoint.js';
import { canonicalHost } from '../access/address.js';
import { expectQuestion, judgedLookup, takeLabel } from '../access/lookup.js';
import { connectForm, isObject, isSocketPath, listenForm, noHost, replaceArguments } from '../access/socket-form.js';
import { apply, nextTick } from '../primordials.js';

/** The waist of every TCP, TLS, HTTP, HTTP/2, fetch and WebSocket connection. */
const connectSelector: Selector = (args, self, judge) => {
  const { options, callback } = connectForm(args);
  replaceArguments(args, callback === undefined ? [options] : [options, callback]);
  const tls = isObject(self) && (self as { encrypted?: unknown }).encrypted === true;
  const use: EndpointUse = { capability: 'net.connect', use: 'connect', protocol: tls ? 'tls' : 'tcp' };
  return options['path'] ? connectByPath(options, use) : connectByHost(options, use, judge);
};

/** Host and lookup are taken away: a socket that is bound already would go to them all the same (Node 24 and 26). */
function connectByPath(options: Record<string, unknown>, use: EndpointUse): readonly Access[] | undefined {
  const { path } = options;
  options['host'] = options['port'] = options['lookup'] = undefined;
  return typeof path === 'string' ? socketEndpoints(path, { ...use, protocol: 'unix' }) : undefined;
}

function connectByHost(
  options: Record<string, unknown>,
  use: EndpointUse,
  judge: Judge,
): readonly Access[] | undefined {
  const text = options['host'] || 'localhost';
  const port = options['port'] === undefined && options['path'] !== undefined ? 0 : portOf(options['port']);
  const asked = hostEndpoint(text, port, use);
  if (asked === undefined || typeof text !== 'string') {
    // An object that only looks like an address aborts Node 20, a NUL cuts the name off there.
    options['host'] = noHost();
    options['lookup'] = undefined;
    return undefined;
  }
  options['host'] = text;
  if (port === undefined) return undefined;
  const access = hostEndpoint(takeLabel(text, port), port, use) ?? asked;
  const { lookup } = options;
  if (access.address !== text && (lookup == null || typeof lookup === 'function')) {
    options['lookup'] = judgedLookup(lookup, (address) => judge(resolvedEndpoint(access, address), 'refusals'));
  }
  return [access];
}

type Callable = (this: unknown, ...args: unknown[]) => unknown;
let connect: Callable | undefined;

const refused = new WeakSet();
/** True for a socket that was refused its peer; what is built on it fails by itself. */
export const wasRefused = (socket: unknown): boolean => isObject(socket) && refused.has(socket);

/**
 * The refusal is the answer of a lookup: Node then does all that it does for a host that cannot be found. The socket has
 * its handle, is connecting, keeps what is written to it, and emits `error` on the next tick.
 */
const refuseSocket: Delivery = (error, self, args) => {
  if (isObject(self)) refused.add(self);
  const { host } = args[0] as { host?: unknown };
  const name = typeof host === 'string' && canonicalHost(host)?.address === undefined ? host : 'refused.invalid';
  const lookup = (_host: unknown, _options: unknown, done: Callable): unknown => apply(done, undefined, [error]);
  return apply(connect as Callable, self, [{ host: name, port: 1, lookup }]);
};

const LISTEN: EndpointUse = { capability: 'net.listen', use: 'listen', protocol: 'tcp' };
/** Where a server listens that names no host: every address. */
const ANYWHERE = '::';

/** What `listen` was asked for, by server: it ends in `_listen2`, where a name has become an address. */
const asked = new WeakMap<object, EndpointAccess>();

const isName = (access: EndpointAccess | undefined): access is EndpointAccess =>
  access?.host !== undefined && access.address === undefined;

/** `listen` in all its forms: what is asked for. */
const listenSelector: Selector = (args, self) => {
  const accesses = isObject(args[0]) ? listenByObject(args, args[0]) : listenEndpoints(listenForm(args).options);
  const [first] = accesses ?? [];
  if (!isObject(self)) return accesses;
  if (first === undefined) asked.delete(self);
  else asked.set(self, first);
  // Node asks `dns.lookup` for the host before it binds: that question is part of the listening.
  if (isName(first)) expectQuestion(first.requested.replace(/:\d+$/, ''));
  return accesses;
};

function listenByObject(args: unknown[], source: object): readonly EndpointAccess[] | undefined {
  const { _handle, handle } = source as { _handle?: unknown; handle?: unknown };
  const inner = _handle || handle;
  if (isObject(inner)) {
    args[0] = { handle: inner };
    return [adopted(inner)];
  }
  if (boundAddress(source) !== undefined) return [adopted(source)];
  const { options } = listenForm(args);
  args[0] = options;
  return listenEndpoints(options);
}

function listenEndpoints(options: Record<string, unknown>): readonly EndpointAccess[] | undefined {
  const { fd, path, host } = options;
  if (typeof fd === 'number' && fd >= 0) return [descriptor(fd)];
  if (typeof options['port'] === 'number' || typeof options['port'] === 'string') {
    const port = portOf(options['port']);
    const access = port === undefined ? undefined : hostEndpoint(host || ANYWHERE, port, LISTEN);
    return access === undefined ? undefined : [access];
  }
  return isSocketPath(path) && path !== '' ? socketEndpoints(path, { ...LISTEN, protocol: 'unix' }) : undefined;
}

/** A descriptor that came from outside can listen anywhere. */
export const descriptor = (fd: number): EndpointAccess => ({
  kind: 'endpoint',
  requested: `fd:${fd}`,
  resource: `fd:${fd}`,
  host: ANYWHERE,
  address: ANYWHERE,
  ...LISTEN,
});

/** A handle that is bound already: where it says it is, or anywhere. */
function adopted(handle: object): EndpointAccess {
  const place = boundAddress(handle) ?? socketName(handle);
  if (typeof place === 'string') return socketEndpoints(place, { ...LISTEN, protocol: 'unix' })[0] as EndpointAccess;
  const { address, port } = (place ?? {}) as { address?: unknown; port?: unknown };
  return hostEndpoint(address, portOf(port), LISTEN) ?? { ...descriptor(-1), requested: 'handle', resource: 'handle' };
}

function socketName(handle: object): object | undefined {
  const { getsockname } = handle as { getsockname?: unknown };
  const name = {};
  if (typeof getsockname !== 'function') return undefined;
  try {
    apply(getsockname, handle, [name]);
  } catch {
    return undefined; // not a handle of Node's
  }
  return name;
}

/** `BoundSocket.prototype.address` as it was before the program ran; it throws for anything that is not one. */
let readBound: ((this: unknown) => unknown) | undefined;

function boundAddress(value: object): unknown {
  if (readBound === undefined) return undefined;
  try {
    return apply(readBound, value, []);
  } catch {
    return undefined; // not a BoundSocket, or one that was handed over
  }
}

/** What `_listen2(address, port, addressType, backlog, fd)` and `_createServerHandle(address, port, addressType, fd)` bind; nothing checks their arguments. */
function bindEndpoints(args: unknown[], fd: unknown): readonly EndpointAccess[] | undefined {
  const [address, port, addressType] = args;
  if (typeof address !== 'string') args[0] = undefined;
  if (typeof fd === 'number' && fd >= 0) return [descriptor(fd)];
  if (port === -1 && addressType === -1) return listenEndpoints({ path: args[0] });
  if (args.length > 1) args[1] = boundPort(port);
  return listenEndpoints({ host: args[0], port: boundPort(port) });
}

/** Where every listening ends, with the address that a name became; also `_listen2` called by hand. */
const listenWaistSelector: Selector = (args, self) => {
  if (!isObject(self)) return [];
  const accesses = bindEndpoints(args, args[4]);
  const [first] = accesses ?? [];
  const before = asked.get(self);
  if (first === undefined || before?.resource === first.resource) return first === undefined ? undefined : [];
  const named = isName(before) && before.port === first.port && first.address !== undefined;
  return named ? [resolvedEndpoint(before, first.address)] : accesses;
};

/** Binds without a server. */
const serverHandleSelector: Selector = (args) => bindEndpoints(args, args[3]);

const refuseServer: Delivery = (error, self) => {
  const server = self as { emit: (event: string, error: unknown) => unknown };
  nextTick(() => {
    apply(server.emit, server, ['error', error]);
  });
};

/** Thrown, but for a host that is a name: Node finds that out later and emits it. */
const refuseListen: Delivery = (error, self, args) => {
  expectQuestion(undefined);
  const before = isObject(self) ? asked.get(self) : undefined;
  if (!isName(before)) throw error;
  return refuseServer(error, self, args) ?? self;
};

const BOUND_NAMES: readonly string[] = ['host', 'port', 'path', 'ipv6Only', 'reusePort'];

/** `new net.BoundSocket(options)`: takes the local address at once. */
const boundSocketSelector: Selector = (args) => {
  if (args.length > 0 && (!isObject(args[0]) || Array.isArray(args[0]))) return undefined;
  const { options } = listenForm([isObject(args[0]) ? args[0] : {}]);
  for (const name of Object.keys(options))
    if (!BOUND_NAMES.includes(name) || options[name] === undefined) delete options[name];
  args[0] = options;
  return listenEndpoints(
    options['path'] === undefined ? { host: options['host'], port: options['port'] ?? 0 } : options,
  );
};

const net = (name: string, delivery: Row['delivery'], select: Selector, extra: Partial<Row> = {}): Row => ({
  module: 'net',
  name,
  type: 'tool.net',
  delivery,
  select,
  ...extra,
});

/** TCP and sockets in the file system, both ways. */
export const netRows: readonly Row[] = [
  net('Socket.prototype.connect', refuseSocket, connectSelector, {
    label: 'net.connect',
    reach: (module) => {
      const { prototype } = (module as { Socket: { prototype: { connect: Callable } } }).Socket;
      connect = prototype.connect;
      return [{ object: prototype, key: 'connect' }];
    },
  }),
  net('Server.prototype.listen', refuseListen, listenSelector, { label: 'net.Server.listen' }),
  net('Server.prototype._listen2', refuseServer, listenWaistSelector, { label: 'net.Server.listen' }),
  net('_createServerHandle', 'throwing', serverHandleSelector),
  net('BoundSocket', 'throwing', boundSocketSelector, {
    label: 'new net.BoundSocket',
    constructs: true,
    nodes: [24, 26],
    reach: (module) => {
      readBound = (module as { BoundSocket?: { prototype: { address?: (this: unknown) => unknown } } }).BoundSocket
        ?.prototype.address;
      return [{ object: module, key: 'BoundSocket' }];
    },
  }),
];
