import type { Judge, Row, Selector } from './row.js';
import { absolute, pathAccesses, pinPath } from '../access/path.js';
import { pathSelector, reads, takeOption, takePath } from './file-selectors.js';
import { apply, bytesToText, cwd, defineProperty, promiseThen } from '../primordials.js';

/** What a listing call was asked for: the folder and whether it goes below; kept from the selection to the result. */
interface Asked {
  readonly folder: string;
  readonly below: boolean;
}
const asked = new WeakMap<unknown[], Asked>();

/** `readdir(path, { recursive })`: the folder is judged before, each entry of a recursive listing afterwards. */
export const listing: Selector = (args, self, judge) => {
  const below = takeOption(args, 1, 'recursive') === true;
  const accesses = pathSelector(reads(0, 'list'))(args, self, judge);
  const folder = accesses?.[0];
  if (below && folder !== undefined) {
    const note: Asked = { folder: folder.resource, below };
    asked.set(args, note);
    wrapCallback(args, judge, note);
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

function wrapCallback(args: unknown[], judge: Judge, note: Asked): void {
  const last = args.length - 1;
  const done = args[last];
  if (typeof done !== 'function') return;
  args[last] = function (this: unknown, error: unknown, entries: unknown[]): unknown {
    const rest: unknown[] = Array.isArray(entries) ? [error, sift(entries, note, judge)] : [error];
    return apply(done as (...values: unknown[]) => unknown, this, rest);
  };
}

/** Removes denied entries from the program's own array, in place. */
function sift(entries: unknown[], note: Asked, judge: Judge): unknown[] {
  let kept = 0;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    const path = pathOfEntry(entry, note.folder);
    if (path !== undefined && refused(path, judge)) continue;
    entries[kept] = entry;
    kept += 1;
  }
  entries.length = kept;
  return entries;
}

const refused = (path: string, judge: Judge): boolean =>
  pathAccesses(path, { capability: 'fs.read', effect: 'stat', follow: false }).some((access) => judge(access, 'refusals') !== undefined);

function pathOfEntry(entry: unknown, folder: string): string | undefined {
  if (typeof entry === 'string') return absolute(entry, folder);
  if (ArrayBuffer.isView(entry)) return absolute(bytesToText(entry as Buffer), folder);
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { name, parentPath, path } = entry as { name: unknown; parentPath?: string; path?: string };
  const text = typeof name === 'string' ? name : bytesToText(name as Buffer);
  return absolute(text, absolute(parentPath ?? path ?? folder));
}

/** `glob(pattern, { cwd })`: the folder it starts from is judged, and each match afterwards. */
export const globSelector: Selector = (args, _self, judge) => {
  const given = takeOption(args, 1, 'cwd');
  const folder = given === undefined ? cwd() : pinPath(given)?.text;
  if (folder === undefined) return undefined;
  const note: Asked = { folder: absolute(folder), below: true };
  asked.set(args, note);
  wrapCallback(args, judge, note);
  return pathAccesses(folder, { capability: 'fs.read', effect: 'list' });
};

/** Leaves denied matches out of an array or of an asynchronous iterator of matches. */
export const filterMatches: NonNullable<Row['after']> = (result, _self, args, judge) => {
  const note = asked.get(args);
  if (note === undefined || typeof result !== 'object' || result === null) return result;
  if (Array.isArray(result)) return sift(result as unknown[], note, judge);
  const iterator = result as AsyncIterator<unknown>;
  const original = iterator.next;
  if (typeof original !== 'function') return result;
  const next = (): Promise<unknown> =>
    promiseThen(apply(original, iterator, []) as Promise<IteratorResult<unknown>>, (step) => {
      const path = step.done === true ? undefined : pathOfEntry(step.value, note.folder);
      return path !== undefined && refused(path, judge) ? next() : step;
    });
  defineProperty(iterator, 'next', { value: next, writable: true, configurable: true });
  return result;
};

/** `opendir(path, { recursive })`: a listing of the folder, or of all below it. */
export const folderSelector: Selector = (args) => {
  const text = takePath(args, 0);
  const tree = takeOption(args, 1, 'recursive') === true;
  return text === undefined ? undefined : pathAccesses(text, { capability: 'fs.read', effect: 'list', tree });
};

/** `watch(path)`: a read of the path, and of all below when it is recursive. */
export const watchSelector: Selector = (args) => {
  const text = takePath(args, 0);
  const tree = takeOption(args, 1, 'recursive') === true;
  return text === undefined ? undefined : pathAccesses(text, { capability: 'fs.read', effect: 'list', tree });
};
