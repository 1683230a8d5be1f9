import { chunk } from '../chunks.js';
import type { Dressed } from '../types.js';
import { type Belt, beltedValue, keepsBelt, OPTIONS } from './belt.js';
import type { CommandCall } from './command.js';
import { innerReaders } from './inner-readers.js';
import { baseName } from './programs.js';
import { dialectOf, readShellCall } from './shells.js';
import { isPlain, literal, type Word } from './word.js';

/** How the words of one command are changed where they are written. What was not written there is left alone. */
export interface Dresser {
  /** Puts the belt in front of the value of a word `NODE_OPTIONS=…`. */
  readonly assignment: (word: Word) => void;
  /** Gives a word another text. */
  readonly text: (word: Word, text: string) => void;
}

/** Words inside of words inside of words … are followed that far. */
const DEEPEST = 8;
/** Nothing is asked of files: what they hold cannot be changed. */
const ALONE = { textOf: () => undefined, piped: false } as const;

/**
 * The call with the belt put into what it starts; undefined where there is nowhere to put it. Node joins what it hands to a
 * shell with blanks, so the line may be split at any.
 */
export function dressCall(
  { file, args, shell }: CommandCall,
  started: readonly string[],
  belt: Belt | undefined,
  platform: string,
): Dressed | undefined {
  if (belt === undefined || platform === 'win32') return undefined;
  const words = dressWords(started, belt);
  const changed = words.flatMap((word, index) =>
    word === started[index] ? [] : [[word, started[index] ?? ''] as const],
  );
  if (changed.length === 0) return undefined;
  if (shell === false) return { words, file, args: words.slice(1), changed };
  const text = words.at(-1) ?? '';
  const end = args.length === 0 ? text.length : text.lastIndexOf(' ');
  return { words, file: text.slice(0, end), args: args.length === 0 ? [] : [text.slice(end + 1)], changed };
}

/**
 * The words of a command, the belt put into each value that they give NODE_OPTIONS: in arguments of `env` and its kin and in
 * the lines of shells. All else stays as it is. Whether this is enough is for the one who reads the outcome to judge.
 */
export function dressWords(started: readonly string[], belt: Belt): readonly string[] {
  const words = started.map(literal);
  const texts = new Map<Word, string>();
  dressCommand(words, belt, 0, {
    assignment: (word) => {
      const value = word.text.slice(OPTIONS.length + 1);
      texts.set(word, `${OPTIONS}=${beltedValue(OPTIONS, value, belt) ?? value}`);
    },
    text: (word, text) => void texts.set(word, text),
  });
  return words.map((word) => texts.get(word) ?? word.text);
}

function dressCommand(words: readonly Word[], belt: Belt, depth: number, dresser: Dresser): void {
  const [program, ...args] = words;
  if (program === undefined || !isPlain(program) || depth > DEEPEST) return;
  const dressText = (word: Word | undefined): void => {
    if (word?.known !== true) return;
    const text = chunk('shell').dressLine(word.text, belt, (inner, within) => {
      dressCommand(inner, belt, depth + 1, within);
    });
    if (text !== word.text) dresser.text(word, text);
  };
  const names = [baseName(program.text, 'linux')];
  const dialect = dialectOf({ names, trusted: [] });
  if (dialect !== undefined) {
    if (dialect !== 'cmd') dressText(readShellCall(args, dialect).text);
    return;
  }
  for (const inner of innerReaders(names).flatMap((read) => read(args, ALONE))) {
    if (inner.kind === 'line') dressText(inner.text);
    if (inner.kind !== 'words') continue;
    for (const word of args.slice(0, Math.max(args.indexOf(inner.words[0] as Word), 0)))
      if (inner.assignments?.some((pair) => isLoss(pair, word, belt)) === true) dresser.assignment(word);
    dressCommand(inner.words, belt, depth + 1, dresser);
  }
}

/** True when this assignment is that word, and what it does is take the belt off. */
const isLoss = ([name, value]: readonly [string, string], word: Word, belt: Belt): boolean =>
  name === OPTIONS && word.text === `${name}=${value}` && !keepsBelt(name, value, belt);
