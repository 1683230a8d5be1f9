import { type Command, forEachChild, parse, type SyntaxNode } from 'unbash';
import { Evaluations, originOfPositionals, originOfValue } from './shell-evaluations.js';
import {
  ANYTHING,
  mergeOrigins,
  NUMBER,
  type Origin,
  originOfText,
  POSITIONALS,
  programNamed,
} from './shell-origins.js';
import { countedBy } from './shell-arithmetic.js';
import { effectsOf, isSetter, type Operand } from './shell-setters.js';
import type { Variables } from './shell-words.js';

/** Names that the shell itself gives values, whatever a line says; those of the second list are numbers. */
const SHELL_OWN =
  /^(?:_|BASH\w*|COMP_\w+|COPROC|DIRSTACK|EPOCHREALTIME|FUNCNAME|HOSTNAME|HOSTTYPE|IFS|MACHTYPE|MAPFILE|OLDPWD|OPTARG|OSTYPE|PIPESTATUS|PWD|READLINE_\w+|REPLY|SHELLOPTS|TERM)$/;
const OWN_NUMBERS =
  /^(?:BASHPID|COLUMNS|EPOCHSECONDS|EUID|GROUPS|HISTCMD|LINENO|LINES|OPTIND|PPID|RANDOM|SECONDS|SHLVL|SRANDOM|UID)$/;
/** Builtins after which no variable is known, unless what they run is: code that is not part of the line. */
const STRANGERS: ReadonlySet<string> = new Set(['.', 'eval', 'source', 'trap']);
/** Builtins that give `$1` … other values. */
const SHIFTERS: ReadonlySet<string> = new Set(['set', 'shift', '.', 'source', 'eval', 'trap']);

/** Keeps book of what a line does to its variables, in the order it is read. */
export class LineVariables implements Variables {
  readonly changed: Set<string> = new Set<string>();
  /** The same variables as they were outside of the line. */
  readonly outside: Variables;
  readonly #evaluations: Evaluations;
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
    this.#evaluations = new Evaluations((name) => this.#originOutside(name, positionals));
  }

  value(name: string): string | undefined | null {
    if (this.#lost || SHELL_OWN.test(name) || OWN_NUMBERS.test(name)) return null;
    const own = this.#values.get(name);
    return own !== undefined ? own : this.#outside(name);
  }

  positionals(): readonly string[] | undefined {
    return this.#lost ? undefined : this.#positionals;
  }

  splitsAtBlanks(): boolean {
    return !this.#ifs && !this.#lost;
  }

  /** Why a text that the line makes the shell evaluate may run something. */
  doubt(): string | undefined {
    return this.#evaluations.doubt();
  }

  /** Notes a value; null when it is not known or it is not certain that it is given. `origin` is what may be in it. */
  set(name: string, value: string | null, origin: Origin): void {
    this.#evaluations.give(name, origin);
    if (name.endsWith(')')) return;
    this.changed.add(name);
    this.#values.set(name, this.#forgotten.has(name) ? null : value);
    if (name === 'IFS') this.#ifs = true;
  }

  /** Notes that the shell evaluates a text. */
  evaluate(origin: Origin): void {
    this.#evaluations.evaluate(origin);
  }

  /** A function: in it `$1` … are not those of the line, and it may be called like a program. */
  define(name: string): void {
    this.#positionals = undefined;
    this.#evaluations.give(POSITIONALS, ANYTHING);
    this.#evaluations.give(programNamed(name), ANYTHING);
  }

  /** Notes what a command does to the variables. Returns why nothing can be told after it. */
  run(words: readonly Operand[], certain: boolean): string | undefined {
    const [program, ...operands] = words;
    if (program === undefined) return undefined;
    const { known, text } = program.word;
    if (known && (text === 'builtin' || text === 'command')) return this.run(withoutOptions(operands), certain);
    if (!known) this.#lost = true;
    return known ? this.#builtin(text, operands, certain) : undefined;
  }

  #builtin(name: string, operands: readonly Operand[], certain: boolean): string | undefined {
    if (STRANGERS.has(name)) this.#strange(name, operands);
    if (name === 'set' || name === 'shift') this.#shift(operands);
    const { sets, evaluates, opaque, loses } = effectsOf(name, operands);
    for (const one of sets) this.set(one.name, certain ? one.value : null, one.origin);
    for (const origin of evaluates) this.evaluate(origin);
    this.#lost ||= loses;
    return opaque;
  }

  /** What `eval` and `trap` run is known when its text is. */
  #strange(builtin: string, operands: readonly Operand[]): void {
    const texts = operands.map(({ word }) => word);
    if (builtin === '.' || builtin === 'source' || !texts.every((word) => word.known && word.pattern === undefined)) {
      this.#lost = true;
      return;
    }
    const words = texts.filter((word) => word.text !== '--').map((word) => word.text);
    const script = parse(builtin === 'eval' ? words.join(' ') : (words[0] ?? ''));
    if (script.errors !== undefined && script.errors.length > 0) this.#lost = true;
    else this.forgetIn(script, true, ANYTHING);
  }

  #shift(operands: readonly Operand[]): void {
    this.#positionals = undefined;
    this.#evaluations.give(POSITIONALS, mergeOrigins(operands.map(({ origin }) => origin)));
  }

  /**
   * Variables set in a branch or loop are not known from its beginning on; those that a function sets, never. `origin`
   * is what they may get where the node is not read any further.
   */
  forgetIn(node: SyntaxNode, forGood: boolean, origin: Origin = NUMBER): void {
    forEachChild(node, (child) => {
      for (const name of this.#setBy(child)) {
        if (forGood) this.#forgotten.add(name);
        this.set(name, null, origin);
      }
      this.forgetIn(child, forGood, origin);
    });
  }

  #setBy(node: SyntaxNode): readonly string[] {
    switch (node.type) {
      case 'Assignment':
        return [node.name];
      case 'For':
      case 'Select':
        return [node.name.value];
      case 'ParameterExpansion':
        return node.operation?.type === 'Default' && node.operation.operator.endsWith('=') ? [node.parameter] : [];
      case 'Command':
        return this.#setByCommand(node);
      default:
        return countedBy(node);
    }
  }

  #setByCommand({ name, args }: Command): readonly string[] {
    if (name === undefined) return [];
    const words = [name, ...args.filter((arg) => arg.type === 'Word')];
    const start = words.findIndex((word) => !/^(?:builtin|command|-\w+)$/.test(word.value));
    const [program, ...operands] = words.slice(Math.max(start, 0));
    if (program === undefined) return [];
    if (STRANGERS.has(program.value) || isDynamic(program.parts)) this.#lost = true;
    if (SHIFTERS.has(program.value)) this.#positionals = undefined;
    return isSetter(program.value) ? operands.flatMap((word) => originOfText(word.value).names) : [];
  }

  #originOutside(name: string, positionals: readonly string[] | undefined): Origin {
    if (name === POSITIONALS) return originOfPositionals(positionals);
    if (name.endsWith(')') || OWN_NUMBERS.test(name)) return NUMBER;
    return this.#lost || SHELL_OWN.test(name) ? ANYTHING : originOfValue(this.#outside(name));
  }
}

const withoutOptions = (operands: readonly Operand[]): readonly Operand[] =>
  operands.slice(
    Math.max(
      operands.findIndex(({ word }) => !/^-/.test(word.text)),
      0,
    ),
  );

/** True for a written word that is not what it says. */
const isDynamic = (parts: readonly SyntaxNode[] | undefined): boolean =>
  parts?.some((part) => !/^(?:Literal|SingleQuoted|AnsiCQuoted)$/.test(part.type)) === true;
