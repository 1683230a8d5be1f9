import type { Row, Target } from './row.js';
import { power } from '../access/power.js';
import { construct, getPrototypeOf, programArray, programObject, ProgramProxy, setOwn } from '../primordials.js';

/** The way from a handle to its class. Node itself never takes it. */
const classRow = (module: string, name: string, extra: Partial<Row> = {}): Row => ({
  module,
  name: `${name}.prototype.constructor`,
  label: `new ${name}`,
  type: 'tool.native',
  delivery: 'throwing',
  select: () => [power('process.internals', name)],
  ...extra,
});

type Made = new (...args: unknown[]) => object;

/**
 * The handle of a worker, from one that is never started: Node makes the handle, asks it whether the flags are right, and
 * throws. It is assigned to a symbol, which the prototype sees.
 */
function workerHandle(module: object): object | undefined {
  const { Worker } = module as { Worker: Made };
  const found: object[] = [];
  const seeing = new ProgramProxy(Worker.prototype as object, {
    set(_target, key, value: unknown, receiver) {
      if (typeof key === 'symbol' && key.description === 'kHandle' && typeof value === 'object' && value !== null)
        found.push(value);
      return setOwn(receiver as object, key, value);
    },
  });
  const target = function (): void {
    // Only its prototype is asked for.
  };
  target.prototype = seeing;
  const flags = programArray(['--not-a-flag-of-this-node']);
  try {
    construct(Worker, ['', Object.assign(programObject(), { eval: true, execArgv: flags })], target as never);
  } catch {
    // It complains about the flag.
  }
  return found[0];
}

const handlePrototypes = new WeakMap<object, object | null>();
/** A key of the prototype of the handle that `from` finds in a module. */
const onHandle =
  (key: string, from: (module: object) => object | undefined) =>
  (module: object): readonly Target[] => {
    if (!handlePrototypes.has(module)) {
      const handle = from(module);
      handlePrototypes.set(module, handle === undefined ? null : getPrototypeOf(handle));
    }
    const object = handlePrototypes.get(module) ?? null;
    return object === null ? [] : [{ object, key }];
  };

/** What a WASI hands to the program as its imports is the native object itself. */
const wasiHandle = (module: object): object | undefined => {
  const { WASI } = module as { WASI: new (options: object) => { readonly wasiImport: object } };
  try {
    return new WASI(Object.assign(programObject(), { version: 'preview1' })).wasiImport;
  } catch {
    // Under `--permission` nobody makes one.
    return undefined;
  }
};

const ofWorker = (key: string): Partial<Row> => ({ reach: onHandle(key, workerHandle) });

/**
 * Native classes whose instances programs meet, by `_handle`, a symbol, `async_hooks` or what they are handed. What
 * instances of the sockets' classes do is judged by itself (`native-sockets.ts`); those of the others are made by Node from
 * arguments that were judged.
 */
export const nativeClassRows: readonly Row[] = [
  classRow('binding:tcp_wrap', 'TCP'),
  classRow('binding:pipe_wrap', 'Pipe'),
  classRow('binding:udp_wrap', 'UDP'),
  classRow('binding:tty_wrap', 'TTY'),
  classRow('binding:process_wrap', 'Process'),
  classRow('binding:cares_wrap', 'ChannelWrap'),
  classRow('binding:fs', 'FileHandle'),
  classRow('worker_threads', 'NativeWorker', ofWorker('constructor')),
  {
    ...classRow('worker_threads', 'NativeWorker', ofWorker('takeHeapSnapshot')),
    name: 'NativeWorker.prototype.takeHeapSnapshot',
    label: 'Worker.getHeapSnapshot',
    select: () => [power('process.inspector', 'heap snapshot')],
  },
  classRow('wasi', 'NativeWASI', { reach: onHandle('constructor', wasiHandle) }),
];
