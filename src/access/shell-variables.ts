import { forEachChild, type SyntaxNode } from 'unbash';
import type { Variables } from './shell-words.js';
import type { Word } from './word.js';

/** Names that the shell itself gives values. */
const SHELL_OWN =
  /^(?:_|BASH\w*|COMP_\w+|COPROC|DIRSTACK|EPOCH\w+|EUID|FUNCNAME|GROUPS|HISTCMD|HOSTNAME|HOSTTYPE|IFS|LINENO|MACHTYPE|MAPFILE|OLDPWD|OPT(?:ARG|IND)|OSTYPE|PIPESTATUS|PPID|PWD|RANDOM|READLINE_\w+|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|TERM|UID)$/;
/** Builtins whose operands are names that they set or unset. */
const SETTERS: ReadonlySet<string> = new Set(
  'declare export getopts let local mapfile printf read readarray readonly typeset unset wait'.split(' '),
);
/** Builtins after which no variable is known: they run code that is not part of the line. */
const STRANGERS: ReadonlySet<string> = new Set(['.', 'eval', 'source', 'trap']);

/** Keeps book of what a line does to its variables, in the order it is read. */
export class LineVariables implements Variables {
  readonly changed: Set<string> = new Set<string>();
  /** The same variables as they were outside of the line. */
  readonly outside: Variables;
  readonly #forgotten = new Set<string>();
  readonly #values = new Map<string, string | null>();
  readonly #outside: (name: string) => string | undefined | null;
  #positionals: readonly string[] | undefined;
  #lost = false;
  #ifs = false;

  constructor(outside: (name: string) => string | undefined | null, positionals: readonly string[] | undefined) {
    this.#outside = outside;
    this.#positionals = positionals;
    this.outside = { value: outside, positionals: () => positionals, splitsAtBlanks: () => true };
  }

  value(name: string): string | undefined | null {
    if (this.#lost) return null;
    const own = this.#values.get(name);
    if (own !== undefined) return own;
    return SHELL_OWN.test(name) ? null : this.#outside(name);
  }

  positionals(): readonly string[] | undefined {
    return this.#lost ? undefined : this.#positionals;
  }

  splitsAtBlanks(): boolean {
    return !this.#ifs && !this.#lost;
  }

  /** Notes an assignment; null when the value is not known or it is not certain that it takes place. */
  set(name: string, value: string | null): void {
    this.changed.add(name);
    this.#values.set(name, this.#forgotten.has(name) ? null : value);
    if (name === 'IFS') this.#ifs = true;
  }

  /** From here on `$1` … are not known. */
  losePositionals(): void {
    this.#positionals = undefined;
  }

  /** Notes what a command does to the variables; false when it gives one another name, so that nothing can be told. */
  run(words: readonly Word[], certain: boolean): boolean {
    const [program, ...operands] = words;
    if (program === undefined) return true;
    if (!program.known || STRANGERS.has(program.text)) {
      this.#lost = true;
      return true;
    }
    if (program.text === 'set' || program.text === 'shift') this.losePositionals();
    if (program.text === 'builtin' || program.text === 'command') return this.run(operands, certain);
    if (!SETTERS.has(program.text)) return true;
    for (const word of operands) this.#operand(word, certain);
    return !(/^(?:declare|local|typeset)$/.test(program.text) && operands.some((word) => /^[-+]\w*n/.test(word.text)));
  }

  #operand(word: Word, certain: boolean): void {
    const match = /^([A-Za-z_]\w*)(?:=(.*))?/s.exec(word.text);
    if (match?.[1] !== undefined) this.set(match[1], word.known && certain ? (match[2] ?? null) : null);
    else if (!word.known) this.#lost = true;
  }

  /** Variables set in a branch or loop are not known from its beginning on; those that a function sets, never. */
  forgetIn(node: SyntaxNode, forGood: boolean): void {
    forEachChild(node, (child) => {
      if (child.type === 'Assignment') this.#forget(child.name, forGood);
      if (child.type === 'Command' && child.name !== undefined) {
        if (STRANGERS.has(child.name.value)) this.#lost = true;
        if (SETTERS.has(child.name.value)) {
          for (const arg of child.args)
            if (arg.type === 'Word') this.#forget(/^\w+/.exec(arg.value)?.[0] ?? '', forGood);
        }
      }
      this.forgetIn(child, forGood);
    });
  }

  #forget(name: string, forGood: boolean): void {
    if (forGood) this.#forgotten.add(name);
    this.set(name, null);
  }
}
