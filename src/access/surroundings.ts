import { type Belt, beltOf } from './belt.js';
import {
  environment,
  execPath,
  type FileKind,
  files,
  kindOf,
  modeOf,
  platform,
  readStart,
  realpathNative,
  startEnvironment,
} from '../primordials.js';

/** What is asked of the file system while a command is judged; a path that cannot be read is absent. */
export interface CommandFiles {
  /** True for a regular file that may be executed. */
  readonly runs: (path: string) => boolean;
  readonly exists: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  /** The path without links. */
  readonly real: (path: string) => string | undefined;
  readonly list: (folder: string) => readonly string[] | undefined;
  /** The first bytes of a regular file, 256 unless told. */
  readonly start: (path: string, bytes?: number) => string | undefined;
  readonly text: (path: string) => string | undefined;
}

/** The machine and process in which a command would run. */
export interface Surroundings {
  readonly platform: string;
  readonly files: CommandFiles;
  /** This process's own Node, links resolved. */
  readonly node: string | undefined;
  /** The environment that this process started with: what later steers programs differs from it. */
  readonly startedWith: (name: string) => string | undefined;
  /** The environment as it is now. */
  readonly environment: () => readonly (readonly [name: string, value: string])[];
  /** What carries the policy into Node children; absent where nothing does. */
  readonly belt?: Belt | undefined;
}

const attempt = <T>(ask: () => T): T | undefined => {
  try {
    return ask();
  } catch {
    return undefined;
  }
};
const stats = (path: string): ReturnType<typeof files.statSync> | undefined =>
  attempt(() => files.statSync(path, { throwIfNoEntry: false })) ?? undefined;
const kindAt = (path: string): FileKind | undefined => {
  const found = stats(path);
  return found === undefined ? undefined : kindOf(found);
};
const isRegular = (path: string): boolean => kindAt(path) === 'file';

/** The file system of this machine, asked through captured functions. */
export const systemFiles: CommandFiles = {
  runs: (path) => {
    const found = stats(path);
    return found !== undefined && kindOf(found) === 'file' && (modeOf(found) & 0o111) !== 0;
  },
  exists: (path) => attempt(() => files.lstatSync(path, { throwIfNoEntry: false })) !== undefined,
  isFolder: (path) => kindAt(path) === 'folder',
  real: (path) => attempt(() => realpathNative(path)),
  list: (folder) => attempt(() => files.readdirSync(folder)),
  start: (path, bytes = 256) => (isRegular(path) ? attempt(() => readStart(path, bytes)) : undefined),
  text: (path) => (isRegular(path) ? attempt(() => files.readFileSync(path)) : undefined),
};

const pairs = (): (readonly [string, string])[] =>
  Object.keys(environment).map((name) => [name, environment[name] ?? ''] as const);
/** Windows does not tell `Path` from `PATH`. */
const fold = platform === 'win32' ? (name: string): string => name.toUpperCase() : (name: string): string => name;

let nodeFile: string | undefined;
let started: ReadonlyMap<string, string | undefined> | undefined;
const atStart = (): ReadonlyMap<string, string | undefined> =>
  (started ??= new Map(Object.entries(startEnvironment()).map(([name, value]) => [fold(name), value] as const)));
let belt: Belt | undefined;
/** Tells by which option of Node the children of this process carry its policy. */
export const carryBy = (option: string): void => {
  if (belt === undefined) belt = beltOf(option);
};

/** This machine and process. */
export const here: Surroundings = {
  platform,
  files: systemFiles,
  get node() {
    return (nodeFile ??= systemFiles.real(execPath));
  },
  startedWith: (name) => atStart().get(fold(name)),
  environment: pairs,
  get belt() {
    return belt;
  },
};
