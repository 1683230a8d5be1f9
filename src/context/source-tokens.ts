/**
 * The tokens of a JavaScript or TypeScript source that stand outside all brackets, each bracketed group as one token.
 * Enough to find declarations and where statements end; es-module-lexer tells the exports.
 */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'template' | 'regex' | 'group' | 'punctuator';
  readonly start: number;
  readonly end: number;
  /** The token as written; of a group its opening bracket. */
  readonly text: string;
  /** True when a line ends between the token before and this one. */
  readonly line: boolean;
}

/** A source whose brackets or literals could not be told apart (JSX text is the usual reason). */
export class Unreadable extends Error {}

const SPACE = /(?:[\s\uFEFF]|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)+/y;
const NUMBER = /\.?\d(?:[eE][+-]\d|[\w.])*/y;
const WORD =
  /#?(?:[\p{ID_Start}$_]|\\u\{[\da-f]+\}|\\u[\da-f]{4})(?:[\p{ID_Continue}$\u200c\u200d]|\\u\{[\da-f]+\}|\\u[\da-f]{4})*/iuy;
const REGEX = /\/(?:[^/\\[\n\r]|\\.|\[(?:[^\]\\\n\r]|\\.)*\])+\/[a-z]*/y;
const PUNCTUATOR = /=>|\.\.\.|\?\.(?!\d)|\+\+|--|[=!]==?|[<>]=|[^]/uy;
const NEW_LINE = /[\n\r\u2028\u2029]/;

/** Words after which an operand is due, so that a `/` starts a regular expression and a line end ends nothing. */
const OPERATORS = new Set(
  'as async await case delete do else extends function class implements in instanceof new of return satisfies throw typeof void yield'.split(
    ' ',
  ),
);
/** Words before a parenthesis after which a statement, and so perhaps a regular expression, may start. */
const HEADS = new Set(['if', 'for', 'while', 'with']);

interface Open {
  readonly bracket: string;
  readonly start: number;
  readonly line: boolean;
  /** A `/` after the closing bracket starts a regular expression. */
  readonly regexAfter: boolean;
}

/** Reads the tokens outside all brackets. @throws Unreadable when brackets or literals do not close */
export function topLevelTokens(source: string): Token[] {
  return new Reader(source).read();
}

/** The source with its comments made blank, every other character where it was. @throws Unreadable */
export function withoutComments(source: string): string {
  const reader = new Reader(source);
  reader.read();
  let result = '';
  let at = 0;
  for (const { start, end } of reader.comments) {
    result += source.slice(at, start) + source.slice(start, end).replace(/[^\n\r]/g, ' ');
    at = end;
  }
  return result + source.slice(at);
}

class Reader {
  /** Stretches of white space with a comment in them. */
  readonly comments: { readonly start: number; readonly end: number }[] = [];
  readonly #source: string;
  readonly #tokens: Token[] = [];
  readonly #open: Open[] = [];
  #at = 0;
  #line = false;
  /** The token before, at any depth. */
  #before: Pick<Token, 'kind' | 'text'> | undefined;
  #member = false;
  #regexAllowed = true;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Token[] {
    const hashbang = /^\uFEFF?#!.*/.exec(this.#source);
    if (hashbang !== null) this.#at = hashbang[0].length;
    for (;;) {
      const space = this.#match(SPACE);
      if (space !== undefined && NEW_LINE.test(space)) this.#line = true;
      if (space?.includes('/') === true) this.comments.push({ start: this.#at - space.length, end: this.#at });
      if (this.#at >= this.#source.length) break;
      this.#next();
    }
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) throw this.#error(unclosed.start);
    return this.#tokens;
  }

  #next(): void {
    const start = this.#at;
    const c = this.#source.charAt(start);
    if (c === '`') this.#template(start);
    else if (c === "'" || c === '"') this.#literal('string', start, this.#string(c), false);
    else if (c === '/' && this.#regexAllowed) this.#literal('regex', start, this.#match(REGEX), false);
    else if (!this.#numberOrWord(start)) this.#punctuation(start);
  }

  #numberOrWord(start: number): boolean {
    const number = this.#match(NUMBER);
    const word = number === undefined ? this.#match(WORD) : undefined;
    if (number !== undefined) this.#literal('number', start, number, false);
    if (word !== undefined) this.#literal('word', start, word, OPERATORS.has(word) && this.#before?.text !== '.');
    return number !== undefined || word !== undefined;
  }

  #punctuation(start: number): void {
    const text = this.#match(PUNCTUATOR);
    if (text === '(' || text === '[' || text === '{') {
      this.#open.push({ bracket: text, start, line: this.#line, regexAfter: this.#statementAfter(text) });
      this.#settle({ kind: 'punctuator', text }, true);
    } else if (text === ')' || text === ']' || text === '}') this.#close(text, start);
    else this.#literal('punctuator', start, text, text !== '++' && text !== '--');
  }

