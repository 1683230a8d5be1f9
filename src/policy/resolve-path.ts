import { epoch, isSettled } from '../access/epoch.js';
import { systemPaths } from './system-paths.js';

/** What stands at a path, the last component not followed. */
export type PathKind = 'link' | 'folder' | 'other' | 'absent';

/** The three questions that resolving asks a file system. Paths have `/` between their parts. */
export interface PathPort {
  readonly kind: (path: string) => PathKind;
  /** Where a link leads, as it is written; undefined when that cannot be read. */
  readonly readlink: (path: string) => string | undefined;
  /** The path without links; undefined when something on it is missing or out of reach. */
  readonly realpath: (path: string) => string | undefined;
}

/** Where a path really is. */
export interface Place {
  readonly real: string;
  /** True when the way leads through `/proc`, where the same link means another file from one call to the next. */
  readonly fleeting: boolean;
}

/** Tells where paths really are. */
export interface Resolver {
  /** The path that a call would reach: links resolved, a dangling one to the name it would create. */
  readonly locate: (path: string, follow: boolean) => Place;
  readonly kind: (path: string) => PathKind;
  readonly readlink: (path: string) => string | undefined;
}

/** Places remembered before starting anew. */
const REMEMBERED = 4096;

/** A resolver that remembers what it learnt until the epoch changes, while the file system is settled. */
export function createResolver(port: PathPort = systemPaths): Resolver {
  let learntIn = epoch.now;
  let folders = new Map<string, Place>();
  let leaves = new Map<string, Place>();

  const placeOfFolder = (folder: string): Place => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const found = resolve(port, folder);
    const place = found.real === '/' ? { ...found, real: '' } : found;
    if (folders.size >= REMEMBERED) folders = new Map();
    if (!place.fleeting) folders.set(folder, place);
    return place;
  };

  const followLeaf = (path: string, unfollowed: Place): Place => {
    const place = port.kind(unfollowed.real) === 'link' ? resolve(port, path) : unfollowed;
    if (leaves.size >= REMEMBERED) leaves = new Map();
    if (!place.fleeting) leaves.set(path, place);
    return place;
  };

  const locate = (path: string, follow: boolean): Place => {
    if (learntIn !== epoch.now || !isSettled()) {
      learntIn = epoch.now;
      folders = new Map();
      leaves = new Map();
    }
    const known = follow ? leaves.get(path) : undefined;
    if (known !== undefined) return known;
    const cut = path.lastIndexOf('/');
    if (cut < 0 || path.length === 1) return { real: path, fleeting: false };
    const folder = path.slice(0, cut);
    const there = placeOfFolder(folder);
    const real = there.real === folder ? path : there.real + path.slice(cut);
    const unfollowed = { real, fleeting: there.fleeting };
    return follow ? followLeaf(path, unfollowed) : unfollowed;
  };

  return { locate, kind: port.kind, readlink: port.readlink };
}

function resolve(port: PathPort, path: string): Place {
  if (path === '') return { real: '/', fleeting: false };
  const real = port.realpath(path);
  if (real === path) return { real, fleeting: false };
  const walked = walk(port, path);
  return real === undefined ? walked : { real, fleeting: walked.fleeting };
}

/** As many links as Linux follows before it says ELOOP. */
const MOST_LINKS = 40;
const DRIVE = /^[A-Za-z]:/;

/** How far a path has been followed. */
interface Walk {
  root: string;
  /** Real, without a closing slash. */
  at: string;
  /** The parts still to come, last first. */
  readonly ahead: string[];
  links: number;
  missing: boolean;
  fleeting: boolean;
}

/**
 * Resolves component by component as the kernel does. What is missing stays as it is written; a loop leaves the path
 * as asked, for the call itself will fail on it.
 */
function walk(port: PathPort, path: string): Place {
  const root = DRIVE.exec(path)?.[0] ?? '';
  const walked: Walk = { root, at: root, ahead: [], links: 0, missing: false, fleeting: false };
  walked.ahead.push(...partsOf(path.slice(root.length)));
  for (let part = walked.ahead.pop(); part !== undefined; part = walked.ahead.pop()) {
    if (part === '..') walked.at = walked.at.slice(0, Math.max(walked.at.lastIndexOf('/'), walked.root.length));
    else enter(port, walked, `${walked.at}/${part}`);
    if (walked.links > MOST_LINKS) return { real: path, fleeting: walked.fleeting };
  }
  return { real: walked.at === walked.root ? `${walked.root}/` : walked.at, fleeting: walked.fleeting };
}

/** Goes on to `next`, or where it leads when it is a link. */
function enter(port: PathPort, walked: Walk, next: string): void {
  const target = linkAt(port, walked, next);
  if (target === undefined) {
    walked.at = next;
    return;
  }
  walked.links += 1;
  const drive = DRIVE.exec(target)?.[0];
  if (drive !== undefined) walked.root = drive;
  if (drive !== undefined || target.startsWith('/')) walked.at = walked.root;
  walked.ahead.push(...partsOf(target.slice(drive?.length ?? 0)));
}

/** `/proc/<pid>/fd/1` leads to `pipe:[4711]`, which is no path. */
const OPAQUE = /^[a-z_]+:/;

/** Where `next` leads, when it is a link to a path. */
function linkAt(port: PathPort, walked: Walk, next: string): string | undefined {
  const kind: PathKind = walked.missing ? 'absent' : port.kind(next);
  if (kind === 'absent') walked.missing = true;
  const target = kind === 'link' ? port.readlink(next) : undefined;
  if (target?.includes('\ufffd') === true) throw new Error(`${next} leads through a name that is not UTF-8`);
  if (target === undefined || !next.startsWith('/proc/')) return target;
  walked.fleeting = true;
  return OPAQUE.test(target) ? undefined : target.replace(/ \(deleted\)$/, '');
}

/** The parts of a path, last first; what says nothing is left out. */
const partsOf = (path: string): string[] =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .reverse();
