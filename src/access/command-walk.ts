import type { FoundProgram, PathAccess, SimpleCommand } from '../types.js';
import { chunk } from '../chunks.js';
import { changedFolders, defineAliases, isKnownFile, mayRebind, runOperands } from './builtin-commands.js';
import { type CommandPlace, inside, type Walker } from './command-place.js';
import type { Inner } from './inner-commands.js';
import { innerReaders } from './inner-readers.js';
import { absolute } from './path.js';
import { NamedFiles, noteArguments } from './path-arguments.js';
import { findProgram, interpreterOf } from './programs.js';
import { scriptLine } from './run-scripts.js';
import { builtinKind, NAMES_NO_FILES, PRINTERS, TESTERS } from './shell-builtins.js';
import type { ShellCommand, ShellLine } from './shell-line.js';
import { dialectOf, type Dialect, isPlainLine, isTrustedShell, readShellCall, type ShellCall } from './shells.js';
import type { Surroundings } from './surroundings.js';
import { parseWindowsLine } from './windows-line.js';
import { isPlain, literal, type Word } from './word.js';

/** Commands inside of commands inside of commands … are followed that far. */
const DEEPEST = 24;
const MOST_COMMANDS = 4096;
/** Folders whose scripts are the system's: what interprets them is no news. */
const SYSTEM_FOLDER = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/;

/** Takes a command apart: itself, and every command that it starts as far as that can be read. */
export class CommandWalk implements Walker {
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

  fail(why: string): void {
    this.opaque ??= why;
  }

  command(words: readonly Word[], place: CommandPlace): void {
    const [first, ...args] = words;
    if (first === undefined) return;
    if (place.depth > DEEPEST || this.commands.length > MOST_COMMANDS) {
      this.fail('the line starts commands inside of commands without end');
    } else if (!isPlain(first)) {
      this.fail(`the name of a program is known only once the line runs: ${first.text}`);
      this.#push(first.text, args, place, {});
    } else {
      const kind = place.shell === undefined ? undefined : builtinKind(first.text, place.shell === 'bash');
      if (kind === undefined) this.#program(first.text, args, place);
      else if (kind === 'runs') this.#runningBuiltin(first.text, args, place);
      else this.#builtin(first.text, args, place, kind === 'harmless');
    }
  }

