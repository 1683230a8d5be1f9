import type { OpenUse } from '../access/open-flags.js';
import type { Held } from './row.js';
import { openFlags, openUse } from '../access/open-flags.js';
import type { Meaning } from '../access/hold.js';
import { files, objectCreate, programObject } from '../primordials.js';

type Holds = (args: readonly unknown[]) => readonly Held[];

const { O_CREAT, O_EXCL, O_NOFOLLOW } = files.constants;
const MAKES_ONLY = O_CREAT | O_EXCL;
const READ: OpenUse = { reads: true, writes: false };
const WRITE: OpenUse = { reads: false, writes: true };

const heldOpen = (given: unknown, fallback: string, setFlags: (args: unknown[], flags: number) => void): Held[] => {
  const flags = openFlags(given, fallback);
  const use = openUse(given, fallback);
  if (flags === undefined || use === undefined) return [];
  if ((flags & O_NOFOLLOW) !== 0 || (flags & MAKES_ONLY) === MAKES_ONLY) return [{ index: 0, use, meaning: 'itself' }];
  if ((flags & O_CREAT) === 0) return [{ index: 0, use, meaning: 'there' }];
  return [{ index: 0, use, meaning: 'made', stay: (args) => setFlags(args, flags | O_NOFOLLOW) }];
};

/** `open(path, flags, mode)`. */
export const holdsOpened: Holds = (args) =>
  heldOpen(typeof args[1] === 'function' ? undefined : args[1], 'r', (changed, flags) => {
    if (typeof changed[1] === 'function') changed.splice(1, 0, flags);
    else changed[1] = flags;
  });

/** `readFile(path, { flag })` and its like. */
export const holdsFlagged =
  (fallback: string, at: number): Holds =>
  (args) => {
    const options = args[at];
    const flag = typeof options === 'object' ? (options as { flag?: unknown } | null)?.flag : undefined;
    // Node takes an empty flag for none.
    return heldOpen(flag === '' ? undefined : flag, fallback, (changed, flags) => {
      const given = typeof options === 'string' ? Object.assign(programObject(), { encoding: options }) : options;
      const over = typeof given === 'object' && given !== null ? given : programObject();
      const value = objectCreate(over, { flag: { value: flags, enumerable: true } }) as unknown;
      if (typeof options === 'function') changed.splice(at, 0, value);
      else changed[at] = value;
    });
  };

const held = (index: number, use: OpenUse, meaning: Meaning = 'there'): Held => ({ index, use, meaning });

/** A file that is there is changed. */
export const holdsChanged: Holds = () => [held(0, WRITE)];
/** `copyFile(from, to)`. */
export const holdsCopied: Holds = () => [held(0, READ), held(1, WRITE, 'made')];
/** Names that are made, moved or removed: nothing is opened, and a link is not followed. */
export const holdsNames =
  (...indices: readonly number[]): Holds =>
  () =>
    indices.map((index) => held(index, WRITE, 'itself'));
/** The beginning of the name of a temporary folder. */
export const holdsTemporary: Holds = () => [{ ...held(0, WRITE, 'itself'), answers: true }];

/** A folder that is made or removed; with all above or below it, it has no one place to hold. */
export const holdsFolder: Holds = (args) => (isRecursive(args[1]) ? [] : [held(0, WRITE, 'itself')]);

const isRecursive = (options: unknown): boolean =>
  Boolean((typeof options === 'object' ? (options as { recursive?: unknown } | null) : undefined)?.recursive);
