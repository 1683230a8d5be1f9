/**
 * An options object read once: every own or inherited enumerable property, and each of `names` that it has at all.
 * The copy inherits nothing of the program's, so what it puts on `Object.prototype` later is not read through it.
 */
export function pinOptions(source: object, names: readonly string[]): Record<string, unknown> {
  const from = source as Record<string, unknown>;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const name in from) copy[name] = from[name];
  for (const name of names) if (!(name in copy) && name in from) copy[name] = from[name];
  return copy;
}

/** Puts other arguments in the place of those given. */
export function replaceArguments(args: unknown[], others: readonly unknown[]): void {
  args.length = 0;
  for (const other of others) args.push(other);
}

/** What stands for a host that is none: handed to Node, it makes it complain about the type, where the value itself could abort the process. */
export const noHost = (): object => ({});

/** Arguments of `connect` or `listen` as the options object they stand for, and the callback when there is one. */
export interface SocketForm {
  readonly options: Record<string, unknown>;
  readonly callback: unknown;
}

/** What `Socket.prototype.connect` reads of its options. */
const CONNECT_NAMES: readonly string[] = [
  'host',
  'port',
  'path',
  'lookup',
  'family',
  'hints',
  'localAddress',
  'localPort',
  'autoSelectFamily',
  'autoSelectFamilyAttemptTimeout',
];

/** What `Server.prototype.listen` reads of its options. */
const LISTEN_NAMES: readonly string[] = [
  'host',
  'port',
  'path',
  'fd',
  'backlog',
  'exclusive',
  'ipv6Only',
  'reusePort',
  'readableAll',
  'writableAll',
  'signal',
];

/** `connect(options)`, `connect(path)`, `connect(port, host)` and the list that `net._normalizeArgs` makes of them, each read once. */
export function connectForm(args: readonly unknown[]): SocketForm {
  const [first] = args;
  if (!Array.isArray(first) || !isNormalised(first)) return form(args, CONNECT_NAMES);
  const [options, callback] = first as unknown[];
  return { options: isObject(options) ? pinOptions(options, CONNECT_NAMES) : {}, callback: callback ?? undefined };
}

/** `listen(options)`, `listen(path)`, `listen(port, host)` and `listen()`, each read once. */
export function listenForm(args: readonly unknown[]): SocketForm {
  const read = form(args, LISTEN_NAMES);
  const { options } = read;
  const anyPort =
    args.length === 0 ||
    typeof args[0] === 'function' ||
    ('port' in options && (options['port'] ?? undefined) === undefined);
  if (anyPort) options['port'] = 0;
  return read;
}

const isNormalised = (list: object): boolean =>
  Object.getOwnPropertySymbols(list).some((symbol) => symbol.description === 'normalizedArgs');

/** True for what Node's argument parsing takes as an options object. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** True for text that is the path of a socket and no port. */
export const isSocketPath = (value: unknown): value is string => typeof value === 'string' && !(Number(value) >= 0);

function form(args: readonly unknown[], names: readonly string[]): SocketForm {
  const [first] = args;
  const last = args.at(-1);
  return {
    options: isObject(first) ? pinOptions(first, names) : plainForm(args),
    callback: typeof last === 'function' ? last : undefined,
  };
}

function plainForm(args: readonly unknown[]): Record<string, unknown> {
  const [first, second] = args;
  if (args.length === 0) return {};
  if (isSocketPath(first)) return { path: first };
  return typeof second === 'string' ? { port: first, host: second } : { port: first };
}
