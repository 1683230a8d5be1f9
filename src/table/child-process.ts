import type { Access } from '../types.js';
import type { Row, Selector } from './row.js';
import { pathAccesses, pathOfFileUrl } from '../access/path.js';
import { chunk } from '../chunks.js';
import { copyOptions, environmentPairs, splitPairs, stringList, textOf, upToNul } from '../access/options.js';
import { inputOfSpawn, inputOfSync } from '../access/given-input.js';
import { pinStreams } from '../access/stdio.js';
import { expectSpawn, forgetSpawn } from './expected-spawn.js';
import { debugging } from './signals.js';
import {
  apply,
  cwd,
  environment,
  getPrototypeOf,
  hrefOf,
  isProxy,
  programArray,
  programFunction,
  programObject,
  setOwn,
} from '../primordials.js';

/** What the program is told it is called. */
const argv0 = (value: unknown): { argv0?: string } => (typeof value === 'string' ? { argv0: value } : {});
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Streams that a child is given: a file that the engine keeps open would be written. */
const givenStreams = (options: Record<PropertyKey, unknown>): Access[] =>
  pinStreams(options).flatMap((file) => pathAccesses(file, { capability: 'fs.write', effect: 'write' }));

/** A list of texts as the system takes them; `spawn` checks none for a NUL. */
const systemList = (value: unknown): string[] | undefined => {
  const list = stringList(value);
  return list === undefined ? undefined : programArray(list.map(upToNul));
};

/** `child.spawn(options)`: where `spawn`, `exec`, `execFile`, `fork` and cluster all end. */
const spawnSelector: Selector = (args) => {
  const options = copyOptions(args[0]);
  if (options === undefined) return undefined;
  args[0] = options;
  for (const name of ['file', 'cwd']) if (typeof options[name] === 'string') options[name] = upToNul(options[name]);
  const file = text(options['file']);
  const list = systemList(options['args'] === undefined ? [] : options['args']);
  const given = options['envPairs'];
  // Of anything else Node says that it is wrong.
  if (file === undefined || list === undefined || !(given === undefined || Array.isArray(given))) return undefined;
  options['args'] = list;
  const pairs = given === undefined ? undefined : systemList(given);
  if (pairs !== undefined) options['envPairs'] = pairs;
  const folder = workingFolder(options);
  const streams = givenStreams(options);
  return [
    ...chunk('command').startAccesses({
      file,
      args: list.slice(1),
      shell: false,
      cwd: folder,
      input: inputOfSpawn(options),
      ...argv0(list[0]),
      ...(pairs === undefined ? {} : { env: splitPairs(pairs) }),
    }),
    ...streams,
  ];
};

function workingFolder(options: Record<PropertyKey, unknown>): string {
  const given = options['cwd'];
  if (given === undefined || given === null) return cwd();
  if (typeof given === 'string') return given.startsWith('/') ? given : `${cwd()}/${given}`;
  if (typeof given !== 'object' && typeof given !== 'function') return cwd();
  // Bytes are taken as the text that they give.
  const folder = ArrayBuffer.isView(given) ? textOf(given) : pathOfFileUrl(hrefOf(given) ?? '');
  if (folder === undefined && !mayBeAddress(given)) return cwd();
  options['cwd'] = folder ?? cwd();
  return options['cwd'] as string;
}

/** False for an object of which Node says that it is no folder: it has no address, and nothing could lend it one unseen. */
const mayBeAddress = (value: object): boolean => {
  for (let at: object | null = value; at !== null; at = getPrototypeOf(at)) if (isProxy(at)) return true;
  return 'href' in value;
};

const isOptions = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `spawnSync(file, args?, options?)`, and `execFileSync`, which takes a function or null for what is not given. */
const fileSyncSelector =
  (none: (value: unknown) => boolean): Selector =>
  (args) => {
    const [first, second, third] = args;
    const file = text(first);
    const listed = Array.isArray(second) || second === null || second === undefined;
    const given = listed ? third : second;
    const list = stringList(Array.isArray(second) ? second : []);
    // Of anything else Node says that it is wrong.
    if (file === undefined || list === undefined || !(given === undefined || isOptions(given) || none(given)))
      return undefined;
    const options = copyOptions(given) ?? programObject();
    args[0] = file;
    args[1] = list;
    args[2] = options;
    args.length = 3;
    return command(file, list, options, shellOf(options['shell']));
  };

