import { files } from '../primordials.js';

/** What opening a file with given flags does to it. */
export interface OpenUse {
  readonly reads: boolean;
  readonly writes: boolean;
}

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_EXCL, O_SYNC } = files.constants;
/** O_TMPFILE writes a nameless file into the folder; Node has no constant for it. */
const O_TMPFILE = 0o20000000;
const WRITE = O_WRONLY | O_CREAT;
const BOTH = O_RDWR | O_CREAT;

/** Node's flag words (`fs.open`), after https://nodejs.org/api/fs.html#file-system-flags. */
const WORDS: Readonly<Record<string, number>> = {
  __proto__: null as never,
  r: O_RDONLY,
  rs: O_RDONLY | O_SYNC,
  sr: O_RDONLY | O_SYNC,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  'sr+': O_RDWR | O_SYNC,
  w: WRITE | O_TRUNC,
  wx: WRITE | O_TRUNC | O_EXCL,
  xw: WRITE | O_TRUNC | O_EXCL,
  'w+': BOTH | O_TRUNC,
  'wx+': BOTH | O_TRUNC | O_EXCL,
  'xw+': BOTH | O_TRUNC | O_EXCL,
  a: WRITE | O_APPEND,
  ax: WRITE | O_APPEND | O_EXCL,
  xa: WRITE | O_APPEND | O_EXCL,
  as: WRITE | O_APPEND | O_SYNC,
  sa: WRITE | O_APPEND | O_SYNC,
  'a+': BOTH | O_APPEND,
  'ax+': BOTH | O_APPEND | O_EXCL,
  'xa+': BOTH | O_APPEND | O_EXCL,
  'as+': BOTH | O_APPEND | O_SYNC,
  'sa+': BOTH | O_APPEND | O_SYNC,
};

/** The number that flags stand for; undefined for those that Node itself refuses. `null` and `undefined` mean `fallback`. */
export function openFlags(flags: unknown, fallback = 'r'): number | undefined {
  const given = flags ?? fallback;
  return typeof given === 'string' ? WORDS[given] : typeof given === 'number' ? given : undefined;
}

/** What `flags` ask for; undefined for flags that Node itself refuses. */
export function openUse(flags: unknown, fallback = 'r'): OpenUse | undefined {
  const given = openFlags(flags, fallback);
  if (given === undefined) return undefined;
  const access = given & (O_WRONLY | O_RDWR);
  const writes = access !== 0 || (given & (O_CREAT | O_TRUNC | O_APPEND | O_TMPFILE)) !== 0;
  return { reads: access !== O_WRONLY, writes };
}
