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

/** Splits on blanks, honouring quotes and backslashes; undefined when a quote is not closed. */
export function splitWords(text: string): string[] | undefined {
  const words: string[] = [];
  let current: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "'" || char === '"') {
      const close = closingQuote(text, at);
      if (close < 0) return undefined;
      const inside = text.slice(at + 1, close);
      current = (current ?? '') + (char === '"' ? inside.replace(/\\(["\\$`])/g, '$1') : inside);
      at = close;
    } else if (char === '\\' && at + 1 < text.length) {
      current = (current ?? '') + text.charAt(++at);
    } else if (/\s/.test(char)) {
      if (current !== undefined) words.push(current);
      current = undefined;
    } else {
      current = (current ?? '') + char;
    }
  }
  if (current !== undefined) words.push(current);
  return words;
}

function closingQuote(text: string, open: number): number {
  const quote = text.charAt(open);
  for (let at = open + 1; at < text.length; at++) {
    if (quote === '"' && text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === quote) return at;
  }
  return -1;
}
