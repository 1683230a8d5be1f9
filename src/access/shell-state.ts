import type { ShellCommand } from './shell-line.js';
import type { Word } from './word.js';

/** Options with which a glob matches what else it does not. */
const LOOSE = new Set(['dotglob', 'extglob', 'globstar', 'nocaseglob']);

/** What commands of a line change in the shell itself, and so in all that it reads. */
export class ShellState {
  #loose = false;
  #rewired = false;

  /** Notes a command: `shopt`, or `exec` without a command and with redirections. */
  note(words: readonly Word[], redirects: boolean): void {
    const program = words.find((word) => word.text !== 'builtin' && word.text !== 'command')?.text;
    if (program === 'shopt') this.#loose ||= words.some((word) => !word.known || LOOSE.has(word.text));
    if (program === 'exec') this.#rewired ||= redirects;
  }

  /** The commands as such a shell runs them: in loops and functions what stands last may come first. */
  applied(commands: readonly ShellCommand[], changed: ReadonlySet<string>): readonly ShellCommand[] {
    const loose = this.#loose || changed.has('GLOBIGNORE');
    return commands.map((command) => ({
      ...command,
      words: loose ? command.words.map(loosely) : command.words,
      input: this.#rewired && command.input.from === 'outside' ? { from: 'text' } : command.input,
    }));
  }
}

/** A glob that may match anything in the folder before it. */
const loosely = (word: Word): Word =>
  word.pattern === undefined
    ? word
    : { text: word.text, known: false, single: false, under: [word.text.replace(/[^/]*[*?[].*$/s, '') || '.'] };
