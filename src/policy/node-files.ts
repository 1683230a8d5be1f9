import type { EntryKind, FilePort } from './file-port.js';
import { files, realpathNative, sha256 } from '../primordials.js';

/** The file system of this machine. */
export const nodeFiles: FilePort = { kind, read, real: (path) => realpathNative(path), list, sha256 };

function kind(path: string): EntryKind {
  try {
    const entry = files.lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return 'absent';
    const target = entry.isSymbolicLink() ? files.statSync(path, { throwIfNoEntry: false }) : entry;
    if (target === undefined) return 'broken';
    if (target.isFile()) return 'file';
    return target.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'broken';
  }
}

function read(path: string, most: number): string | undefined {
  return files.statSync(path).size > most ? undefined : files.readFileSync(path);
}

function list(folder: string): { name: string; link: boolean }[] {
  try {
    return files.readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      link: entry.isSymbolicLink(),
    }));
  } catch {
    // A folder that cannot be listed has no links to resolve.
    return [];
  }
}
