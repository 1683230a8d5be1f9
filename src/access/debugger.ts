import type { SimpleCommand } from '../types.js';
import { NODE_STYLE } from './node-flags.js';
import { scanOptions } from './option-words.js';
import { literal, splitWords } from './word.js';

/** `--inspect`, `--inspect-brk`, `--inspect-wait`; `--inspect-port` alone opens nothing. */
const OPENS = /^--inspect(?:[-_](?:brk|wait)(?:[-_]node)?)?$/;

/**
 * The word by which a Node among the commands, or one that heeds `options` of the environment, opens its debugger: whoever
 * can connect to that runs code in it past every hook. Undefined when none does.
 */
export function debuggerWord(commands: readonly SimpleCommand[], options: string | undefined): string | undefined {
  for (const { found, argv, assignments } of commands) {
    const set = assignments.findLast(([name]) => name === 'NODE_OPTIONS')?.[1];
    const word =
      (found?.names.includes('node') === true ? openingWord(argv) : undefined) ??
      openingWord(splitWords(set ?? '') ?? []);
    if (word !== undefined) return word;
  }
  return openingWord(splitWords(options ?? '') ?? []);
}

function openingWord(words: readonly string[]): string | undefined {
  const { options, rest } = scanOptions(words.map(literal), NODE_STYLE);
  return (
    options.find(({ name }) => OPENS.test(name))?.name ?? rest.slice(0, 1).find(({ text }) => text === 'inspect')?.text
  );
}
