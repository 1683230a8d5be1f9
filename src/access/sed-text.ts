import { line, opaque } from './inner-commands.js';
import { TextEffects, type TextReading } from './inner-text.js';
import { literal } from './word.js';

const ADDRESS = /(?:\d+(?:~\d+)?|\$)[ \t]*/y;
const SECOND = /,[ \t]*(?:[+~]?\d+|\$)?[ \t]*/y;
const FLAGS_OF_PATTERN = /[IM]*[ \t]*/y;
const NEGATION = /(?:![ \t]*)*/y;
/** What may stand between two commands. */
const GAP = /(?:[\s;}]|#[^\n]*)*/y;
/** Commands that are done once their own letter is read; some take a number or a label. */
const PLAIN = /[={dDgGhHnNpPxFz]|[lLqQ][ \t]*\d*|[bTt:v][ \t]*[^;\s}]*/y;
/** Text to print: up to the end of a line that does not go on. */
const PRINTED = /[aic](?:[^\n\\]|\\[\s\S])*\\?/y;
const NAMED_FILE = /([rRwW])[ \t]*([^\n]*)/y;
const COMMAND = /e[ \t]*([^\n]*)/y;
const SUBSTITUTE_FLAGS = /([gpiImMe\d]*)[ \t]*(?:w[ \t]*([^\n]*))?/y;
/** A piece of a pattern: a mark inside of `[…]` does not end it. */
const IN_PATTERN = /\\[\s\S]|\[\^?\]?(?:\[([:.=])[^\]]*\1\]|\\[^\]]|[^\]\\])*\]|[\s\S]/y;
const IN_TEXT = /\\[\s\S]|[\s\S]/y;
const END = /[ \t]*(?=[;}#\n]|$)/y;

/** Reads a script of sed command by command, as GNU sed does; what it cannot read may do anything. */
class SedScript {
  readonly effects: TextEffects = new TextEffects();
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    for (this.#take(GAP); this.#at < this.#text.length; this.#take(GAP)) {
      const start = this.#at;
      if (!this.#addresses() || !this.#command() || this.#at === start) {
        this.effects.all('sed is given a script that cannot be read');
        return;
      }
    }
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at += match[0].length;
    return match ?? undefined;
  }

  #addresses(): boolean {
    if (this.#take(ADDRESS) === undefined && !this.#patternAddress()) return false;
    const comma = this.#take(SECOND);
    if (comma !== undefined && /,[ \t]*$/.test(comma[0]) && !this.#patternAddress()) return false;
    this.#take(NEGATION);
    return true;
  }

  /** `/x/I` or `\%x%`, if there is one. False when it does not end. */
  #patternAddress(): boolean {
    const mark = /\\([\s\S])|\//y;
    const start = this.#take(mark);
    if (start === undefined) return true;
    if (!this.#upTo(start[1] ?? '/')) return false;
    this.#take(FLAGS_OF_PATTERN);
    return true;
  }

  /** Moves behind the mark. False when there is none, or when it is not sure which one ends the pattern. */
  #upTo(mark: string, piece = IN_PATTERN): boolean {
    while (this.#at < this.#text.length) {
      if (this.#text.charAt(this.#at) === mark) {
        this.#at++;
        return true;
      }
      const [taken] = this.#take(piece) ?? [];
      if (taken === undefined || (taken === '[' && piece === IN_PATTERN)) return false;
    }
    return false;
  }

  #command(): boolean {
    if (this.#take(PLAIN) !== undefined) return this.#text.charAt(this.#at - 1) === '{' || this.#ends();
    if (this.#take(PRINTED) !== undefined) return true;
    const file = this.#take(NAMED_FILE);
    if (file !== undefined) this.effects.file(/r/i.test(file[1] ?? '') ? 'reads' : 'writes', file[2]);
    else if (/[sy]/.test(this.#text.charAt(this.#at))) return this.#substitute() && this.#ends();
    else {
      const command = this.#take(COMMAND);
      if (command === undefined) return false;
      const [, text = ''] = command;
      this.effects.runs.push(text === '' ? opaque('sed runs what it reads') : line(literal(text)));
    }
    return true;
  }

  #ends(): boolean {
    return this.#take(END) !== undefined;
  }

  #substitute(): boolean {
    const letter = this.#text.charAt(this.#at++);
    const mark = this.#text.charAt(this.#at++);
    if (mark === '' || mark === '\\' || mark === '\n' || !this.#upTo(mark, letter === 'y' ? IN_TEXT : IN_PATTERN))
      return false;
    if (!this.#upTo(mark, IN_TEXT)) return false;
    if (letter === 'y') return true;
    const [, flags = '', file] = this.#take(SUBSTITUTE_FLAGS) ?? [];
    if (flags.includes('e')) this.effects.runs.push(opaque('sed runs what a substitution makes'));
    if (file !== undefined) this.effects.file('writes', file);
    return true;
  }
}

/** GNU sed: the `e` command and flag run a shell; `r` reads and `w` writes a file. */
export function readSed(text: string): TextReading {
  const script = new SedScript(text);
  script.read();
  return script.effects;
}
