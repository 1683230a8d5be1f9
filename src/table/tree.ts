import { real } from '../access/path.js';
import { type FileKind, files, kindOf } from '../primordials.js';

/** What stands below a folder. */
export interface Entry {
  readonly path: string;
  readonly kind: FileKind;
}

/** What stands at a path; undefined when nothing does, or none can tell. */
export function kindAt(path: string, follow = false): FileKind | undefined {
  const stats = statsAt(path, follow);
  return stats === undefined ? undefined : kindOf(stats);
}

function statsAt(path: string, follow: boolean): object | undefined {
  try {
    return (follow ? files.statSync : files.lstatSync)(path, { throwIfNoEntry: false });
  } catch {
    // The call itself will fail on it.
    return undefined;
  }
}

/** The names alone: what an entry tells of its kind, and how, could be the program's. */
function entriesOf(folder: string): readonly string[] {
  try {
    return files.readdirSync(folder);
  } catch {
    // It is no folder, or none that can be listed.
    return [];
  }
}

/** Everything below a folder; nothing when it is none. Links are entered where the call `follows` them, each folder once. */
export function below(folder: string, follows = false): Entry[] {
  const found: Entry[] = [];
  const seen = new Set<string>();
  const isNew = (at: string): boolean => seen.size !== seen.add(real(at)).size;
  const walk = (at: string): void => {
    if (follows && !isNew(at)) return;
    const entries = entriesOf(at);
    for (let i = 0; i < entries.length; i++) {
      const path = `${at === '/' ? '' : at}/${String(entries[i])}`;
      const kind = kindAt(path) ?? 'other';
      found.push({ path, kind });
      if (kind === 'folder' || (follows && kind === 'link' && kindAt(path, true) === 'folder')) walk(path);
    }
  };
  walk(folder);
  return found;
}
