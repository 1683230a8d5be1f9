import type { EndpointAccess } from '../types.js';
import type { Delivery, Judge, Row, Selector } from './row.js';
import { wasRefused } from './net.js';
import { splitHostPort } from '../access/endpoint.js';
import { noteLabel } from '../access/lookup.js';
import { fetchInput, requestAccesses, type RequestLine, undiciLine } from '../access/request.js';
import { isObject } from '../access/socket-form.js';
import { isPolicyViolation } from '../errors.js';
import { apply, getOwnPropertyDescriptor, promiseThen, rejected, setOwn } from '../primordials.js';

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => (isObject(value) ? (value as Fields) : {});
const textOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

/** Requests that an agent was given: what it connects for them, or takes from its pool, is judged already. */
const described = new WeakSet();

/**
 * `Agent.prototype.addRequest(request, options)`: reached by every request of Node's agents, in the context of its caller,
 * whether it then gets a new socket or a kept one. The agent's own options win over the request's, as in Node.
 */
const addRequestSelector: Selector = (args, self) => {
  const [request, given, port] = args;
  if (!isObject(request)) return undefined;
  described.add(request);
  const options: Fields = {
    ...(typeof given === 'string' ? { host: given, port } : fields(given)),
    ...fields(fields(self)['options']),
  };
  const { socketPath } = options;
  const line = lineOf(request, textOf(options['host'], 'localhost'), options['port']);
  if (typeof socketPath === 'string' && socketPath !== '') return requestAccesses({ ...line, socketPath });
  const proxy = proxyOf(self, line);
  return requestAccesses(proxy === undefined ? line : { ...line, proxy });
};

function lineOf(request: object, host: string, port: unknown): RequestLine {
  const { method, path, protocol } = request as Fields;
  return { method: textOf(method, 'GET'), protocol: textOf(protocol, 'http:'), host, port, target: textOf(path, '/') };
}

interface ProxyConfig {
  readonly proxyConnectionOptions?: { readonly host?: unknown; readonly port?: unknown };
  readonly shouldUseProxy?: (host: string, port: unknown) => unknown;
}

/** The proxy that an agent sends this request through (`NODE_USE_ENV_PROXY`, `proxyEnv`; Node 22 to 26). */
function proxyOf(agent: unknown, { host, port }: RequestLine): string | undefined {
  if (!isObject(agent)) return undefined;
  const mark = Object.getOwnPropertySymbols(agent).find((symbol) => symbol.description === 'kProxyConfig');
  const config =
    mark === undefined ? undefined : ((agent as Record<symbol, unknown>)[mark] as ProxyConfig | null | undefined);
  if (config?.shouldUseProxy?.(host, port) !== true) return undefined;
  const { host: proxyHost, port: proxyPort } = config.proxyConnectionOptions ?? {};
  return `${String(proxyHost)}:${String(proxyPort)}`;
}

interface Request extends Fields {
  readonly getHeader?: (name: string) => unknown;
  readonly onSocket: (socket: unknown, error: unknown) => unknown;
}

/** The request gets the refusal in place of a socket. */
const refuseRequest: Delivery = (error, _self, args) => {
  const request = args[0] as Request;
  apply(request.onSocket, request, [null, error]);
};

/**
 * `ClientRequest.prototype.onSocket(socket, error)`: where agents that are not Node's, and requests without one, hand over
 * a socket. A refusal takes the place of the error that the agent might have had.
 */
const onSocketSelector: Selector = (args, self, judge) => {
  if (!isObject(self) || described.has(self)) return [];
  described.add(self);
  if (args[1] || wasRefused(args[0])) return [];
  const refusal = firstRefusal(requestAccesses(pooledLine(self as Request)), judge);
  if (refusal !== undefined) {
    if (args.length < 2) args.length = 2;
    args[1] = refusal;
  }
  return [];
};

function pooledLine(request: Request): RequestLine {
  const host = textOf(request['host'], 'localhost');
  const header = typeof request.getHeader === 'function' ? apply(request.getHeader, request, ['host']) : undefined;
  const named = typeof header === 'string' ? splitHostPort(header) : undefined;
  const line = lineOf(request, host, named?.host === host || named?.host === `[${host}]` ? named.port : undefined);
  const { socketPath } = request;
  return typeof socketPath === 'string' ? { ...line, socketPath } : line;
}

