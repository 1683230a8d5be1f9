import type { Access, PathAccess, PathEffect } from '../types.js';
import type { Remember, Selector } from './row.js';
import { absolute, isGarbled, pathAccesses, type PathUse, pinPath } from '../access/path.js';
import { isHeld, ownFile } from '../access/own-descriptors.js';
import { openUse } from '../access/open-flags.js';
import { below } from './tree.js';
import {
  files,
  getOwnPropertyDescriptor,
  hrefOf,
  isProxy,
  objectCreate,
  platform,
  programArray,
  programObject,
  ProgramURL,
} from '../primordials.js';

/** A path argument: where it stands and what the call does to it. */
export type Argument = readonly [index: number, use: PathUse];

export const reads = (index = 0, effect: PathEffect = 'read'): Argument => [index, { capability: 'fs.read', effect }];
export const readsLink = (index = 0, effect: PathEffect = 'stat'): Argument => [
  index,
  { capability: 'fs.read', effect, follow: false },
];
export const writes = (index = 0, effect: PathEffect = 'write'): Argument => [
  index,
  { capability: 'fs.write', effect },
];
export const writesLink = (index = 0, effect: PathEffect = 'write'): Argument => [
  index,
  { capability: 'fs.write', effect, follow: false },
];
const whole = (argument: Argument): Argument => [argument[0], { ...argument[1], tree: true }];

/** An object with a descriptor and no address: a file handle, or what Node will refuse as one. */
const isHandle = (value: object): boolean => !isProxy(value) && !('href' in value) && 'fd' in value;

/** No call reaches a longer path: a folder's and a relative one's lengths together, by the limits of the systems. */
const LONGEST = platform === 'win32' ? 65_536 : 8192;

/** True for what every system call answers with ENAMETOOLONG: a text that was taken for a path, mostly. */
const isBeyondReach = (text: string): boolean => text.length > LONGEST && absolute(text).length > LONGEST;

/**
 * Pins the path at `index` and returns its text. An object that is no path is replaced by an empty one,
 * for it could become a path between our look and Node's.
 */
export function takePath(args: unknown[], index: number): string | undefined {
  const given = args[index];
  const pinned = pinPath(given);
  if (pinned !== undefined) {
    args[index] = pinned.value;
    return isBeyondReach(pinned.text) ? undefined : pinned.text;
  }
  if (typeof given === 'object' && given !== null && !ArrayBuffer.isView(given) && !isHandle(given))
    args[index] = harmless(given);
  return ownFile(given);
}

/** A number that no descriptor has: Node says EBADF to it. */
const NO_DESCRIPTOR = 2 ** 31 - 1;

/** A descriptor that is written to, cut or closed: nobody's business but for those that the engine keeps open. */
export const ownDescriptorSelector: Selector = (args) => {
  if (isHeld(args[0])) args[0] = NO_DESCRIPTOR;
  const file = ownFile(args[0]);
  return file === undefined ? undefined : pathAccesses(file, { capability: 'fs.write', effect: 'write' });
};

/** Selects the path arguments of a call; none of them a path means that the call names none (a descriptor, a handle, an error). */
export function pathSelector(...list: readonly Argument[]): Selector {
  return (args) => {
    const accesses: Access[] = [];
    for (const [index, use] of list) {
      const text = takePath(args, index);
      if (text !== undefined)
        accesses.push(...pathAccesses(text, isGarbled(args[index], text) ? { ...use, unclear: 'garbled' } : use));
    }
    return accesses.length === 0 ? undefined : accesses;
  };
}

/** What Node complains about as it would about `given`, and that can become no path. */
function harmless(given: object): object {
  if (Array.isArray(given)) return programArray([]);
  const href = hrefOf(given);
  return href === undefined || href.startsWith('file:') ? programObject() : new ProgramURL(href);
}

