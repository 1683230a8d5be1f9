import { allowsPeer, deniesPeer, type HostPattern, hostPattern, type Peer } from './host-rules.js';
import { groupsOf } from './address-ranges.js';
import { canonicalHost } from '../access/address.js';
import type { Section } from './document.js';
import { compilePaths, type PathGate } from './path-rules.js';
import type { Ground } from './places.js';
import { keyRef, type Owner, ruleRef } from './rule-ref.js';
import type { EndpointAccess, RuleRef } from '../types.js';

interface HostRule {
  readonly ref: RuleRef;
  readonly pattern: HostPattern;
  readonly except: readonly HostPattern[];
}

/** The rules of one `net` section of one gate; sockets in the file system are judged by path rules. */
export interface HostGate {
  readonly owner: Owner;
  readonly ground: Ground;
  readonly deny: readonly HostRule[];
  readonly allow: readonly HostPattern[];
  readonly sockets: PathGate;
  readonly list: RuleRef | undefined;
}

/** Compiles a section; `key` is its key path. */
export function compileHosts(section: Section, owner: Owner, key: string, ground: Ground): HostGate {
  return {
    owner,
    ground,
    deny: (section.deny ?? []).map((rule) => ({
      ref: ruleRef(owner, rule),
      pattern: hostPattern(rule.rule),
      except: (rule.except ?? []).map(hostPattern),
    })),
    allow: (section.allow ?? []).map((rule) => hostPattern(rule.rule)),
    sockets: compilePaths(socketSection(section), owner, key, ground),
    list: section.allow === undefined ? undefined : keyRef(owner, `${key}.allow`, section.allowAt),
  };
}

/** The `unix:` rules as path rules; their names stay as they are written. */
function socketSection(section: Section): Section {
  const paths = (patterns: readonly string[]): string[] =>
    patterns.filter((text) => /^unix:(?!@)/.test(text)).map((text) => text.slice(5));
  const only = (rules: Section['deny']): Section['deny'] =>
    rules?.flatMap((rule) =>
      paths([rule.rule]).map((path) => ({
        ...rule,
        rule: path,
        ...(rule.except === undefined ? {} : { except: paths(rule.except) }),
      })),
    );
  const deny = only(section.deny);
  const allow = only(section.allow);
  return { ...(deny === undefined ? {} : { deny }), ...(allow === undefined ? {} : { allow }) };
}

/** The rule that denies the endpoint, or undefined. */
export function hostDenial(gate: HostGate, access: EndpointAccess): RuleRef | undefined {
  const { socketPath } = access;
  if (socketPath !== undefined)
    return socketPath.startsWith('@') ? abstractDenial(gate, socketPath.slice(1)) : socketDenial(gate, socketPath);
  const peer = peerOf(access);
  const hit = gate.deny.find(
    ({ pattern, except }) => deniesPeer(pattern, peer) && !except.some((spared) => deniesPeer(spared, peer)),
  );
  if (hit !== undefined) return hit.ref;
  if (gate.list === undefined || gate.allow.some((pattern) => allowsPeer(pattern, peer))) return undefined;
  return gate.list;
}

/** What the rules see of an access. */
function peerOf(access: EndpointAccess): Peer {
  const { name, address: literal } = writtenHost(access);
  const address = literal ?? (hidesAddress(access) ? undefined : access.address);
  return {
    literal: literal !== undefined,
    listening: access.capability === 'net.listen',
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address: groupsOf(canonicalHost(address)?.address ?? address) }),
    ...(access.port === undefined ? {} : { port: access.port }),
  };
}

/** The name or the address that the caller wrote. */
function writtenHost({ host, address }: EndpointAccess): { name?: string; address?: string } {
  const written = host ?? address;
  return written === undefined ? {} : (canonicalHost(written) ?? {});
}

/** The address behind a name is the proxy's business when there is one, and nobody's when the name is only looked up. */
const hidesAddress = ({ use }: EndpointAccess): boolean => use === 'resolve' || use === 'proxied';

function abstractDenial(gate: HostGate, name: string): RuleRef | undefined {
  const hit = gate.deny.find(
    ({ pattern, except }) =>
      pattern.abstract?.(name) === true && !except.some((spared) => spared.abstract?.(name) === true),
  );
  if (hit !== undefined) return hit.ref;
  return gate.list === undefined || gate.allow.some((pattern) => pattern.abstract?.(name) === true)
    ? undefined
    : gate.list;
}

function socketDenial({ sockets, ground, list }: HostGate, path: string): RuleRef | undefined {
  const { spelling, resolver } = ground;
  const asked = spelling.path(path);
  const real = spelling.path(resolver.locate(spelling.slashed(path), true).real);
  const { index } = sockets;
  const hit = real === asked ? index.find(real) : (index.find(asked) ?? index.find(real));
  if (hit !== undefined) return { ...hit.ref, text: `unix:${hit.ref.text ?? ''}` };
  return list === undefined || index.allowed ? undefined : list;
}
