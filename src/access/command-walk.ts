import type { FoundProgram, PathAccess, SimpleCommand } from '../types.js';
import { type Bare, bareBy, lossAmong } from './belt.js';
import { BeltWatch } from './belt-watch.js';
import { defineAliases, isKnownFile, mayRebind, runOperands } from './builtin-commands.js';
import { type CommandPlace, inside, laterOn, type Walker } from './command-place.js';
import type { Inner } from './inner-commands.js';
import { innerCommands } from './inner-readers.js';
import { absolute } from './path.js';
import { NamedFiles, noteArguments } from './path-arguments.js';
import { findProgram, interpreterOf } from './programs.js';
import { asShell, simpleCommand } from './simple-command.js';
import { scriptLine } from './run-scripts.js';
import { builtinKind, CHANGERS, NAMES_NO_FILES, PRINTERS, TESTERS } from './shell-builtins.js';
import { ANY_FOLDER, changedFolders, LineFolders } from './line-folders.js';
import { parseLine } from './parse-line.js';
import { doubtAboutInput, LineInputs } from './line-inputs.js';
import type { ShellCommand, ShellLine } from './shell-line.js';
import { dialectOf, type Dialect, readShellCall, type ShellCall } from './shells.js';
import type { Surroundings } from './surroundings.js';
import { takesFiles, wordIn } from './unknown-paths.js';
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
  readonly watch: BeltWatch;
  readonly #around: Surroundings;
  /** True when only the belt is looked for. */
  readonly #apart: boolean;
  readonly #variable: (name: string) => string | undefined;

  constructor(around: Surroundings, variable: (name: string) => string | undefined, watch?: BeltWatch) {
    this.#around = around;
    this.#variable = variable;
    this.watch = watch ?? new BeltWatch(around.belt);
    this.#apart = watch !== undefined;
  }

  fail(why: string): void {
    this.opaque ??= why;
  }

  command(words: readonly Word[], place: CommandPlace): void {
    const [first, ...args] = words;
    if (first === undefined) return;
    this.watch.enter(place.bare);
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
    const line = parseLine(text, dialect, { ...place, variable: this.#variable, belt: this.watch.belt });
    if (line.opaque !== undefined) this.fail(line.opaque);
    for (const name of line.changed) this.set.add(name);
    const lost = bareBy(line.unbelted);
    if (lost !== undefined) place.undress?.(lost);
    const later = this.#commandsOf(line, dialect, { ...place, bare: lost ?? place.bare });
    // What a function does may run after what took the belt off.
    if (later !== undefined && (lost ?? place.bare)?.said !== true)
      this.#aside().line(text, dialect, { ...place, bare: later });
  }

  /** Takes the commands of a line apart in turn. Returns where the belt is off from one of them on (`eval`, `.`). */
  #commandsOf(line: ShellLine, dialect: Dialect, place: CommandPlace): Bare | undefined {
    const changed = new Set([...(place.changed ?? []), ...line.changed]);
    const folders = new LineFolders(place.folders, place.visited ?? []);
    const inputs = new LineInputs();
    let later: Bare | undefined;
    for (const command of line.commands) {
      this.#lineCommand(command, {
        ...place,
        shell: dialect,
        changed,
        bare: bareBy(command.unbelted) ?? later ?? place.bare,
        undress: (by) => {
          later = by;
          place.undress?.(by);
        },
        folders: folders.of(command.standing),
        visited: folders.visited,
        roams: line.moves,
        input: inputs.of(command.words, command.input, place.input),
        moveTo: (to) => {
          // Only what runs in the very same shell (`eval`) was given a way to move it.
          if (folders.move(command.standing, to)) place.moveTo?.(to);
        },
        depth: place.depth + 1,
      });
    }
    return later;
  }

  /** A walk for the belt alone: nothing else that it finds counts. */
  readonly #aside = (): CommandWalk => new CommandWalk(this.#around, this.#variable, this.watch);

  #lineCommand({ words, assignments, redirects, feeds, mentions }: ShellCommand, place: CommandPlace): void {
    this.#onFiles(place, (files, folder) => {
      for (const { word, effect } of redirects) files.add(wordIn(folder, word, true), effect);
      for (const word of mentions ?? []) files.mention(wordIn(folder, word, false));
    });
    this.command(words, {
      ...place,
      assignments: assignments.map(([name, value]) => [name, value.text] as const),
      feeds: feeds || place.feeds === true,
    });
  }

  #onFiles(place: CommandPlace, use: (files: NamedFiles, folder: string) => void): void {
    if (this.#apart) return;
    for (const folder of place.folders)
      use(new NamedFiles(this.#around.files, folder === ANY_FOLDER ? '/' : folder, this.paths), folder);
  }

  #push(
    program: string,
    args: readonly Word[],
    place: CommandPlace,
    more: Pick<SimpleCommand, 'found' | 'role' | 'unread'>,
  ): number {
    return this.commands.push(simpleCommand(program, args, place, more)) - 1;
  }

  #program(name: string, args: readonly Word[], place: CommandPlace): void {
    const found = this.#find(name, place);
    const dialect = dialectOf(found);
    const call = dialect === undefined ? undefined : readShellCall(args, dialect);
    const index = this.#push(name, args, place, { found, ...(call === undefined ? {} : asShell(call, found, place)) });
    const interpreted = this.#interpreter(found, args, { ...place, within: index });
    const read = dialect !== undefined && call !== undefined && this.#shell(call, dialect, inside(place, index));
    const tells = call?.text === undefined && this.#inners(found, args, place, index);
    if (!this.#apart) this.watch.runtime(found.names);
    this.watch.program(found.names, place.bare, interpreted || read || tells);
  }

  #find(name: string, { applet, changed, folders }: CommandPlace): FoundProgram {
    if (applet === true) return { names: [name], trusted: [name] };
    const path = changed?.has('PATH') === true ? this.#around.startedWith('PATH') : this.#variable('PATH');
    const found = folders.map((cwd) => findProgram(name, { cwd, path }, this.#around));
    return found.find((one) => one.real !== undefined) ?? found[0] ?? { names: [name], trusted: [] };
  }

  /** A script is run by what its first line names: no allow rule need name that, a deny rule may. */
  #interpreter(found: FoundProgram, args: readonly Word[], place: CommandPlace): boolean {
    if (found.path === undefined || SYSTEM_FOLDER.test(found.path)) return false;
    const [program, argument] = interpreterOf(found.path, this.#around) ?? [];
    if (program === undefined) return false;
    const words = [...(argument === undefined ? [] : [literal(argument)]), literal(found.path), ...args];
    this.#push(program, words, place, { found: this.#find(program, place), role: 'interpreter' });
    if (this.watch.belt !== undefined)
      this.#aside().command([literal(program), ...words], { ...inside(place, 0), within: undefined });
    if (!/(?:^|\/)env$/.test(program)) return true;
    const behind = /^(?:-S\s*)?(?:\w+=\S*\s+)*([^\s-]\S*)/.exec(argument ?? '')?.[1];
    if (behind === undefined) return true;
    this.#push(behind, words.slice(1), place, { found: this.#find(behind, place), role: 'interpreter' });
    return true;
  }

  /** What a shell was given to run. `place` is that of what it runs. True when that is known. */
  #shell(call: ShellCall, dialect: Dialect, place: CommandPlace): boolean {
    if (call.opaque !== undefined) this.fail(call.opaque);
    const known = call.positionals.every((word) => word.known);
    const positionals = known ? call.positionals.map((word) => word.text) : undefined;
    let read = call.text?.known === true || (call.readsInput && place.input?.from === 'text');
    if (call.text !== undefined) this.#text(call.text, dialect, { ...place, positionals });
    else if (call.readsInput) this.#inputLine(dialect, { ...place, positionals });
    else if (call.script !== undefined) read = this.#script(call.script, dialect, { ...place, positionals });
    this.#onFiles(place, (files) => {
      for (const word of call.positionals) files.mention(word);
    });
    return read;
  }

  #text(text: Word, dialect: Dialect, place: CommandPlace): void {
    if (text.known) this.line(text.text, dialect, place);
    else this.fail(`a shell is given a text that is known only once it runs: ${text.text}`);
  }

  /** A shell without a text reads its commands: those in a here-document can be known. */
  #inputLine(dialect: Dialect, place: CommandPlace): void {
    const { input } = place;
    const why = doubtAboutInput(input);
    if (why !== undefined) this.fail(why);
    if (input?.from === 'text' && input.text !== undefined)
      this.line(input.text, dialect, { ...place, input: { from: 'text' } });
  }

  /** What a program starts, and the files it names. True when it is told what to start. */
  #inners(found: FoundProgram, args: readonly Word[], place: CommandPlace, index: number): boolean {
    const inner = innerCommands(found.names, args, place, this.#around.files);
    const bare = this.watch.inside(found.names, args, inner.length > 0, place.bare);
    for (const one of inner) this.#inner(one, { ...inside(place, index), bare });
    if (found.names.includes('node')) this.#nodeRun(args, inside(place, index));
    const theirs = new Set(inner.flatMap((one) => (one.kind === 'words' ? one.words : [])));
    const own = args.filter((word) => !theirs.has(word));
    const isFile = takesFiles(found.names);
    this.#onFiles(place, (files, folder) => {
      noteArguments(
        found.names,
        own.map((word) => wordIn(folder, word, isFile)),
        files,
      );
    });
    return inner.length > 0;
  }

  /** Looks into a script for what takes the belt off; what it runs is else the business of the shell's own rule. */
  #script(file: Word, dialect: Dialect, place: CommandPlace): boolean {
    if (!isPlain(file)) return false;
    const text = this.watch.script(absolute(file.text, place.folders[0] ?? '/'), this.#around.files, place.bare);
    if (text !== undefined) this.#aside().line(text, dialect, place);
    return text !== undefined;
  }

  #inner(inner: Inner, place: CommandPlace): void {
    if (inner.kind === 'opaque') this.fail(inner.why);
    else if (inner.kind === 'line') this.#text(inner.text, 'sh', place);
    else {
      const { words, assignments = [], clears = false, folder, applet } = inner;
      for (const [name] of assignments) this.set.add(name);
      const folders = folder === undefined ? place.folders : place.folders.map((cwd) => absolute(folder.text, cwd));
      const changed = new Set([...(place.changed ?? []), ...assignments.map(([name]) => name)]);
      const bare = bareBy(lossAmong(assignments, clears, this.watch.belt ?? {})) ?? place.bare;
      this.command(words, { ...place, folders, changed, assignments, applet, bare });
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
    this.#onFiles(place, (files, folder) => {
      for (const word of named.map((one) => wordIn(folder, one, false)))
        files.mention(word, TESTERS.has(name) || named !== args ? 'stat' : 'read');
    });
  }

  #effectOf(name: string, args: readonly Word[], place: CommandPlace): void {
    if (name === 'alias') defineAliases(args, place, this);
    else if (name === '.' || name === 'source') this.#source(args[0], place);
    else if (CHANGERS.has(name)) {
      const { changed } = place;
      const variable = (one: string): string | undefined | null =>
        changed?.has(one) === true ? null : this.#variable(one);
      const { folders, visited = [] } = place;
      place.moveTo?.(changedFolders(name, args, { folders, visited, variable, files: this.#around.files }));
    }
  }

  #source(file: Word | undefined, place: CommandPlace): void {
    if (file === undefined) return;
    if (!isKnownFile(file)) this.fail('a shell reads commands from what is known only once the line runs');
    else
      this.#onFiles(place, (files, folder) => {
        files.add(wordIn(folder, file, true), 'read');
      });
    this.#script(file, place.shell ?? 'sh', place);
  }

  #runningBuiltin(name: string, args: readonly Word[], place: CommandPlace): void {
    const index = this.#push(name, args, place, { found: { names: [name], trusted: [name] }, role: 'builtin' });
    const inner = { ...place, assignments: undefined, within: index, depth: place.depth + 1 };
    runOperands(name, args, name === 'trap' ? laterOn(inner) : inner, this);
  }
}
