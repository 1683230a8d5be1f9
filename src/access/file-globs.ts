import type { CommandFiles } from './surroundings.js';

/** More matches than this are not told one by one. */
const MOST = 2000;

/** What a shell makes of a glob: the paths it matches, sorted as listed; undefined when these are too many. */
export function expandGlob(pattern: string, cwd: string, files: CommandFiles): string[] | undefined {
  const [first = '', ...rest] = splitPattern(pattern);
  let found = first === '' ? ['/'] : expandPart([''], first, cwd, files);
  for (const part of rest) {
    if (part !== '') found = expandPart(found, part, cwd, files);
    if (found.length > MOST) return undefined;
  }
  return found;
}

function expandPart(folders: readonly string[], part: string, cwd: string, files: CommandFiles): string[] {
  const join = (folder: string, name: string): string =>
    folder === '' ? name : `${folder.replace(/\/$/, '')}/${name}`;
  if (!/(?<!\\)[*?[]/.test(part)) return folders.map((folder) => join(folder, part.replace(/\\(.)/gs, '$1')));
  const matches = nameGlob(part);
  return folders.flatMap((folder) => {
    const absolute = folder === '' ? cwd : folder.startsWith('/') ? folder : `${cwd}/${folder}`;
    const listed = files.list(absolute) ?? [];
    const names = part.startsWith('.') ? ['.', '..', ...listed] : listed;
    return names.filter(matches).map((name) => join(folder, name));
  });
}

const splitPattern = (pattern: string): string[] => pattern.split('/');

/** A matcher of one name by a shell's glob; a class that is not understood matches any character. */
export function nameGlob(glob: string): (name: string) => boolean {
  const source = glob.replace(
    /\\(.)|\*+|\?|\[(!|\^)?((?:\](?=[^\]]*\]))?[^\]]*)\]|[\s\S]/g,
    (all, escaped?: string, negated?: string, set?: string) => {
      if (escaped !== undefined) return quote(escaped);
      if (all.startsWith('*')) return '.*';
      if (all === '?') return '.';
      if (set === undefined) return quote(all);
      if (set.includes('[:') || set === '') return '.';
      return `[${negated === undefined ? '' : '^'}${set.replace(/[\\\][^]/g, '\\$&')}]`;
    },
  );
  const pattern = compile(source);
  return (name) => pattern.test(name) && (!name.startsWith('.') || glob.startsWith('.') || glob.startsWith('\\.'));
}

const quote = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function compile(source: string): RegExp {
  try {
    return new RegExp(`^${source}$`, 's');
  } catch {
    // A range such as [z-a]: no name is taken to be outside of it.
    return /^/;
  }
}
