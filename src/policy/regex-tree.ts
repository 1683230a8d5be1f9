/** What a regular expression is made of, as far as the time it takes depends on it. */
export type RegexNode =
  | { readonly kind: 'chars'; readonly set: bigint }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly of: RegexNode; readonly min: number; readonly max: number }
  /** A place that has to be right and takes no character; what is looked at stands in `of`. */
  | { readonly kind: 'assertion'; readonly of?: RegexNode; readonly behind?: true };

/** A construct that is not read; its message says which. */
export class UnreadableRegex extends Error {}

/** Sets of characters: one bit for each of ASCII, and one for all others. */
const OTHERS = 1n << 128n;
const ALL = (1n << 129n) - 1n;
const bit = (code: number): bigint => (code < 128 ? 1n << BigInt(code) : OTHERS);

function span(from: number, to: number): bigint {
  let set = to >= 128 ? OTHERS : 0n;
  for (let code = from; code <= Math.min(to, 127); code++) set |= bit(code);
  return set;
}

const DIGITS = span(48, 57);
const WORD = DIGITS | span(65, 90) | span(97, 122) | bit(95);
const SPACES = span(9, 13) | bit(32) | OTHERS;
const CLASSES: Readonly<Record<string, bigint>> = {
  d: DIGITS,
  D: ALL & ~DIGITS,
  w: WORD,
  W: ALL & ~WORD,
  s: SPACES,
  S: ALL & ~(SPACES & ~OTHERS),
};
const NOT_NEWLINE = ALL & ~(bit(10) | bit(13));
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12, 0: 0 };

/** Reads a regular expression that JavaScript takes without flags. @throws UnreadableRegex for what is not followed here */
export function readRegex(source: string): RegexNode {
  return new Reader(source).choice();
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  choice(): RegexNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#peek())) items.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', items };
  }

  #repeated(of: RegexNode): RegexNode {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at));
    if (found === null) return of;
    this.#at += found[0].length;
    const [text, low, comma, high] = found;
    if (low === undefined)
      return { kind: 'repeat', of, min: text.startsWith('+') ? 1 : 0, max: text.startsWith('?') ? 1 : Infinity };
    const min = Number(low);
    return { kind: 'repeat', of, min, max: comma === '' ? min : high === '' ? Infinity : Number(high) };
  }

  #atom(): RegexNode {
    const char = this.#next();
    if (char === '(') return this.#group();
    if (char === '[') return { kind: 'chars', set: this.#class() };
    if (char === '.') return { kind: 'chars', set: NOT_NEWLINE };
    if (char === '^' || char === '$') return { kind: 'assertion' };
    if (char === '\\') return this.#escape();
    return { kind: 'chars', set: bit(char.charCodeAt(0)) };
  }

  #group(): RegexNode {
    const look = /^\?(<?)[=!]/.exec(this.#source.slice(this.#at));
    if (look !== null) {
      this.#at += look[0].length;
      return { kind: 'assertion', of: this.#inside(), ...(look[1] === '<' ? { behind: true } : {}) };
    }
    if (this.#peek() === '?') {
      const start = /^\?(?::|<[\w$]+>)/.exec(this.#source.slice(this.#at));
      if (start === null) throw new UnreadableRegex('a group with modifiers');
      this.#at += start[0].length;
    }
    return this.#inside();
  }

  #inside(): RegexNode {
    const node = this.choice();
    if (!this.#take(')')) throw new UnreadableRegex('a group that is not closed');
    return node;
  }

  #escape(): RegexNode {
    if (/[bB]/.test(this.#peek())) {
      this.#at += 1;
      return { kind: 'assertion' };
    }
    if (/[1-9k]/.test(this.#peek())) throw new UnreadableRegex('a back-reference');
    if (/[pP]/.test(this.#peek())) throw new UnreadableRegex('\\p, which needs a flag');
    return { kind: 'chars', set: this.#escaped() };
  }

  /** What a backslash and the following stand for, within or outside of a class. */
  #escaped(): bigint {
    const char = this.#next();
    const known = CLASSES[char];
    if (known !== undefined) return known;
    const control = CONTROLS[char];
    if (control !== undefined) return bit(control);
    if (char === 'c') return span(0, 31) | bit(92) | bit(99);
    const hex = (char === 'x' ? /^[\da-f]{2}/i : char === 'u' ? /^[\da-f]{4}/i : /^$/).exec(
      this.#source.slice(this.#at),
    )?.[0];
    if (hex !== undefined && hex !== '') {
      this.#at += hex.length;
      return bit(Number.parseInt(hex, 16));
    }
    return bit(char.charCodeAt(0));
  }

  #class(): bigint {
    const negated = this.#take('^');
    let set = 0n;
    while (!this.#take(']')) {
      const from = this.#classAtom();
      if (this.#peek() === '-' && this.#source[this.#at + 1] !== ']') {
        this.#at += 1;
        set |= between(from, this.#classAtom());
      } else set |= from;
    }
    return negated ? ALL & ~(set & ~OTHERS) : set;
  }

  #classAtom(): bigint {
    const char = this.#next();
    if (char !== '\\') return bit(char.charCodeAt(0));
    if (this.#take('b')) return bit(8);
    return this.#escaped();
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #next(): string {
    const char = this.#peek();
    if (char === '') throw new UnreadableRegex('an end in the middle');
    this.#at += 1;
    return char;
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }
}

/** A range within a class; when an end is a class itself, the dash is a character. */
function between(from: bigint, to: bigint): bigint {
  const low = codeOf(from);
  const high = codeOf(to);
  return low === undefined || high === undefined ? from | to | bit(45) : span(low, high);
}

function codeOf(set: bigint): number | undefined {
  const code = set.toString(2).length - 1;
  return set === 1n << BigInt(code) ? code : undefined;
}
