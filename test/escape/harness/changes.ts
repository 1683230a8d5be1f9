import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What a folder holds, all below it: what could be changed of each entry, by path. */
export type Snapshot = ReadonlyMap<string, string>;

/** Looks at everything below the folders. */
export function look(...folders: readonly string[]): Snapshot {
  const found = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const { mode, uid, size, mtimeMs } = lstatSync(path);
      const content = entry.isSymbolicLink()
        ? readlinkSync(path)
        : entry.isFile()
          ? createHash('sha256').update(readFileSync(path)).digest('hex')
          : '';
      found.set(path, entry.isDirectory() ? `${mode} ${uid}` : `${mode} ${uid} ${size} ${mtimeMs} ${content}`);
      if (entry.isDirectory()) walk(path);
    }
  };
  for (const folder of folders) if (existsSync(folder)) walk(folder);
  return found;
}

/** Names of what was added, removed or changed between two looks. */
export function changes(before: Snapshot, after: Snapshot): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).map((path) => basename(path));
}