  line(text: string, dialect: Dialect, place: CommandPlace): void {
    const line = this.#parse(text, dialect, place);
    if (line.opaque !== undefined) this.fail(line.opaque);
    for (const name of line.changed) this.set.add(name);
    const changed = new Set([...(place.changed ?? []), ...line.changed]);
    // A change of folder lasts to the end of its subshell.
    const folders = new Map<number | undefined, readonly string[]>([[undefined, place.folders]]);
    for (const command of line.commands) {
      let scope: number | undefined;
      for (const inner of command.scope) {
        if (!folders.has(inner)) folders.set(inner, folders.get(scope) ?? place.folders);
        scope = inner;
      }
      this.#lineCommand(command, {
        ...place,
        shell: dialect,
        changed,
        folders: folders.get(scope) ?? place.folders,
        moveTo: (to) => {
          folders.set(scope, to);
          // Only what runs in the very same shell (`eval`) was given a way to move it.
          if (scope === undefined) place.moveTo?.(to);
        },
        depth: place.depth + 1,
      });
    }
  }

  #parse(text: string, dialect: Dialect, { changed, positionals }: CommandPlace): ShellLine {
    if (dialect === 'cmd') return parseWindowsLine(text);
    const line = chunk('shell').parseShell(text, {
      dialect: dialect === 'bash' ? 'bash' : 'sh',
      variable: (name) => (changed?.has(name) === true ? null : this.#variable(name)),
      ...(positionals === undefined ? {} : { positionals }),
    });
    if (dialect !== 'other' || isPlainLine(text)) return line;
    return { ...line, opaque: line.opaque ?? 'the line is for a shell that reads it in its own way' };
  }

  #lineCommand({ words, assignments, redirects, input, feeds, mentions }: ShellCommand, place: CommandPlace): void {
    this.#onFiles(place, (files) => {
      for (const { word, effect } of redirects) files.add(word, effect);
      for (const word of mentions ?? []) files.mention(word);
    });
    this.command(words, {
      ...place,
      assignments: assignments.map(([name, value]) => [name, value.text] as const),
      feeds: feeds || place.feeds === true,
      input: input.from === 'outside' ? (place.input ?? input) : input,
    });
  }

  #onFiles(place: CommandPlace, use: (files: NamedFiles) => void): void {
    for (const folder of place.folders) use(new NamedFiles(this.#around.files, folder, this.paths));
  }

  #push(
    program: string,
    args: readonly Word[],
    { assignments = [], within }: CommandPlace,
    more: Pick<SimpleCommand, 'found' | 'role'>,
  ): number {
    const unknown = args.flatMap((word, index) => (isPlain(word) ? [] : [index]));
    const command = { program, argv: args.map((word) => word.text), assignments, ...more };
    return (
      this.commands.push({
        ...command,
        ...(unknown.length === 0 ? {} : { unknown }),
        ...(within === undefined ? {} : { within }),
      }) - 1
    );
  }

  #program(name: string, args: readonly Word[], place: CommandPlace): void {
    const found = this.#find(name, place);
    const dialect = dialectOf(found);
    const call = dialect === undefined ? undefined : readShellCall(args, dialect);
    const asShell = call?.text !== undefined && isTrustedShell(found);
    const index = this.#push(name, args, place, { found, ...(asShell ? { role: 'shell' } : {}) });
    this.#interpreter(found, args, { ...place, within: index });
    if (dialect !== undefined && call !== undefined) this.#shell(call, dialect, inside(place, index));
    if (call?.text === undefined) this.#inners(found, args, place, index);
  }

  #find(name: string, { applet, changed, folders }: CommandPlace): FoundProgram {
    if (applet === true) return { names: [name], trusted: [name] };
    const path = changed?.has('PATH') === true ? this.#around.startedWith('PATH') : this.#variable('PATH');
    const found = folders.map((cwd) => findProgram(name, { cwd, path }, this.#around));
    return found.find((one) => one.real !== undefined) ?? found[0] ?? { names: [name], trusted: [] };
  }

  /** A script is run by what its first line names: no allow rule need name that, a deny rule may. */
  #interpreter(found: FoundProgram, args: readonly Word[], place: CommandPlace): void {
    if (found.path === undefined || SYSTEM_FOLDER.test(found.path)) return;
    const [program, argument] = interpreterOf(found.path, this.#around) ?? [];
    if (program === undefined) return;
    const words = [...(argument === undefined ? [] : [literal(argument)]), literal(found.path), ...args];
    this.#push(program, words, place, { found: this.#find(program, place), role: 'interpreter' });
    if (!/(?:^|\/)env$/.test(program)) return;
    const behind = /^(?:-S\s*)?(?:\w+=\S*\s+)*([^\s-]\S*)/.exec(argument ?? '')?.[1];
    if (behind === undefined) return;
    this.#push(behind, words.slice(1), place, { found: this.#find(behind, place), role: 'interpreter' });
  }

  /** What a shell was given to run. `place` is that of what it runs. */
  #shell(call: ShellCall, dialect: Dialect, place: CommandPlace): void {
    if (call.opaque !== undefined) this.fail(call.opaque);
    const known = call.positionals.every((word) => word.known);
    const positionals = known ? call.positionals.map((word) => word.text) : undefined;
    if (call.text !== undefined) this.#text(call.text, dialect, { ...place, positionals });
    else if (call.readsInput) this.#inputLine(dialect, { ...place, positionals });
    this.#onFiles(place, (files) => {
      for (const word of call.positionals) files.mention(word);
    });
  }

  #text(text: Word, dialect: Dialect, place: CommandPlace): void {
    if (text.known) this.line(text.text, dialect, place);
    else this.fail(`a shell is given a text that is known only once it runs: ${text.text}`);
  }

  /** A shell without a text reads its commands: those in a here-document can be known. */
  #inputLine(dialect: Dialect, place: CommandPlace): void {
    const { input } = place;
    if (input?.from === 'pipe') this.fail('a shell reads its commands from a pipe');
    if (input?.from !== 'text') return;
    if (input.text === undefined) this.fail('a shell reads a text that is known only once the line runs');
    else this.line(input.text, dialect, { ...place, input: undefined });
  }

  /** What a program starts, and the files it names. */
  #inners(found: FoundProgram, args: readonly Word[], place: CommandPlace, index: number): void {
    const inner = innerReaders(found.names).flatMap((read) => read(args));
    for (const one of inner) this.#inner(one, inside(place, index));
    if (found.names.includes('node')) this.#nodeRun(args, inside(place, index));
    const theirs = new Set(inner.flatMap((one) => (one.kind === 'words' ? one.words : [])));
    const own = args.filter((word) => !theirs.has(word));
    this.#onFiles(place, (files) => {
      noteArguments(found.names, own, files);
    });
  }

  #inner(inner: Inner, place: CommandPlace): void {
    if (inner.kind === 'opaque') this.fail(inner.why);
    else if (inner.kind === 'line') this.#text(inner.text, 'sh', place);
    else {
      const { words, assignments = [], folder, applet } = inner;
      for (const [name] of assignments) this.set.add(name);
      const folders = folder === undefined ? place.folders : place.folders.map((cwd) => absolute(folder.text, cwd));
      const changed = new Set([...(place.changed ?? []), ...assignments.map(([name]) => name)]);
      this.command(words, { ...place, folders, changed, assignments, applet });
    }
  }

  /** `node --run name` starts the script of package.json in a shell before any preload runs. */
  #nodeRun(args: readonly Word[], place: CommandPlace): void {
    const script = scriptLine(args, place.folders[0] ?? '/', this.#around.files);
    if (script === undefined) return;
    if ('opaque' in script) this.fail(script.opaque);
    else this.line(script.text, 'sh', { ...place, folders: [script.folder] });
  }

  #builtin(name: string, args: readonly Word[], place: CommandPlace, harmless: boolean): void {
    const names = name === '.' || name === 'source' ? ['.', 'source'] : [name];
    this.#push(name, args, place, { found: { names, trusted: names }, ...(harmless ? { role: 'builtin' } : {}) });
    if (mayRebind(name, args)) this.fail(`${name} may run or rename programs`);
    this.#effectOf(name, args, place);
    if (NAMES_NO_FILES.has(name)) return;
    // What is only printed names no file, but a glob shows which files there are.
    const named = PRINTERS.has(name) && place.feeds !== true ? args.filter((word) => word.pattern !== undefined) : args;
    this.#onFiles(place, (files) => {
      for (const word of named) files.mention(word, TESTERS.has(name) || named !== args ? 'stat' : 'read');
    });
  }

  #effectOf(name: string, args: readonly Word[], place: CommandPlace): void {
    switch (name) {
      case 'alias':
        defineAliases(args, place, this);
        break;
      case 'cd':
      case 'pushd':
        this.#changeFolder(args, place);
        break;
      case '.':
      case 'source':
        this.#source(args[0], place);
        break;
      default:
    }
  }

  #changeFolder(args: readonly Word[], { folders, moveTo }: CommandPlace): void {
    const moved = changedFolders(args, folders, this.#variable('HOME'), this.#around.files);
    if (moved !== undefined) moveTo?.(moved);
  }

  #source(file: Word | undefined, place: CommandPlace): void {
    if (file === undefined) return;
    if (!isKnownFile(file)) this.fail('a shell reads commands from what is known only once the line runs');
    else
      this.#onFiles(place, (files) => {
        files.add(file, 'read');
      });
  }

  #runningBuiltin(name: string, args: readonly Word[], place: CommandPlace): void {
    const index = this.#push(name, args, place, { found: { names: [name], trusted: [name] }, role: 'builtin' });
    runOperands(name, args, { ...place, assignments: undefined, within: index, depth: place.depth + 1 }, this);
  }
}
