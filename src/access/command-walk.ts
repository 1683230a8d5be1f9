import type { FoundProgram, PathAccess, SimpleCommand } from '../types.js';
import { chunk } from '../chunks.js';
import type { Inner, InnerReader } from './inner-commands.js';
import { OPTION_COMMANDS } from './option-commands.js';
import { absolute } from './path.js';
import { NamedFiles, noteArguments } from './path-arguments.js';
import { prefixReader } from './prefix-programs.js';
import { findProgram, interpreterOf } from './programs.js';
import { scriptLine } from './run-scripts.js';
import { builtinKind, NAMES_NO_FILES, PRINTERS, TESTERS } from './shell-builtins.js';
import type { Input, ShellCommand, ShellLine } from './shell-line.js';
import { dialectOf, type Dialect, isPlainLine, isTrustedShell, readShellCall } from './shells.js';
import type { Surroundings } from './surroundings.js';
import { textReader } from './text-programs.js';
import { parseWindowsLine } from './windows-line.js';
import { isPlain, literal, type Word } from './word.js';

/** Where in a command line a command stands. */
export interface Position {
  /** Folders it may run in: one, but two after a `cd` that may fail. */
  readonly folders: readonly string[];
  /** The shell that reads it, when one does. */
  readonly shell?: Dialect;
  /** The prefix program or shell that starts it, by its place in the list. */
  readonly within?: number;
  /** Leading assignments, or those of `env`. */
  readonly assignments?: readonly (readonly [name: string, value: string])[];
  readonly input?: Input;
  /** True when something reads what it prints. */
  readonly feeds?: boolean;
  /** True when its name is a part of the program that starts it, not a file. */
  readonly applet?: boolean;
  /** Variables of surrounding lines whose value is not known here. */
  readonly changed?: ReadonlySet<string>;
  readonly positionals?: readonly string[];
  readonly depth: number;
  /** Called when it changes the folder of the commands after it. */
  readonly moveTo?: (folders: readonly string[]) => void;
}

/** Commands inside of commands inside of commands … are followed that far. */
const DEEPEST = 24;
const MOST_COMMANDS = 4096;
/** Folders whose scripts are the system's: what interprets them is no news. */
const SYSTEM_FOLDER = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/;

/** Takes a command apart: itself, and every command that it starts as far as that can be read. */
export class CommandWalk {
  readonly commands: SimpleCommand[] = [];
  readonly paths: Map<string, PathAccess> = new Map<string, PathAccess>();
  /** Every variable that is set in the lines, whatever its name. */
  readonly set: Set<string> = new Set<string>();
  opaque: string | undefined;
  readonly #around: Surroundings;
  readonly #variable: (name: string) => string | undefined;

  constructor(around: Surroundings, variable: (name: string) => string | undefined) {
    this.#around = around;
    this.#variable = variable;
  }

  /** Notes why not everything that may run is listed. */
  fail(why: string): void {
    this.opaque ??= why;
  }

  /** Takes one command apart; its first word is the program. */
  command(words: readonly Word[], at: Position): void {
    const [first, ...args] = words;
    if (first === undefined) return;
    if (at.depth > DEEPEST || this.commands.length > MOST_COMMANDS) this.fail('the line starts commands inside of commands without end');
    else if (!isPlain(first)) {
      this.fail(`the name of a program is known only once the line runs: ${first.text}`);
      this.#push(first.text, args, at, {});
    } else {
      const kind = at.shell === undefined ? undefined : builtinKind(first.text, at.shell === 'bash');
      if (kind === undefined) this.#program(first.text, args, at);
      else if (kind === 'runs') this.#runningBuiltin(first.text, args, at);
      else this.#builtin(first.text, args, at, kind === 'harmless');
    }
  }

