import type { LoadedPolicy } from '../policy/document.js';
import type { Row } from '../table/row.js';
import { absolute, pathOfFileUrl, pinPath } from '../access/path.js';
import { sitesBelow } from '../receipt/caller.js';
import { builtin, cwd, files, kindOf, paths, process, realpathNative } from '../primordials.js';
import { type Entry, type EntryProblem, entryOf, parseEntries } from './entry.js';
import { followStrays } from './strays.js';
import { namedContexts } from './named.js';
import { type ServePorts, type TaggedEntries, tagEntries } from './serve.js';
import { createWrapEntry, type WrapEntry } from './wrap-entry.js';

/** How the text of a rewritten module reaches `wrapEntry`. */
const WRAP_NAME = "globalThis.process[Symbol.for('receiptbot')].wrapEntry";

/** Told by rewritten text only, so that no other code can pretend that a module has been evaluated. */
const LOAD_KEY = Math.random();

let current: WrapEntry | undefined;

/** What rewritten modules call: gives an exported function back as one whose calls run in its named context. */
export const wrapEntry: WrapEntry = (id, kind, stage, value) =>
  current === undefined ? value : current(id, kind, stage, value);

/**
 * Finds the entries that `RECEIPTBOT_ENTRY` and the policy tag, and has their modules served with the wrapper in place.
 * `folder` holds the built files. Returns undefined when none is tagged. @throws Error with every entry that cannot be found
 */
export function tagModules(
  variable: string | undefined,
  policy: LoadedPolicy,
  folder: string,
): TaggedEntries | undefined {
  const entries = [
    ...(variable === undefined || variable === '' ? [] : parseEntries(variable, cwd())),
    ...entriesOf(policy),
  ];
  if (entries.length === 0) return undefined;
  const tagged = tagEntries(entries, ports(folder));
  if (tagged.problems.length > 0) throw new Error(tagged.problems.map(told).join('\n'));
  const contexts = namedContexts(policy.layers);
  current = createWrapEntry(
    tagged.wrapped,
    contexts.open,
    followStrays(tagged.wrapped, contexts, mainModule(), LOAD_KEY),
  );
  tagged.install();
  return tagged;
}

function entriesOf({ layers }: LoadedPolicy): Entry[] {
  const found = layers.flatMap(({ document, places }) =>
    Object.entries(document.contexts ?? {}).flatMap(([name, { entry, at }]) =>
      entry === undefined ? [] : [entryOf(name, entry, places.project, at)],
    ),
  );
  const problems = found.filter((one): one is EntryProblem => 'message' in one);
  if (problems.length > 0) throw new Error(problems.map(told).join('\n'));
  return found as Entry[];
}

const told = ({ message, at }: EntryProblem): string =>
  at === undefined ? message : `${at.file}:${String(at.line)}:${String(at.column)}: ${message}`;

/** The file of the program's main module as Node will find it. */
function mainModule(): string | undefined {
  const script = process.argv[1];
  if (script === undefined) return undefined;
  const { Module } = builtin('module') as { Module: { _findPath: (file: string, paths: null, main: true) => unknown } };
  const file = Module._findPath(paths.resolve(cwd(), script), null, true);
  return typeof file === 'string' ? realpathNative(file) : undefined;
}

const ports = (folder: string): ServePorts => ({
  wrapName: WRAP_NAME,
  loadKey: LOAD_KEY,
  sites: () => sitesBelow(),
  module: (builtin('module') as { Module: ServePorts['module'] }).Module,
  loaderThread: (process as unknown as { moduleLoadList: readonly string[] }).moduleLoadList.includes(
    'NativeModule internal/modules/esm/worker',
  ),
  joinLoaderThread: () => {
    const { register } = builtin('module') as { register: (url: string) => void };
    register(`file://${encodeURI(folder).replace(/[?#]/g, encodeURIComponent)}/register.mjs`);
  },
  readText: (file) => files.readFileSync(file),
  realpath: realpathNative,
  isFile: (file) => {
    const stats = files.statSync(file, { throwIfNoEntry: false });
    return stats !== undefined && kindOf(stats) === 'file';
  },
  pathOfUrl: pathOfFileUrl,
});

/** Functions by which loaders read a source. */
const READS = new Set(['fs.readFileSync', 'fs/promises.readFile']);

/** The rows, with the reads of loaders made to give the text of tagged modules as it was rewritten. */
export function serving(rows: readonly Row[], tagged: TaggedEntries | undefined): readonly Row[] {
  if (tagged === undefined) return rows;
  return rows.map((row) => (READS.has(`${row.module}.${row.name}`) ? { ...row, after: served(tagged) } : row));
}

const served =
  (tagged: TaggedEntries): NonNullable<Row['after']> =>
  (result, _self, args) => {
    const path = pinPath(args[0]);
    return path === undefined ? result : tagged.served(absolute(path.text), result);
  };