  #close(bracket: string, start: number): void {
    const opened = this.#open.pop();
    if (opened?.bracket === '`') {
      this.#templateRest(opened);
      return;
    }
    if (opened === undefined || `${opened.bracket}${bracket}`.search(/^(?:\(\)|\[\]|\{\})$/) === -1)
      throw this.#error(start);
    this.#emit('group', opened, opened.bracket);
    this.#settle({ kind: 'group', text: opened.bracket }, opened.regexAfter);
  }

  #template(start: number): void {
    this.#at += 1;
    this.#templateRest({ bracket: '`', start, line: this.#line, regexAfter: false });
  }

  #templateRest(opened: Open): void {
    if (this.#templateEnds(opened)) {
      this.#emit('template', opened, '`');
      this.#settle({ kind: 'template', text: '`' }, false);
      return;
    }
    this.#open.push(opened);
    this.#settle({ kind: 'punctuator', text: '{' }, true);
  }

  /** Steps over a quoted string; undefined when its line ends first. A loop: a pattern would recurse on long strings. */
  #string(quote: string): string | undefined {
    const start = this.#at;
    for (let i = start + 1; i < this.#source.length; i++) {
      const c = this.#source.charAt(i);
      if (c === '\\') i += this.#source.startsWith('\r\n', i + 1) ? 2 : 1;
      else if (c === quote) {
        this.#at = i + 1;
        return this.#source.slice(start, i + 1);
      } else if (c === '\n' || c === '\r') return undefined;
    }
    return undefined;
  }

  /** Steps over template text up to its end (true) or to a `${` (false). */
  #templateEnds(opened: Open): boolean {
    for (let i = this.#at; i < this.#source.length; i++) {
      const c = this.#source.charAt(i);
      if (c === '\\') i += 1;
      else if (c === '`' || (c === '$' && this.#source.charAt(i + 1) === '{')) {
        this.#at = c === '`' ? i + 1 : i + 2;
        return c === '`';
      }
    }
    throw this.#error(opened.start);
  }

  #literal(kind: Token['kind'], start: number, text: string | undefined, regexAllowed: boolean): void {
    if (text === undefined) throw this.#error(start);
    this.#emit(kind, { start, line: this.#line }, text);
    this.#member = this.#before?.text === '.' || this.#before?.text === '?.';
    this.#settle({ kind, text }, regexAllowed);
  }

  #emit(kind: Token['kind'], { start, line }: Pick<Open, 'start' | 'line'>, text: string): void {
    if (this.#open.length === 0) this.#tokens.push({ kind, start, end: this.#at, text, line });
  }

  #settle(token: Pick<Token, 'kind' | 'text'>, regexAllowed: boolean): void {
    this.#before = token;
    this.#regexAllowed = regexAllowed;
    this.#line = false;
  }

  /** Whether what follows the bracket's partner is a statement rather than a division. */
  #statementAfter(bracket: string): boolean {
    const before = this.#before;
    if (bracket === '[') return false;
    if (bracket === '(') return before?.kind === 'word' && HEADS.has(before.text) && !this.#member;
    if (before === undefined || before.kind === 'group') return true;
    if (before.kind === 'word') return !OPERATORS.has(before.text) || /^(?:do|else)$/.test(before.text);
    return before.text === ';' || before.text === '=>' || before.text === '{';
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#source)?.[0];
    if (text !== undefined) this.#at += text.length;
    return text;
  }

  #error(index: number): Unreadable {
    const line = this.#source.slice(0, index).split('\n').length;
    return new Unreadable(`line ${line} could not be read`);
  }
}

/** Words that go on with an expression although a line ended before them. */
const CONTINUING = new Set(['as', 'extends', 'implements', 'in', 'instanceof', 'of', 'satisfies']);

/** True when a line end between the two tokens ends the statement (automatic semicolon insertion). */
export function endsAtLine(before: Token, next: Token): boolean {
  return next.line && endsOperand(before) && !continues(next);
}

const stepping = ({ text }: Token): boolean => text === '++' || text === '--';

function endsOperand(token: Token): boolean {
  if (token.kind === 'punctuator') return stepping(token);
  return token.kind !== 'word' || !OPERATORS.has(token.text);
}

function continues(token: Token): boolean {
  if (token.kind === 'punctuator') return token.text !== '@' && !stepping(token);
  if (token.kind === 'word') return CONTINUING.has(token.text);
  return token.kind === 'group' || token.kind === 'template';
}

/** The text of the token at `index`, empty where there is none. */
export const textAt = (tokens: readonly Token[], index: number): string => tokens[index]?.text ?? '';

/**
 * The tokens as one line of words that patterns can be held against: a space between two, a line end before a token that
 * starts a line, brackets for groups, strings without their quotes when they are names, else as a quote.
 */
export function shapeOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ kind, text, line }) => {
      const word = kind === 'string' ? (/^.([\w$]+).$/.exec(text)?.[1] ?? '"') : kind === 'regex' ? '/' : text;
      return line ? `\n${word}` : word;
    })
    .join(' ');
}

/** Index of the first token after the statement that `from` stands in; its `;` belongs to it. */
export function afterStatement(tokens: readonly Token[], from: number): number {
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i];
    const next = tokens[i + 1];
    if (textAt(tokens, i) === ';') return i + 1;
    if (token !== undefined && next !== undefined && endsAtLine(token, next)) return i + 1;
  }
  return tokens.length;
}
