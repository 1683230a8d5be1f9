import type { Places } from './document.js';
import { type Form, formsOf, literalName } from './glob.js';
import type { Resolver } from './resolve-path.js';
import type { Spelling } from './spelling.js';

/** What the path patterns of one layer are read with. */
export interface Ground {
  readonly places: Places;
  readonly resolver: Resolver;
  readonly spelling: Spelling;
  readonly platform: string;
}

/** The system's own links: a pattern may lead through them. */
const SYSTEM_ALIASES: Readonly<Record<string, readonly string[]>> = {
  linux: ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/var/run', '/var/lock'],
  darwin: ['/tmp', '/var', '/etc'],
};

/** A pattern in one spelling of its fixed folder, which is literal, and the glob that follows. */
interface Anchored {
  readonly folder: string;
  readonly rest: string;
}

/** The forms of a pattern: with its fixed folder as written and, behind `${…}` or an alias of the system, as it really is. */
export function pathForms(pattern: string, ground: Ground): Form[] {
  return anchor(pattern, ground).flatMap(({ folder, rest }) => {
    const base = ground.spelling.path(folder);
    return formsOf(base === '/' ? '' : base, ground.spelling.glob(rest));
  });
}

/** What to write instead of a pattern whose fixed folder leads through a link that is not the system's own, if it does. */
export function throughLink(pattern: string, ground: Ground): string | undefined {
  const anchored = anchor(pattern, ground);
  const { path } = ground.spelling;
  const known = new Set(anchored.map(({ folder }) => path(folder)));
  for (const { folder, rest } of anchored) {
    const { real } = ground.resolver.locate(folder, true);
    if (!known.has(path(real))) return join(real, rest === '' ? [] : [rest]);
  }
  return undefined;
}

function anchor(pattern: string, ground: Ground): Anchored[] {
  const [starts, parts] = startsOf(pattern, ground);
  let fixed = 0;
  const names: string[] = [];
  for (; fixed < parts.length; fixed++) {
    const name = literalName(parts[fixed] as string);
    if (name === undefined) break;
    names.push(name);
  }
  const rest = parts.slice(fixed).join('/');
  const folders = new Set<string>();
  for (const given of starts) {
    const start = ground.spelling.slashed(given);
    folders.add(join(start, names));
    folders.add(join(ground.resolver.locate(start, true).real, names));
  }
  for (const folder of [...folders]) folders.add(withoutAlias(folder, ground));
  return [...folders].map((folder) => ({ folder, rest }));
}

/** The folders that a pattern starts from, and its parts after that. */
function startsOf(pattern: string, { places, platform }: Ground): [starts: readonly string[], parts: string[]] {
  // No name has `*` or `?` there, so that none needs them escaped.
  const text = platform === 'win32' ? pattern.replace(/\\(?![[\]{}()!+@])/g, '/') : pattern;
  const place = /^\$\{([a-z]+)\}(?=\/|$)/.exec(text);
  if (place !== null) return [placeFolders(place[1] as string, places), partsOf(text.slice(place[0].length))];
  if (text === '~' || text.startsWith('~/')) return [[places.home], partsOf(text.slice(1))];
  const drive = platform === 'win32' ? /^[A-Za-z]:(?=\/|$)/.exec(text)?.[0] : undefined;
  if (drive !== undefined) return [[drive], partsOf(text.slice(drive.length))];
  if (text.startsWith('/') || /^\*\*(?:\/|$)/.test(text)) return [['/'], partsOf(text)];
  return [[places.project], partsOf(text)];
}

function placeFolders(name: string, places: Places): readonly string[] {
  switch (name) {
    case 'project':
    case 'cwd':
    case 'tmp':
    case 'home':
      return [places[name]];
    case 'modules':
      return places.modules;
    default:
      throw new Error(`no such place: \${${name}}`);
  }
}

const partsOf = (text: string): string[] => text.split('/').filter((part) => part !== '' && part !== '.');

/** Joins and takes every `..` back. */
function join(folder: string, names: readonly string[]): string {
  let path = folder.replace(/\/+$/, '');
  for (const name of names)
    path = name === '..' ? path.slice(0, Math.max(path.lastIndexOf('/'), 0)) : `${path}/${name}`;
  return path === '' ? '/' : path;
}

/** The folder with an alias of the system at its beginning replaced by what that stands for here. */
function withoutAlias(folder: string, { platform, resolver }: Ground): string {
  const alias = SYSTEM_ALIASES[platform]?.find((link) => folder === link || folder.startsWith(`${link}/`));
  if (alias === undefined) return folder;
  return join(resolver.locate(alias, true).real + folder.slice(alias.length), []);
}
