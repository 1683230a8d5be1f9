import {
  type AndOr,
  type Assignment,
  type Command,
  type CommandArgument,
  type For,
  forEachChild,
  type ParsedScript,
  parse,
  type Pipeline,
  type Select,
  type SyntaxNode,
} from 'unbash';
import { type Belt, lossOf } from './belt.js';
import { lossesIn } from './shell-belt.js';
import { countedBy, evaluatedBy, hidesIn } from './shell-arithmetic.js';
import { isBashOnly } from './shell-dialect.js';
import type { Standing } from './line-folders.js';
import { movesIn, roamsIn } from './shell-moves.js';
import type { Input, ShellCommand, ShellLine, ShellSetting } from './shell-line.js';
import { mergeOrigins, NUMBER, type Origin, originOfAssigned, originOfWord, POSITIONALS } from './shell-origins.js';
import { apart, BRANCHES, type Place, TOP } from './shell-place.js';
import { readRedirections } from './shell-redirections.js';
import type { Operand } from './shell-setters.js';
import { ShellState } from './shell-state.js';
import { LineVariables } from './shell-variables.js';
import { expandValue, expandWord } from './shell-words.js';
import { literal, unknownWord, type Word } from './word.js';

export { dressLine } from './dress-line.js';

const UNKNOWN: ShellSetting = { dialect: 'bash', variable: () => null };

/**
 * Takes a command line apart into every simple command that may run, in functions, branches and substitutions too.
 * Never throws: what cannot be read makes the line opaque.
 */
export function parseShell(text: string, setting: ShellSetting = UNKNOWN): ShellLine {
  const walk = new Walk(setting);
  try {
    walk.whole(parse(text));
  } catch (error) {
    walk.fail(`the line cannot be parsed: ${String(error)}`);
  }
  return walk.line();
}

