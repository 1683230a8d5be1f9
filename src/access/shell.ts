import {
  type Assignment,
  type Command,
  type CommandArgument,
  forEachChild,
  type HereDoc,
  type ParsedScript,
  parse,
  type Pipeline,
  type Redirected,
  type Redirection,
  type SyntaxNode,
  type Word as SyntaxWord,
} from 'unbash';
import { expandBody, expandValue, expandWord } from './shell-words.js';
import { LineVariables } from './shell-variables.js';
import type { Input, RedirectedFile, ShellCommand, ShellLine, ShellSetting } from './shell-line.js';
import { literal, unknownWord, type Word } from './word.js';

const UNKNOWN: ShellSetting = { dialect: 'bash', variable: () => null };

/** Takes a command line apart into every simple command that may run, in functions, branches and substitutions too. Never throws. */
export function parseShell(text: string, setting: ShellSetting = UNKNOWN): ShellLine {
  const walk = new Walk(setting);
  try {
    walk.script(parse(text), { scope: [], feeds: false, input: { from: 'outside' }, certain: true });
  } catch (error) {
    // Nested beyond the stack: what cannot be read is not allowed.
    walk.fail(error instanceof Error ? error.message : 'the line cannot be parsed');
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

/** Nodes that `sh` may read in another way than Bash, or that let text be run that is not seen here. */
const BASH_ONLY: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'AnsiCQuoted', 'ArithmeticCommand', 'ArithmeticFor', 'ArrayValue', 'Coproc', 'ExtendedGlob', 'LocaleString', 'ProcessSubstitution', 'Select', 'TestCommand',
]);
/** Nodes whose parts run perhaps, or more than once. */
const BRANCHES: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>(['ArithmeticFor', 'Case', 'Coproc', 'For', 'Function', 'If', 'Select', 'Subshell', 'While']);
/** Builtins whose operands are names that they set or unset. */
const SETTERS = new Set(['declare', 'export', 'getopts', 'let', 'local', 'mapfile', 'printf', 'read', 'readarray', 'readonly', 'typeset', 'unset', 'wait']);
/** Builtins after which no variable is known. */
const STRANGERS = new Set(['.', 'eval', 'source', 'trap']);
/** Arithmetic and subscripts run the substitutions in a value: `a[$(cmd)]`. */
const ARMED = /\[[^\]]*(?:\$\(|`)/;

class Walk {
  readonly #setting: ShellSetting;
  readonly #variables: LineVariables;
  readonly #commands: ShellCommand[] = [];
  #opaque: string | undefined;
  #scopes = 0;
  #timed = false;

  constructor(setting: ShellSetting) {
    this.#setting = setting;
    this.#variables = new LineVariables(setting.variable, setting.positionals);
  }

  line(): ShellLine {
    return { commands: this.#commands, changed: this.#variables.changed, ...(this.#opaque === undefined ? {} : { opaque: this.#opaque }) };
  }

  fail(reason: string): void {
    this.#opaque ??= reason;
  }

  script(script: ParsedScript | undefined, place: Place): void {
    const [error] = script?.errors ?? [];
    if (script === undefined) this.fail('a part of the line cannot be parsed');
    else if (error !== undefined) this.fail(`the line cannot be parsed: ${error.message}`);
    if (script !== undefined) for (const statement of script.commands) this.#node(statement, place);
  }

  #node(node: SyntaxNode, place: Place): void {
    this.#checkDialect(node);
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
      case 'Redirected':
        this.#redirected(node, place);
        break;
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        this.script(node.script, { ...place, scope: this.#inner(place), feeds: true, certain: false });
        break;
      default:
        this.#others(node, place);
    }
  }

  #others(node: SyntaxNode, place: Place): void {
    let within = place;
    if (BRANCHES.has(node.type)) {
      this.#forget(node, node.type === 'Function');
      within = { ...place, certain: false, ...(node.type === 'Subshell' || node.type === 'Coproc' ? { scope: this.#inner(place) } : {}) };
    }
    if (node.type === 'Function') this.#variables.losePositionals();
    if (node.type === 'For' || node.type === 'Select') {
      this.#variables.set(node.name.text, null);
      const mentions = (node.wordlist ?? []).flatMap((word) => expandWord(word, this.#variables));
      this.#commands.push({ words: [], assignments: [], redirects: [], input: place.input, feeds: place.feeds, scope: place.scope, mentions });
    }
    if (node.type === 'ArithmeticWord') this.#arithmetic(node.value);
    if (node.type === 'ArithmeticCommand') this.#arithmeticText(node.body, node.expression !== undefined);
    if (node.type === 'ArithmeticExpansion') this.#arithmeticText(node.text, node.expression !== undefined);
    if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default' && node.operation.operator.endsWith('=')) this.#variables.set(node.parameter, null);
    forEachChild(node, (child) => {
      this.#node(child, within);
    });
  }

  #checkDialect(node: SyntaxNode): void {
    if (node.type === 'ParameterExpansion' && node.operation?.type === 'Transform') this.fail(`${node.text} may run what the variable holds`);
    if (this.#setting.dialect !== 'sh') return;
    const oldArithmetic = node.type === 'ArithmeticExpansion' && node.text.startsWith('$[');
    const operation = node.type === 'ParameterExpansion' ? node.operation?.type : undefined;
    const bashOperation = operation !== undefined && operation !== 'Default' && operation !== 'Remove';
    const keyword = node.type === 'Function' && node.name.pos !== node.pos;
    if (BASH_ONLY.has(node.type) || oldArithmetic || bashOperation || keyword) this.fail('Bash syntax in a line for sh, which may read it otherwise');
  }

  #pipeline(node: Pipeline, place: Place): void {
    const timed = node.prefixes.some((prefix) => prefix.type === 'Time');
    const first = node.commands[0];
    // Only Bash has `time` as a word of its own; to other shells it is a program, and `time { …` something else.
    if (timed && this.#setting.dialect === 'sh' && first?.type !== 'Command') this.fail('Bash syntax in a line for sh, which may read it otherwise');
    this.#timed = timed && this.#setting.dialect === 'sh';
    const last = node.commands.length - 1;
    node.commands.forEach((command, index) => {
      if (last === 0) this.#node(command, place);
      else
        this.#node(command, {
          scope: this.#inner(place),
          feeds: place.feeds || index < last,
          input: index > 0 ? { from: 'pipe' } : place.input,
          certain: false,
        });
    });
  }

  #redirected(node: Redirected, place: Place): void {
    const { files, input } = this.#redirections(node.redirects, place);
    this.#commands.push({ words: [], assignments: [], redirects: files, input: place.input, feeds: place.feeds, scope: place.scope });
    this.#node(node.command, { ...place, input: input ?? place.input });
  }

  #command(node: Command, place: Place): void {
    for (const part of [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix]) this.#substitutions(part, place);
    const assignments = node.prefix.flatMap((part) => (part.type === 'Assignment' ? [this.#assignment(part)] : []));
    const words = [...(node.name === undefined ? [] : expandWord(node.name, this.#variables)), ...node.args.flatMap((arg) => this.#argument(arg))];
    const { files, input } = this.#redirections(node.redirects, place);
    if (this.#setting.dialect === 'sh' && endsEarly(node)) this.fail('Bash syntax in a line for sh, which may read it otherwise');
    if (this.#timed) words.unshift(literal('time'));
    this.#timed = false;
    for (const word of words) this.#checkArmed(word);
    for (const [name, value] of assignments) {
      this.#checkArmed(value);
      if (/^(?:PS\d|PROMPT_COMMAND)$/.test(name) && /[$`]/.test(value.text)) this.fail(`${name} is run as text`);
      this.#variables.set(name, words.length === 0 && place.certain && value.known ? value.text : null);
    }
    this.#commands.push({ words, assignments, redirects: files, input: input ?? place.input, feeds: place.feeds, scope: place.scope });
    this.#effects(words, place);
  }

  #checkArmed(word: Word): void {
    if (word.known && ARMED.test(word.text)) this.fail('a substitution in a subscript may run later');
  }

  #argument(arg: CommandArgument): Word[] {
    if (arg.type === 'Word') return expandWord(arg, this.#variables);
    const [name, value] = this.#assignment(arg);
    return [{ ...value, text: `${name}=${value.text}` }];
  }

  #assignment(node: Assignment): readonly [string, Word] {
    const plain = node.value.type === 'Word' && node.append !== true && node.index === undefined;
    return [node.name, plain ? expandValue(node.value as SyntaxWord, this.#variables) : unknownWord(node.text)];
  }

  /** What a builtin does to the variables of the line. */
  #effects(words: readonly Word[], place: Place): void {
    const [program, ...operands] = words;
    if (program === undefined) return;
    if (!program.known || STRANGERS.has(program.text)) {
      this.#variables.lose();
      return;
    }
    if (program.text === 'set' || program.text === 'shift') this.#variables.losePositionals();
    if (program.text === 'builtin' || program.text === 'command') this.#effects(operands, place);
    if (!SETTERS.has(program.text)) return;
    if (/^(?:declare|local|typeset)$/.test(program.text) && operands.some((word) => /^[-+]\w*n/.test(word.text))) this.fail('a variable is given another name');
    for (const word of operands) {
      const match = /^([A-Za-z_]\w*)(?:=(.*))?/s.exec(word.text);
      if (match?.[1] !== undefined) this.#variables.set(match[1], match[2] !== undefined && word.known && place.certain ? match[2] : null);
      else if (!word.known) this.#variables.lose();
    }
  }

  #redirections(redirects: readonly Redirection[], place: Place): { files: RedirectedFile[]; input: Input | undefined } {
    const files: RedirectedFile[] = [];
    let input: Input | undefined;
    for (const redirect of redirects) {
      this.#substitutions(redirect, place);
      if (redirect.type === 'HereDoc') {
        input = inputText(this.#body(redirect));
        continue;
      }
      if (redirect.target === undefined) {
        this.fail('a redirection without a target');
        continue;
      }
      const word = expandValue(redirect.target, this.#variables);
      if (redirect.type === 'HereString') {
        input = inputText(word.known ? word.text : undefined);
        continue;
      }
      if (/^\/dev\/(?:tcp|udp)\//.test(word.text)) this.fail(`${word.text} opens a network connection`);
      if (redirect.operator.startsWith('<') && redirect.operator !== '<&') input = { from: 'file' };
      files.push(...redirectedFiles(redirect.operator, word));
    }
    return { files, input };
  }

  #body(node: HereDoc): string | undefined {
    const body = node.operator === '<<-' ? node.body.text.replace(/^\t+/gm, '') : node.body.text;
    if (node.delimiter?.quoted === true) return body;
    return expandBody(node.operator === '<<-' && node.body.parts?.some((part) => part.type !== 'Literal') !== true ? undefined : node.body.parts, body, this.#variables);
  }

  /** Walks the substitutions of a word, an assignment or a redirection; what else is in it runs nothing. */
  #substitutions(node: SyntaxNode, place: Place): void {
    this.#node(node, place);
  }

  /** Substitutions in arithmetic run also where quotes would stop them elsewhere. */
  #arithmeticText(text: string, parsed: boolean): void {
    if (/\$\(|`/.test(text.slice(3)) && (!parsed || /['"\\[]/.test(text))) this.fail('arithmetic may run a substitution');
  }

  /** A number that a name stands for is a number; anything else could be a subscript that runs something. */
  #arithmetic(text: string): void {
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
      const value = this.#variables.value(name);
      if (typeof value === 'string' && /[[(`]/.test(value)) this.fail(`arithmetic with ${name} may run what it holds`);
      if (/=|\+\+|--/.test(text)) this.#variables.set(name, null);
    }
  }

  /** Variables set in a branch or loop are not known from its beginning on; those that a function sets, never. */
  #forget(node: SyntaxNode, forGood: boolean): void {
    forEachChild(node, (child) => {
      if (child.type === 'Assignment') this.#variables.forget(child.name, forGood);
      if (child.type === 'Command' && child.name !== undefined) {
        if (STRANGERS.has(child.name.value)) this.#variables.lose();
        if (SETTERS.has(child.name.value)) {
          for (const arg of child.args) if (arg.type === 'Word') this.#variables.forget(/^\w+/.exec(arg.value)?.[0] ?? '', forGood);
        }
      }
      this.#forget(child, forGood);
    });
  }

  #inner(place: Place): readonly number[] {
    return [...place.scope, ++this.#scopes];
  }
}

/** `a &> f b` is one command to Bash; to other shells `&` ends the first, and `b` is another. */
function endsEarly(node: Command): boolean {
  const both = node.redirects.find((redirect) => redirect.type === 'Redirect' && redirect.operator.startsWith('&>'));
  return both !== undefined && [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix].some((part) => part.pos > both.pos);
}

const inputText = (text: string | undefined): Input => (text === undefined ? { from: 'text' } : { from: 'text', text });

function redirectedFiles(operator: string, word: Word): RedirectedFile[] {
  const duplicates = (operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(word.text);
  if (duplicates || operator === '<&') return [];
  const read: RedirectedFile = { word, effect: 'read' };
  const write: RedirectedFile = { word, effect: 'write' };
  if (operator === '<>') return [read, write];
  return [operator === '<' ? read : write];
}
