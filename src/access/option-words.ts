import type { Word } from './word.js';

/** Which options of a program take the next word as their value. */
export interface OptionStyle {
  /** Letters of short options with a value (`-n 5`, `-n5`). */
  readonly short?: string;
  /** Long options with a value, without dashes (`--signal KILL`); `--signal=KILL` needs no mention. */
  readonly long?: readonly string[];
  /** True when a single dash begins a long option (`find`, `openssl`, Go programs). */
  readonly singleDash?: true;
}

/** One option as it was given. */
export interface Given {
  /** `-n` or `--signal`. */
  readonly name: string;
  readonly value?: Word;
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

/** Every option among the words and every operand, whatever their order, as most programs read them. */
export function sortWords(words: readonly Word[], style: OptionStyle): { options: Given[]; operands: Word[] } {
  const options: Given[] = [];
  const operands: Word[] = [];
  let ended = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) continue;
    if (ended || word.text === '-' || !word.text.startsWith('-')) operands.push(word);
    else if (word.text === '--') ended = true;
    else {
      const read = readOption(word, words[at + 1], style);
      options.push(...read.given);
      if (read.tookNext) at++;
    }
  }
  return { options, operands };
}

const part = (word: Word, text: string): Word => ({ text, known: word.known, single: word.single });

function readOption(word: Word, next: Word | undefined, style: OptionStyle): { given: Given[]; tookNext: boolean } {
  const { text } = word;
  if (text.startsWith('--') || style.singleDash === true) {
    const equals = text.indexOf('=');
    if (equals > 0) return { given: [{ name: text.slice(0, equals), value: part(word, text.slice(equals + 1)) }], tookNext: false };
    const takes = next !== undefined && style.long?.includes(text.replace(/^--?/, '')) === true;
    return { given: [takes ? { name: text, value: next } : { name: text }], tookNext: takes };
  }
  const given: Given[] = [];
  for (let at = 1; at < text.length; at++) {
    const letter = text.charAt(at);
    if (style.short?.includes(letter) !== true) {
      given.push({ name: `-${letter}` });
      continue;
    }
    if (at + 1 < text.length) given.push({ name: `-${letter}`, value: part(word, text.slice(at + 1)) });
    else if (next !== undefined) given.push({ name: `-${letter}`, value: next });
    return { given, tookNext: at + 1 === text.length && next !== undefined };
  }
  return { given, tookNext: false };
}

/** The values given for any of these options. */
export const valuesOf = (options: readonly Given[], ...names: readonly string[]): Word[] =>
  options.flatMap((option) => (option.value !== undefined && names.includes(option.name) ? [option.value] : []));

/** True when one of these options was given. */
export const has = (options: readonly Given[], ...names: readonly string[]): boolean => options.some((option) => names.includes(option.name));
