import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { EntryKind, FilePort } from '../../../src/policy/file-port.js';

/** A file's text, `null` for one that may not be read, or where a link leads. */
export type Entry = string | null | { readonly to: string };

/** A file system in memory. Folders are there as soon as something is in them. */
export function fakePort(entries: Readonly<Record<string, Entry>>): FilePort {
  const resolve = (path: string, depth = 0): string => {
    if (depth > 20) return path;
    let at = '/';
    for (const part of path.split('/').filter((name) => name !== '')) {
      at = posix.join(at, part);
      const entry = entries[at];
      if (typeof entry === 'object' && entry !== null)
        at = resolve(posix.resolve(posix.dirname(at), entry.to), depth + 1);
    }
    return at;
  };
  const isFolder = (path: string): boolean =>
    path === '/' || Object.keys(entries).some((file) => file.startsWith(`${path}/`));
  const kind = (path: string): EntryKind => {
    const real = resolve(path);
    if (entries[real] !== undefined) return 'file';
    if (isFolder(real)) return 'folder';
    const isLink = entries[posix.join(resolve(posix.dirname(path)), posix.basename(path))] !== undefined;
    return isLink ? 'broken' : 'absent';
  };
  return {
    kind,
    read: (path, most) => {
      const text = entries[resolve(path)];
      if (text === null)
        throw Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES' });
      if (typeof text !== 'string') throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
      return text.length > most ? undefined : text;
    },
    real: (path) => {
      if (kind(path) === 'absent' || kind(path) === 'broken') throw new Error('ENOENT');
      return resolve(path);
    },
    list: (folder) => {
      const real = resolve(folder);
      const names = new Set(
        Object.keys(entries)
          .filter((file) => file.startsWith(`${real}/`))
          .map((file) => file.slice(real.length + 1).split('/')[0] ?? ''),
      );
      return [...names].map((name) => {
        const entry = entries[`${real}/${name}`];
        return { name, link: typeof entry === 'object' && entry !== null };
      });
    },
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  };
}
