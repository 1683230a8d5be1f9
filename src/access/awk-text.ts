import { line, opaque } from './inner-commands.js';
import { TextEffects, type TextReading } from './inner-text.js';
import { literal } from './word.js';

interface Token {
  readonly kind: 'string' | 'pattern' | 'name' | 'number' | 'mark' | 'newline';
  readonly text: string;
}

const BLANK = /(?:[ \t\r]|\\\r?\n|#[^\n]*)*/y;
const TOKEN =
  /"((?:[^"\\\n]|\\[\s\S])*)"|([A-Za-z_]\w*)|(\d[\w.]*|\.\d+)|(\n)|(\|\||\|&|&&|>>|[<>=!]=|\+\+|--|[-+*%^]=|[\s\S])/y;
const PATTERN = /\/((?:[^/\\\n[]|\\.|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\])*)\//y;
/** After one of these a slash divides; after `)` and names of the language it may do either. */
const DIVIDES = /^(?:name|number|string)$/;
const KEYWORD = /^(?:getline|print|printf|return|in|else|do|case|delete|exit)$/;

/** The pieces of a program; undefined when it is not sure where a string, a comment or a pattern begins. */
function tokens(text: string): Token[] | undefined {
  const found: Token[] = [];
  for (let at = 0; at < text.length;) {
    BLANK.lastIndex = at;
    at += BLANK.exec(text)?.[0].length ?? 0;
    if (at >= text.length) break;
    const pattern = patternAt(text, at, found.at(-1));
    if (pattern === 'unclear') return undefined;
    TOKEN.lastIndex = at;
    const match = pattern ?? TOKEN.exec(text);
    if (match === null || match[5] === '"') return undefined;
    at += match[0].length;
    found.push(pattern === undefined ? tokenOf(match) : { kind: 'pattern', text: pattern[0] });
  }
  return found;
}

function tokenOf([all, string, name, number, newline]: RegExpExecArray): Token {
  if (string !== undefined) return { kind: 'string', text: string };
  if (newline !== undefined) return { kind: 'newline', text: '\n' };
  return { kind: name !== undefined ? 'name' : number !== undefined ? 'number' : 'mark', text: all };
}

/** The pattern that begins here; none where a slash divides. Where it may be either, what hides in it decides. */
function patternAt(text: string, at: number, before: Token | undefined): RegExpExecArray | 'unclear' | undefined {
  if (text.charAt(at) !== '/') return undefined;
  PATTERN.lastIndex = at;
  const match = PATTERN.exec(text);
  const role = slashAfter(before);
  // What does not end as a pattern still may begin one, where a program may hide what follows.
  const whole = match === null ? text.slice(at).replace(/\n[\s\S]*/, '') : match[0];
  const doubtful = role === 'either' || (role === 'begins' && match !== null && ENDS_EARLY.test(whole));
  if (doubtful && HIDING.test(whole)) return 'unclear';
  return role === 'begins' && match !== null ? match : undefined;
}

/** What makes the rest of a line a string or a comment. */
const HIDING = /["#]/;
/** Some awks end a pattern at a slash inside of brackets. */
const ENDS_EARLY = /\[[^\]]*\//;

function slashAfter(before: Token | undefined): 'begins' | 'divides' | 'either' {
  if (before === undefined) return 'begins';
  if (/^(?:[)\]$]|\+\+|--)$/.test(before.text) || KEYWORD.test(before.text)) return 'either';
  return DIVIDES.test(before.kind) ? 'divides' : 'begins';
}

/** What gives values to what it is handed. */
const ASSIGNS = /^(?:g?sub|getline|split|patsplit|asorti?|match)$/;

/** What a program does besides reading the files it was given. */
class AwkProgram {
  readonly effects: TextEffects = new TextEffects();
  readonly #tokens: readonly Token[];

  constructor(found: readonly Token[]) {
    this.#tokens = found;
  }