/** A subscript that runs something once it is evaluated: `a[$(cmd)]`. */
const ARMED = /\[[^\]]*(?:\$\(|`)/;
const FOR_BASH = 'Bash syntax in a line for sh, which may read it otherwise';

class Walk {
  readonly #sh: boolean;
  readonly #variables: LineVariables;
  readonly #commands: ShellCommand[] = [];
  readonly #belt: Belt;
  #opaque: string | undefined;
  #unbelted: string | undefined;
  #scopes = 0;
  #timed = false;
  readonly #state = new ShellState();
  /** True when something in the line changes the folder of what follows. */
  #moves = false;
  /** True once a function may do so whenever it is called. */
  #roams = false;

  constructor({ dialect, variable, positionals, belt = {} }: ShellSetting) {
    this.#belt = belt;
    this.#sh = dialect === 'sh';
    this.#variables = new LineVariables(variable, positionals);
  }

  line(): ShellLine {
    const { changed } = this.#variables;
    const doubt = this.#variables.doubt();
    if (doubt !== undefined) this.fail(doubt);
    return {
      commands: this.#state.applied(this.#commands, changed),
      changed,
      moves: this.#moves,
      ...(this.#opaque === undefined ? {} : { opaque: this.#opaque }),
      ...(this.#unbelted === undefined ? {} : { unbelted: this.#unbelted }),
    };
  }

  fail(reason: string): void {
    this.#opaque ??= reason;
  }

  /** Takes all of a line apart. */
  whole(script: ParsedScript): void {
    this.#moves = movesIn(script);
    this.script(script, TOP);
  }

  script(script: ParsedScript | undefined, place: Place): void {
    const [error] = script?.errors ?? [];
    if (script === undefined) this.fail('a part of the line cannot be parsed');
    else if (error !== undefined) this.fail(`the line cannot be parsed: ${error.message}`);
    for (const statement of script?.commands ?? []) this.#node(statement, place);
  }

  #node(node: SyntaxNode, place: Place): void {
    if (this.#sh && isBashOnly(node)) this.fail(FOR_BASH);
    switch (node.type) {
      case 'Command':
        this.#command(node, place);
        break;
      case 'Pipeline':
        this.#pipeline(node, place);
        break;
      case 'AndOr':
        this.#list(node, place);
        break;
      case 'Redirected': {
        for (const redirect of node.redirects) this.#node(redirect, place);
        const input = this.#redirections(node.redirects, place, { words: [], assignments: [] });
        this.#node(node.command, { ...place, input });
        break;
      }
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        this.script(node.script, { ...this.#apart(place), feeds: true });
        break;
      default:
        this.#note(node, place);
        this.#children(node, place);
    }
  }

  /** `a && b || c`: what follows `&&` runs only after what stands before it. */
  #list({ commands, operators }: AndOr, place: Place): void {
    let list = ++this.#scopes;
    commands.forEach((command, index) => {
      if (operators[index - 1] === '||') list = ++this.#scopes;
      this.#node(command, index === 0 ? { ...place, list } : { ...place, list, certain: false, surely: false });
    });
  }

  #children(node: SyntaxNode, place: Place): void {
    let within = place;
    if (BRANCHES.has(node.type)) {
      this.#variables.forgetIn(node, node.type === 'Function');
      const alone = node.type === 'Subshell' || node.type === 'Coproc';
      const roams = place.roams || roamsIn(node, this.#moves);
      if (node.type === 'Function' && movesIn(node)) this.#roams = true;
      within = alone ? this.#apart(place) : { ...place, certain: false, surely: false, list: undefined, roams };
    }
    forEachChild(node, (child) => {
      this.#node(child, within);
    });
  }

  /** Notes what a node does to variables, or may run without being a command. */
  #note(node: SyntaxNode, place: Place): void {
    if (hidesIn(node)) this.fail('arithmetic may run a substitution');
    for (const origin of evaluatedBy(node)) this.#variables.evaluate(origin);
    for (const name of countedBy(node)) this.#take(name, NUMBER);
    switch (node.type) {
      case 'Function':
        this.#variables.define(node.name.value);
        break;
      case 'For':
      case 'Select':
        this.#chosen(node, place);
        break;
      case 'Coproc':
        this.#take(node.name?.value ?? 'COPROC', NUMBER);
        break;
      case 'ParameterExpansion':
        if (node.operation?.type === 'Transform') this.fail(`${node.text} may run what the variable holds`);
        if (node.operation?.type === 'Default' && node.operation.operator.endsWith('='))
          this.#variables.set(node.parameter, null, originOfWord(node.operation.operand));
        break;
      default:
    }
  }

  /** A variable that gets one word of a list after the other. */
  #chosen({ name, wordlist }: For | Select, place: Place): void {
    const list = wordlist ?? [];
    this.#take(
      name.value,
      wordlist === undefined ? { names: [POSITIONALS], armed: false } : mergeOrigins(list.map(originOfWord)),
    );
    this.#mention(
      list.flatMap((word) => expandWord(word, this.#variables)),
      place,
    );
  }

  #mention(mentions: readonly Word[], place: Place): void {
    const { input, feeds } = place;
    const standing = this.#standing(place);
    this.#commands.push({ words: [], assignments: [], redirects: [], input, feeds, standing, mentions });
  }

  #pipeline(node: Pipeline, place: Place): void {
    const [first, ...more] = node.commands;
    // Only Bash has `time` as a word of its own; to other shells it is a program, and `time { …` something else.
    this.#timed = this.#sh && node.prefixes.some((prefix) => prefix.type === 'Time');
    if (this.#timed && first?.type !== 'Command') this.fail(FOR_BASH);
    if (first === undefined) return;
    if (more.length === 0) {
      this.#node(first, place);
      return;
    }
    node.commands.forEach((command, index) => {
      this.#node(command, {
        ...this.#apart(place),
        feeds: place.feeds || index < more.length,
        input: index > 0 ? { from: 'pipe' } : place.input,
      });
    });
  }

  #command(node: Command, place: Place): void {
    const parts = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix];
    for (const part of parts) this.#node(part, place);
    const operands = node.name === undefined ? [] : this.#operands(node.name);
    operands.push(...node.args.flatMap((arg) => this.#operands(arg)));
    const words = operands.map(({ word }) => word);
    const assignments = this.#assignAll(node.prefix, words.length === 0 && place.certain);
    if (this.#timed) words.unshift(literal('time'));
    this.#timed = false;
    for (const word of words) this.#checkArmed(word);
    const { lasting, passing } = lossesIn(node, words, this.#belt, this.#variables.outside);
    this.#unbelted ??= lasting;
    this.#redirections(node.redirects, place, {
      words,
      assignments,
      ...(passing === undefined ? {} : { unbelted: passing }),
    });
    this.#state.note(words, node.redirects.length > 0);
    const opaque = this.#variables.run(operands, place.certain);
    if (opaque !== undefined) this.fail(opaque);
  }

  /** Notes a command with its redirections; returns where its input comes from. */
  #redirections(
    redirects: Command['redirects'],
    place: Place,
    command: Pick<ShellCommand, 'words' | 'assignments' | 'unbelted'>,
  ): Input {
    const { files, input = place.input, opaque } = readRedirections(redirects, this.#variables);
    if (opaque !== undefined) this.fail(opaque);
    const standing = this.#standing(place);
    this.#commands.push({ ...command, redirects: files, input, feeds: place.feeds, standing });
    return input;
  }

  #operands(arg: CommandArgument): Operand[] {
    if (arg.type === 'Word') {
      const origin = originOfWord(arg);
      return expandWord(arg, this.#variables).map((word) => ({ word, origin }));
    }
    const value = this.#assigned(arg);
    const sign = arg.append === true ? '+=' : '=';
    return [{ word: { ...value, text: `${arg.name}${sign}${value.text}` }, origin: originOfAssigned(arg) }];
  }

  /** Assignments before a command or alone, one after the other: each sees what those before it did. */
  #assignAll(prefix: Command['prefix'], certain: boolean): (readonly [string, Word])[] {
    return prefix.flatMap((part) => {
      if (part.type !== 'Assignment') return [];
      const value = this.#assigned(part);
      this.#checkArmed(value);
      this.#variables.set(part.name, certain && value.known ? value.text : null, originOfAssigned(part));
      return [[part.name, value] as const];
    });
  }

  #assigned({ value, append, index, text }: Assignment): Word {
    const plain = value.type === 'Word' && append !== true && index === undefined;
    return plain ? expandValue(value, this.#variables) : unknownWord(text);
  }

  #checkArmed(word: Word): void {
    if (word.known && ARMED.test(word.text)) this.fail('a substitution in a subscript may run later');
  }

  /** Notes a variable that gets a value in another way than by an assignment. */
  #take(name: string, origin: Origin): void {
    this.#variables.set(name, null, origin);
    if (this.#belt[name] !== undefined) this.#unbelted ??= lossOf(name);
  }

  #apart(place: Place): Place {
    return apart(place, ++this.#scopes);
  }

  #standing({ scope, list, surely, roams }: Place): Standing {
    return { scope, list, surely, roams: roams || this.#roams };
  }
}
