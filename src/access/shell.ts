import {
  type Assignment,
  type Command,
  type CommandArgument,
  forEachChild,
  type ParsedScript,
  parse,
  type Pipeline,
  type SyntaxNode,
} from 'unbash';
import { type Belt, lossOf } from './belt.js';
import { lossesIn } from './shell-belt.js';
import { isBashOnly } from './shell-dialect.js';
import type { Input, ShellCommand, ShellLine, ShellSetting } from './shell-line.js';
import { readRedirections } from './shell-redirections.js';
import { LineVariables } from './shell-variables.js';
import { expandValue, expandWord } from './shell-words.js';
import { literal, unknownWord, type Word } from './word.js';

const UNKNOWN: ShellSetting = { dialect: 'bash', variable: () => null };

/**
 * Takes a command line apart into every simple command that may run, in functions, branches and substitutions too.
 * Never throws: what cannot be read makes the line opaque.
 */
export function parseShell(text: string, setting: ShellSetting = UNKNOWN): ShellLine {
  const walk = new Walk(setting);
  try {
    walk.script(parse(text), { scope: [], feeds: false, input: { from: 'outside' }, certain: true });
  } catch (error) {
    walk.fail(`the line cannot be parsed: ${String(error)}`);
  }
  return walk.line();
}

/** What surrounds a node. */
interface Place {
  readonly scope: readonly number[];
  readonly feeds: boolean;
  readonly input: Input;
  /** False where it is not certain that the node runs, or runs once. */
  readonly certain: boolean;
}

