import type { Row, Selector, Target } from './row.js';
import { type EndpointUse, hostEndpoint, splitHostPort } from '../access/endpoint.js';
import { canonicalHost } from '../access/address.js';
import { takeQuestion } from '../access/lookup.js';
import { noHost } from '../access/socket-form.js';
import { getPrototypeOf, nodeMajor, ownKeys, programArray, setOwn } from '../primordials.js';

const ASK: EndpointUse = { capability: 'net.connect', use: 'resolve', protocol: 'dns' };

/** True for a name that Node refuses by itself; Node 20 would ask for what stands before the NUL. */
const isRefusedByNode = (name: string): boolean => nodeMajor >= 22 && name.includes('\0');

/** A question about a name, or about an address. What no resolver takes is made to be refused. */
const questionSelector: Selector = (args) => {
  const [name] = args;
  const access = hostEndpoint(name, undefined, ASK);
  if (access !== undefined) return [access];
  if (typeof name === 'string' && name !== '' && !isRefusedByNode(name)) args[0] = noHost();
  return undefined;
};

/** `lookup`: a plain address is its own answer, and what a connection asks was judged with the connection. */
const lookupSelector: Selector = (args, self, judge) => {
  const [host] = args;
  if (typeof host === 'string' && (takeQuestion(host) || canonicalHost(host)?.address === host)) return [];
  return questionSelector(args, self, judge);
};

const DNS_PORT = 53;

const SERVER: EndpointUse = { capability: 'net.connect', use: 'udp', protocol: 'dns' };

/** `setServers`: where the questions will go, read once. */
export const serversSelector: Selector = (args) => {
  const [servers] = args;
  if (!Array.isArray(servers)) return undefined;
  const list: unknown[] = [];
  const pinned = programArray<unknown>([]);
  // Node passes over holes.
  for (let i = 0; i < servers.length; i += 1) {
    if (!(i in servers)) continue;
    const server: unknown = servers[i];
    const value = Array.isArray(server) ? innerServer(server) : server;
    list.push(value);
    setOwn(pinned, i, value);
  }
  args[0] = pinned;
  const accesses = list.map((server) => {
    if (Array.isArray(server)) return hostEndpoint(server[1], server[2] as number, SERVER);
    if (typeof server !== 'string') return undefined;
    const { host, port } = splitHostPort(server);
    return hostEndpoint(host, port ?? DNS_PORT, SERVER);
  });
  return accesses.every((access) => access !== undefined) ? accesses : undefined;
};

/** `[family, address, port]`, as the method behind `setServers` has it: it takes what it is given, so what is no address is made to be none. */
function innerServer(server: readonly unknown[]): readonly unknown[] {
  const { 0: family, 1: address, 2: port } = server;
  const known = hostEndpoint(address, undefined, SERVER) !== undefined;
  return programArray([family, known ? address : '', Number(port)]);
}

const QUESTIONS: readonly string[] = [
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'resolveCaa',
  'resolveCname',
  'resolveMx',
  'resolveNaptr',
  'resolveNs',
  'resolvePtr',
  'resolveSoa',
  'resolveSrv',
  'resolveTxt',
  'reverse',
];
/** Since Node 22. */
const LATER_QUESTIONS: readonly string[] = ['resolveTlsa'];

/**
 * Both kinds of resolvers inherit `setServers`, and the method behind it, from one class that is not exported; whichever
 * module comes first leads to it, the other one to nothing.
 */
const basesSeen = new WeakSet();
const resolverBase = (module: object): readonly Target[] => {
  const { Resolver } = module as { Resolver?: { prototype: object } };
  const base = Resolver === undefined ? null : getPrototypeOf(Resolver.prototype);
  if (base === null) return [];
  if (basesSeen.has(base)) return [{ object: { setServers: () => undefined }, key: 'setServers' }];
  basesSeen.add(base);
  const targets: Target[] = [{ object: base, key: 'setServers' }];
  const keys = ownKeys(base);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof key === 'symbol' && key.description === 'dns:resolver:setServers') targets.push({ object: base, key });
  }
  return targets;
};

function rowsOf(module: 'dns' | 'dns/promises', delivery: 'callbackLater' | 'rejection'): readonly Row[] {
  const label = module === 'dns' ? 'dns' : 'dns.promises';
  const row = (name: string, select: Selector, extra: Partial<Row> = {}): Row => ({
    module,
    name,
    label: `${label}.${name.replace('.prototype', '')}`,
    type: 'tool.net',
    delivery,
    select,
    ...extra,
  });
  const questions = (names: readonly string[], extra: Partial<Row> = {}): readonly Row[] =>
    names.flatMap((name) => [
      row(name, questionSelector, extra),
      row(`Resolver.prototype.${name}`, questionSelector, extra),
    ]);
  return [
    row('lookup', lookupSelector),
    row('lookupService', questionSelector),
    ...questions(QUESTIONS),
    ...questions(LATER_QUESTIONS, { nodes: [22, 24, 26] }),
    row('Resolver.prototype.setServers', serversSelector, { delivery: 'throwing', reach: resolverBase }),
  ];
}

/** Questions to the DNS and who is asked. `setServers` of the modules ends in that of the class. */
export const dnsRows: readonly Row[] = [...rowsOf('dns', 'callbackLater'), ...rowsOf('dns/promises', 'rejection')];
