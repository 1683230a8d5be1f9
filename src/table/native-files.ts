import type { PathAccess } from '../types.js';
import type { Delivery, Row, Selector, Target } from './row.js';
import { absolute, pathAccesses } from '../access/path.js';
import { refusalIn } from '../access/waiting.js';
import { pathSelector, reads, writes } from './file-selectors.js';
import { takeOptions } from './take.js';
import { throwingRow } from './throwing-row.js';
import { power } from '../access/power.js';
import { opensEngine } from '../access/v8-flags.js';
import {
  apply,
  environment,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  nodeMajor,
  objectCreate,
  ownKeys,
  process,
  programArray,
  programObject,
  throwError,
} from '../primordials.js';

/** Node or V8 writes the file at `path` by itself, past `fs`; in a folder whose file has no name yet, the folder is judged. */
const written = (path: string): PathAccess[] => pathAccesses(path, { capability: 'fs.write', effect: 'write' });

/** True once something was set going that writes into the working folder, whichever that is by then. */
let writesHere = false;
const nowWritesHere: NonNullable<Row['after']> = (result) => {
  writesHere = true;
  return result;
};

/** A setting of the diagnostic report, read past what the program may put over `process.report`. */
const setting = (key: string): (() => unknown) => {
  const { report } = process as { readonly report?: object };
  const get = report === undefined ? undefined : getOwnPropertyDescriptor(report, key)?.get;
  return () => (get === undefined ? undefined : apply(get, report, []));
};
const directory = setting('directory');
const filename = setting('filename');
const occasions = ['reportOnFatalError', 'reportOnSignal', 'reportOnUncaughtException'];
const armed = occasions.map(setting);

/** Where a report goes: Node puts the two together without a look, an absolute name too (seen on 20 to 26). */
function reportFile(folder: unknown = directory(), name: unknown = filename()): string | undefined {
  if (name === 'stdout' || name === 'stderr') return undefined;
  const file = String(name);
  if (folder === '') return file === '' ? '.' : file;
  return `${String(folder)}/${file}`;
}

const writtenReport = (folder?: unknown, name?: unknown): PathAccess[] => {
  const file = reportFile(folder, name);
  return file === undefined ? [] : written(file);
};

/** A setting is judged by the file that a report would be written to from then on: it may be Node that writes it, at the very end. */
const setsFolder: Selector = (args) => (typeof args[0] === 'string' ? writtenReport(args[0]) : undefined);
const setsName: Selector = (args) => (typeof args[0] === 'string' ? writtenReport(undefined, args[0]) : undefined);
const setsOccasion: Selector = (args) => (args[0] === true ? writtenReport() : undefined);
const writesReport: Selector = (args) =>
  writtenReport(undefined, typeof args[0] === 'string' && args[0] !== '' ? args[0] : undefined);

/** The relative names of calls that wait are judged from there, too. The working folder is judged as one that is written to while something writes into it by itself. */
const entersFolder: Selector = (args, self, judge) => {
  const entered = pathSelector(reads(0, 'stat'))(args, self, judge);
  if (entered === undefined || typeof args[0] !== 'string') return entered;
  const refusal = refusalIn(absolute(args[0]));
  if (refusal !== undefined) throwError(refusal);
  const reporting = armed.some((on) => on() === true) && reportFile()?.startsWith('/') === false;
  return reporting || writesHere ? [...entered, ...written(args[0])] : entered;
};

const writesInto =
  (path: string): Selector =>
  () =>
    written(path);

/** A snapshot of the heap shows what a debugger would: every string there is, variables that were taken out too. */
const HEAP = power('process.inspector', 'heap snapshot');

/** `v8.writeHeapSnapshot(file)`; without a name it is one in the working folder. */
const writesSnapshot: Selector = (args, self, judge) => {
  const files = args[0] === undefined ? written('.') : pathSelector(writes(0))(args, self, judge);
  return files === undefined ? undefined : [HEAP, ...files];
};

/** Flags of V8 that make it write files: where their value says, into the working folder, or for perf into /tmp. */
const WRITING_FLAG =
  /^-+(?:ll-)?(?:log|prof|perf|gdbjit|trace-turbo|turbo-profiling|redirect-code-traces|map-counters|dump-wasm|experimental-wasm-pgo|gc-fake-mmap|heap-snapshot)/;

const flagFiles = (flag: string): string[] => {
  const [name = '', value] = flag.split('=', 2);
  // V8 takes the value of a flag from the next word as well.
  if (!name.startsWith('-')) return /^\d*$/.test(name) ? [] : [name];
  const spelled = name.replaceAll('_', '-');
  if (!WRITING_FLAG.test(spelled)) return [];
  return ['.', ...(/^-+perf/.test(spelled) ? ['/tmp'] : []), ...(value === undefined ? [] : [value])];
};

