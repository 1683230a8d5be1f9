import type { Access, EndpointAccess } from '../types.js';
import type { Delivery, Judge, Row, Selector } from './row.js';
import { boundPort, type EndpointUse, hostEndpoint, portOf, resolvedEndpoint } from '../access/endpoint.js';
import { expectAnswers, forgetAnswers, handleOf, isConnected } from '../access/datagram-lookup.js';
import { isObject, pinOptions } from '../access/socket-form.js';
import { apply, nextTick } from '../primordials.js';

const PEER: EndpointUse = { capability: 'net.connect', use: 'udp', protocol: 'udp' };
const BIND: EndpointUse = { capability: 'net.listen', use: 'listen', protocol: 'udp' };

interface Socket {
  readonly type?: unknown;
  readonly emit: (event: string, ...values: unknown[]) => unknown;
}
const socketOf = (self: unknown): Partial<Socket> => (isObject(self) ? self : {});

const loopback = (self: unknown): string => (socketOf(self).type === 'udp6' ? '::1' : '127.0.0.1');
const anywhere = (self: unknown): string => (socketOf(self).type === 'udp6' ? '::' : '0.0.0.0');

/** Sockets whose peer was let through: Node binds them to a free port on the way, which is no listening of the program's. */
const mayBind = new WeakSet();

/** Handles of sockets that Node is about to bind on the way. */
const bindsByItself = new WeakSet();
/** True, once, for such a handle. */
export const takeImplicitBind = (handle: unknown): boolean => isObject(handle) && bindsByItself.delete(handle);

/** The peer of a datagram; its name is looked up by Node, and the answer is judged as well. */
function peer(self: unknown, address: unknown, port: unknown, judge: Judge): readonly Access[] | undefined {
  const number = portOf(port);
  if (number === undefined || number === 0 || !isObject(self)) return undefined;
  const access = judgeAnswers(self, address, address || loopback(self), number, PEER, judge);
  if (access === undefined) return undefined;
  mayBind.add(self);
  return [access];
}

/**
 * The access to a host, and each answer of the socket's lookup about it judged. What is no host at all has no access, but a lookup
 * of the program's could still answer.
 */
function judgeAnswers(
  self: object,
  asked: unknown,
  host: unknown,
  port: number,
  use: EndpointUse,
  judge: Judge,
): EndpointAccess | undefined {
  const access = hostEndpoint(host, port, use);
  expectAnswers(self, typeof asked === 'string' ? asked : '', (found) => {
    const answer = access === undefined ? hostEndpoint(found, port, use) : resolvedEndpoint(access, found);
    return answer === undefined ? undefined : judge(answer, 'refusals');
  });
  return access;
}

/** `send(message, [offset, length,] port, address, callback)`; a connected socket was judged when it was connected. */
const sendSelector: Selector = (args, self, judge) => {
  const [, offset, length, port, address] = args;
  if (isObject(self) && isConnected(self)) return [];
  const long = Boolean(address) || (Boolean(port) && typeof port !== 'function');
  const to = long ? address : length;
  if (to !== undefined && to !== null && typeof to !== 'string' && typeof to !== 'function') return undefined;
  return peer(self, typeof to === 'string' ? to : '', long ? port : offset, judge);
};

/** `connect(port, address, callback)` and `connectSync(port, address)`. */
const connectSelector: Selector = (args, self, judge) => {
  const [port, address] = args;
  const named = typeof address === 'function' || address == null ? '' : address;
  return typeof named === 'string' ? peer(self, named, port, judge) : undefined;
};

const BIND_NAMES: readonly string[] = ['port', 'address', 'exclusive', 'fd'];

const RAW_HANDLE: Access = {
  kind: 'power',
  capability: 'process.internals',
  requested: 'UDP handle',
  resource: 'UDP handle',
};

interface BindOptions {
  port?: unknown;
  readonly address?: unknown;
  readonly exclusive?: unknown;
  readonly fd?: unknown;
}

/** `bind(port, address, callback)` and `bind(options, callback)`: any port is taken for some number. */
const bindSelector: Selector = (args, self, judge) => {
  const [first, second] = args;
  if (!isObject(self)) return undefined;
  if (isObject(first)) {
    // A raw handle, which only Node's internals give out.
    if (typeof (first as { recvStart?: unknown }).recvStart === 'function') return [RAW_HANDLE];
    const options: BindOptions = pinOptions(first, BIND_NAMES);
    options.port = boundPort(options.port);
    args[0] = options;
    return bindEndpoint(args, self, options, judge);
  }
  const port = typeof first === 'function' ? 0 : boundPort(first);
  if (args.length > 0 && typeof first !== 'function') args[0] = port;
  return bindEndpoint(args, self, { port, address: typeof second === 'function' ? '' : second }, judge);
};

