import { startEnvironment } from '../primordials.js';

/** Names the script of a package that is run. */
const EVENT = 'npm_lifecycle_event';
/** What npm, pnpm and yarn (1 and 4) set for each script that they run; a program that passes its environment on sets none. */
const OF_A_SCRIPT = [EVENT, 'npm_lifecycle_script', 'npm_package_json', 'npm_package_name'];

let ran = false;

/** True when a child with that environment is a script of a package that this process was not itself started for. */
export const isScript = (env: ReadonlyMap<string, string>): boolean =>
  env.has(EVENT) && OF_A_SCRIPT.some((name) => env.get(name) !== startEnvironment()[name]);

/** Remembers whether the child to be started is a script of a package. */
export function noteScript(env: ReadonlyMap<string, string>): void {
  ran ||= isScript(env);
}

/**
 * True for a process that has run scripts of packages: a package manager, known by what it does. It is guarded and keeps a
 * receipt as any other. Its own refusals (settings it may not read, a cache it may not write) are not what whoever
 * started a script asks about: the script's processes tell theirs.
 */
export const runsScripts = (): boolean => ran;
