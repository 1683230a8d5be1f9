import type { PathAccess } from '../types.js';
import type { Row, Selector, Target } from './row.js';
import { absolute } from '../access/path.js';
import { entryAccess, openSelector, pathSelector, reads, rememberPath } from './file-selectors.js';
import { holdsOpened } from './held.js';
import { files, getPrototypeOf, ownKeys, programObject } from '../primordials.js';

const { O_RDONLY } = files.constants;

/** The method that Node names by a symbol of its own. */
const bySymbol =
  (description: string) =>
  (watcher: object): readonly Target[] => {
    const object = getPrototypeOf(watcher);
    const keys: readonly PropertyKey[] = object === null ? [] : ownKeys(object);
    return keys
      .filter((key) => typeof key === 'symbol' && key.description === description)
      .flatMap((key) => (object === null ? [] : [{ object, key }]));
  };

/** `start` of the native handle behind a watcher; Node's own recursive watcher has none. */
const handleStart = (watcher: object): readonly Target[] => {
  const { _handle: handle } = watcher as { _handle?: object | null };
  const object = handle === undefined || handle === null ? null : getPrototypeOf(handle);
  return object === null ? [] : [{ object, key: 'start' }];
};

const start = (name: string, label: string, effect: 'list' | 'stat', reach: Row['reach'] & object): Row => ({
  module: 'fs',
  name,
  label,
  type: 'tool.fs',
  delivery: 'throwing',
  select: pathSelector(reads(0, effect)),
  reach,
});

/** What a watcher leads to: its class and its handle start watching whatever they are told. */
export const watcherRows: readonly Row[] = [
  start('FSWatcher.prototype.[kFSWatchStart]', 'fs.watch', 'list', bySymbol('kFSWatchStart')),
  start('FSEvent.prototype.start', 'fs.watch', 'list', handleStart),
];
/** The same for what `watchFile` returns. */
export const statWatcherRows: readonly Row[] = [
  start('StatWatcher.prototype.[kFSStatWatcherStart]', 'fs.watchFile', 'stat', bySymbol('kFSStatWatcherStart')),
  start('StatWatcher.handle.start', 'fs.watchFile', 'stat', handleStart),
];

/** Enters the folder that an entry names, which Node does for each entry of a recursive listing; only a refusal is an event. */
const entersEntry: Selector = (args, _self, judge) => {
  const entry = args[0];
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { parentPath, path, name } = entry as { parentPath?: unknown; path?: unknown; name?: unknown };
  const parent = parentPath ?? path;
  if (typeof parent !== 'string' || typeof name !== 'string') return undefined;
  args[0] = Object.assign(programObject(), { parentPath: parent, path: parent, name });
  const access: PathAccess = entryAccess(absolute(`${parent}/${name}`), 'fs.read', 'list', true);
  return judge(access, 'refusals') === undefined ? undefined : [access];
};

/** Doors to files below the public functions: what Node's own modules call, and what an opened thing leads to. */
export const innerFileRows: readonly Row[] = [
  {
    module: 'fs',
    name: 'Dir.prototype.readSyncRecursive',
    type: 'tool.fs',
    // In a listing of all below, what is denied is left out.
    delivery: () => undefined,
    select: entersEntry,
    nodes: [20, 22, 24],
  },
  {
    module: 'binding:fs',
    name: 'readFileUtf8',
    label: 'fs.readFileSync',
    type: 'tool.fs',
    delivery: 'throwing',
    select: openSelector,
    remember: rememberPath('read', (args) => args[1] === O_RDONLY),
    holds: holdsOpened,
    inner: true,
  },
];
