import type { Row, Selector } from './row.js';
import type { Access } from '../types.js';
import { copyOptions, environmentPairs, stringList } from '../access/options.js';
import { chunk } from '../chunks.js';
import { cwd, environment, hrefOf, ProgramURL, programObject } from '../primordials.js';

/** `new Worker(filename, options)`: the file and the options are read once. */
const workerSelector: Selector = (args) => {
  const [file] = args;
  const href = hrefOf(file);
  if (href !== undefined) args[0] = new ProgramURL(href);
  const options = copyOptions(args[1]) ?? programObject();
  args[1] = options;
  if (args.length < 2) args.length = 2;
  const name = href ?? (typeof file === 'string' ? file : undefined);
  if (name === undefined) return undefined;
  const resource = options['eval'] === true ? '(eval)' : name;
  return [{ kind: 'power', capability: 'worker', requested: resource, resource }, ...ownFiles(options)];
};

/** Variables by which Node itself reads or writes files in a thread. */
const VARIABLES = ['NODE_OPTIONS', 'NODE_COMPILE_CACHE'];

/** What the flags and variables of a thread make Node read and write; both are read once. */
function ownFiles(options: Record<PropertyKey, unknown>): Access[] {
  const flags = stringList(options['execArgv']);
  if (flags !== undefined) options['execArgv'] = flags;
  const given = options['env'];
  if (typeof given === 'object' && given !== null) {
    const fresh = programObject();
    for (const [name, value] of environmentPairs(given)) fresh[name] = value;
    options['env'] = fresh;
  }
  const env = typeof options['env'] === 'object' && options['env'] !== null ? options['env'] : environment;
  const pairs = VARIABLES.flatMap((name) => {
    const value: unknown = (env as Record<string, unknown>)[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const none = (flags ?? []).length === 0 && pairs.length === 0;
  return none ? [] : chunk('command').threadFiles(flags ?? [], pairs, cwd());
}

/** `module.register`: the thread of the program's loader hooks is made by the first call, and held like any other. */
const loaderSelector: Selector = () => [];

/** Threads. */
export const workerRows: readonly Row[] = [
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
