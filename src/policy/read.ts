import type { LoadedPolicy, Mode, PolicyLayer } from './document.js';
import { chunk } from '../chunks.js';
import { cwd, environment, paths, platform, process } from '../primordials.js';
import { homeFolder, temporaryFolder } from './here.js';
import { loadLayers } from './layers.js';
import { isKept, nodeFiles, permittedFiles } from './node-files.js';

/** What a belted parent handed down of its policy. */
interface Inherited {
  readonly layers: readonly PolicyLayer[];
  readonly mode: Mode;
}

/**
 * The policy of this process or thread: what the parent handed down and what is found here. The parts that read files and
 * hold the presets are loaded only when there is something to read. @throws PolicyProblems with everything that is wrong
 */
export function readPolicy(parent: Inherited | undefined): LoadedPolicy {
  const input = {
    env: parent === undefined ? environment : withoutKept(environment),
    argv1: isFile() ? process.argv[1] : undefined,
    cwd: cwd(),
    home: homeFolder(),
    tmp: temporaryFolder(),
    platform,
    files: parent === undefined ? nodeFiles : permittedFiles,
    ...(parent === undefined ? {} : { parent: parent.layers, parentMode: parent.mode }),
  };
  return loadLayers(input, {
    readComposed: (file, reading) => chunk('policy').readComposed(file, reading),
    recommended: () => chunk('presets').presets.recommended,
  });
}

/** Variables that name a policy file. */
const NAMING = ['RECEIPTBOT_CONFIG', 'RECEIPTBOT_MANAGED'];

/** A policy that Node's permission model keeps from a child is not missing there: what its parent handed down stands for it. */
const withoutKept = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name, value]) => !NAMING.includes(name) || !isKept(paths.resolve(cwd(), value ?? ''))),
  );

/** With `-e` and `-p` the first argument is the program's own, not a script: it must not choose the policy. */
const isFile = (): boolean => (process as unknown as { _eval?: unknown })._eval === undefined;
