import { ANYTHING, NUMBER, type Origin, originOfArithmetic, originOfText } from './shell-origins.js';
import { literal, type Word } from './word.js';

/** An argument of a builtin, and what it brings with it where it is evaluated. */
export interface Operand {
  readonly word: Word;
  readonly origin: Origin;
}

/** What a builtin does to the variables of its shell. */
export interface Effects {
  /** Variables that get a value (null: one that is not known), or lose theirs. */
  readonly sets: readonly Setting[];
  /** Texts that the shell evaluates. */
  readonly evaluates: readonly Origin[];
  /** Why nothing in the line can be told any more. */
  readonly opaque?: string;
  /** True when any variable may be another one afterwards. */
  readonly loses: boolean;
}

export interface Setting {
  readonly name: string;
  readonly value: string | null;
  readonly origin: Origin;
}

/** `NAME=value` words: a value in brackets is a list that is evaluated once the variable is an array. */
const DECLARES = new Set('declare export local readonly typeset'.split(' '));
/** Options that take a word: a text that is no name, and (in `names`) the name of a variable. */
interface Values {
  readonly texts: string;
  readonly names: string;
}
const NO_VALUES: Values = { texts: '', names: '' };
const OPTIONS: Readonly<Record<string, Values>> = {
  mapfile: { texts: 'CcdnOsu', names: '' },
  printf: { texts: '', names: 'v' },
  read: { texts: 'dinNptu', names: 'a' },
  readarray: { texts: 'CcdnOsu', names: '' },
  wait: { texts: '', names: 'p' },
};
/** Builtins whose operands are names that they set or unset. */
const SETTERS: ReadonlySet<string> = new Set([
  ...DECLARES,
  ...'getopts let mapfile printf read readarray unset wait'.split(' '),
]);
/** Builtins that make an array of what they set. */
const ARRAY_MAKERS: ReadonlySet<string> = new Set(['mapfile', 'readarray']);

export const isSetter = (name: string): boolean => SETTERS.has(name);
/** The pseudo-variable for the lists that a variable is given: they are evaluated once it is an array. */
export const listOf = (name: string): string => `${name}=()`;
/** What evaluates the lists that a variable is given. */
export const asArray = (name: string): Origin => ({ names: [listOf(name)], armed: false });

const NONE: Effects = { sets: [], evaluates: [], loses: false };
const NAME = /^[A-Za-z_]\w*$/;

/** What a builtin called so does. */
export function effectsOf(builtin: string, operands: readonly Operand[]): Effects {
  if (builtin === 'test' || builtin === '[') return { ...NONE, evaluates: testedTexts(operands) };
  if (!SETTERS.has(builtin)) return NONE;
  return new SetterCall(builtin, operands);
}

/** What a call has for options (their letters), and the operands that are, or may be, names. */
interface Call {
  readonly flags: string;
  readonly named: readonly Operand[];
}

function readCall(builtin: string, operands: readonly Operand[]): Call {
  const end = operands.findIndex(({ word }) => word.known && word.text === '--');
  const named: Operand[] = [];
  let flags = '';
  let value: Cluster['takes'];
  for (const operand of end < 0 ? operands : operands.slice(0, end)) {
    const option = value === undefined ? readCluster(operand.word, OPTIONS[builtin] ?? NO_VALUES) : undefined;
    flags += option?.flags ?? '';
    if (option === undefined) {
      if (value !== 'text') named.push(operand);
      value = undefined;
    } else if (option.value === undefined) value = option.takes;
    else if (option.takes === 'name') named.push(option.value);
  }
  return { flags, named: [...named, ...operands.slice(end < 0 ? operands.length : end + 1)] };
}

/** The words of `printf` before its format: what follows that is printed. */
function beforeFormat(operands: readonly Operand[]): readonly Operand[] {
  const at = operands.findIndex(({ word }, index) => {
    const before = operands[index - 1]?.word.text;
    return word.known && before !== '-v' && !/^-(?:v|$)/.test(word.text);
  });
  return at < 0 ? operands : operands.slice(0, at);
}

/** Options in one word: their letters, and what the last of them takes. */
interface Cluster {
  readonly flags: string;
  readonly takes?: 'name' | 'text';
  /** Set when it is in the same word. */
  readonly value?: Operand;
}