/** Reads an option once; where it could answer differently the next time, the options are shadowed by the answer. */
export function takeOption(args: unknown[], index: number, name: string): unknown {
  const options = args[index];
  if (typeof options !== 'object' || options === null) return undefined;
  const value: unknown = (options as Record<string, unknown>)[name];
  const own = getOwnPropertyDescriptor(options, name);
  if (
    isProxy(options) ||
    (value !== undefined && own !== undefined && !('value' in own)) ||
    (own === undefined && name in options)
  ) {
    args[index] = objectCreate(options, {
      [name]: { value, enumerable: true, writable: true, configurable: true, __proto__: null } as PropertyDescriptor,
    });
  }
  return value;
}

/** True when the options at `index` cannot hold `name`: what a remembered decision relies on. */
export const lacksOption = (args: unknown[], index: number, name: string): boolean => {
  const options = args[index];
  if (typeof options !== 'object' || options === null) return true;
  return !isProxy(options) && !(name in options);
};

/** Opens by flags: a read, a write or both. */
const openAccesses = (args: unknown[], index: number, flags: unknown, fallback: string): Access[] | undefined => {
  const text = takePath(args, index);
  if (text === undefined) return undefined;
  const use = openUse(flags, fallback);
  if (use === undefined) return undefined;
  return [
    ...(use.reads ? pathAccesses(text, { capability: 'fs.read', effect: 'read' }) : []),
    ...(use.writes ? pathAccesses(text, { capability: 'fs.write', effect: 'write' }) : []),
  ];
};

/** `open(path, flags, mode)`. */
export const openSelector: Selector = (args) =>
  openAccesses(args, 0, typeof args[1] === 'function' ? undefined : args[1], 'r');
/** `readFile(path, { flag })` and its like: the flag may turn a read into a write and back. */
export const flaggedSelector =
  (option: string, fallback: string, at: number): Selector =>
  (args) =>
    openAccesses(args, 0, takeOption(args, at, option), fallback);

/** A change of a file's attributes through its descriptor is a write to the file that is open there. */
export const descriptorSelector: Selector = (args) => {
  const fd = args[0];
  if (typeof fd !== 'number' || platform !== 'linux') return undefined;
  try {
    const path = files.readlinkSync(`/proc/self/fd/${String(fd)}`);
    return path.startsWith('/') ? pathAccesses(path, { capability: 'fs.write', effect: 'write' }) : undefined;
  } catch {
    return undefined;
  }
};

/** Makes a folder; `recursive` asks nothing of one that is there already, but to see that it is. */
export const folderMaker: Selector = (args, self, judge) => {
  const recursive = takeOption(args, 1, 'recursive') === true;
  const text = takePath(args, 0);
  if (text === undefined) return undefined;
  const there = recursive && files.statSync(absolute(text), { throwIfNoEntry: false })?.isDirectory() === true;
  return pathSelector(there ? reads(0, 'stat') : writes(0, 'create'))(args, self, judge);
};

/** Removes a folder and all below: every entry is judged, and the first that is denied is the error. */
export const removeSelector: Selector = (args, self, judge) => {
  const recursive = takeOption(args, 1, 'recursive') === true;
  const gone = writesLink(0, 'delete');
  const accesses = pathSelector(recursive ? whole(gone) : gone)(args, self, judge);
  if (!recursive || accesses === undefined) return accesses;
  const entries = accesses.flatMap(({ resource }) => below(resource));
  return [...accesses, ...entries.map(({ path }) => entryAccess(path, 'fs.write', 'delete'))];
};

/** An access to something below the folder that a call names. */
export const entryAccess = (
  resource: string,
  capability: PathAccess['capability'],
  effect: PathEffect,
  follow = false,
): PathAccess => ({ kind: 'path', capability, requested: resource, resource, effect, follow, tree: false });

/** A decision by the path alone, remembered among calls that do the same to it. */
export const rememberPath = (group: string, plain: (args: unknown[]) => boolean = () => true): Remember => ({
  index: 0,
  group,
  plain,
});
