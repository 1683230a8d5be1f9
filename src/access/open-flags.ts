import { files } from '../primordials.js';

/** What opening a file with given flags does to it. */
export interface OpenUse {
  readonly reads: boolean;
  readonly writes: boolean;
}

const READ: OpenUse = { reads: true, writes: false };
const WRITE: OpenUse = { reads: false, writes: true };
const BOTH: OpenUse = { reads: true, writes: true };

/** Node's flag words (`fs.open`), after https://nodejs.org/api/fs.html#file-system-flags. */
const WORDS: Record<string, OpenUse> = {
  __proto__: null as never,
  r: READ,
  rs: READ,
  sr: READ,
  'r+': BOTH,
  'rs+': BOTH,
  'sr+': BOTH,
  w: WRITE,
  wx: WRITE,
  xw: WRITE,
  'w+': BOTH,
  'wx+': BOTH,
  'xw+': BOTH,
  a: WRITE,
  ax: WRITE,
  xa: WRITE,
  as: WRITE,
  sa: WRITE,
  'a+': BOTH,
  'ax+': BOTH,
  'xa+': BOTH,
  'as+': BOTH,
  'sa+': BOTH,
};

const { O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND } = files.constants;
/** O_TMPFILE writes a nameless file into the folder; Node has no constant for it. */
const O_TMPFILE = 0o20000000;

/** What `flags` ask for; undefined for flags that Node itself refuses. `null` and `undefined` mean `fallback`. */
export function openUse(flags: unknown, fallback = 'r'): OpenUse | undefined {
  const given = flags ?? fallback;
  if (typeof given === 'string') return WORDS[given];
  if (typeof given !== 'number') return undefined;
  const access = given & (O_WRONLY | O_RDWR);
  const writes = access !== 0 || (given & (O_CREAT | O_TRUNC | O_APPEND | O_TMPFILE)) !== 0;
  return { reads: access !== O_WRONLY, writes };
}