function readCluster(word: Word, { texts, names }: Values): Cluster | undefined {
  const letters = word.known ? /^[-+](\w.*)$/s.exec(word.text)?.[1] : undefined;
  if (letters === undefined) return undefined;
  const at = [...letters].findIndex((letter) => texts.includes(letter) || names.includes(letter));
  if (at < 0) return { flags: letters };
  const takes = names.includes(letters.charAt(at)) ? 'name' : 'text';
  const value = letters.slice(at + 1);
  const flags = letters.slice(0, at + 1);
  return value === ''
    ? { flags, takes }
    : { flags, takes, value: { word: literal(value), origin: originOfText(value) } };
}

class SetterCall implements Effects {
  readonly sets: Setting[] = [];
  readonly evaluates: Origin[] = [];
  readonly opaque?: string;
  loses = false;
  readonly #builtin: string;
  readonly #declares: boolean;
  readonly #flags: string;

  constructor(builtin: string, operands: readonly Operand[]) {
    const { flags, named } = readCall(builtin, builtin === 'printf' ? beforeFormat(operands) : operands);
    this.#builtin = builtin;
    this.#declares = DECLARES.has(builtin);
    this.#flags = flags;
    for (const operand of named) this.#operand(operand);
    if (flags.includes('n') && /^(?:declare|local|typeset)$/.test(builtin))
      this.opaque = 'a variable is given another name';
  }

  #operand(operand: Operand): void {
    const { word, origin } = operand;
    if (this.#builtin === 'let') this.#calculate(operand);
    else if (this.#builtin === 'wait' && !this.#flags.includes('p')) this.evaluates.push(origin);
    else {
      const [, name = '', subscript, value] = /^([A-Za-z_]\w*)(\[[^=]*\])?(?:\+?=(.*))?$/s.exec(word.text) ?? [];
      if (name === '' || (!word.known && value === undefined)) this.#unclear(operand);
      else if (value !== undefined && this.#declares) this.#declare(name, subscript, operand, value);
      else this.#name(name, subscript);
    }
  }

  /** `declare NAME=value` and its kin. */
  #declare(name: string, subscript: string | undefined, { word, origin }: Operand, value: string): void {
    const plain = word.known && subscript === undefined && !/^\w+\+=/.test(word.text);
    this.sets.push({ name, value: plain ? value : null, origin }, { name: listOf(name), value: null, origin });
    // What splits may be more operands.
    if (!word.known && !word.single) this.evaluates.push(origin);
    this.#evaluate(name, subscript);
  }

  /** A name alone: the builtin gives it a value, or takes it. `export X` leaves it as it is. */
  #name(name: string, subscript: string | undefined): void {
    const reads = !this.#declares && this.#builtin !== 'unset';
    if (!/^(?:export|readonly)$/.test(this.#builtin))
      this.sets.push({ name, value: null, origin: reads ? ANYTHING : NUMBER });
    this.#evaluate(name, subscript);
  }

  #evaluate(name: string, subscript: string | undefined): void {
    if (subscript !== undefined) this.evaluates.push(originOfText(subscript), asArray(name));
    if (/[aA]/.test(this.#flags) || ARRAY_MAKERS.has(this.#builtin)) this.evaluates.push(asArray(name));
    if (this.#flags.includes('i')) this.evaluates.push({ names: [name], armed: false });
  }

  /** A name that is known only once the line runs may have a subscript. */
  #unclear({ word, origin }: Operand): void {
    if (word.known && !/[[\]]/.test(word.text)) return;
    this.evaluates.push(word.known ? originOfText(word.text) : origin);
    this.loses = true;
  }

  #calculate({ word: { text, known }, origin }: Operand): void {
    this.evaluates.push(known ? originOfArithmetic(text) : origin);
    for (const [name] of text.matchAll(ASSIGNED)) this.sets.push({ name, value: null, origin: NUMBER });
  }
}

/** Names that arithmetic gives a value: `a=1`, `a+=1`, `a++`, `--a`. */
export const ASSIGNED: RegExp =
  /[A-Za-z_]\w*(?=\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=)))|(?<=(?:\+\+|--)\s*)[A-Za-z_]\w*/g;

/** `test -v` evaluates the name that it asks about. What splits, or stands where an operator may, can be a `-v`. */
function testedTexts(operands: readonly Operand[]): Origin[] {
  return operands.flatMap(({ word, origin }, at) => {
    const before = operands[at - 1]?.word;
    if (before?.known === true && /^-[vR]$/.test(before.text))
      return word.known ? (NAME.test(word.text) ? [] : [originOfText(word.text)]) : [origin];
    const next = operands[at + 1]?.word.text ?? ']';
    const isOperand = /^(?:[=!<>]=?|-[a-z][a-z]|-[ao]|[\])])$/.test(next);
    return word.known || (word.single && isOperand) ? [] : [origin];
  });
}