  read(): void {
    this.#tokens.forEach((token, at) => {
      if (token.kind === 'mark') this.#mark(token.text, at);
      else if (token.kind === 'name') this.#name(token.text, at);
    });
  }

  #text(at: number): string | undefined {
    const token = this.#tokens[at];
    return token?.kind === 'string' ? undefined : token?.text;
  }

  #mark(text: string, at: number): void {
    if (text === '@') this.effects.all('awk calls or loads what its program names');
    else if (text === '|' || text === '|&') this.#pipe(at);
  }

  /** `"cmd" | getline` and `print | "cmd"`; anything but one plain string is made up by the program. */
  #pipe(at: number): void {
    const before = this.#text(at - 2);
    const reads = this.#text(at + 1) === 'getline';
    const alone = reads
      ? before === undefined
        ? at === 1
        : /^(?:[{;(!\n]|\|\||&&)$/.test(before)
      : this.#operand(at + 1).length === 1;
    this.#run(alone ? this.#tokens[reads ? at - 1 : at + 1] : undefined);
  }

  #run(token: Token | undefined): void {
    const text = plainString(token);
    this.effects.runs.push(text === undefined ? opaque('awk runs what its program makes up') : line(literal(text)));
  }

  #name(text: string, at: number): void {
    switch (text) {
      case 'system':
        this.#run(this.#text(at + 1) === '(' && this.#text(at + 3) === ')' ? this.#tokens[at + 2] : undefined);
        break;
      case 'getline':
        this.#redirection('reads', at, /^<$/);
        break;
      case 'print':
      case 'printf':
        this.#redirection('writes', at, /^>>?$/);
        break;
      case 'ARGV':
      case 'ARGC':
        this.#inputs(at);
        break;
      default:
    }
  }

  /** Input files that the program names itself: all but an emptied one. */
  #inputs(at: number): void {
    const rest = this.#operand(at);
    const equals = rest.findIndex((token) => token.kind === 'mark' && /^(?:[-+*%^]?=|\+\+|--)$/.test(token.text));
    const handed = /^[,)]$/.test(this.#text(at + 1) ?? '') || this.#tokens.some(({ text }) => ASSIGNS.test(text));
    if (handed || (equals > 0 && !(rest.length === equals + 2 && rest[equals + 1]?.text === '')))
      this.effects.file('reads', undefined);
  }

  #redirection(kind: 'reads' | 'writes', at: number, mark: RegExp): void {
    const rest = this.#operand(at + 1);
    let depth = 0;
    const index = rest.findIndex((token) => {
      if (token.kind !== 'mark') return false;
      if (/[([]/.test(token.text)) depth++;
      else if (/[)\]]/.test(token.text)) depth--;
      return depth === 0 && mark.test(token.text);
    });
    if (index < 0) return;
    const target = rest.slice(index + 1);
    const end = kind === 'reads' ? target.findIndex((token) => /^(?:[<>=!]=|>|&&|\|\|)$/.test(token.text)) : -1;
    const name = end < 0 ? target : target.slice(0, end);
    this.effects.file(kind, name.length === 1 ? plainString(name[0]) : undefined);
  }

  /** The pieces from here to the end of the statement, or of the brackets around it. */
  #operand(start: number): readonly Token[] {
    let depth = 0;
    let at = start;
    for (; at < this.#tokens.length; at++) {
      const token = this.#tokens[at];
      if (token?.kind === 'newline' && this.#tokens[at - 1]?.text !== ',') break;
      if (token?.kind !== 'mark') continue;
      if (/[([]/.test(token.text)) depth++;
      else if (/[)\]]/.test(token.text) && --depth < 0) break;
      else if (/[;{}]/.test(token.text)) break;
    }
    return this.#tokens.slice(start, at);
  }
}

/** The text of a string that is what it says. */
const plainString = (token: Token | undefined): string | undefined =>
  token?.kind === 'string' && !token.text.includes('\\') ? token.text : undefined;

/** awk: `system("…")`, `"…" | getline`, `print | "…"`, `print > "…"` and `getline < "…"`; only literal texts can be known. */
export function readAwk(text: string): TextReading {
  const found = tokens(text);
  const program = new AwkProgram(found ?? []);
  if (found === undefined) program.effects.all('awk is given a program that cannot be read');
  else program.read();
  return program.effects;
}
