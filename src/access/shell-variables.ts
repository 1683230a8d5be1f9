import type { Variables } from './shell-words.js';

/** Names that the shell itself gives values. */
const SHELL_OWN =
  /^(?:_|BASH\w*|COMP_\w+|COPROC|DIRSTACK|EPOCH\w+|EUID|FUNCNAME|GROUPS|HISTCMD|HOSTNAME|HOSTTYPE|IFS|LINENO|MACHTYPE|MAPFILE|OLDPWD|OPT(?:ARG|IND)|OSTYPE|PIPESTATUS|PPID|PWD|RANDOM|READLINE_\w+|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|TERM|UID)$/;

/** Keeps book of what a line does to its variables, in the order it is read. */
export class LineVariables implements Variables {
  readonly changed: Set<string> = new Set<string>();
  readonly #forgotten = new Set<string>();
  readonly #values = new Map<string, string | null>();
  readonly #outside: (name: string) => string | undefined | null;
  #positionals: readonly string[] | undefined;
  #lost = false;
  #ifs = false;

  constructor(outside: (name: string) => string | undefined | null, positionals: readonly string[] | undefined) {
    this.#outside = outside;
    this.#positionals = positionals;
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

  /** The variable is not known from here on: until it is set again or, for good, whatever is assigned. */
  forget(name: string, forGood: boolean): void {
    if (forGood) this.#forgotten.add(name);
    this.set(name, null);
  }

  /** From here on no variable is known: code that was not seen has run. */
  lose(): void {
    this.#lost = true;
  }

  /** From here on `$1` … are not known. */
  losePositionals(): void {
    this.#positionals = undefined;
  }
}