function firstRefusal(accesses: readonly EndpointAccess[], judge: Judge, only?: 'refusals'): unknown {
  for (const access of accesses) {
    const refusal = judge(access, only);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Requests that `fetch` was let through with and that undici has not yet told of, by method and URL. */
const announced = new Map<string, number>();
const ANNOUNCED = 1024;
let lastAnnounced: EndpointAccess | undefined;

const keyOf = ({ method = 'GET', url = '' }: EndpointAccess): string => `${method} ${url}`;

/** `fetch(input, init)`: the URL as text, so that it cannot be another one when it is used. */
const fetchSelector: Selector = (args) => {
  if (args.length === 0) return undefined;
  const { value, access } = fetchInput(args[0], args[1]);
  args[0] = value;
  if (access === undefined) return undefined;
  if (announced.size >= ANNOUNCED) announced.clear();
  announced.set(keyOf(access), (announced.get(keyOf(access)) ?? 0) + 1);
  lastAnnounced = access;
  return [access];
};

const refuseFetch: Delivery = (error) => {
  if (lastAnnounced !== undefined) takeAnnounced(lastAnnounced);
  return rejected(error);
};

/** What undici made of a refusal that it met on the way (a redirect, an address) is taken off again: `fetch` rejects with the refusal itself. */
const unwrapRefusal: NonNullable<Row['after']> = (result) =>
  promiseThen(
    result as Promise<unknown>,
    (response) => response,
    (reason) => rejected(refusalWithin(reason) ?? reason),
  );

/** How many errors that wrap another one are looked through. */
const WRAPPED = 4;

function refusalWithin(reason: unknown): unknown {
  let at = reason;
  for (let i = 0; i < WRAPPED && isObject(at); i += 1) {
    if (isPolicyViolation(at)) return at;
    const cause = getOwnPropertyDescriptor(at, 'cause');
    at = cause !== undefined && 'value' in cause ? (cause.value as unknown) : undefined;
  }
  return undefined;
}

/** True, once for each, when `fetch` has recorded this request. */
function takeAnnounced(access: EndpointAccess): boolean {
  const count = announced.get(keyOf(access));
  if (count === undefined) return false;
  if (count > 1) announced.set(keyOf(access), count - 1);
  else announced.delete(keyOf(access));
  return true;
}

/** `undici:request:create`: every request of `fetch` (each hop of a redirect, kept connections too), WebSocket, EventSource and undici from npm. */
const undiciSelector: Selector = (args, _self, judge) => {
  const request = fields(args[0])['request'];
  const line = undiciLine(request);
  if (line === undefined) return [];
  const accesses = requestAccesses(line);
  const [first] = accesses;
  if (first === undefined || !takeAnnounced(first)) return accesses;
  const refusal = firstRefusal(accesses, judge, 'refusals');
  if (refusal !== undefined) refuseUndici(refusal, undefined, args);
  return [];
};

/** undici gives a request up before it writes anything when it finds an error on it. Defined, for an assignment could be caught by a setter. */
const refuseUndici: Delivery = (error, _self, args) => {
  const { request } = fields(args[0]);
  if (isObject(request)) setOwn(request, 'error', error);
};

const labelSelector: Selector = (args) => {
  noteLabel(fields(fields(args[0])['connectParams']));
  return [];
};

/** A channel's listener of our own, which the row's hook then takes the place of. */
const listener =
  (channel: string): NonNullable<Row['reach']> =>
  (module) => {
    const own: { listen: (message: unknown, name: unknown) => void } = { listen: () => undefined };
    const { subscribe } = module as {
      subscribe: (name: string, listen: (message: unknown, name: unknown) => void) => void;
    };
    subscribe(channel, (message, name) => {
      own.listen(message, name);
    });
    return [{ object: own, key: 'listen' }];
  };

const http = (module: string, name: string, delivery: Row['delivery'], select: Selector, extra: Partial<Row>): Row => ({
  module,
  name,
  type: 'tool.net',
  delivery,
  select,
  ...extra,
});

/** Requests: described where they are made, and judged again each time, since a kept connection never reaches the waist. */
export const httpRows: readonly Row[] = [
  http('_http_agent', 'Agent.prototype.addRequest', refuseRequest, addRequestSelector, { label: 'http.request' }),
  http('_http_client', 'ClientRequest.prototype.onSocket', 'throwing', onSocketSelector, { label: 'http.request' }),
  http('globalThis', 'fetch', refuseFetch, fetchSelector, { label: 'fetch', after: unwrapRefusal }),
  http('diagnostics_channel', 'undici:request:create', refuseUndici, undiciSelector, {
    label: 'undici.request',
    reach: listener('undici:request:create'),
  }),
  http('diagnostics_channel', 'undici:client:beforeConnect', 'throwing', labelSelector, {
    reach: listener('undici:client:beforeConnect'),
  }),
];
