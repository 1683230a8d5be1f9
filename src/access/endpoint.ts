import type { EndpointAccess } from '../types.js';
import { bytesToText, hrefOf, platform, ProgramURL, textToBytes, utf8Length } from '../primordials.js';
import { canonicalHost } from './address.js';
import { absolute } from './path.js';

/** What an endpoint is used for: everything of an access but the place. */
export type EndpointUse = Pick<EndpointAccess, 'capability' | 'use'> &
  Partial<Pick<EndpointAccess, 'protocol' | 'method' | 'url' | 'proxy'>>;

/** The access to a host as the caller wrote it. Undefined when it is no text that a resolver takes. */
export function hostEndpoint(text: unknown, port: number | undefined, use: EndpointUse): EndpointAccess | undefined {
  if (typeof text !== 'string') return undefined;
  const canonical = canonicalHost(text);
  if (canonical === undefined) return undefined;
  const host = canonical.address ?? canonical.name ?? text;
  return {
    kind: 'endpoint',
    requested: use.url ?? join(text, port),
    resource: join(host, port),
    host,
    ...(canonical.address === undefined ? {} : { address: canonical.address }),
    ...(port === undefined ? {} : { port }),
    ...use,
  };
}

/** The same access once a lookup said `address`: a name keeps its name; where an address was written, another one takes its place. */
export function resolvedEndpoint(asked: EndpointAccess, address: string): EndpointAccess {
  const found = canonicalHost(address)?.address ?? address;
  return asked.address === undefined
    ? { ...asked, address: found }
    : { ...asked, host: found, address: found, resource: join(found, asked.port) };
}

const join = (host: string, port: number | undefined): string => {
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return port === undefined ? bracketed : `${bracketed}:${port}`;
};

/** Bytes of a socket's path that the system keeps; Node 20 and 22 cut a longer one off without a word. */
const SOCKET_PATH_BYTES = platform === 'darwin' ? 104 : 108;

/** The accesses to a socket in the file system: what the caller wrote, and what Node 20 and 22 would cut it down to. */
export function socketEndpoints(path: string, use: EndpointUse): EndpointAccess[] {
  const spellings = new Set([path]);
  const nul = path.indexOf('\0', 1);
  if (nul > 0 && !path.startsWith('\0')) spellings.add(path.slice(0, nul));
  if (utf8Length(path) > SOCKET_PATH_BYTES) spellings.add(cut(path, SOCKET_PATH_BYTES));
  return Array.from(spellings, (spelling) => {
    const socketPath = placeOf(spelling);
    return { kind: 'endpoint', requested: use.url ?? path, resource: `unix:${socketPath}`, socketPath, ...use };
  });
}

function placeOf(path: string): string {
  if (path.startsWith('\0')) return `@${path.slice(1)}`;
  return platform === 'win32' ? path : absolute(path);
}

function cut(path: string, bytes: number): string {
  let end = Math.min(path.length, bytes);
  while (utf8Length(path.slice(0, end)) > bytes) end -= 1;
  return bytesToText(textToBytes(path.slice(0, end)));
}

/** The port that Node makes of a number or a text. Undefined for what it refuses. */
export function portOf(value: unknown): number | undefined {
  if (typeof value === 'string' ? value.trim() === '' : typeof value !== 'number') return undefined;
  const port = Number(value);
  return Number.isInteger(port) && port >= 0 && port <= 65_535 ? port + 0 : undefined;
}

/** The port that Node's bindings make of a value where Node itself checks nothing: 32 bits of it, of which the system takes 16. */
export function boundPort(value: unknown): number {
  return typeof value === 'symbol' || typeof value === 'bigint' ? 0 : (Number(value) >>> 0) % 65_536;
}

/** `host`, `host:port`, `[v6]:port` taken apart; the port is absent when there is none or it is no number. */
export function splitHostPort(text: string): { readonly host: string; readonly port?: number } {
  const match = /^(\[[^\]]*\]|[^:]*):(\d+)$/s.exec(text);
  const port = portOf(match?.[2]);
  return match === null || port === undefined ? { host: text } : { host: match[1] ?? '', port };
}

/** A URL as the WHATWG parser spells it, taken apart. */
const ADDRESS = /^(?<scheme>[a-z][a-z\d+.-]*):\/\/(?:[^/?#@]*@)?(?<host>\[[^\]]*\]|[^/?#:]*)(?::(?<port>\d+))?/;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, ws: 80, https: 443, wss: 443 };

/** The connection that a request to `url` needs. Undefined for what is no URL, or one that goes to no host (`data:`, `blob:`). */
export function urlEndpoint(url: string, use: EndpointUse): EndpointAccess | undefined {
  const { scheme = '', host = '', port } = ADDRESS.exec(canonicalUrl(url) ?? '')?.groups ?? {};
  if (host === '') return undefined;
  const protocol = scheme === 'https' || scheme === 'wss' ? 'tls' : 'tcp';
  return hostEndpoint(host, port === undefined ? DEFAULT_PORTS[scheme] : Number(port), { protocol, ...use });
}

/** The spelling of a URL that Node requests. Undefined for what is no absolute URL. */
export function canonicalUrl(text: string): string | undefined {
  try {
    return hrefOf(new ProgramURL(text));
  } catch {
    return undefined;
  }
}

/** A connection told in words: a URL, a host, or `host:port`; `port` fills in where the text has none. */
export function endpointAccess(target: string, port?: unknown): EndpointAccess | undefined {
  const use: EndpointUse = { capability: 'net.connect', use: 'connect' };
  if (target.includes('://')) return urlEndpoint(target, { ...use, url: target });
  const split = splitHostPort(target);
  return hostEndpoint(split.host, split.port ?? portOf(port), use);
}