  /** Takes a text for a shell apart. */
  line(text: string, dialect: Dialect, at: Position): void {
    const line = this.#parse(text, dialect, at);
    if (line.opaque !== undefined) this.fail(line.opaque);
    for (const name of line.changed) this.set.add(name);
    const changed = new Set([...(at.changed ?? []), ...line.changed]);
    const places = new Map<number | undefined, readonly string[]>([[undefined, at.folders]]);
    for (const command of line.commands) {
      let scope: number | undefined;
      for (const inner of command.scope) {
        if (!places.has(inner)) places.set(inner, places.get(scope) ?? at.folders);
        scope = inner;
      }
      const moveTo = (folders: readonly string[]): void => {
        places.set(scope, folders);
      };
      this.#lineCommand(command, { ...at, shell: dialect, changed, folders: places.get(scope) ?? at.folders, moveTo, depth: at.depth + 1 });
    }
  }

  #parse(text: string, dialect: Dialect, at: Position): ShellLine {
    if (dialect === 'cmd') return parseWindowsLine(text);
    const variable = (name: string): string | undefined | null => (at.changed?.has(name) === true ? null : this.#variable(name));
    const line = chunk('shell').parseShell(text, {
      dialect: dialect === 'bash' ? 'bash' : 'sh',
      variable,
      ...(at.positionals === undefined ? {} : { positionals: at.positionals }),
    });
    return dialect === 'other' && !isPlainLine(text) ? { ...line, opaque: line.opaque ?? 'the line is for a shell that reads it in its own way' } : line;
  }

