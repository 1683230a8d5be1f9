import { real } from '../access/path.js';
import { files } from '../primordials.js';

export type Kind = 'link' | 'folder' | 'other';

/** What stands below a folder. */
export interface Entry {
  readonly path: string;
  readonly kind: Kind;
}

interface Look {
  isSymbolicLink: () => boolean;
  isDirectory: () => boolean;
}
const kindIn = (entry: Look): Kind => (entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : 'other');

/** What stands at a path; undefined when nothing does, or none can tell. */
export function kindAt(path: string, follow = false): Kind | undefined {
  try {
    const stats = (follow ? files.statSync : files.lstatSync)(path, { throwIfNoEntry: false });
    return stats === undefined ? undefined : kindIn(stats);
  } catch {
    // The call itself will fail on it.
    return undefined;
  }
}

function entriesOf(folder: string): readonly (Look & { readonly name: string })[] {
  try {
    return files.readdirSync(folder, { withFileTypes: true });
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
      const entry = entries[i];
      if (entry === undefined) continue;
      const path = `${at === '/' ? '' : at}/${entry.name}`;
      const kind = kindIn(entry);
      found.push({ path, kind });
      if (kind === 'folder' || (follows && kind === 'link' && kindAt(path, true) === 'folder')) walk(path);
    }
  };
  walk(folder);
  return found;
}
