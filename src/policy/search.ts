import type { FilePort } from './file-port.js';
import { type Problem, problemOf } from './problems.js';
import { paths } from '../primordials.js';

/** What decides which policy files there are. */
export interface SearchInput {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The entry script; undefined when the program is no file (`-e`, a REPL, standard input). */
  readonly argv1: string | undefined;
  readonly cwd: string;
  readonly platform: string;
  readonly files: FilePort;
  /** What relative files in variables are relative to: the working directory at the start of the run. */
  readonly runFolder?: string;
  /** The managed file, for tests; the platform's own place otherwise. */
  readonly managedFile?: string;
}

/** The policy files of a run, none read yet. */
export interface PolicyFiles {
  readonly managed: readonly string[];
  readonly project?: ProjectFile;
  /** The folder that the search began in. */
  readonly start: string;
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
}

export interface ProjectFile {
  readonly file: string;
  /** True when RECEIPTBOT_CONFIG named it, false when the search found it. */
  readonly named: boolean;
}

/** Names that a policy of a project may have, in the order they are looked for. */
export const POLICY_NAMES: readonly string[] = [
  'receiptbot.config.yaml',
  'receiptbot.config.yml',
  'receiptbot.config.json',
];

/** Finds every policy file of a run by looking at names only, so that nothing else is loaded when there is none. */
export function findPolicyFiles(input: SearchInput): PolicyFiles {
  const start = startFolder(input);
  const managed = findManaged(input);
  const named = findNamed(input);
  const problems = [...managed.problems, ...(named?.problems ?? [])];
  if (named !== undefined) {
    const { project } = named;
    return { managed: managed.found, ...(project && { project }), start, problems, warnings: [] };
  }
  const [file, ...others] = findPolicyFile(start, input.files);
  return {
    managed: managed.found,
    ...(file === undefined ? {} : { project: { file, named: false } }),
    start,
    problems,
    warnings: others
      .slice(0, 1)
      .map((other) => `${other} is not read: ${String(file)} comes first and is the only one`),
  };
}

/** The policy files of `folder` and the folders above it, nearest first, every folder inside a `node_modules` skipped. */
export function findPolicyFile(folder: string, files: FilePort): string[] {
  const found: string[] = [];
  for (let at = folder; ; at = paths.dirname(at)) {
    if (!isInModules(at)) {
      for (const name of POLICY_NAMES) {
        const file = paths.join(at, name);
        if (files.kind(file) !== 'absent') found.push(file);
      }
    }
    if (at === paths.dirname(at) || found.length > 1) return found;
  }
}

/** The folder that the search begins in: the entry script's, or the working directory when the script is a package's or no file. */
export function startFolder({ argv1, cwd, files }: Pick<SearchInput, 'argv1' | 'cwd' | 'files'>): string {
  if (argv1 === undefined || argv1 === '') return cwd;
  const script = paths.resolve(cwd, argv1);
  const folder = scriptFolder(script, files);
  return folder === undefined || isInModules(folder) ? cwd : folder;
}

/** Node runs a folder's main file, and finds a script without its extension. */
const EXTENSIONS = ['', '.js', '.json', '.node', '.cjs', '.mjs'];

function scriptFolder(script: string, files: FilePort): string | undefined {
  const file = EXTENSIONS.map((extension) => script + extension).find((path) => files.kind(path) === 'file');
  if (file === undefined) return files.kind(script) === 'folder' ? resolved(script, files) : undefined;
  return paths.dirname(resolved(file, files));
}

/** Node runs the real file of a linked script. */
function resolved(path: string, files: FilePort): string {
  try {
    return files.real(path);
  } catch {
    // It vanished between two looks: what was asked for is as good.
    return path;
  }
}

const isInModules = (folder: string): boolean => folder.split(/[\\/]/).includes('node_modules');

function findManaged({ env, cwd, runFolder = cwd, platform, files, managedFile }: SearchInput): {
  found: string[];
  problems: Problem[];
} {
  const own = managedFile ?? managedPlace(env, platform);
  const found = files.kind(own) === 'absent' ? [] : [own];
  const more = env['RECEIPTBOT_MANAGED'];
  if (more === undefined) return { found, problems: [] };
  const file = paths.resolve(runFolder, more);
  const problem = missing('RECEIPTBOT_MANAGED', more, file, files);
  if (problem !== undefined) return { found, problems: [problem] };
  return { found: found.includes(file) ? found : [...found, file], problems: [] };
}

/** Where the administrator's policy is. */
export function managedPlace(env: SearchInput['env'], platform: string): string {
  if (platform !== 'win32') return '/etc/receiptbot/policy.yaml';
  return `${env['ProgramData'] ?? 'C:\\ProgramData'}\\receiptbot\\policy.yaml`;
}

function findNamed({
  env,
  cwd,
  runFolder = cwd,
  files,
}: SearchInput): { project?: ProjectFile; problems: Problem[] } | undefined {
  const name = env['RECEIPTBOT_CONFIG'];
  if (name === undefined) return undefined;
  const file = paths.resolve(runFolder, name);
  const problem = missing('RECEIPTBOT_CONFIG', name, file, files);
  return problem === undefined ? { project: { file, named: true }, problems: [] } : { problems: [problem] };
}

function missing(variable: string, value: string, file: string, files: FilePort): Problem | undefined {
  if (value.trim() === '') return problemOf(variable, 'is set, but to nothing: name a policy file, or unset it');
  if (files.kind(file) !== 'absent') return undefined;
  return problemOf(variable, `names ${JSON.stringify(value)}, and there is no file ${JSON.stringify(file)}`);
}
