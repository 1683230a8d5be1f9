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

interface Reading {
  readonly given: Given[];
  readonly tookNext: boolean;
}

function readOption(word: Word, next: Word | undefined, style: OptionStyle): Reading {
  const { text } = word;
  if (!text.startsWith('--') && style.singleDash !== true) return readCluster(word, next, style.short ?? '');
  const equals = text.indexOf('=');
  if (equals > 0) {
    return { given: [{ name: text.slice(0, equals), value: part(word, text.slice(equals + 1)) }], tookNext: false };
  }
  const takes = next !== undefined && style.long?.includes(text.replace(/^--?/, '')) === true;
  return { given: [takes ? { name: text, value: next } : { name: text }], tookNext: takes };
}

/** `-abc`: letters up to the first that takes a value, which is the rest of the word or the next one. */
function readCluster(word: Word, next: Word | undefined, valued: string): Reading {
  const letters = word.text.slice(1);
  const at = [...letters].findIndex((letter) => valued.includes(letter));
  const flags = [...(at < 0 ? letters : letters.slice(0, at))].map((letter): Given => ({ name: `-${letter}` }));
  if (at < 0) return { given: flags, tookNext: false };
  const name = `-${letters.charAt(at)}`;
  const attached = letters.slice(at + 1);
  if (attached !== '') return { given: [...flags, { name, value: part(word, attached) }], tookNext: false };
  if (next === undefined) return { given: flags, tookNext: false };
  return { given: [...flags, { name, value: next }], tookNext: true };
}

/** The values given for any of these options. */
export const valuesOf = (options: readonly Given[], ...names: readonly string[]): Word[] =>
  options.flatMap((option) => (option.value !== undefined && names.includes(option.name) ? [option.value] : []));

/** True when one of these options was given. */
export const has = (options: readonly Given[], ...names: readonly string[]): boolean =>
  options.some((option) => names.includes(option.name));
