import { FILE_PROGRAMS } from './file-arguments.js';
import { ANY_FOLDER } from './line-folders.js';
import { candidatesIn } from './path-words.js';
import type { Word } from './word.js';

/** Where a file lies of which nothing is known. */
const ANYWHERE = ['/'];
/** Programs that read each of their operands, whatever it looks like. */
const READERS: ReadonlySet<string> = new Set(
  'base32 base64 cat cmp comm cut diff egrep expand fgrep fold grep head hexdump less md5sum more nl od paste rev sha1sum sha256sum sha512sum shuf sort strings tac tail uniq wc xxd zcat'.split(
    ' ',
  ),
);

/** True for programs whose operands are files. */
export const takesFiles = (names: readonly string[]): boolean =>
  names.some(
    (name) => READERS.has(name) || (Object.hasOwn(FILE_PROGRAMS, name) && FILE_PROGRAMS[name]?.operands !== undefined),
  );

/** A word as it counts in a folder: any file where that cannot be told. `isFile` says that it is one for certain. */
export function wordIn(folder: string, word: Word, isFile: boolean): Word {
  if (word.under !== undefined) return word;
  const lost = folder === ANY_FOLDER && isRelative(word.text, isFile);
  return lost || (isFile && isComposed(word))
    ? { text: word.text, known: false, single: word.single, under: ANYWHERE }
    : word;
}

const isRelative = (text: string, isFile: boolean): boolean =>
  (isFile && /^[^-/]/.test(text)) || candidatesIn(text).some((one) => one.sure && !one.text.startsWith('/'));

/** What stands for the folder itself, or one around it. */
const OWN_FOLDER =
  /^(?:\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`|\$\(git rev-parse --show-toplevel\)|\$\(dirname "?\$0"?\))(?=[/:]|$)/;
const EXPANSIONS = /\$\([^()]*\)|`[^`]*`|\$\{[^{}]*\}|\$\w+/g;

/** True for a path of which a piece is not known: it may lead anywhere. */
function isComposed({ text, known }: Word): boolean {
  if (known) return false;
  const rest = text.replace(OWN_FOLDER, '');
  const written = rest.replace(EXPANSIONS, '');
  return written.includes('/') && (rest === text || rest !== written);
}
