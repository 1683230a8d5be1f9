import { ANYWHERE } from './inner-text.js';
import type { Word } from './word.js';

/** Which options of a program take the next word as their value. */
export interface OptionStyle {
  /** Letters of short options with a value (`-n 5`, `-n5`). */
  readonly short?: string;
  /** Letters of short options whose value, if they have one, is attached (`xargs -iX`). */
  readonly attached?: string;
  /** Long options with a value, without dashes (`--signal KILL`). */
  readonly long?: readonly string[];
  /** Long options without one, or with one after `=` alone: those that matter, and those that begin a longer one. */
  readonly flags?: readonly string[];
  /** Letters of all short options, where the style names every option there is. */
  readonly letters?: string;
  /** True when a single dash begins a long option (`find`, `openssl`, Go programs), which two dashes may do too. */
  readonly singleDash?: true;
  /** True when a long option has to be given in full. */
  readonly exact?: true;
}

/**
 * A style that names every option, in the notation of getopt(3): a letter or name with `:` takes a value, one with `?`
 * takes it only when it is attached.
 */
export function getopt(short: string, long = ''): OptionStyle {
  const letters = [...short.matchAll(/([^:?])([:?]?)/g)].map(([, name = '', mark = '']) => ({ name, mark }));
  const marked = (mark: string): string => letters.flatMap((one) => (one.mark === mark ? [one.name] : [])).join('');
  const names = long.split(' ').filter((name) => name !== '');
  return {
    short: marked(':'),
    attached: marked('?'),
    letters: letters.map((one) => one.name).join(''),
    long: names.flatMap((name) => (name.endsWith(':') ? [name.slice(0, -1)] : [])),
    flags: ['help', 'version', ...names.filter((name) => !name.endsWith(':'))],
  };
}

/** One option as it was given. */
export interface Given {
  /** `-n` or `--signal`, in full. */
  readonly name: string;
  readonly value?: Word;
  /** True when the program has no such option, as far as its style names them all. */
  readonly strange?: true;
}

/** The options before the first operand, and everything from there on. */
export interface Scanned {
  readonly options: readonly Given[];
  readonly rest: readonly Word[];
}

/** Reads options the way getopt(3) does, up to the first operand or past `--`. */
export function scanOptions(words: readonly Word[], style: OptionStyle): Scanned {
  const options: Given[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || word.text === '-' || !word.text.startsWith('-')) break;
    if (word.text === '--') return { options, rest: words.slice(at + 1) };
    const read = readOption(word, words[at + 1], style);
    options.push(...read.given);
    if (read.tookNext) at++;
  }
  return { options, rest: words.slice(at) };
}

/** The words of a command told apart. */
export interface Sorted {
  readonly options: Given[];
  readonly operands: Word[];
  /** True when a word that is known only later stands where an option may stand. */
  readonly unclear: boolean;
}

/** Every option among the words and every operand, whatever their order, as most programs read them. */
export function sortWords(words: readonly Word[], style: OptionStyle): Sorted {
  const options: Given[] = [];
  const operands: Word[] = [];
  const end = words.findIndex((word) => word.text === '--');
  let unclear = false;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || (at === end && ++at > 0)) break;
    unclear ||= mayBeOption(word);
    if (word.text === '-' || !word.text.startsWith('-')) operands.push(word);
    else {
      const next = words[at + 1];
      const read = readOption(word, next, style);
      options.push(...read.given);
      unclear ||= read.tookNext && next !== undefined && isMany(next);
      if (read.tookNext) at++;
    }
  }
  return { options, operands: [...operands, ...words.slice(at)], unclear };
}

/** True for a path below a folder that is known: no option looks like that. */
const isBelow = (word: Word): boolean => word.single && word.under !== undefined && word.under !== ANYWHERE;
const isMany = (word: Word): boolean => !word.known && !word.single;

/** True for a word that may turn out to be an option, or to be several words one of which is. */
export const mayBeOption = (word: Word): boolean =>
  !word.known && !isBelow(word) && (!word.single || /^[$`<>{]/.test(word.text));

const part = (word: Word, text: string): Word => ({ text, known: word.known, single: word.single });

interface Reading {
  readonly given: Given[];
  readonly tookNext: boolean;
}

function readOption(word: Word, next: Word | undefined, style: OptionStyle): Reading {
  return word.text.startsWith('--') || style.singleDash === true
    ? readLong(word, next, style)
    : readCluster(word, next, style);
}

function readLong(word: Word, next: Word | undefined, style: OptionStyle): Reading {
  const [, dashes = '', name = '', rest] = /^(--?)([^=]*)(?:=([\s\S]*))?$/.exec(word.text) ?? [];
  const meant = meanings(name, style);
  const strange = style.letters !== undefined && meant.length !== 1 ? { strange: true as const } : {};
  const value = rest === undefined ? next : part(word, rest);
  const given = (meant.length === 0 ? [name] : meant).map((one): Given => {
    const option = { name: (style.singleDash === true ? '-' : dashes) + one, ...strange };
    const takes = value !== undefined && (rest !== undefined || style.long?.includes(one) === true);
    return takes ? { ...option, value } : option;
  });
  // Between several readings it stays open whether the next word is the value: it is read as both.
  return { given, tookNext: rest === undefined && given.length === 1 && given[0]?.value !== undefined };
}

/** The options that a name may be short for: itself, or every one that it begins. */
function meanings(name: string, { long = [], flags = [], exact }: OptionStyle): string[] {
  const known = [...long, ...flags];
  if (known.includes(name)) return [name];
  return name === '' || exact === true ? [] : [...new Set(known.filter((one) => one.startsWith(name)))];
}

/** `-abc`: letters up to the first that takes a value, which is the rest of the word or the next one. */
function readCluster(word: Word, next: Word | undefined, style: OptionStyle): Reading {
  const { short = '', attached = '', letters } = style;
  const given = [...word.text.slice(1)];
  const at = given.findIndex((letter) => short.includes(letter) || attached.includes(letter));
  const named = (letter: string): Given =>
    letters?.includes(letter) === false ? { name: `-${letter}`, strange: true } : { name: `-${letter}` };
  const flags = (at < 0 ? given : given.slice(0, at)).map(named);
  const letter = given[at];
  if (letter === undefined) return { given: flags, tookNext: false };
  const value = given.slice(at + 1).join('');
  if (value !== '') return { given: [...flags, { name: `-${letter}`, value: part(word, value) }], tookNext: false };
  if (attached.includes(letter)) return { given: [...flags, { name: `-${letter}` }], tookNext: false };
  if (next === undefined) return { given: flags, tookNext: false };
  return { given: [...flags, { name: `-${letter}`, value: next }], tookNext: true };
}

/** The values given for any of these options. */
export const valuesOf = (options: readonly Given[], ...names: readonly string[]): Word[] =>
  options.flatMap((option) => (option.value !== undefined && names.includes(option.name) ? [option.value] : []));

/** True when one of these options was given. */
export const has = (options: readonly Given[], ...names: readonly string[]): boolean =>
  options.some((option) => names.includes(option.name));
