import { files, paths, sha256 } from '../primordials.js';

/** A file, and the digest that its text must have. */
export interface KeptText {
  readonly sha256: string;
  readonly file: string;
}

/** Files that this thread has found or written. */
const known = new Set<string>();

/**
 * Keeps a text in a file named by its digest, so that all processes that keep the same text share one file, in this run and
 * the next. Undefined when there is none and none can be written.
 */
export function keepText(text: string, folder: string): KeptText | undefined {
  const digest = sha256(text);
  const kept = { sha256: digest, file: paths.join(folder, 'handover', `${digest.slice(0, 32)}.handover`) };
  // Somebody may have cleaned up since.
  if (known.has(kept.file) && files.existsSync(kept.file)) return kept;
  if (!isThere(kept) && !write(kept.file, text)) return undefined;
  known.add(kept.file);
  return kept;
}

/** The text, or undefined when it was altered. @throws what the system says when it cannot be read */
export function readKept({ file, sha256: digest }: KeptText): string | undefined {
  const text = files.readFileSync(file);
  return sha256(text) === digest ? text : undefined;
}

function isThere(kept: KeptText): boolean {
  try {
    return readKept(kept) !== undefined;
  } catch {
    return false;
  }
}

/** Others may read the file at any moment: it gets its name once it is whole. */
function write(file: string, text: string): boolean {
  const fresh = `${file}.${Math.random().toString(36).slice(2)}`;
  try {
    files.mkdirSync(paths.dirname(file), { recursive: true, mode: 0o700 });
    files.writeFileSync(fresh, text, 0o600);
    files.renameSync(fresh, file);
    return true;
  } catch {
    remove(fresh);
    return false;
  }
}

function remove(file: string): void {
  try {
    files.unlinkSync(file);
  } catch {
    // It was not made.
  }
}