const wordsOf = (flags: unknown): string[] => (typeof flags === 'string' ? flags.split(/\s+/) : []);
const writesByFlags = (flags: unknown): string[] => wordsOf(flags).flatMap(flagFiles);
const setsFlags: Selector = (args) => [
  ...(typeof args[0] === 'string' && /heap.snapshot/.test(args[0]) ? [HEAP] : []),
  ...writesByFlags(args[0]).flatMap(written),
  ...wordsOf(args[0])
    .filter(opensEngine)
    .map((flag) => power('process.internals', flag)),
];

/** The folder that Node would choose; 22 does not ask the variable. */
function cacheOfNode(): string {
  const { NODE_COMPILE_CACHE: named, TMPDIR, TMP, TEMP } = environment;
  if (named !== undefined && named !== '' && nodeMajor >= 24) return named;
  return `${[TMPDIR, TMP, TEMP].find((each) => each !== undefined && each !== '') ?? '/tmp'}/node-compile-cache`;
}

/** Where compiled code is kept: the folder that is given, else the one that Node would choose, pinned. */
const keepsCode: Selector = (args) => {
  const [options] = args;
  const given = typeof options === 'string' ? options : takeOptions(args, 0, ['directory'])['directory'];
  if (given !== undefined && typeof given !== 'string') return undefined;
  const folder = given ?? cacheOfNode();
  if (options === undefined) args[0] = folder;
  else if (typeof options === 'object' && given === undefined)
    args[0] = objectCreate(options, { directory: { value: folder, enumerable: true } });
  return written(folder);
};

/** Programs call it without a thought for failure: it tells a failure by what it returns. */
const cacheFailed: Delivery = (error) =>
  Object.assign(programObject(), { status: 0, message: (error as Error).message });

/** A tracing does nothing until it is enabled. */
function inertTracing(module: object): Record<PropertyKey, unknown> {
  const { createTracing } = module as { createTracing: (options: object) => Record<PropertyKey, unknown> };
  return createTracing(Object.assign(programObject(), { categories: programArray(['node']) }));
}

const enableOf = (tracing: object): readonly Target[] => {
  const prototype = getPrototypeOf(tracing);
  return prototype === null ? [] : [{ object: prototype, key: 'enable' }];
};

/** The class of tracings is reached through a tracing. */
const tracings = (module: object): readonly Target[] => enableOf(inertTracing(module));

/** The native object behind a tracing, under a symbol. */
const nativeTracings = (module: object): readonly Target[] => {
  const tracing = inertTracing(module);
  const key = ownKeys(tracing).find((own) => typeof own === 'symbol' && own.description === 'handle');
  return key === undefined ? [] : enableOf(tracing[key] as object);
};

const row = throwingRow('tool.fs');

/** Files that Node and V8 write by themselves, past `fs`: reports, traces, snapshots, logs, compiled code. */
export const nativeFileRows: readonly Row[] = [
  row('process', 'chdir', entersFolder, { unsettles: true }),
  row('process', 'report.writeReport', writesReport),
  row('process', 'report.directory', setsFolder, { sets: true }),
  row('process', 'report.filename', setsName, { sets: true }),
  ...occasions.map((name) => row('process', `report.${name}`, setsOccasion, { sets: true })),
  row('trace_events', 'Tracing.prototype.enable', writesInto('node_trace.1.log'), {
    label: 'trace_events.Tracing.enable',
    reach: tracings,
    after: nowWritesHere,
  }),
  row('trace_events', 'NativeTracing.prototype.enable', writesInto('node_trace.1.log'), {
    label: 'trace_events.Tracing.enable',
    reach: nativeTracings,
    after: nowWritesHere,
    nodes: [20],
  }),
  row('v8', 'writeHeapSnapshot', writesSnapshot),
  row('v8', 'setHeapSnapshotNearHeapLimit', () => [HEAP, ...written('.')], { after: nowWritesHere }),
  row('v8', 'setHeapProfileNearHeapLimit', writesInto('.'), { after: nowWritesHere, nodes: [26] }),
  row('v8', 'setFlagsFromString', setsFlags, {
    after: (result, self, args, judge, outcome) =>
      writesByFlags(args[0]).length === 0 ? result : nowWritesHere(result, self, args, judge, outcome),
  }),
  row('module', 'enableCompileCache', keepsCode, { nodes: [22, 24, 26], delivery: cacheFailed }),
];