/** Nodes whose parts run perhaps, or more than once. */
const BRANCHES: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'ArithmeticFor',
  'Case',
  'Coproc',
  'For',
  'Function',
  'If',
  'Select',
  'Subshell',
  'While',
]);
/** Operators of arithmetic that give a variable a value. */
const SETS = /^(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=)$/;
/** Names that arithmetic which was not understood may give a value: `a=1`, `a+=1`, `a++`, `--a`. */
const ASSIGNED = /[A-Za-z_]\w*(?=\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=)))|(?<=(?:\+\+|--)\s*)[A-Za-z_]\w*/g;
/** Arithmetic and subscripts run the substitutions in a value: `a[$(cmd)]`. */
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

  constructor({ dialect, variable, positionals, belt = {} }: ShellSetting) {
    this.#belt = belt;
    this.#sh = dialect === 'sh';
    this.#variables = new LineVariables(variable, positionals);
  }

  line(): ShellLine {
    const { changed } = this.#variables;
    return {
      commands: this.#commands,
      changed,
      ...(this.#opaque === undefined ? {} : { opaque: this.#opaque }),
      ...(this.#unbelted === undefined ? {} : { unbelted: this.#unbelted }),
    };
  }

  fail(reason: string): void {
    this.#opaque ??= reason;
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
        node.commands.forEach((command, index) => {
          this.#node(command, index === 0 ? place : { ...place, certain: false });
        });
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
        this.script(node.script, { ...place, scope: this.#inner(place), feeds: true, certain: false });
        break;
      default:
        this.#note(node, place);
        this.#children(node, place);
    }
  }

  #children(node: SyntaxNode, place: Place): void {
    let within = place;
    if (BRANCHES.has(node.type)) {
      this.#variables.forgetIn(node, node.type === 'Function');
      const apart = node.type === 'Subshell' || node.type === 'Coproc';
      within = { ...place, certain: false, scope: apart ? this.#inner(place) : place.scope };
    }
    forEachChild(node, (child) => {
      this.#node(child, within);
    });
  }

  /** Notes what a node does to variables, or may run without being a command. */
  #note(node: SyntaxNode, place: Place): void {
    switch (node.type) {
      case 'Function':
        this.#variables.losePositionals();
        break;
      case 'For':
      case 'Select':
        this.#take(node.name.text);
        this.#mention(
          (node.wordlist ?? []).flatMap((word) => expandWord(word, this.#variables)),
          place,
        );
        break;
      case 'ParameterExpansion':
        if (node.operation?.type === 'Transform') this.fail(`${node.text} may run what the variable holds`);
        if (node.operation?.type === 'Default' && node.operation.operator.endsWith('='))
          this.#variables.set(node.parameter, null);
        break;
      case 'ArithmeticCommand':
        this.#arithmetic(node.body, node.expression !== undefined);
        break;
      case 'ArithmeticExpansion':
        this.#arithmetic(node.text.slice(3), node.expression !== undefined);
        break;
      case 'ArithmeticBinary':
        if (SETS.test(node.operator) && node.left.type === 'ArithmeticWord') this.#assigned(node.left.value);
        break;
      case 'ArithmeticUnary':
        if (SETS.test(node.operator) && node.operand.type === 'ArithmeticWord') this.#assigned(node.operand.value);
        break;
      case 'ArithmeticWord':
        this.#number(node.value);
        break;
      default:
    }
  }

  #mention(mentions: readonly Word[], { input, feeds, scope }: Place): void {
    this.#commands.push({ words: [], assignments: [], redirects: [], input, feeds, scope, mentions });
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
        scope: this.#inner(place),
        feeds: place.feeds || index < more.length,
        input: index > 0 ? { from: 'pipe' } : place.input,
        certain: false,
      });
    });
  }

  #command(node: Command, place: Place): void {
    const parts = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix];
    for (const part of parts) this.#node(part, place);
    const assignments = node.prefix.flatMap((part) => (part.type === 'Assignment' ? [this.#assignment(part)] : []));
    const words = node.name === undefined ? [] : expandWord(node.name, this.#variables);
    words.push(...node.args.flatMap((arg) => this.#argument(arg)));
    if (this.#timed) words.unshift(literal('time'));
    this.#timed = false;
    for (const [name, value] of assignments) this.#assign(name, value, words.length === 0 && place.certain);
    for (const word of words) this.#checkArmed(word);
    const { lasting, passing } = lossesIn(node, words, this.#belt, this.#variables.outside);
    this.#unbelted ??= lasting;
    this.#redirections(node.redirects, place, {
      words,
      assignments,
      ...(passing === undefined ? {} : { unbelted: passing }),
    });
    if (!this.#variables.run(words, place.certain)) this.fail('a variable is given another name');
  }

  /** Notes a command with its redirections; returns where its input comes from. */
  #redirections(
    redirects: Command['redirects'],
    { scope, feeds, input: outer }: Place,
    command: Pick<ShellCommand, 'words' | 'assignments' | 'unbelted'>,
  ): Input {
    const { files, input = outer, opaque } = readRedirections(redirects, this.#variables);
    if (opaque !== undefined) this.fail(opaque);
    this.#commands.push({ ...command, redirects: files, input, feeds, scope });
    return input;
  }

  #argument(arg: CommandArgument): Word[] {
    if (arg.type === 'Word') return expandWord(arg, this.#variables);
    const [name, value] = this.#assignment(arg);
    return [{ ...value, text: `${name}=${value.text}` }];
  }

  #assignment({ name, value, append, index, text }: Assignment): readonly [string, Word] {
    const plain = value.type === 'Word' && append !== true && index === undefined;
    return [name, plain ? expandValue(value, this.#variables) : unknownWord(text)];
  }

  #assign(name: string, value: Word, certain: boolean): void {
    this.#checkArmed(value);
    if (/^(?:PS\d|PROMPT_COMMAND)$/.test(name) && /[$`]/.test(value.text)) this.fail(`${name} is run as text`);
    this.#variables.set(name, certain && value.known ? value.text : null);
  }

  #checkArmed(word: Word): void {
    if (word.known && ARMED.test(word.text)) this.fail('a substitution in a subscript may run later');
  }

  /** Substitutions in arithmetic run also where quotes would stop them elsewhere. */
  #arithmetic(text: string, parsed: boolean): void {
    if (/\$\(|`/.test(text) && (!parsed || /['"\\[]/.test(text))) this.fail('arithmetic may run a substitution');
    if (!parsed) for (const [name] of text.matchAll(ASSIGNED)) this.#assigned(name);
  }

  #assigned(text: string): void {
    this.#take(/^\w*/.exec(text.trim())?.[0] ?? '');
  }

  /** Notes a variable that gets a value in another way than by an assignment. */
  #take(name: string): void {
    this.#variables.set(name, null);
    if (this.#belt[name] !== undefined) this.#unbelted ??= lossOf(name);
  }

  /** A number that a name stands for is a number; anything else could be a subscript that runs something. */
  #number(text: string): void {
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
      const value = this.#variables.value(name);
      if (typeof value === 'string' && /[[(`]/.test(value)) this.fail(`arithmetic with ${name} may run what it holds`);
      if (/=|\+\+|--/.test(text)) this.#take(name);
    }
  }

  #inner(place: Place): readonly number[] {
    return [...place.scope, ++this.#scopes];
  }
}
