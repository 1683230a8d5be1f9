import { type ParameterExpansionPart, parse, type Word as SyntaxWord, type WordPart } from 'unbash';
import { braceAlternatives } from './shell-braces.js';
import type { Word } from './word.js';

/** What is known of the variables at one place of a line: the value, undefined for unset, null for not known. */
export interface Variables {
  readonly value: (name: string) => string | undefined | null;
  /** `$1`, `$2`, …; undefined when they are not known. */
  readonly positionals: () => readonly string[] | undefined;
  /** False when IFS was changed, so that it is not known where an unquoted value splits. */
  readonly splitsAtBlanks: () => boolean;
}

interface Piece {
  readonly text: string;
  readonly quoted: boolean;
  readonly known: boolean;
  /** Written as a glob, or a value in which the shell looks for one. */
  readonly glob?: boolean;
  /** A quoted piece that may still become several words (`"$@"`). */
  readonly many?: boolean;
}

/** The words that a written word becomes; none when it vanishes (an unset variable without quotes). */
export function expandWord(word: SyntaxWord, variables: Variables, depth = 0): Word[] {
  const brace = word.parts?.find((part) => part.type === 'BraceExpansion');
  if (brace !== undefined && word.parts !== undefined) {
    const alternatives = depth > 3 ? undefined : braceAlternatives(brace.text);
    if (alternatives === undefined) return [{ text: word.text, known: false, single: false }];
    const start = brace.pos - word.pos;
    const before = word.text.slice(0, start);
    const after = word.text.slice(start + brace.text.length);
    return alternatives.flatMap((text) =>
      writtenWords(before + text + after).flatMap((one) => expandWord(one, variables, depth + 1)),
    );
  }
  return new Fields(variables, true).of(word);
}

/** The one word that an assignment's value or a redirection's target becomes: nothing splits. */
export function expandValue(word: SyntaxWord, variables: Variables): Word {
  return new Fields(variables, false).of(word)[0] ?? { text: '', known: true, single: true };
}

/** The body of a here-document, when no running command is needed to know it. */
export function expandBody(
  parts: readonly WordPart[] | undefined,
  text: string,
  variables: Variables,
): string | undefined {
  if (parts === undefined) return unescapeBody(text);
  const fields = new Fields(variables, false);
  for (const part of parts) fields.quotedPart(part);
  const [word] = fields.finish();
  if (word === undefined) return '';
  return word.known ? unescapeBody(word.text) : undefined;
}

