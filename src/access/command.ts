import type { CommandAccess, Dressed, PathAccess, PowerAccess, SimpleCommand, Unbelted } from '../types.js';
import { beltedValue } from './belt.js';
import { CommandWalk } from './command-walk.js';
import { dressCall } from './dress.js';
import { debuggerWord } from './debugger.js';
import { isSteering, isSteeringInLine, PATH_VARIABLES, saysNothingNew, steersSome } from './environment.js';
import { noteNodeFlags } from './node-flags.js';
import { commandPowers, snapshotLoss } from './node-powers.js';
import { NamedFiles } from './path-arguments.js';
import { power } from './power.js';
import { baseName, isMultiCall } from './programs.js';
import { startFileLoss } from './start-files.js';
import type { Input } from './shell-line.js';
import { here, type Surroundings } from './surroundings.js';
import { literal, printWords, splitWords } from './word.js';
import { startFlags } from '../primordials.js';

export { lacksShellLevel } from './environment.js';
export { carryBy } from './surroundings.js';
export { flagPowers, startsPermitted } from './node-powers.js';

/** A start of a process, its arguments read once. */
export interface CommandCall {
  readonly file: string;
  /** Arguments after the name of the program itself. */
  readonly args: readonly string[];
  /** True for the system's shell, a string for another one: it then gets `file` and `args` as one text. */
  readonly shell: boolean | string;
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment of the new process; absent when it is that of this one. */
  readonly env?: readonly (readonly [name: string, value: string])[];
  /** What the program is told it is called; no more than that, but for a file that is many programs. */
  readonly argv0?: string;
  readonly requested?: string;
  /** What it reads from its standard input, where that is known. */
  readonly input?: Input | undefined;
}

/**
 * The start of a process as one access: every simple command that will run, the files it names and the variables that
 * steer it. Nothing is run; of the file system it is asked only what the names stand for.
 */
export function commandAccess(call: CommandCall, around: Surroundings = here): CommandAccess {
  const environment = new Map(call.env ?? around.environment());
  const variable = lookUp(environment, around.platform);
  const worn = (name: string): string | undefined => beltedValue(name, variable(name), around.belt);
  const started = startedWords(call, variable, around.platform);
  const walk = takenApart(started, call, worn, around);
  const [first] = walk.commands;
  noteVariables(environment, call.cwd, walk.paths, around);
  const resource = printed(started);
  const early = startFileLoss(environment, walk.commands, call.cwd, around) ?? snapshotLoss(walk.commands);
  return {
    kind: 'command',
    capability: 'exec',
    requested: call.requested ?? resource,
    resource,
    commands: walk.commands,
    ...(walk.opaque === undefined ? {} : { opaque: walk.opaque }),
    shell: first?.role === 'shell',
    paths: [...walk.paths.values()],
    variables: steeringVariables(environment, walk, around),
    ...carriedOn(
      early === undefined ? lostIn(walk) : { why: early },
      () => dressCall(call, started, around.belt, around.platform),
      ({ words }) => (early === undefined ? lostIn(takenApart(words, call, worn, around)) : { why: early }),
    ),
    cwd: call.cwd,
  };
}

/** What becomes of a start that would take the belt off. The line that will run instead is read like any other. */
function carriedOn(
  lost: Unbelted | undefined,
  dress: () => Dressed | undefined,
  lostStill: (dressed: Dressed) => Unbelted | undefined,
): Pick<CommandAccess, 'unbelted' | 'dressed'> {
  const dressed = lost === undefined || lost.runtime === true ? undefined : dress();
  const unbelted = dressed === undefined ? lost : lostStill(dressed);
  return { ...(unbelted === undefined ? {} : { unbelted }), ...(dressed === undefined ? {} : { dressed }) };
}

/** Why Node may start without the belt. */
const lostIn = ({ watch, opaque }: CommandWalk): Unbelted | undefined => watch.lost(opaque !== undefined);

/** What the words start. */
function takenApart(
  started: readonly string[],
  { argv0, cwd, input }: CommandCall,
  variable: (name: string) => string | undefined,
  around: Surroundings,
): CommandWalk {
  const walk = new CommandWalk(around, variable);
  const position = { folders: [cwd], depth: 0, input };
  walk.command(started.map(literal), position);
  const applet = appletName(argv0, walk.commands[0], around.platform);
  if (applet !== undefined) walk.command([applet, ...started.slice(1)].map(literal), { ...position, applet: true });
  return walk;
}

