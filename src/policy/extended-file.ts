import type { FilePort } from './file-port.js';
import { nearest } from './nearest.js';
import { PRESET_NAMES, PRESET_PREFIX } from './preset-names.js';
import { POLICY_NAMES } from './search.js';
import { paths } from '../primordials.js';

/** The file that an entry of `extends` names, or why there is none, as `expected …`. */
export type Named = { readonly file: string } | { readonly problem: string };

/** Finds the file that `entry` names in the policy file `from`. No code of a package is run. */
export function extendedFile(entry: string, from: string, home: string, files: FilePort): Named {
  const folder = paths.dirname(from);
  if (entry.startsWith('~/')) return fileAt(paths.join(home, entry.slice(2)), files);
  if (/^\.{0,2}[\\/]/.test(entry) || paths.isAbsolute(entry)) return fileAt(paths.resolve(folder, entry), files);
  if (/\s|^[~$!]|^[a-z]+:/i.test(entry)) {
    return {
      problem: `expected a preset (${PRESET_PREFIX}…), a file that begins with ./ or the name of an npm package`,
    };
  }
  return packageFile(entry, folder, files);
}

function fileAt(file: string, files: FilePort): Named {
  const kind = files.kind(file);
  if (kind === 'file') return { file };
  if (kind === 'folder') return { problem: `expected a file, and ${JSON.stringify(file)} is a folder` };
  return { problem: `expected a file, and there is none at ${JSON.stringify(file)}` };
}

function packageFile(entry: string, folder: string, files: FilePort): Named {
  const [name = ''] = /^(?:@[^/]+\/)?[^/]*/.exec(entry) ?? [];
  const inside = entry.slice(name.length + 1);
  for (let at = folder; ; at = paths.dirname(at)) {
    const root = paths.join(at, 'node_modules', name);
    if (files.kind(root) === 'folder') return inside === '' ? mainPolicy(root, files) : within(root, inside, files);
    if (at === paths.dirname(at)) return { problem: missing(entry, name, folder) };
  }
}

function missing(entry: string, name: string, folder: string): string {
  const preset = nearest(entry, PRESET_NAMES);
  if (preset !== undefined) return `expected "${PRESET_PREFIX}${preset}", a file that begins with ./ or an npm package`;
  if (/\.(?:ya?ml|json)$/.test(entry)) return `expected a file that begins with ./ (write "./${entry}")`;
  return `expected an npm package, and ${JSON.stringify(name)} is in no node_modules of ${JSON.stringify(folder)} and the folders above`;
}

/** A package's policy: the file with a policy's name, or the YAML that its package.json calls its main file. */
function mainPolicy(root: string, files: FilePort): Named {
  const own = POLICY_NAMES.map((name) => paths.join(root, name)).find((file) => files.kind(file) === 'file');
  if (own !== undefined) return { file: own };
  const main = mainFile(paths.join(root, 'package.json'), files);
  if (main !== undefined && /\.ya?ml$/.test(main)) return within(root, main, files);
  return {
    problem: `expected a package with a ${POLICY_NAMES[0] ?? ''} or a YAML file as its main, and ${JSON.stringify(root)} has none`,
  };
}

function mainFile(file: string, files: FilePort): string | undefined {
  try {
    const { main, exports } = JSON.parse(files.read(file, LARGEST_PACKAGE) ?? '{}') as {
      main?: unknown;
      exports?: unknown;
    };
    const first = typeof exports === 'object' && exports !== null ? (exports as Record<string, unknown>)['.'] : exports;
    return [first, main].find((path) => typeof path === 'string');
  } catch {
    // A package without a readable package.json has no main file.
    return undefined;
  }
}

const LARGEST_PACKAGE = 1_000_000;

/** A file of a package; a path that leads out of it names none. */
function within(root: string, path: string, files: FilePort): Named {
  const file = paths.resolve(root, path);
  const relative = paths.relative(root, file);
  if (relative.startsWith('..') || paths.isAbsolute(relative))
    return { problem: `expected a file inside the package ${JSON.stringify(root)}` };
  return fileAt(file, files);
}
