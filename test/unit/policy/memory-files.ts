import type { PathKind, PathPort } from '../../../src/policy/resolve-path.js';

/** A file system in memory: absolute paths and what stands there; `{ to }` is a symbolic link. Folders above are made. */
export type Entries = Readonly<Record<string, 'file' | 'folder' | { readonly to: string }>>;

/** A project in /app with secrets, examples, links that lead out of it and a link of the system. */
export const PROJECT: Entries = {
  '/app/.env.example': 'file',
  '/app/sub/.env.example': { to: '../.env.production' },
  '/app/.env.production': 'file',
  '/app/innocent': { to: '.env' },
  '/app/.env': 'file',
  '/app/keys': { to: '/home/u/.ssh' },
  '/home/u/.ssh/id': 'file',
  '/app/out/x': 'file',
  '/app/escape': { to: '/etc' },
  '/etc/passwd': 'file',
  '/var/run': { to: '../run' },
  '/run/docker.sock': 'file',
};

export interface MemoryFiles extends PathPort {
  readonly asked: string[];
  set: (path: string, entry: Entries[string] | undefined) => void;
}

/** A port over entries that can be changed, and that notes what it was asked. */
export function memoryFiles(entries: Entries): MemoryFiles {
  const all = new Map<string, Entries[string]>([['/', 'folder']]);
  const set: MemoryFiles['set'] = (path, entry) => {
    if (entry === undefined) {
      all.delete(path);
      return;
    }
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      if (!all.has(path.slice(0, cut))) all.set(path.slice(0, cut), 'folder');
    }
    all.set(path, entry);
  };
  for (const [path, entry] of Object.entries(entries)) set(path, entry);
  const asked: string[] = [];

  /** As the kernel does it: recursively, so that it shares nothing with what is tested. */
  const resolve = (path: string, depth: number, followLast: boolean): string | undefined => {
    if (depth > 40) return undefined;
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    let at = '/';
    for (const [i, part] of parts.entries()) {
      if (all.get(at) !== 'folder') return undefined;
      if (part === '..') {
        at = at.replace(/\/[^/]*$/, '') || '/';
        continue;
      }
      const next = at === '/' ? `/${part}` : `${at}/${part}`;
      const entry = all.get(next);
      if (entry === undefined) return undefined;
      const last = i === parts.length - 1;
      if (typeof entry === 'object' && (!last || followLast)) {
        const target = entry.to.startsWith('/') ? entry.to : `${at}/${entry.to}`;
        const found = resolve([target, ...parts.slice(i + 1)].join('/'), depth + 1, followLast);
        return found;
      }
      at = next;
    }
    return at;
  };
  const entryAt = (path: string): Entries[string] | undefined => {
    const at = resolve(path, 0, false);
    return at === undefined ? undefined : all.get(at);
  };
  return {
    asked,
    set,
    kind: (path): PathKind => {
      asked.push(path);
      const entry = entryAt(path);
      if (entry === undefined) return 'absent';
      if (typeof entry === 'object') return 'link';
      return entry === 'folder' ? 'folder' : 'other';
    },
    readlink: (path) => {
      const entry = entryAt(path);
      return typeof entry === 'object' ? entry.to : undefined;
    },
    realpath: (path) => {
      asked.push(path);
      return resolve(path, 0, true);
    },
  };
}
