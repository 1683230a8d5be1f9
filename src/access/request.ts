import type { EndpointAccess } from '../types.js';
import { apply, getOwnPropertyDescriptor, getPrototypeOf, program } from '../primordials.js';
import {
  canonicalUrl,
  type EndpointUse,
  hostEndpoint,
  portOf,
  socketEndpoints,
  splitHostPort,
  urlEndpoint,
} from './endpoint.js';
import { isObject } from './socket-form.js';

const CONNECT: EndpointUse = { capability: 'net.connect', use: 'connect' };

/** An HTTP request as its client describes it. */
export interface RequestLine {
  readonly method: string;
  /** `http:` or `https:`. */
  readonly protocol: string;
  readonly host: string;
  readonly port: unknown;
  /** The request target: a path, an absolute URL (to a proxy), or `host:port` (CONNECT). */
  readonly target: string;
  readonly socketPath?: string;
  readonly proxy?: string;
}

/**
 * What a request reaches: the host it is made to and, where its target names another one (CONNECT, an absolute URL), that
 * one too, which whoever answers will connect to.
 */
export function requestAccesses(line: RequestLine): readonly EndpointAccess[] {
  const { method, protocol, socketPath, proxy } = line;
  const tls = protocol === 'https:';
  const url = urlOf(line);
  const use: EndpointUse = { ...CONNECT, protocol: tls ? 'tls' : 'tcp', method, url };
  const host =
    socketPath === undefined
      ? hostEndpoint(line.host, portOf(line.port) ?? (tls ? 443 : 80), proxied(use, proxy))
      : undefined;
  const first =
    socketPath === undefined
      ? host === undefined
        ? []
        : [host]
      : socketEndpoints(socketPath, { ...use, protocol: 'unix' });
  const beyond = targetAccess(line);
  if (beyond === undefined) return first;
  return beyond.resource === host?.resource ? [beyond] : [...first, beyond];
}

const proxied = (use: EndpointUse, proxy: string | undefined): EndpointUse =>
  proxy === undefined ? use : { ...use, use: 'proxied', proxy };

function urlOf({ method, protocol, host, port, target }: RequestLine): string {
  if (isAbsolute(target)) return target;
  const number = portOf(port);
  const shown = number === undefined || number === (protocol === 'https:' ? 443 : 80) ? '' : `:${number}`;
  const base = `${protocol}//${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}${shown}`;
  return method === 'CONNECT' ? `${base} CONNECT ${target}` : `${base}${target}`;
}

const isAbsolute = (target: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(target);

/** The host that a request's target names, when it is not just a path. */
function targetAccess({ method, target, proxy }: RequestLine): EndpointAccess | undefined {
  const use: EndpointUse = { ...CONNECT, use: 'proxied', method, ...(proxy === undefined ? {} : { proxy }) };
  if (method === 'CONNECT') {
    const { host, port } = splitHostPort(target);
    return hostEndpoint(host, port ?? 443, { ...use, protocol: 'tcp', url: target });
  }
  return isAbsolute(target) ? urlEndpoint(target, { ...use, url: target }) : undefined;
}

/** What `fetch` was given, read once. */
export interface FetchInput {
  /** What to pass on: the text of the URL, or the Request object itself, whose URL cannot change. */
  readonly value: unknown;
  readonly access: EndpointAccess | undefined;
}

/** Reads the first argument of `fetch` once. Without an access it goes to no host, or Node will complain of it. */
export function fetchInput(input: unknown, init: unknown): FetchInput {
  if (typeof input === 'symbol') return { value: input, access: undefined };
  const given = isObject(init) ? (init as { method?: unknown }).method : undefined;
  const request = isObject(input) ? requestOf(input) : undefined;
  const text = request === undefined ? String(input) : request.url;
  const method = (typeof given === 'string' ? given : (request?.method ?? 'GET')).toUpperCase();
  const url = (canonicalUrl(text) ?? text).replace(/#.*$/s, '');
  return { value: request === undefined ? text : input, access: urlEndpoint(url, { ...CONNECT, method, url }) };
}

interface RequestLike {
  readonly url: string;
  readonly method: string;
}

/** URL and method of a Request of Node's or of a polyfill's look-alike; undefined for all that `fetch` turns into text. */
function requestOf(input: object): RequestLike | undefined {
  const genuine = inherited('url', input);
  const { url, method } =
    genuine === undefined ? (input as Partial<RequestLike>) : { url: genuine, method: inherited('method', input) };
  return typeof url === 'string' && typeof method === 'string' ? { url, method } : undefined;
}

/** What the Request class of this moment says of `input`; undefined when `input` is not one of its own. */
function inherited(key: string, input: object): unknown {
  try {
    let at: object | null = program.Request.prototype;
    for (; at !== null; at = getPrototypeOf(at)) {
      const get = getOwnPropertyDescriptor(at, key)?.get;
      if (get !== undefined) return apply(get, input, []);
    }
  } catch {
    return undefined; // the getter refuses what is no Request
  }
  return undefined;
}

/** A request of undici's core, of Node's own copy or of one from npm, as it is told on `undici:request:create`. */
export function undiciLine(request: unknown): RequestLine | undefined {
  if (!isObject(request)) return undefined;
  const { method, origin, path } = request as Record<string, unknown>;
  const at = /^(https?:)\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^:/]*)(?::(\d+))?/i.exec(String(origin));
  if (typeof method !== 'string' || typeof path !== 'string' || at === null) return undefined;
  const [, protocol = '', host = '', port] = at;
  return { method, protocol: protocol.toLowerCase(), host, port, target: path };
}