  #lineCommand({ words, assignments, redirects, input, feeds, mentions }: ShellCommand, at: Position): void {
    this.#onFiles(at.folders, (files) => {
      for (const { word, effect } of redirects) files.add(word, effect);
      for (const word of mentions ?? []) files.mention(word);
    });
    this.command(words, {
      ...at,
      assignments: assignments.map(([name, value]) => [name, value.text] as const),
      feeds: feeds || at.feeds === true,
      input: input.from === 'outside' ? (at.input ?? input) : input,
    });
  }

  #onFiles(folders: readonly string[], use: (files: NamedFiles) => void): void {
    for (const folder of folders) use(new NamedFiles(this.#around.files, folder, this.paths));
  }

  #push(program: string, args: readonly Word[], at: Position, more: Pick<SimpleCommand, 'found' | 'role'>): number {
    const unknown = args.flatMap((word, index) => (isPlain(word) ? [] : [index]));
    return (
      this.commands.push({
        program,
        argv: args.map((word) => word.text),
        assignments: at.assignments ?? [],
        ...more,
        ...(unknown.length === 0 ? {} : { unknown }),
        ...(at.within === undefined ? {} : { within: at.within }),
      }) - 1
    );
  }

  #program(name: string, args: readonly Word[], at: Position): void {
    const found = this.#find(name, at);
    const dialect = dialectOf(found);
    const call = dialect === undefined ? undefined : readShellCall(args, dialect);
    const asShell = call?.text !== undefined && isTrustedShell(found);
    const index = this.#push(name, args, at, { found, ...(asShell ? { role: 'shell' } : {}) });
    this.#interpreter(found, args, { ...at, within: index });
    if (dialect !== undefined && call !== undefined) {
      if (call.opaque !== undefined) this.fail(call.opaque);
      const known = call.positionals.every((word) => word.known);
      const { positionals: _, ...outer } = at;
      const inside: Position = { ...outer, within: index, depth: at.depth + 1, ...(known ? { positionals: call.positionals.map((word) => word.text) } : {}) };
      if (call.text !== undefined) this.#text(call.text, dialect, inside);
      else if (call.readsInput) this.#inputLine(dialect, inside);
      if (call.text !== undefined) {
        this.#onFiles(at.folders, (files) => {
          for (const word of call.positionals) files.mention(word);
        });
        return;
      }
    }
    const inner = [...new Set(found.names.flatMap(readersOf))].flatMap((read) => read(args));
    for (const one of inner) this.#inner(one, { ...at, within: index, depth: at.depth + 1 });
    if (found.names.includes('node')) this.#nodeRun(args, { ...at, within: index, depth: at.depth + 1 });
    const theirs = new Set(inner.flatMap((one) => (one.kind === 'words' ? one.words : [])));
    this.#onFiles(at.folders, (files) => {
      noteArguments(found.names, args.filter((word) => !theirs.has(word)), files);
    });
  }

  #find(name: string, at: Position): FoundProgram {
    if (at.applet === true) return { names: [name], trusted: [name] };
    const path = at.changed?.has('PATH') === true ? this.#around.startedWith('PATH') : this.#variable('PATH');
    const found = at.folders.map((cwd) => findProgram(name, { cwd, path }, this.#around));
    return found.find((one) => one.real !== undefined) ?? found[0] ?? { names: [name], trusted: [] };
  }

  /** A script is run by what its first line names: no allow rule need name that, a deny rule may. */
  #interpreter(found: FoundProgram, args: readonly Word[], at: Position): void {
    if (found.path === undefined || SYSTEM_FOLDER.test(found.path)) return;
    const [program, argument] = interpreterOf(found.path, this.#around) ?? [];
    if (program === undefined) return;
    const words = [...(argument === undefined ? [] : [literal(argument)]), literal(found.path), ...args];
    this.#push(program, words, at, { found: this.#find(program, at), role: 'interpreter' });
    const behind = /(?:^|\/)env$/.test(program) ? /^(?:-S\s*)?(?:\w+=\S*\s+)*([^\s-]\S*)/.exec(argument ?? '')?.[1] : undefined;
    if (behind !== undefined) this.#push(behind, words.slice(1), at, { found: this.#find(behind, at), role: 'interpreter' });
  }

  #text(text: Word, dialect: Dialect, at: Position): void {
    if (!text.known) this.fail(`a shell is given a text that is known only once it runs: ${text.text}`);
    else this.line(text.text, dialect, at);
  }

  /** A shell without a text reads its commands: those in a here-document can be known. */
  #inputLine(dialect: Dialect, at: Position): void {
    const { input } = at;
    if (input?.from === 'pipe') this.fail('a shell reads its commands from a pipe');
    if (input?.from !== 'text') return;
    if (input.text === undefined) this.fail('a shell reads a text that is known only once the line runs');
    else {
      const { input: _, ...rest } = at;
      this.line(input.text, dialect, rest);
    }
  }

  #inner(inner: Inner, { shell: _, assignments: __, applet: ___, moveTo: ____, positionals: _____, ...at }: Position): void {
    if (inner.kind === 'opaque') this.fail(inner.why);
    else if (inner.kind === 'line') this.#text(inner.text, 'sh', at);
    else {
      for (const [name] of inner.assignments ?? []) this.set.add(name);
      const folder = inner.folder;
      const folders = folder === undefined ? at.folders : at.folders.map((cwd) => absolute(folder.text, cwd));
      const names = new Set([...(at.changed ?? []), ...(inner.assignments ?? []).map(([name]) => name)]);
      this.command(inner.words, { ...at, folders, changed: names, ...(inner.assignments === undefined ? {} : { assignments: inner.assignments }), ...(inner.applet === true ? { applet: true } : {}) });
    }
  }

  /** `node --run name` starts the script of package.json in a shell before any preload runs. */
  #nodeRun(args: readonly Word[], at: Position): void {
    const script = scriptLine(args, at.folders[0] ?? '/', this.#around.files);
    if (script === undefined) return;
    if ('opaque' in script) this.fail(script.opaque);
    else this.line(script.text, 'sh', { ...at, folders: [script.folder] });
  }

  #builtin(name: string, args: readonly Word[], at: Position, harmless: boolean): void {
    const names = name === '.' || name === 'source' ? ['.', 'source'] : [name];
    this.#push(name, args, at, { found: { names, trusted: names }, ...(harmless ? { role: 'builtin' } : {}) });
    if (name === 'cd' || name === 'pushd') this.#changeFolder(args, at);
    if (name === 'alias' && args.some((word) => word.text.includes('='))) this.#alias(args, at);
    if (!harmless && REBINDS.has(name) && args.some((word) => !word.known || /^-\w*[Ccefpsx]/.test(word.text))) this.fail(`${name} may run or rename programs`);
    if (names.length > 1) this.#source(args[0], at);
    if (NAMES_NO_FILES.has(name) || (PRINTERS.has(name) && at.feeds !== true)) return;
    this.#onFiles(at.folders, (files) => {
      for (const word of args) files.mention(word, TESTERS.has(name) ? 'stat' : 'read');
    });
  }

  #changeFolder(args: readonly Word[], at: Position): void {
    const [operand] = args.filter((word) => !/^-[LPe@]+$/.test(word.text));
    const target = operand ?? literal(this.#variable('HOME') ?? '/');
    if (!isPlain(target) || target.text === '-' || /^\+\d/.test(target.text)) return;
    const moved = at.folders.flatMap((cwd) => {
      const folder = absolute(target.text, cwd);
      return this.#around.files.isFolder(folder) ? [folder] : [folder, cwd];
    });
    at.moveTo?.([...new Set(moved)].slice(0, 4));
  }

  /** An alias can stand for any piece of a line: what it holds is listed, but the line counts as not understood. */
  #alias(args: readonly Word[], at: Position): void {
    this.fail('an alias may change what the line means');
    for (const { text } of args) if (text.includes('=')) this.line(text.slice(text.indexOf('=') + 1), at.shell ?? 'sh', { ...at, depth: at.depth + 1 });
  }

  #source(file: Word | undefined, at: Position): void {
    if (file === undefined) return;
    if (!isPlain(file) || /^\/dev\/|^\/proc\//.test(file.text)) this.fail('a shell reads commands from what is known only once the line runs');
    else this.#onFiles(at.folders, (files) => {
      files.add(file, 'read');
    });
  }

  /** Builtins that run their operands. */
  #runningBuiltin(name: string, args: readonly Word[], at: Position): void {
    const index = this.#push(name, args, at, { found: { names: [name], trusted: [name] }, role: 'builtin' });
    const { assignments: _, ...rest } = at;
    const inside: Position = { ...rest, within: index, depth: at.depth + 1 };
    if (name === 'eval') {
      if (args.every((word) => isPlain(word))) this.line(args.map((word) => word.text).join(' '), at.shell ?? 'sh', inside);
      else this.fail('eval runs a text that is known only once the line runs');
    } else if (name === 'trap') this.#trap(args, inside);
    else if (name === 'command' && args.some((word) => /^-\w*[vV]/.test(word.text))) return;
    else this.command(afterOptions(args, name === 'exec' ? 'a' : ''), name === 'exec' ? withoutShell(inside) : inside);
  }

  #trap(args: readonly Word[], at: Position): void {
    const [action, ...signals] = args.filter((word) => word.text !== '--');
    if (action === undefined || signals.length === 0 || /^(?:-|-p|-l|)$/.test(action.text)) return;
    this.#text(action, at.shell ?? 'sh', at);
  }
}

const readersOf = (name: string): InnerReader[] =>
  [prefixReader(name), Object.hasOwn(OPTION_COMMANDS, name) ? OPTION_COMMANDS[name] : undefined, textReader(name)].filter((read) => read !== undefined);

/** Builtins that with some of their options run or load code, or give a program another name. */
const REBINDS = new Set(['bind', 'compgen', 'complete', 'enable', 'fc', 'hash', 'jobs', 'mapfile', 'readarray']);

function withoutShell({ shell: _, ...at }: Position): Position {
  return at;
}

/** The words after a builtin's options; one of the letters takes a word. */
function afterOptions(args: readonly Word[], valued: string): readonly Word[] {
  let at = 0;
  for (; at < args.length && /^-\w+$/.test(args[at]?.text ?? ''); at++) if (valued !== '' && args[at]?.text.endsWith(valued) === true) at++;
  return args[at]?.text === '--' ? args.slice(at + 1) : args.slice(at);
}
