import type { Judge, Row, Selector } from './row.js';
import { absolute, nameAccesses, pathAccesses, type PathName } from '../access/path.js';
import { pathSelector, reads } from './file-selectors.js';
import { takeOwnOptions, takePath } from './take.js';
import { siftEvents, siftFolder, siftIterator } from './entries.js';
import { apply, bytesToText, objectCreate, promiseThen } from '../primordials.js';

/** The folder that a listing of all below was asked for; kept from the selection to the result. */
interface Asked {
  readonly folder: string;
}
const asked = new WeakMap<unknown[], Asked>();

/** Judges the folder, and where the listing goes below it sees to it that a callback gets only what `sifting` leaves. */
const folderListing =
  (sifting: (note: Asked, judge: Judge) => (result: unknown) => unknown): Selector =>
  (args, self, judge) => {
    const recursive = Boolean(takeOwnOptions(args, 1, ['recursive'])['recursive']);
    const accesses = pathSelector(reads(0, 'list'))(args, self, judge);
    const folder = accesses?.[0];
    if (recursive && folder !== undefined) {
      const note: Asked = { folder: folder.resource };
      asked.set(args, note);
      wrapCallback(args, sifting(note, judge));
    }
    return accesses;
  };

/** Leaves out of a recursive listing what the policy denies; each is recorded. */
export const filterListing: NonNullable<Row['after']> = (result, _self, args, judge) => {
  const note = asked.get(args);
  if (note === undefined || result === undefined) return result;
  if (Array.isArray(result)) return sift(result as unknown[], note, judge);
  return promiseThen(result as Promise<unknown[]>, (entries) => sift(entries, note, judge));
};

function wrapCallback(args: unknown[], change: (result: unknown) => unknown): void {
  const last = args.length - 1;
  const done = args[last];
  if (typeof done !== 'function') return;
  args[last] = function (this: unknown, error: unknown, ...rest: unknown[]): unknown {
    return apply(
      done as (...values: unknown[]) => unknown,
      this,
      rest.length === 0 ? [error] : [error, change(rest[0])],
    );
  };
}

const siftingArrays =
  (note: Asked, judge: Judge) =>
  (result: unknown): unknown =>
    Array.isArray(result) ? sift(result as unknown[], note, judge) : result;

/** Removes denied entries from the program's own array, in place. */
function sift(entries: unknown[], note: Asked, judge: Judge): unknown[] {
  const keep = keeping(note, judge);
  let kept = 0;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    if (!keep(entry)) continue;
    entries[kept] = entry;
    kept += 1;
  }
  entries.length = kept;
  return entries;
}

const refused = (path: string, judge: Judge): boolean =>
  pathAccesses(path, { capability: 'fs.read', effect: 'stat', follow: false }).some(
    (access) => judge(access, 'refusals') !== undefined,
  );

function pathOfEntry(entry: unknown, folder: string): string | undefined {
  if (typeof entry === 'string') return absolute(entry, folder);
  if (ArrayBuffer.isView(entry)) return absolute(bytesToText(entry as Buffer), folder);
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { name, parentPath, path } = entry as { name: unknown; parentPath?: string; path?: string };
  const text = typeof name === 'string' ? name : bytesToText(name as Buffer);
  return absolute(text, absolute(parentPath ?? path ?? folder));
}

const globbing =
  (where: (name: PathName) => string): Selector =>
  (args, _self, judge) => {
    // Unlike the other listings, it takes no name of an encoding for options, and says so itself.
    if (typeof args[1] === 'string') return undefined;
    const given = [takeOwnOptions(args, 1, ['cwd'])['cwd'] ?? '.'];
    const name = takePath(given, 0);
    const folder = name === undefined ? given[0] : where(name);
    if (typeof args[1] === 'object')
      args[1] = objectCreate(args[1], { cwd: { value: folder, enumerable: true } }) as unknown;
    if (name === undefined) return undefined;
    const note: Asked = { folder: absolute(name.text) };
    asked.set(args, note);
    wrapCallback(args, siftingArrays(note, judge));
    return nameAccesses(name, { capability: 'fs.read', effect: 'list' });
  };

/** `globSync(pattern, { cwd })`: the folder it starts from is judged, and each match afterwards. */
export const globSelector: Selector = globbing(({ text }) => text);

/** As `globSync`, but Node looks for the folder as late as the first match is asked for: it is told where that is now. */
export const lateGlobSelector: Selector = globbing(({ text }) => absolute(text));

/** Leaves denied matches out of an array or of an asynchronous iterator of matches. */
export const filterMatches: NonNullable<Row['after']> = (result, _self, args, judge) => {
  const note = asked.get(args);
  if (note === undefined || typeof result !== 'object' || result === null) return result;
  if (Array.isArray(result)) return sift(result as unknown[], note, judge);
  return siftIterator(result as AsyncIterator<unknown>, keeping(note, judge));
};

const keeping =
  (note: Asked, judge: Judge) =>
  (entry: unknown): boolean => {
    const path = pathOfEntry(entry, note.folder);
    return path === undefined || !refused(path, judge);
  };

const siftingFolder =
  (note: Asked, judge: Judge) =>
  (folder: unknown): unknown => {
    if (typeof folder === 'object' && folder !== null) siftFolder(folder, keeping(note, judge));
    return folder;
  };

/** Makes an opened folder leave out what the policy denies. */
export const filterFolder: NonNullable<Row['after']> = (result, _self, args, judge) => {
  const note = asked.get(args);
  if (note === undefined || result === undefined) return result;
  const sifting = siftingFolder(note, judge);
  return isPromise(result) ? promiseThen(result, sifting) : sifting(result);
};

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null)?.then === 'function';

/** `watch(path, { recursive })`: the folder is judged before, each entry of all below when something happens to it. */
export const watchSelector: Selector = (args, self, judge) => {
  const below = Boolean(takeOwnOptions(args, 1, ['recursive'])['recursive']);
  const accesses = pathSelector(reads(0, 'list'))(args, self, judge);
  const folder = accesses?.[0];
  if (below && folder !== undefined) asked.set(args, { folder: folder.resource });
  return accesses;
};

/** Makes a watcher, or an iterator of what it sees, silent about what the policy denies. */
export const filterWatch: NonNullable<Row['after']> = (result, _self, args, judge) => {
  const note = asked.get(args);
  if (note === undefined || typeof result !== 'object' || result === null) return result;
  const keep = keeping(note, judge);
  if (typeof (result as { next?: unknown }).next === 'function')
    return siftIterator(result as AsyncIterator<unknown>, (event) => keep((event as { filename?: unknown }).filename));
  siftEvents(result, 'change', (_type, name) => keep(name));
  return result;
};

/** `readdir(path, { recursive })`: the folder is judged before, each entry of a recursive listing afterwards. */
export const listing: Selector = folderListing(siftingArrays);

/** `opendir(path, { recursive })`: the folder is judged before, each entry of all below as it is read. */
export const folderSelector: Selector = folderListing(siftingFolder);
