import type { Access, PathAccess } from '../types.js';
import type { Selector } from './row.js';
import { isSettled } from '../access/epoch.js';
import { absolute, nameAccesses, type PathName, real } from '../access/path.js';
import { entryAccess, pathSelector, reads, writes, writesLink } from './file-selectors.js';
import { takeOptions, takePath } from './take.js';
import { below, kindAt } from './tree.js';
import { files, filesMayWait } from '../primordials.js';

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

const targetOf = (link: string): string | undefined => {
  try {
    return files.readlinkSync(link);
  } catch {
    // It is gone, or its name is not UTF-8.
    return undefined;
  }
};

/** A symbolic link is judged by where it will lead, seen from the folder that it really stands in. */
const leading = (target: string | PathName, folder: string): PathAccess[] =>
  nameAccesses(
    typeof target === 'string' ? { text: target } : target,
    { capability: 'fs.read', effect: 'link', tree: true },
    real(folder),
  );

/** A link that gets another place is judged as if it were made there, and by where it leads now. */
const movedLink = (from: string, to: string): PathAccess[] => {
  const target = targetOf(from);
  return target === undefined ? [] : [...leading(target, parentOf(from)), ...leading(target, parentOf(to))];
};

/** True when a link at that depth below a moved folder leads out of it, so that it leads elsewhere once it is moved. */
function leavesFolder(target: string, depth: number): boolean {
  if (target.startsWith('/')) return false;
  let at = depth;
  for (const part of target.split('/')) {
    if (part === '..') at -= 1;
    else if (part !== '' && part !== '.') at += 1;
    if (at < 0) return true;
  }
  return false;
}

/**
 * The links that a rename gives another place: the entry itself, or those below it that lead out of it. A folder that keeps
 * the folder it is in (`npm` puts packages in place so) takes nobody elsewhere, and is not looked through. But while calls
 * of this process wait that were judged before, every link below is looked at: it may come where such a call looks.
 */
function linksMoved(from: string, to: string): PathAccess[] {
  const kind = kindAt(from);
  if (kind === 'link') return movedLink(from, to);
  const folder = real(parentOf(to));
  const waiting = isSettled() && filesMayWait();
  if (kind !== 'folder' || (!waiting && real(parentOf(from)) === folder)) return [];
  const place = folder + to.slice(to.lastIndexOf('/'));
  return below(from).flatMap((entry) => {
    const target = entry.kind === 'link' ? targetOf(entry.path) : undefined;
    const inside = entry.path.slice(from.length);
    if (target === undefined || !(waiting || leavesFolder(target, inside.split('/').length - 2))) return [];
    return leading(target, place + parentOf(inside));
  });
}

/** Where a path is once the kernel has gone up every `..`. */
const placeOf = (accesses: readonly PathAccess[], { text }: PathName): string =>
  accesses.at(-1)?.resource ?? absolute(text);

/**
 * Renames: the source comes to be readable under another name, both names are written, and all below a folder moves along.
 * Each access knows the other name, for what stays below the folder that a rule names does not leave it.
 */
export const moveSelector: Selector = (args) => {
  const from = takePath(args, 0);
  const to = takePath(args, 1);
  if (from === undefined || to === undefined) return undefined;
  const moved = { follow: false, tree: true } as const;
  const away = nameAccesses(from, { capability: 'fs.read', effect: 'move', ...moved });
  const left = nameAccesses(from, { capability: 'fs.write', effect: 'move', ...moved });
  const come = nameAccesses(to, { capability: 'fs.write', effect: 'create', ...moved });
  return [
    ...[...away, ...left].map((access): PathAccess => ({ ...access, partner: absolute(to.text) })),
    ...come.map((access): PathAccess => ({ ...access, partner: absolute(from.text) })),
    ...linksMoved(placeOf(away, from), placeOf(come, to)),
  ];
};

const hardLink = pathSelector(reads(0, 'link'), writes(0, 'link'), writesLink(1, 'create'));

/** A hard link gives the source a second name: it is read and written under another one. Of a symbolic link it makes a second one (Linux). */
export const linkSelector: Selector = (args, self, judge) => {
  const accesses = hardLink(args, self, judge);
  const from = takePath(args, 0);
  const to = takePath(args, 1);
  return accesses === undefined || from === undefined || to === undefined
    ? accesses
    : [...accesses, ...movedLink(absolute(from.text), absolute(to.text))];
};

/** A symbolic link is judged by where it will lead, and its name is created. */
export const symlinkSelector: Selector = (args) => {
  const target = takePath(args, 0);
  const name = takePath(args, 1);
  if (target === undefined || name === undefined) return undefined;
  const made = nameAccesses(name, { capability: 'fs.write', effect: 'create', follow: false });
  return [...leading(target, parentOf(placeOf(made, name))), ...made];
};

/** Copies: the source is read, the target written; with a folder, entry by entry. A link is copied as a link, or as what it leads to. */
export const copySelector: Selector = (args) => {
  const options = takeOptions(args, 2, ['recursive', 'dereference', 'verbatimSymlinks']);
  const recursive = Boolean(options['recursive']);
  const follows = Boolean(options['dereference']);
  const verbatim = Boolean(options['verbatimSymlinks']);
  const source = takePath(args, 0);
  const target = takePath(args, 1);
  if (source === undefined || target === undefined) return undefined;
  const read = nameAccesses(source, { capability: 'fs.read', effect: 'read', tree: recursive });
  const written = nameAccesses(target, { capability: 'fs.write', effect: 'write', tree: recursive });
  const from = placeOf(read, source);
  const to = placeOf(written, target);
  // Node makes a relative link absolute when it copies it, unless it is told not to: it then leads where it led.
  const copiedLink = (link: string, copy: string): PathAccess[] => {
    const leads = follows ? undefined : targetOf(link);
    return leads === undefined ? [] : leading(leads, parentOf(verbatim ? copy : link));
  };
  const entries = recursive ? below(from, follows) : [];
  return [
    ...read,
    ...written,
    ...copiedLink(from, to),
    ...entries.flatMap(({ path, kind }): Access[] => {
      const copy = to + path.slice(from.length);
      return [
        entryAccess(path, 'fs.read', 'read', follows),
        entryAccess(copy, 'fs.write', 'write'),
        ...(kind === 'link' ? copiedLink(path, copy) : []),
      ];
    }),
  ];
};
