import type { Ground } from './places.js';
import type { RuleRef, SimpleCommand } from '../types.js';

/** `add "…" to fs.write.allow`, with the file when the list is not the project's. */
export function addToList(entry: string, list: RuleRef): string {
  const [layer, key] = list.id.includes(':') ? (list.id.split(':', 2) as [string, string]) : [undefined, list.id];
  return `add ${JSON.stringify(entry)} to ${key}${layer === undefined || list.at === undefined ? '' : ` in ${list.at.file}`}`;
}

/** `add except: ["…"] to that rule`. */
export const addException = (entry: string): string => `add except: [${JSON.stringify(entry)}] to that rule`;

/** The shortest pattern that matches this path alone; in the temporary folder, whose names change, the whole folder. */
export function patternFor(path: string, { places, resolver }: Ground): string {
  const below = (folder: string): string | undefined => {
    for (const at of [resolver.locate(folder, true).real, folder]) {
      if (at !== '/' && path.startsWith(`${at}/`)) return escapeGlob(path.slice(at.length + 1));
    }
    return undefined;
  };
  const inProject = below(places.project);
  if (inProject !== undefined) return `./${inProject}`;
  if (below(places.tmp) !== undefined) return '${tmp}/**';
  const atHome = below(places.home);
  return atHome === undefined ? escapeGlob(path) : `~/${atHome}`;
}

const escapeGlob = (path: string): string => path.replace(/[*?[{\\]/g, '\\$&');

/** The words of a command rule that would allow the command: the program and its sub-command. */
export function commandWords({ program, argv }: SimpleCommand): string {
  const [first] = argv;
  const name = program.slice(program.lastIndexOf('/') + 1);
  return first !== undefined && /^[a-z][\w:-]*$/.test(first) ? `${name} ${first}` : name;
}