/** `execSync(command, options?)`. */
const commandSyncSelector: Selector = (args) => {
  const line = text(args[0]);
  if (line === undefined) return undefined;
  const options = copyOptions(args[1]) ?? programObject();
  args[1] = options;
  args.length = 2;
  const shell = shellOf(options['shell']);
  return command(line, [], options, shell === false ? true : shell);
};

const shellOf = (value: unknown): boolean | string =>
  typeof value === 'string' && value !== '' ? value : value === true || (typeof value !== 'string' && Boolean(value));

function command(
  file: string,
  list: readonly string[],
  options: Record<PropertyKey, unknown>,
  shell: boolean | string,
): Access[] {
  const folder = workingFolder(options);
  const env = options['env'] === undefined || options['env'] === null ? undefined : environmentPairs(options['env']);
  if (env !== undefined) {
    const fresh = programObject();
    for (const [name, value] of env) fresh[name] = value;
    options['env'] = fresh;
  }
  const streams = givenStreams(options);
  return [
    ...chunk('command').startAccesses({
      file,
      args: list,
      shell,
      cwd: folder,
      input: inputOfSync(options),
      ...argv0(options['argv0']),
      ...(env === undefined ? {} : { env }),
    }),
    ...streams,
    ...debugging(options['killSignal'], file),
  ];
}

/** `process.execve(file, args?, env?)`: replaces this process. */
const execveSelector: Selector = (args) => {
  const file = text(args[0]);
  const list = stringList(args[1] ?? []);
  if (file === undefined || list === undefined) return undefined;
  const env = environmentPairs(args[2] ?? environment);
  const fresh = programObject();
  for (const [name, value] of env) fresh[name] = value;
  args[1] = list;
  args[2] = fresh;
  args.length = 3;
  return [
    ...chunk('command').startAccesses({ file, args: list.slice(1), shell: false, cwd: cwd(), ...argv0(list[0]), env }),
  ];
};

/** Notes how a child ended, through its handle: a listener would be seen by the program. */
const watchExit: NonNullable<Row['after']> = (result, self, _args, _judge, outcome) => {
  const handle = (self as { _handle?: { onexit?: unknown } })._handle;
  const onexit = handle?.onexit;
  if (handle === undefined || typeof onexit !== 'function') return result;
  const noted = programFunction(function (this: unknown, exitCode: number, signal: string): unknown {
    outcome({ exitCode, ...(typeof signal === 'string' && signal !== '' ? { signal } : {}) });
    return apply(onexit as (...values: unknown[]) => unknown, this, [exitCode, signal]);
  });
  setOwn(handle, 'onexit', noted);
  return result;
};

const syncExit: NonNullable<Row['after']> = (result, _self, _args, _judge, outcome) => {
  const status = (result as { status?: unknown } | null)?.status;
  if (typeof status === 'number') outcome({ exitCode: status });
  return result;
};

/** Every way to start a process that JavaScript has. */
export const childProcessRows: readonly Row[] = [
  {
    module: 'child_process',
    name: 'ChildProcess.prototype.spawn',
    label: 'child_process.spawn',
    type: 'tool.shell',
    delivery: 'throwing',
    select: spawnSelector,
    starts: 'child',
    before: expectSpawn,
    after: watchExit,
    lastly: forgetSpawn,
  },
  {
    module: 'child_process',
    name: 'spawnSync',
    type: 'tool.shell',
    delivery: 'throwing',
    select: fileSyncSelector(() => false),
    starts: 'childOptions',
    after: syncExit,
  },
  {
    module: 'child_process',
    name: 'execFileSync',
    type: 'tool.shell',
    delivery: 'throwing',
    select: fileSyncSelector((value) => value === null || typeof value === 'function'),
    starts: 'childOptions',
  },
  {
    module: 'child_process',
    name: 'execSync',
    type: 'tool.shell',
    delivery: 'throwing',
    select: commandSyncSelector,
    starts: 'childOptions',
  },
  {
    module: 'process',
    name: 'execve',
    type: 'tool.shell',
    delivery: 'throwing',
    select: execveSelector,
    starts: 'image',
    nodes: [22, 24, 26],
  },
];
