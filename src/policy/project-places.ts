import type { Places } from './document.js';
import type { FilePort } from './file-port.js';
import { paths } from '../primordials.js';

/** The folders that `${…}` stand for, as far as they do not depend on the policy file. */
export interface Surroundings {
  readonly cwd: string;
  readonly home: string;
  readonly tmp: string;
  /** The folder the search for the policy began in. */
  readonly start: string;
  readonly files: FilePort;
}

/** What `${…}` stand for when `project` is the project's folder. The module folders are looked for when first asked for. */
export function placesOf(project: string, { cwd, home, tmp, start, files }: Surroundings): Places {
  let modules: readonly string[] | undefined;
  return {
    project,
    cwd,
    tmp: withoutSlash(tmp),
    home: withoutSlash(home),
    get modules() {
      return (modules ??= moduleFolders(project, start, files));
    },
  };
}

const withoutSlash = (folder: string): string => folder.replace(/(?<=[^/\\:])[\\/]+$/, '');

/**
 * The `node_modules` folders where the modules of a project are looked for: from the entry's folder when that is inside
 * the project, else from the project itself, up to the root. Packages that are linked into them (workspaces, pnpm's
 * stores) follow with the folder they really are in.
 */
export function moduleFolders(project: string, start: string, files: FilePort): string[] {
  const folders: string[] = [];
  const lowest = isWithin(project, start) ? start : project;
  for (let at = lowest; ; at = paths.dirname(at)) {
    const folder = paths.join(at, 'node_modules');
    if (paths.basename(at) !== 'node_modules' && (at === project || files.kind(folder) === 'folder'))
      folders.push(folder);
    if (at === paths.dirname(at)) break;
  }
  const all = new Set(folders);
  for (const folder of folders) {
    for (const target of linkTargets(folder, files)) {
      if (!folders.some((known) => isWithin(known, target))) all.add(target);
    }
  }
  return [...all];
}

const isWithin = (folder: string, path: string): boolean => {
  const relative = paths.relative(folder, path);
  return relative === '' || (relative !== '..' && !/^\.\.[\\/]/.test(relative) && !paths.isAbsolute(relative));
};

/** Where the links in a `node_modules` lead: itself, packages and packages with a scope. */
function linkTargets(folder: string, files: FilePort): string[] {
  const entries = files.list(folder);
  if (entries.length === 0) return [];
  const links = entries.flatMap(({ name, link }) => {
    const path = paths.join(folder, name);
    if (link) return [path];
    if (!name.startsWith('@')) return [];
    return files.list(path).flatMap((scoped) => (scoped.link ? [paths.join(path, scoped.name)] : []));
  });
  return [folder, ...links].flatMap((link) => {
    try {
      return [files.real(link)];
    } catch {
      // A link that leads nowhere names no folder.
      return [];
    }
  });
}
