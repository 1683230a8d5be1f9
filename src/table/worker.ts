import type { Row, Selector } from './row.js';
import type { Access } from '../types.js';
import { copyOptions, textList } from '../access/options.js';
import { THREAD_DATA } from '../access/thread-data.js';
import { chunk } from '../chunks.js';
import { cwd, environment, hrefOf, keepThreads, ProgramURL, programObject, type Threads } from '../primordials.js';

/** `new Worker(filename, options)`: the file and the options are read once, and whatever they are the belt is put on. */
const workerSelector: Selector = (args) => {
  const name = pinFile(args);
  const options = copyOptions(args[1]) ?? programObject();
  args[1] = options;
  if (args.length < 2) args.length = 2;
  const argv = textList(options['argv']);
  if (argv !== undefined) options['argv'] = argv;
  const resource = options['eval'] === true ? '(eval)' : name;
  return [{ kind: 'power', capability: 'worker', requested: resource, resource }, ...ownFiles(options)];
};

/** The file of a thread, read once. Node takes for a URL whatever has an address and a protocol (20 to 26). */
function pinFile(args: unknown[]): string {
  const [file] = args;
  if (typeof file === 'string') return file;
  const href = hrefOf(file) ?? (file as { href?: unknown } | null | undefined)?.href;
  if (typeof href !== 'string') return UNKNOWN;
  args[0] = new ProgramURL(href);
  return href;
}
const UNKNOWN = '(unknown)';

/** Variables by which Node itself reads or writes files in a thread. */
const VARIABLES = ['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_V8_COVERAGE'];

/** What the flags and variables of a thread make Node read and write; both are read once. */
function ownFiles(options: Record<PropertyKey, unknown>): Access[] {
  const flags = textList(options['execArgv']);
  if (flags !== undefined) options['execArgv'] = flags;
  const given = options['env'];
  if (typeof given === 'object' && given !== null) {
    // Unlike that of a child: own values only, and each is one (20 to 26).
    const fresh = Object.assign(programObject(), given);
    for (const name of Object.keys(fresh)) fresh[name] = String(fresh[name]);
    options['env'] = fresh;
  }
  const env = typeof options['env'] === 'object' && options['env'] !== null ? options['env'] : environment;
  const pairs = VARIABLES.flatMap((name) => {
    const value: unknown = (env as Record<string, unknown>)[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const none = (flags ?? []).length === 0 && pairs.length === 0;
  if (none) return [];
  const { flagPowers, threadFiles } = chunk('command');
  return [...flagPowers(flags ?? []), ...threadFiles(flags ?? [], pairs, cwd())];
}

/** `module.register`: the thread of the program's loader hooks is made by the first call, and held like any other. */
const loaderSelector: Selector = () => [];

/** What a thread is handed down lies among the data of the program. */
const ownData: Selector = ([key]) =>
  key === THREAD_DATA
    ? [{ kind: 'power', capability: 'process.internals', requested: key, resource: key, own: true }]
    : undefined;

const data = (name: string): Row => ({
  module: 'worker_threads',
  name,
  type: 'tool.worker',
  delivery: 'throwing',
  select: ownData,
  reach: (module) => {
    keepThreads(module as Threads);
    return [{ object: module, key: name }];
  },
});

/** Threads. */
export const workerRows: readonly Row[] = [
  data('setEnvironmentData'),
  data('getEnvironmentData'),
  {
    module: 'worker_threads',
    name: 'Worker',
    label: 'new Worker',
    type: 'tool.worker',
    delivery: 'throwing',
    select: workerSelector,
    constructs: true,
    starts: 'worker',
  },
  {
    module: 'module',
    name: 'register',
    type: 'tool.worker',
    delivery: 'throwing',
    select: loaderSelector,
    starts: 'loader',
  },
];
