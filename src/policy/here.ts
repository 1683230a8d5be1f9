import type { Places } from './document.js';
import { builtin, cwd, environment, paths, platform } from '../primordials.js';

interface Os {
  readonly homedir: () => string;
}

/**
 * The home folder as Node gives it; its `os` is loaded only where no variable tells. A user whom the system does not know
 * has none, and containers give such a user the root folder.
 */
export function homeFolder(): string {
  const told = platform === 'win32' ? environment['USERPROFILE'] : environment['HOME'];
  if (told !== undefined && told !== '') return told;
  try {
    return (builtin('os') as Os).homedir();
  } catch {
    return paths.resolve('/');
  }
}

/** The folder for temporary files as Node gives it. */
export function temporaryFolder(): string {
  const { TMPDIR, TMP, TEMP } = environment;
  const folder = (platform === 'win32' ? (TEMP ?? TMP) : (TMPDIR ?? TMP ?? TEMP)) ?? '/tmp';
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
}

/** What `${…}` stand for in a policy that no file says: the working directory is the project. */
export function placesHere(): Places {
  const here = cwd();
  const modules: string[] = [];
  for (let at = here; ; at = at.slice(0, at.lastIndexOf('/'))) {
    modules.push(`${at}/node_modules`);
    if (at === '') break;
  }
  return { project: here, cwd: here, tmp: temporaryFolder(), home: homeFolder(), modules };
}
