import type { Access, PathAccess, PathEffect } from '../types.js';
import type { Remember, Selector } from './row.js';
import { isHeld, ownFile } from '../access/own-descriptors.js';
import { openUse } from '../access/open-flags.js';
import { absolute, nameAccesses, pathAccesses, type PathUse } from '../access/path.js';
import { files, platform } from '../primordials.js';
import { takeOptions, takePath } from './take.js';
import { below, kindAt } from './tree.js';

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
      const name = takePath(args, index);
      if (name !== undefined) accesses.push(...nameAccesses(name, use));
    }
    return accesses.length === 0 ? undefined : accesses;
  };
}

/** Opens by flags: a read, a write or both. */
const openAccesses = (args: unknown[], index: number, flags: unknown, fallback: string): Access[] | undefined => {
  const name = takePath(args, index);
  const use = openUse(flags, fallback);
  if (name === undefined || use === undefined) return undefined;
  return [
    ...(use.reads ? nameAccesses(name, { capability: 'fs.read', effect: 'read' }) : []),
    ...(use.writes ? nameAccesses(name, { capability: 'fs.write', effect: 'write' }) : []),
  ];
};

/** `open(path, flags, mode)`. */
export const openSelector: Selector = (args) =>
  openAccesses(args, 0, typeof args[1] === 'function' ? undefined : args[1], 'r');
/** `readFile(path, { flag })` and its like: the flag may turn a read into a write and back. */
export const flaggedSelector =
  (option: string, fallback: string, at: number): Selector =>
  (args) =>
    // Node takes an empty flag, and 0, for none, or refuses it.
    openAccesses(args, 0, takeOptions(args, at, [option])[option] || undefined, fallback);

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
  const recursive = Boolean(takeOptions(args, 1, ['recursive'])['recursive']);
  const name = takePath(args, 0);
  if (name === undefined) return undefined;
  const there = recursive && kindAt(absolute(name.text), true) === 'folder';
  return pathSelector(there ? reads(0, 'stat') : writes(0, 'create'))(args, self, judge);
};

/** Removes a folder and all below: every entry is judged, and the first that is denied is the error. A link is removed by itself. */
export const removeSelector: Selector = (args, self, judge) => {
  const recursive = Boolean(takeOptions(args, 1, ['recursive'])['recursive']);
  const accesses = pathSelector(writesLink(0, 'delete'))(args, self, judge);
  if (!recursive || accesses === undefined || accesses.every(isLinkItself)) return accesses;
  const entries = accesses.flatMap(({ resource }) => below(resource));
  return [
    ...accesses.map((access) => ({ ...access, tree: true })),
    ...entries.map(({ path }) => entryAccess(path, 'fs.write', 'delete')),
  ];
};

/** True for a link that is named as such: with a slash behind it (24 and 26), or a dot, its folder is meant. */
const isLinkItself = ({ requested, resource }: Access): boolean =>
  !/\/\.?$/.test(requested) && kindAt(resource) === 'link';

/** Makes a folder whose name begins as the argument says and ends in letters of Node's choice. */
export const temporaryFolder: Selector = (args) => {
  const name = takePath(args, 0);
  return name === undefined
    ? undefined
    : nameAccesses(
        { ...name, text: `${name.text}XXXXXX` },
        { capability: 'fs.write', effect: 'create', follow: false },
      );
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
