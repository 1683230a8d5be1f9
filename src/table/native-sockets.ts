import type { Delivery, Row, Selector, Target } from './row.js';
import { boundPort, type EndpointUse, hostEndpoint, socketEndpoints } from '../access/endpoint.js';
import { isObject } from '../access/socket-form.js';
import { ownFile } from '../access/own-descriptors.js';
import { pathAccesses } from '../access/path.js';
import { apply, platform } from '../primordials.js';
import { joinSelector, takeImplicitBind } from './dgram.js';
import { serversSelector } from './dns.js';
import { descriptor } from './net.js';

/**
 * The handles behind sockets and resolvers. `socket._handle`, a symbol or `async_hooks` lead to one, so each is judged by
 * what it is really told; what Node's own functions were let through to passes.
 */

const CONNECT: EndpointUse = { capability: 'net.connect', use: 'connect', protocol: 'tcp' };
const PEER: EndpointUse = { capability: 'net.connect', use: 'udp', protocol: 'udp' };
const ASK: EndpointUse = { capability: 'net.connect', use: 'resolve', protocol: 'dns' };
const LISTEN: EndpointUse = { capability: 'net.listen', use: 'listen', protocol: 'tcp' };
const BIND: EndpointUse = { capability: 'net.listen', use: 'listen', protocol: 'udp' };

/** Handles return an error number, and Node makes of it what the API in front of them promises. */
const ACCESS_DENIED = platform === 'win32' ? -4092 : -13;
export const failing: Delivery = () => ACCESS_DENIED;

/** The text at `index` as the binding reads it: up to a NUL. */
function pinText(args: unknown[], index: number): string {
  const [text = ''] = String(args[index]).split('\0', 1);
  args[index] = text;
  return text;
}

function pinPort(args: unknown[], index: number): number {
  const port = boundPort(args[index]);
  args[index] = port;
  return port;
}

const endpointAt =
  (host: number, port: number, use: EndpointUse): Selector =>
  (args) => {
    const access = hostEndpoint(pinText(args, host), pinPort(args, port), use);
    return access === undefined ? undefined : [access];
  };

/** Where a handle was bound, or which descriptor it took over. */
interface Bound {
  readonly address: string;
  readonly port: number;
}
const bound = new WeakMap<object, Bound>();
const opened = new WeakMap<object, number>();
const boundPipes = new WeakSet();

/** A bound address is only used by `listen`, where it is judged: a client binds as well. */
const bindSelector: Selector = (args) => {
  pinText(args, 0);
  pinPort(args, 1);
  return [];
};
const nowBound: NonNullable<Row['after']> = (result, self, [address, port]) => {
  if (result === 0) bound.set(self as object, { address: address as string, port: port as number });
  return result;
};

/** Descriptors were judged when they were opened, all but the engine's own. */
const openSelector: Selector = (args) => {
  const fd = Number(args[0]);
  args[0] = fd;
  const file = ownFile(fd);
  return file === undefined ? [] : pathAccesses(file, { capability: 'fs.write', effect: 'write' });
};
const nowOpened: NonNullable<Row['after']> = (result, self, [fd]) => {
  if (result === 0 || result === undefined) opened.set(self as object, fd as number);
  return result;
};

/** `getsockname` as it is on the prototype: one on a handle could be the program's. */
let nameOf: ((this: unknown, into: object) => unknown) | undefined;

/** Where a handle listens: as it was asked to bind, else the descriptor it took over, else where it says it is. */
const listenSelector: Selector = (_args, self) => {
  if (!isObject(self)) return undefined;
  const asked = bound.get(self);
  const fd = opened.get(self);
  if (asked === undefined && fd !== undefined) return [descriptor(fd)];
  const { address, port } = asked ?? whereIs(self);
  return [hostEndpoint(address, port === undefined ? undefined : boundPort(port), LISTEN) ?? descriptor(-1)];
};

function whereIs(handle: object): { readonly address?: unknown; readonly port?: unknown } {
  const name = {};
  if (nameOf !== undefined) apply(nameOf, handle, [name]);
  return name;
}

const listenTarget = (binding: object): readonly Target[] => {
  const { TCP } = binding as { TCP?: { prototype: { getsockname: typeof nameOf } } };
  if (TCP === undefined) return [];
  nameOf = TCP.prototype.getsockname;
  return [{ object: TCP.prototype, key: 'listen' }];
};

const pipeAt =
  (index: number, use: EndpointUse): Selector =>
  (args) => {
    const path = String(args[index]);
    args[index] = path;
    return socketEndpoints(path, { ...use, protocol: 'unix' });
  };
const nowBoundPipe: NonNullable<Row['after']> = (result, self) => {
  if (result === 0 || result === undefined) boundPipes.add(self as object);
  return result;
};
/** A path was judged when it was bound. */
const listenPipe: Selector = (_args, self) =>
  isObject(self) && boundPipes.has(self) ? [] : [descriptor(isObject(self) ? (opened.get(self) ?? -1) : -1)];

/** `send(req, list, count, port, address, hasCallback)`; without the address it goes to the peer. */
const sendSelector: Selector = (args, self, judge) =>
  args.length === 6 ? endpointAt(4, 3, PEER)(args, self, judge) : [];

const bindDatagrams: Selector = (args, self, judge) => {
  const accesses = endpointAt(0, 1, BIND)(args, self, judge);
  return args[1] === 0 && takeImplicitBind(self) ? [] : accesses;
};

const questionSelector: Selector = (args) => {
  const access = hostEndpoint(pinText(args, 1), undefined, ASK);
  return access === undefined ? undefined : [access];
};

const rowsOf =
  (binding: string, name: string) =>
  (methods: string, select: Selector, extra: Partial<Row> = {}): readonly Row[] =>
    methods.split(' ').map((method) => ({
      module: `binding:${binding}`,
      name: `${name}.prototype.${method}`,
      label: `${name}.${method}`,
      type: 'tool.net',
      delivery: failing,
      carriesOut: true,
      select,
      ...extra,
    }));

const tcp = rowsOf('tcp_wrap', 'TCP');
const pipe = rowsOf('pipe_wrap', 'Pipe');
const udp = rowsOf('udp_wrap', 'UDP');
const channel = rowsOf('cares_wrap', 'ChannelWrap');

/** Every method of a native handle that reaches out of the process. */
export const nativeSocketRows: readonly Row[] = [
  ...tcp('connect connect6', endpointAt(1, 2, CONNECT)),
  ...tcp('bind bind6', bindSelector, { after: nowBound }),
  ...tcp('listen', listenSelector, { reach: listenTarget }),
  ...tcp('open', openSelector, { after: nowOpened }),
  ...pipe('connect', pipeAt(1, CONNECT)),
  ...pipe('bind', pipeAt(0, LISTEN), { after: nowBoundPipe }),
  ...pipe('listen', listenPipe),
  ...pipe('open', openSelector, { after: nowOpened }),
  ...udp('send send6', sendSelector),
  ...udp('connect connect6', endpointAt(0, 1, PEER)),
  ...udp('bind bind6', bindDatagrams),
  ...udp('open', openSelector),
  ...udp('addMembership', joinSelector(0)),
  ...udp('addSourceSpecificMembership', joinSelector(1)),
  ...channel(
    'queryAny queryA queryAaaa queryCaa queryCname queryMx queryNs queryTxt querySrv queryPtr queryNaptr querySoa getHostByAddr',
    questionSelector,
  ),
  ...channel('queryTlsa', questionSelector, { nodes: [22, 24, 26] }),
  ...channel('setServers', serversSelector),
];
