import {
  type Block,
  blockOf,
  inBlock,
  isRangeName,
  isUnspecified,
  rangeBlocks,
  withCarried,
} from './address-ranges.js';
import { canonicalHost } from '../access/address.js';
import { nameMatcher } from './name-globs.js';
import { METADATA_NAMES } from './named-ranges.js';

/** A host pattern taken apart: what it says of names, of addresses, of abstract sockets, and of the port. */
export interface HostPattern {
  readonly name?: (name: string) => boolean;
  readonly blocks?: readonly Block[];
  /** True when the blocks are a named range: to listen on all interfaces is not to listen on loopback. */
  readonly range?: true;
  /** Matches every address whatever it is. */
  readonly anyAddress?: true;
  readonly abstract?: (name: string) => boolean;
  /** Absent for any port. */
  readonly port?: number;
}

/** What is judged: a name or an address that was written, or an address that a name led to. */
export interface Peer {
  readonly name?: string;
  /** Groups of the address that the caller wrote, or of the one that its name was resolved to. */
  readonly address?: readonly number[];
  /** True when the caller wrote the address. */
  readonly literal: boolean;
  readonly port?: number;
  readonly listening: boolean;
}

/** Takes a pattern for hosts apart. One that is no host at all matches nothing: the schema has refused it before. */
export function hostPattern(text: string): HostPattern {
  if (text.startsWith('unix:')) return text.startsWith('unix:@') ? { abstract: nameMatcher(text.slice(6)) } : {};
  const [host, port] = splitPort(text);
  const rest = port === undefined ? {} : { port };
  if (host === '*') return { ...rest, name: () => true, anyAddress: true };
  if (isRangeName(host)) {
    return {
      ...rest,
      range: true,
      blocks: rangeBlocks(host),
      ...(host === 'metadata' ? { name: (name) => METADATA_NAMES.includes(name) } : {}),
    };
  }
  const [start, length] = host.split('/') as [string, string | undefined];
  const canonical = start.includes('*') ? undefined : canonicalHost(start);
  if (canonical?.address !== undefined) return { ...rest, blocks: [blockWritten(start, canonical.address, length)] };
  if (canonical?.name === 'localhost')
    return { ...rest, name: (name) => name === 'localhost', range: true, blocks: rangeBlocks('loopback') };
  return { ...rest, ...namePattern(host) };
}

function namePattern(host: string): HostPattern {
  if (!host.includes('*')) {
    const exact = canonicalHost(host)?.name;
    return exact === undefined ? {} : { name: (name) => name === exact };
  }
  const below = host.startsWith('*.') && !host.includes('*', 1) ? canonicalHost(host.slice(2))?.name : undefined;
  if (below !== undefined) return { name: (name) => name.endsWith(`.${below}`) && name.length > below.length + 1 };
  const labels = host
    .toLowerCase()
    .split('.')
    .map((label) => nameMatcher(label));
  return {
    name: (name) => {
      const parts = name.split('.');
      return parts.length === labels.length && labels.every((matches, i) => matches(parts[i] as string));
    },
  };
}

/** IPv4 inside IPv6 becomes IPv4, and its prefix length with it. */
function blockWritten(written: string, address: string, length: string | undefined): Block {
  if (length === undefined) return blockOf(address);
  const bits = Number(length);
  return blockOf(address, written.includes(':') && !address.includes(':') ? bits - 96 : bits);
}

const HOST_AND_PORT = /^(?:\[(?<inside>[^\]]*)\]|(?<plain>[^:]*))(?::(?<port>\d+|\*))?$/s;

/** An IPv6 address without brackets has no port. */
function splitPort(text: string): [host: string, port: number | undefined] {
  const { inside, plain, port } = HOST_AND_PORT.exec(text)?.groups ?? {};
  return [inside ?? plain ?? text, port === undefined || port === '*' ? undefined : Number(port)];
}

/** True when a deny rule hits, or an exception from one: by the name, or by any address the peer has or carries. */
export function deniesPeer(pattern: HostPattern, peer: Peer): boolean {
  if (pattern.port !== undefined && pattern.port !== peer.port) return false;
  if (peer.name !== undefined && pattern.name?.(peer.name) === true) return true;
  const { address } = peer;
  if (address === undefined) return false;
  if (pattern.anyAddress === true) return true;
  if (pattern.blocks === undefined) return false;
  return (
    (peer.listening && isUnspecified(address)) || withCarried(address).some((groups) => inAny(groups, pattern.blocks))
  );
}

/** True when an allow rule names what the caller wrote: names are not allowed by their address. A name that is only looked up has no port yet. */
export function allowsPeer(pattern: HostPattern, peer: Peer): boolean {
  if (pattern.port !== undefined && peer.port !== undefined && pattern.port !== peer.port) return false;
  if (peer.name !== undefined) return pattern.name?.(peer.name) === true;
  const { address } = peer;
  if (address === undefined || !peer.literal) return false;
  if (pattern.anyAddress === true) return true;
  if (pattern.range === true && peer.listening && isUnspecified(address)) return false;
  return inAny(address, pattern.blocks);
}

const inAny = (groups: readonly number[], blocks: readonly Block[] | undefined): boolean =>
  blocks?.some((block) => inBlock(groups, block)) === true;
