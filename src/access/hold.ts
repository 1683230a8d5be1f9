import { isHandedOut } from './file-binding.js';
import { keepHeld, letGo } from './own-descriptors.js';
import type { OpenUse } from './open-flags.js';
import { files, mayUse, platform } from '../primordials.js';

/** A place held by a descriptor: whatever is moved or linked meanwhile, `path` leads there. */
export interface Hold {
  /** What to use instead of the name. */
  readonly path: string;
  /** Where that is, without links; undefined for what has no place in the file system (a pipe). */
  readonly place: string | undefined;
  /** Set when a file of that name is yet to be made in the folder that is held. */
  readonly absent?: true;
  /** Why the name leads nowhere; `path` then leads nowhere either. */
  readonly error?: unknown;
  readonly release: () => void;
}

/** Opens a name for nothing but to know where it leads; Node has no constant for it. */
const O_PATH = 0o10_000_000;
const { O_DIRECTORY } = files.constants;
const FOLDER = '/proc/self/fd/';
/** As many links as Linux follows before it says ELOOP. */
const MOST_LINKS = 40;

const linkAt = (path: string): string | undefined => {
  try {
    return files.readlinkSync(path);
  } catch {
    // It is no link, or gone.
    return undefined;
  }
};

let works: boolean | undefined;
/** True where descriptors can be used as names: Linux with /proc, and as long as it is surely the system that opens them. */
export const canHold = (): boolean =>
  !isHandedOut() && (works ??= platform === 'linux' && linkAt(`${FOLDER.slice(0, -4)}/exe`) !== undefined);

/**
 * False where Node's own permission model lets no descriptor be used as a name: it judges the names that it is told, and
 * would refuse what the program may open.
 */
export const mayHold = ({ reads, writes }: OpenUse): boolean =>
  (!reads || mayUse('read', FOLDER)) && (!writes || mayUse('write', FOLDER));

const hold = (name: unknown): Hold => held(files.openSync(name as string, O_PATH), close);

function held(fd: number, release: (fd: number) => void): Hold {
  keepHeld(fd);
  const path = FOLDER + String(fd);
  const place = linkAt(path);
  return {
    path,
    place: place?.startsWith('/') === true ? place.replace(/ \(deleted\)$/, '') : undefined,
    release: () => release(fd),
  };
}

function close(fd: number): void {
  letGo(fd);
  files.closeSync(fd);
}

/** Folders that are held, by device and number, with how many calls hold each: a thousand may wait about files of one folder. */
const folders = new Map<string, { readonly fd: number; calls: number }>();

function holdFolder(name: string): Hold {
  const { dev, ino } = files.statSync(name, { bigint: true });
  const key = `${String(dev)}:${String(ino)}`;
  const known = folders.get(key);
  if (known === undefined) {
    const fd = files.openSync(name, O_PATH | O_DIRECTORY);
    const opened = files.fstatSync(fd, { bigint: true });
    if (opened.dev !== dev || opened.ino !== ino) return held(fd, close);
    folders.set(key, { fd, calls: 1 });
    return held(fd, () => leaveFolder(key));
  }
  known.calls += 1;
  return held(known.fd, () => leaveFolder(key));
}

function leaveFolder(key: string): void {
  const folder = folders.get(key);
  if (folder === undefined) return;
  folder.calls -= 1;
  if (folder.calls > 0) return;
  folders.delete(key);
  close(folder.fd);
}

/** What cannot be swapped: every call fails on it. */
const UNHELD: Hold = { path: '', place: undefined, release: () => undefined };
let lost = 0;
/** A name that leads nowhere, each another one, so that an error tells which of them it is about. */
const nowhere = (error: unknown): Hold => {
  lost += 1;
  return { path: `${FOLDER}none-${String(lost)}`, place: undefined, error, release: () => undefined };
};

/** What a call takes a name for: something that is there, something that it makes where there is nothing, or that very name, be it a link. */
export type Meaning = 'there' | 'made' | 'itself';

/** Holds what a name leads to; where there may be nothing, the folder that it stands in. Never throws. */
export function holdPlace(name: unknown, text: string, meaning: Meaning): Hold {
  try {
    if (meaning === 'itself') return holdName(text) ?? UNHELD;
    return hold(name);
  } catch (error) {
    const makes = meaning === 'made' && (error as { code?: unknown }).code === 'ENOENT';
    return makes ? holdMade(text, error) : nowhere(error);
  }
}

/** Where a dangling link leads the new file is made, so it is followed as the kernel would. */
function holdMade(name: string, error: unknown): Hold {
  let at = name;
  try {
    for (let links = 0; links < MOST_LINKS; links++) {
      const entry = holdName(at);
      if (entry === undefined) break;
      const target = linkAt(entry.path);
      if (target === undefined) return { ...entry, absent: true };
      entry.release();
      at = target.startsWith('/') ? target : entry.place.slice(0, entry.place.lastIndexOf('/') + 1) + target;
    }
  } catch (missing) {
    return nowhere(missing);
  }
  return nowhere(error);
}

/** Holds the folder of a name; undefined where a name has none of its own (`.`, `x/`). */
function holdName(name: string): (Hold & { readonly place: string }) | undefined {
  const cut = name.lastIndexOf('/') + 1;
  const entry = name.slice(cut);
  if (/^\.{0,2}$/.test(entry)) return undefined;
  const folder = holdFolder(cut === 0 ? '.' : name.slice(0, cut));
  const { place = '' } = folder;
  return { ...folder, path: `${folder.path}/${entry}`, place: `${place === '/' ? '' : place}/${entry}` };
}
