import type { Places } from './document.js';
import { cwd, environment } from '../primordials.js';

/** What `${…}` stand for in a policy that no file says: the working directory is the project. */
export function placesHere(): Places {
  const here = cwd();
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? '/';
  const tmp = (environment['TMPDIR'] ?? environment['TEMP'] ?? '/tmp').replace(/(?<=.)\/$/, '');
  const modules: string[] = [];
  for (let at = here; ; at = at.slice(0, at.lastIndexOf('/'))) {
    modules.push(`${at}/node_modules`);
    if (at === '') break;
  }
  return { project: here, cwd: here, tmp, home, modules };
}
