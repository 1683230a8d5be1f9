import type { Row, Selector } from './row.js';
import { copyOptions } from '../access/options.js';
import { hrefOf, ProgramURL, programObject } from '../primordials.js';

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
  return [{ kind: 'power', capability: 'worker', requested: resource, resource }];
};

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
