import { NAMED_RANGES } from './named-ranges.js';
import { nearest } from './nearest.js';
import { pathProblem } from './path-syntax.js';
import { canonicalHost } from '../access/address.js';

/** Words that stand for ranges of addresses. */
export const RANGE_WORDS: readonly string[] = Object.keys(NAMED_RANGES);
const WORDS = [...RANGE_WORDS, 'localhost'];

/** What is wrong with a host pattern, in words that begin with `expected`; undefined when nothing is. */
export function hostProblem(pattern: string, relative: boolean): string | undefined {
  if (pattern.startsWith('unix:')) return socketProblem(pattern.slice(5), relative);
  return shapeProblem(pattern) ?? partsProblem(pattern);
}

function socketProblem(socket: string, relative: boolean): string | undefined {
  if (socket.startsWith('@')) return socket === '@' ? 'expected a name after unix:@' : undefined;
  const problem = pathProblem(socket, relative);
  return problem === undefined ? undefined : `${problem} after unix:`;
}

function shapeProblem(pattern: string): string | undefined {
  if (pattern === '') return 'expected a host pattern';
  const url = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(pattern);
  if (url !== null) return `expected a host, not a URL (write ${JSON.stringify(withPort(pattern, url[1] ?? ''))})`;
  if (/[\s,;]/.test(pattern)) return 'expected one host (a list has one entry for each)';
  if (pattern.startsWith('!')) {
    return 'expected a host pattern (there is no negation: what a deny rule leaves out goes under its except)';
  }
  if (pattern.includes('@')) return 'expected a host pattern (users and passwords are no part of it)';
  return undefined;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { https: '443', wss: '443', http: '80', ws: '80' };

function withPort(url: string, authority: string): string {
  const host = authority.replace(/^.*@/, '');
  const port = DEFAULT_PORTS[url.slice(0, url.indexOf(':')).toLowerCase()];
  return /:\d+$/.test(host) || port === undefined ? host : `${host}:${port}`;
}

/** `host`, `host:port`, `[v6]`, `[v6]:port`, an IPv6 address without port, and blocks in place of addresses. */
function partsProblem(pattern: string): string | undefined {
  if (isBareIpv6(pattern)) return bareIpv6Problem(pattern);
  const parts = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/s.exec(pattern);
  if (parts === null) return 'expected a host pattern like "example.com:443", "*.example.com" or "[::1]:443"';
  const [, inside, plain = '', port] = parts;
  if (!isPort(port)) return 'expected a port from 0 to 65535 or * after the colon';
  if (inside === undefined && plain === '') return 'expected a host before the colon (write * for any)';
  if (inside === undefined) return nameProblem(plain, pattern);
  return addressProblem(inside) ?? (inside.includes(':') ? undefined : 'expected an IPv6 address inside [ ]');
}

const isPort = (port = '*'): boolean => port === '*' || (/^\d{1,5}$/.test(port) && Number(port) <= 65_535);

const isBareIpv6 = (pattern: string): boolean => (pattern.match(/:/g) ?? []).length > 1 && !pattern.includes('[');

/** `::1:443` is an address too: whoever wrote it may have meant a port. */
function bareIpv6Problem(pattern: string): string | undefined {
  const problem = addressProblem(pattern);
  if (problem !== undefined) return problem;
  const [, before = '', last = ''] = /^(.*):(\d+)$/.exec(pattern) ?? [];
  if (before === '' || addressProblem(before) !== undefined) return undefined;
  return `expected brackets around an IPv6 address that ends like a port (write "[${before}]:${last}" or "[${pattern}]")`;
}

function addressProblem(text: string): string | undefined {
  const [start = '', length, ...more] = text.split('/');
  const address = canonicalHost(start)?.address;
  if (address === undefined || more.length > 0) return 'expected an address or a block like "10.0.0.0/8"';
  const most = start.includes(':') ? 128 : 32;
  if (length === undefined || (/^\d+$/.test(length) && Number(length) <= most)) return undefined;
  return `expected a length from 0 to ${most} after the slash`;
}

function nameProblem(host: string, pattern: string): string | undefined {
  if (host === '*' || WORDS.includes(host)) return undefined;
  if (host.includes('/')) return blockProblem(host);
  const name = host.startsWith('*.') ? host.slice(2) : host;
  if (name.includes('*')) return 'expected * only as a whole first part (write "*.example.com")';
  const canonical = canonicalHost(name);
  if (canonical?.address !== undefined) return name === host ? undefined : 'expected a name after "*."';
  return labelsProblem(canonical?.name ?? '') ?? wordProblem(host, pattern);
}

function blockProblem(host: string): string | undefined {
  const [start = ''] = host.split('/');
  if (canonicalHost(start)?.address !== undefined) return addressProblem(host);
  return `expected a host without a path (write ${JSON.stringify(start)})`;
}

function labelsProblem(name: string): string | undefined {
  const labels = name.split('.');
  if (name.length > 253 || labels.some((label) => !/^[a-z\d_-]{1,63}$/.test(label))) return 'expected a host name';
  return /^\d+$/.test(labels.at(-1) ?? '') ? 'expected an address or a host name' : undefined;
}

/** A word that is nearly one of ours would be a rule for a host of that name, and never hit. */
function wordProblem(host: string, pattern: string): string | undefined {
  const meant = /[.*]/.test(host) ? undefined : nearest(host, WORDS);
  if (meant === undefined) return undefined;
  const named = `${host}.${pattern.slice(host.length)}`;
  return `expected a host or one of ${WORDS.join(', ')} (did you mean "${meant}"? write "${named}" for a host of that name)`;
}
