import type { LoadedPolicy, Mode, PolicyLayer } from './document.js';
import { chunk } from '../chunks.js';
import { cwd, environment, platform, process } from '../primordials.js';
import { homeFolder, temporaryFolder } from './here.js';
import { loadLayers } from './layers.js';
import { nodeFiles } from './node-files.js';

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
    env: environment,
    argv1: isFile() ? process.argv[1] : undefined,
    cwd: cwd(),
    home: homeFolder(),
    tmp: temporaryFolder(),
    platform,
    files: nodeFiles,
    ...(parent === undefined ? {} : { parent: parent.layers, parentMode: parent.mode }),
  };
  return loadLayers(input, {
    readComposed: (file, reading) => chunk('policy').readComposed(file, reading),
    recommended: () => chunk('presets').presets.recommended,
  });
}

/** With `-e` and `-p` the first argument is the program's own, not a script: it must not choose the policy. */
const isFile = (): boolean => (process as unknown as { _eval?: unknown })._eval === undefined;