/** All that the start of a process asks for: the command, and what flags give to a Node: its debugger, its internals. */
export function startAccesses(
  call: CommandCall,
  around: Surroundings = here,
): readonly (CommandAccess | PowerAccess)[] {
  const access = commandAccess(call, around);
  const options = call.env?.find(([name]) => name === 'NODE_OPTIONS')?.[1];
  const word = debuggerWord(access.commands, options === around.startedWith('NODE_OPTIONS') ? undefined : options);
  // A process that its user debugs hands its flags on: that opens nothing that is not open.
  const opened = word === undefined || startedDebugged() ? [] : [power('process.inspector', word)];
  return [access, ...opened, ...commandPowers(access.commands)];
}

const startedDebugged = (): boolean => startFlags.some((flag) => flag.startsWith('--inspect'));

const SYSTEM_SHELL = '/bin/sh';

/** The text that the system's shell gets; otherwise all words. */
function printed(started: readonly string[]): string {
  const [program, option, text] = started;
  return program === SYSTEM_SHELL && option === '-c' && text !== undefined ? text : printWords(started);
}

/** Which of its programs a file that is many of them will be, by what it is told it is called. */
function appletName(argv0: string | undefined, first: SimpleCommand | undefined, platform: string): string | undefined {
  if (argv0 === undefined || first?.found === undefined || !isMultiCall(first.found, platform)) return undefined;
  return argv0.slice(argv0.lastIndexOf('/') + 1);
}

/** The words that the system is asked to start. */
function startedWords(
  { file, args, shell }: CommandCall,
  variable: (name: string) => string | undefined,
  platform: string,
): string[] {
  if (shell === false) return [file, ...args];
  const text = [file, ...args].join(' ');
  if (platform !== 'win32') return [shell === true ? SYSTEM_SHELL : shell, '-c', text];
  const program = shell === true ? (variable('ComSpec') ?? 'cmd.exe') : shell;
  return baseName(program, platform) === 'cmd' ? [program, '/c', text] : [program, '-c', text];
}

function lookUp(environment: ReadonlyMap<string, string>, platform: string): (name: string) => string | undefined {
  if (platform !== 'win32') return (name) => environment.get(name);
  const folded = new Map([...environment].map(([name, value]) => [name.toUpperCase(), value]));
  return (name) => folded.get(name.toUpperCase());
}

/** Variables set for the new process or in its line that steer programs, and are not what this process started with. */
function steeringVariables(
  environment: ReadonlyMap<string, string>,
  walk: CommandWalk,
  around: Surroundings,
): string[] {
  const programs = new Set(walk.commands.flatMap((command) => command.found?.names ?? []));
  const differs = [...environment]
    .filter(([name, value]) => value !== around.startedWith(name) && !saysNothingNew(name, value))
    .map(([name]) => name);
  const given = differs.filter((name) => isSteering(name, around.platform) || steersSome(name, programs));
  const inLine = [...walk.set].filter((name) => isSteeringInLine(name, around.platform) || steersSome(name, programs));
  return [...new Set([...given, ...inLine])];
}

/** The files that flags and variables make Node itself read and write in a new thread. */
export function threadFiles(
  flags: readonly string[],
  environment: readonly (readonly [name: string, value: string])[],
  cwd: string,
  around: Surroundings = here,
): PathAccess[] {
  const paths = new Map<string, PathAccess>();
  noteNodeFlags(flags.map(literal), new NamedFiles(around.files, cwd, paths));
  noteVariables(new Map(environment), cwd, paths, around);
  return [...paths.values()];
}

/** The files that variables make programs read and write. */
function noteVariables(
  environment: ReadonlyMap<string, string>,
  cwd: string,
  paths: Map<string, PathAccess>,
  around: Surroundings,
): void {
  const files = new NamedFiles(around.files, cwd, paths);
  const changed = (name: string): string | undefined => {
    const value = environment.get(name);
    return value === around.startedWith(name) ? undefined : value;
  };
  for (const [name, written] of Object.entries(PATH_VARIABLES)) {
    const value = changed(name);
    if (value !== undefined && value !== '' && !/^(?:\d|true|false)$/.test(value))
      files.add(literal(value), written ? 'write' : 'read');
  }
  const options = changed('NODE_OPTIONS');
  if (options !== undefined) noteNodeFlags((splitWords(options) ?? []).map(literal), files);
}
