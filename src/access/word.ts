/** One word of a command, after the quoting and expansion that can be done without running anything. */
export interface Word {
  /** The value; a piece that is not known stands in it as it was written (`$X`, `$(cmd)`). */
  readonly text: string;
  /** False when a piece of it is known only once the command runs. */
  readonly known: boolean;
  /** True when it stays one word whatever its unknown pieces turn out to be. */
  readonly single: boolean;
  /** Set when it holds `*`, `?` or `[…]` that the shell expands: the same word as a glob, its other characters escaped. */
  readonly pattern?: string;
  /** Set when it is not known but for this: it is the path of one of these folders, or of something below it. */
  readonly under?: readonly string[];
}

/** A word that is what it says. */
export const literal = (text: string): Word => ({ text, known: true, single: true });

/** A word that only the running command knows, shown as `text`. */
export const unknownWord = (text: string): Word => ({ text, known: false, single: false });

/** True when the word can be taken at its word: known, and no glob. */
export const isPlain = (word: Word): boolean => word.known && word.pattern === undefined;

/** The words as one line, each in single quotes where a shell would need them. */
export function printWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./~^-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

const PIECE = /\s+|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|['"]|[^\s'"\\]+|\\/g;

/** Splits on blanks, honouring quotes and backslashes; undefined when a quote is not closed. */
export function splitWords(text: string): string[] | undefined {
  const words: string[] = [];
  let open = false;
  for (const [piece, single, double, escaped] of text.matchAll(PIECE)) {
    if (/^\s/.test(piece)) {
      open = false;
      continue;
    }
    if (piece === "'" || piece === '"') return undefined;
    const value = single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? piece;
    if (open) words.push((words.pop() ?? '') + value);
    else words.push(value);
    open = true;
  }
  return words;
}