/** `bindSync(options)`: Node checks the port. */
const bindSyncSelector: Selector = (args, self, judge) => {
  if (!isObject(self) || (args.length > 0 && !isObject(args[0]))) return undefined;
  const options: BindOptions = isObject(args[0]) ? pinOptions(args[0], BIND_NAMES) : {};
  if (args.length > 0) args[0] = options;
  const port = portOf(options.port ?? 0);
  return port === undefined ? undefined : bindEndpoint(args, self, { ...options, port }, judge);
};

function bindEndpoint(
  args: readonly unknown[],
  self: object,
  options: BindOptions,
  judge: Judge,
): readonly Access[] | undefined {
  const { port, address, fd } = options;
  if (isImplicit(args, options) && mayBind.delete(self)) {
    if (args.length > 0) expectAnswers(self, anywhere(self), () => undefined);
    bindsByItself.add(handleOf(self));
    return [];
  }
  if (typeof fd === 'number' && fd > 0) return [{ ...unnamed(self), requested: `fd:${fd}`, resource: `fd:${fd}` }];
  const place = address || anywhere(self);
  const access = judgeAnswers(self, place, place, Number(port), BIND, judge);
  return access === undefined ? undefined : [access];
}

const unnamed = (self: unknown): EndpointAccess => hostEndpoint(anywhere(self), undefined, BIND) as EndpointAccess;

/** How Node itself binds a socket that is about to send: `bind({ port: 0, exclusive: true }, null)`, or `bindSync()`. */
function isImplicit(args: readonly unknown[], { port, address, exclusive, fd }: BindOptions): boolean {
  if (args.length === 0) return true;
  return args.length === 2 && args[1] === null && port === 0 && exclusive === true && !address && fd === undefined;
}

/** `addMembership(group, interface)`, `addSourceSpecificMembership(source, group, interface)`. */
export const joinSelector =
  (index: number): Selector =>
  (args) => {
    const access = hostEndpoint(args[index], undefined, BIND);
    return access === undefined ? undefined : [access];
  };

/** `dgram._createSocketHandle(address, port, …)`: binds without a socket (Node 20 to 24). */
const handleSelector: Selector = (args) => {
  const port = boundPort(args[1]);
  if (args.length > 1) args[1] = port;
  const access = hostEndpoint(args[0] || '0.0.0.0', port, BIND);
  return access === undefined ? undefined : [access];
};

/** To the callback if there is one, else as an `error` event; the socket stays open, as after Node's own errors. */
const refusePeer: Delivery = (error, self, args) => {
  if (isObject(self)) {
    mayBind.delete(self);
    forgetAnswers(self);
  }
  const callback = args.findLast((value) => typeof value === 'function') as ((error: unknown) => unknown) | undefined;
  nextTick(() => {
    if (callback === undefined) emitError(self, error);
    else apply(callback, undefined, [error]);
  });
};

const refusePeerNow: Delivery = (error, self) => {
  if (isObject(self)) {
    mayBind.delete(self);
    forgetAnswers(self);
  }
  throw error;
};

const refuseBind: Delivery = (error, self) => {
  if (isObject(self)) forgetAnswers(self);
  nextTick(() => {
    emitError(self, error);
  });
  return self;
};

function emitError(self: unknown, error: unknown): void {
  const { emit } = socketOf(self);
  if (emit !== undefined) apply(emit, self, ['error', error]);
}

const dgram = (name: string, delivery: Row['delivery'], select: Selector, extra: Partial<Row> = {}): Row => ({
  module: 'dgram',
  name,
  type: 'tool.net',
  delivery,
  select,
  ...extra,
});

/** UDP, both ways. `sendto` ends in `send`. */
export const dgramRows: readonly Row[] = [
  dgram('Socket.prototype.send', refusePeer, sendSelector, { label: 'dgram.send' }),
  dgram('Socket.prototype.connect', refusePeer, connectSelector, { label: 'dgram.connect' }),
  dgram('Socket.prototype.connectSync', refusePeerNow, connectSelector, {
    label: 'dgram.connectSync',
    nodes: [24, 26],
  }),
  dgram('Socket.prototype.bind', refuseBind, bindSelector, { label: 'dgram.bind' }),
  dgram('Socket.prototype.bindSync', refusePeerNow, bindSyncSelector, { label: 'dgram.bindSync', nodes: [24, 26] }),
  dgram('Socket.prototype.addMembership', 'throwing', joinSelector(0), { label: 'dgram.addMembership' }),
  dgram('Socket.prototype.addSourceSpecificMembership', 'throwing', joinSelector(1), {
    label: 'dgram.addSourceSpecificMembership',
  }),
  dgram('_createSocketHandle', 'throwing', handleSelector, { nodes: [20, 22, 24] }),
];