const unescapeBody = (text: string): string =>
  text.replace(/\\([\\$`\n])/g, (_, char: string) => (char === '\n' ? '' : char));

function writtenWords(text: string): readonly SyntaxWord[] {
  const statement = parse(`: ${text}`).commands[0]?.command;
  return statement?.type === 'Command' ? statement.args.filter((arg) => arg.type === 'Word') : [];
}

/** Builds the words out of pieces, splitting where the shell does. */
class Fields {
  readonly #variables: Variables;
  readonly #splits: boolean;
  readonly #fields: Piece[][] = [];
  #open = false;

  constructor(variables: Variables, splits: boolean) {
    this.#variables = variables;
    this.#splits = splits;
  }

  of(word: SyntaxWord): Word[] {
    if (word.parts === undefined) {
      this.#literal(word.text, word.value, true);
    } else {
      word.parts.forEach((part, index) => {
        if (part.type === 'Literal') this.#literal(part.text, part.value, index === 0, word.parts?.length === 1);
        else this.#part(part);
      });
    }
    return this.finish();
  }

  finish(): Word[] {
    return this.#fields.map((pieces) => {
      const globs = this.#splits && pieces.some((piece) => piece.glob === true);
      return {
        text: pieces.map((piece) => piece.text).join(''),
        known: pieces.every((piece) => piece.known),
        single: pieces.every((piece) => piece.known || (piece.quoted && piece.many !== true) || !this.#splits),
        ...(globs
          ? { pattern: pieces.map((piece) => (piece.glob === true ? piece.text : escapeGlob(piece.text))).join('') }
          : {}),
      };
    });
  }

  #add(piece: Piece): void {
    if (!this.#open) this.#fields.push([]);
    this.#open = true;
    this.#fields.at(-1)?.push(piece);
  }

  /** A piece of unquoted text; a tilde at the very start is the home folder. */
  #literal(text: string, value: string, first: boolean, alone = true): void {
    const tilde = first ? /^~([\w.+-]*)(?=\/|$)/.exec(text) : null;
    if (tilde === null || (!alone && !text.includes('/'))) {
      this.#add({ text: value, quoted: true, known: true });
      return;
    }
    const rest = value.slice(tilde[0].length);
    const home = tilde[1] === '' ? this.#variables.value('HOME') : null;
    if (typeof home === 'string') this.#add({ text: home + rest, quoted: true, known: true });
    else this.#add({ text: value, quoted: true, known: false });
  }

  #part(part: WordPart): void {
    switch (part.type) {
      case 'Glob':
        this.#add({ text: part.text, quoted: false, known: true, glob: true });
        break;
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        this.#add({ text: part.value, quoted: true, known: true });
        break;
      case 'DoubleQuoted':
      case 'LocaleString':
        if (part.parts.length === 0) this.#add({ text: '', quoted: true, known: true });
        for (const child of part.parts) this.quotedPart(child);
        break;
      default:
        this.#expansion(part, false);
    }
  }

  quotedPart(part: WordPart): void {
    if (part.type === 'Literal') this.#add({ text: part.value, quoted: true, known: true });
    else this.#expansion(part, true);
  }

  #expansion(part: WordPart, quoted: boolean): void {
    const name = part.type === 'SimpleExpansion' ? part.text.slice(1) : undefined;
    if (name === '@' || name === '*') {
      this.#positionals(name, part.text, quoted);
      return;
    }
    const value =
      part.type === 'ParameterExpansion'
        ? parameterValue(part, this.#variables)
        : name === undefined
          ? null
          : simpleValue(name, this.#variables);
    if (value === null) this.#add({ text: part.text, quoted, known: false, many: /^\$\{?\w*[@[]/.test(part.text) });
    else if (quoted || !this.#splits) this.#add({ text: value, quoted: true, known: true });
    else this.#split(value, part.text);
  }

  #positionals(name: '@' | '*', text: string, quoted: boolean): void {
    const list = this.#variables.positionals();
    if (list === undefined || (name === '*' && quoted && list.length > 1)) {
      this.#add({ text, quoted, known: false, many: true });
      return;
    }
    list.forEach((value, index) => {
      if (index > 0) this.#open = false;
      if (quoted) this.#add({ text: value, quoted: true, known: true });
      else this.#split(value, text);
    });
  }

  /** An unquoted value: blanks in it end the word. */
  #split(value: string, written: string): void {
    if (!this.#variables.splitsAtBlanks() && /\W/.test(value)) {
      this.#add({ text: written, quoted: false, known: false });
      return;
    }
    for (const [token] of value.matchAll(/[ \t\n]+|[^ \t\n]+/g)) {
      if (/^\s/.test(token)) this.#open = false;
      else this.#add({ text: token, quoted: false, known: true, ...(/[*?[]/.test(token) ? { glob: true } : {}) });
    }
  }
}

const escapeGlob = (text: string): string => text.replace(/[\\*?[\]{}()!+@]/g, '\\$&');

function simpleValue(name: string, variables: Variables): string | null {
  if (/^[1-9]$/.test(name)) {
    const list = variables.positionals();
    return list === undefined ? null : (list[Number(name) - 1] ?? '');
  }
  if (!/^[A-Za-z_]\w*$/.test(name)) return null;
  const value = variables.value(name);
  return value === undefined ? '' : value;
}

function parameterValue(part: ParameterExpansionPart, variables: Variables): string | null {
  const { operation, parameter } = part;
  if (part.prefix !== undefined || part.index !== undefined) return null;
  if (operation === undefined) return simpleValue(parameter, variables);
  if (operation.type !== 'Default' || !/^[A-Za-z_]\w*$/.test(parameter)) return null;
  const value = variables.value(parameter);
  if (value === null) return null;
  const isSet = value !== undefined && (value !== '' || !operation.operator.startsWith(':'));
  const other = (): string | null => knownText(expandValue(operation.operand, variables));
  if (operation.operator.endsWith('+')) return isSet ? other() : '';
  return isSet ? value : other();
}

const knownText = (word: Word): string | null => (word.known ? word.text : null);
