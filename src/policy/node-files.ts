import type { EntryKind, FilePort } from './file-port.js';
import { files, kindOf, realpathNative, sha256 } from '../primordials.js';

/** The file system of this machine. */
export const nodeFiles: FilePort = { kind, read, real: (path) => realpathNative(path), list, sha256 };

/** True for what Node's own permission model keeps from this process. */
export const isKept = (path: string): boolean => kind(path) === 'kept';

/** The same, without what Node's own permission model keeps from this process. */
export const permittedFiles: FilePort = {
  ...nodeFiles,
  kind: (path) => {
    const found = kind(path);
    return found === 'kept' ? 'absent' : found;
  },
};

function kind(path: string): EntryKind {
  try {
    const entry = files.lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return 'absent';
    const own = kindOf(entry);
    if (own !== 'link') return own;
    const target = files.statSync(path, { throwIfNoEntry: false });
    return target === undefined ? 'broken' : (kindOf(target) as EntryKind);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ERR_ACCESS_DENIED') return 'kept';
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'broken';
  }
}

function read(path: string, most: number): string | undefined {
  return files.statSync(path).size > most ? undefined : files.readFileSync(path);
}

function isLink(path: string): boolean {
  const entry = files.lstatSync(path, { throwIfNoEntry: false });
  return entry !== undefined && kindOf(entry) === 'link';
}

function list(folder: string): { name: string; link: boolean }[] {
  try {
    const names: readonly string[] = files.readdirSync(folder);
    return Array.from(names, (name) => ({ name, link: isLink(`${folder}/${name}`) }));
  } catch {
    // A folder that cannot be listed has no links to resolve.
    return [];
  }
}
