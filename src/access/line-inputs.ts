import { builtinKind } from './shell-builtins.js';
import type { Input } from './shell-line.js';
import type { Word } from './word.js';

/** Where the commands of a line read: a known text is known to the first that reads, who comes later gets the rest. */
export class LineInputs {
  readonly #read = new Set<Input>();

  /** The input of a command, in the order of the line. `outer` is that of the line itself. */
  of(words: readonly Word[], input: Input, outer: Input | undefined): Input {
    const given = input.from === 'outside' ? (outer ?? input) : input;
    if (given.from !== 'text' || given.text === undefined || given.text === '') return given;
    if (this.#read.has(given)) return { from: 'text' };
    if (mayRead(words)) this.#read.add(given);
    return given;
  }
}

const mayRead = ([program]: readonly Word[]): boolean =>
  program !== undefined && (program.text === 'read' || builtinKind(program.text, true) !== 'harmless');

/** Why the commands that a shell reads from there are not all known. Those from outside are somebody else's word. */
export function doubtAboutInput(input: Input | undefined): string | undefined {
  if (input?.from === 'pipe') return 'a shell reads its commands from a pipe';
  if (input?.from !== 'text') return undefined;
  if (input.text === undefined) return 'a shell reads a text that is known only once the line runs';
  return hangsTogether(input.text) ? 'a shell reads a text of which a command in it may eat lines' : undefined;
}

/**
 * True where a line is not read as it stands once a command has eaten the line before it: inside of a here-document, of
 * quotes, after a backslash.
 */
const hangsTogether = (text: string): boolean =>
  /<<|\\\n|\(\n/.test(text) || (text.includes('\n') && text.split('\n').some((line) => hasOpenQuote(line)));

const hasOpenQuote = (line: string): boolean =>
  /["'`]/.test(line.replace(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"|`[^`]*`|(?:^|\s)#.*/g, ''));
