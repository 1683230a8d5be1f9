import type { PathAccess } from '../types.js';
import type { Delivery, Glance, Row, Selector, Target } from './row.js';
import { absolute, pathAccesses, pathOfFileUrl } from '../access/path.js';
import { builtin, getOwnPropertyDescriptor, hrefOf, isProxy, nodeMajor, objectCreate } from '../primordials.js';

/**
 * A look by which the module loader learns what is there: it needs no allow, and deny rules hit it whether the file is
 * there or not. Not to follow the last link saves asking the system, where the loader will ask more.
 */
function lookup(path: string, follow = true, base?: string): PathAccess[] {
  const end = path.indexOf('\0');
  // Node hands the path on as text that ends there.
  const text = end < 0 ? path : path.slice(0, end);
  return pathAccesses(text, { capability: 'fs.read', effect: 'stat', follow }, base).map((access) => ({
    ...access,
    origin: 'lookup',
  }));
}

/** Reads a package.json as Node does, and by Node's own memory of those it has read. */
type ReadPackage = (folder: string) => { readonly main?: unknown };
let readPackage: ReadPackage | undefined;

/** True for the folder of a package whose `main` will be looked for past us: 22 and 24 may have taken `legacyMainResolve` before. */
const hidesMain = (path: string): boolean =>
  readPackage !== undefined && /\/node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path);

function mainOf(folder: string): string | undefined {
  try {
    const main = readPackage?.(folder).main;
    return typeof main === 'string' ? main : undefined;
  } catch {
    // Node will complain of it in its turn.
    return undefined;
  }
}

/** The one function by which both loaders ask whether a path is a file (0) or a folder (1). */
const looks: Selector = (args) => {
  const path = args.find((each) => typeof each === 'string');
  if (path === undefined) return undefined;
  const main = hidesMain(path) ? mainOf(path) : undefined;
  return [...lookup(path), ...(main === undefined ? [] : mainLookups(path, main))];
};

const mainLookups = (folder: string, main: string): PathAccess[] => [
  ...lookup(main, true, folder),
  ...(main.startsWith('/') ? lookup(folder + main) : []),
];

const FOLDER = 1;

/** What Node's resolvers ask for is written clean; anything else, and a name that begins with two dots, is looked at closely. */
const isClean = (path: unknown): path is string =>
  typeof path === 'string' &&
  path.startsWith('/') &&
  !path.includes('/..') &&
  !path.includes('//') &&
  !path.includes('/./') &&
  !path.includes('\0') &&
  !path.endsWith('/') &&
  !path.endsWith('/.');

const askedFor: Glance = {
  paths: ([path]) => (isClean(path) ? [path] : undefined),
  follow: true,
  answered: (path, answer) => answer !== FOLDER || !hidesMain(path),
};

interface ModuleClass {
  readonly _readPackage: ReadPackage;
}
const moduleClass = (): ModuleClass => (builtin('module') as { Module: ModuleClass }).Module;

/** On Node 20 the loader of CommonJS took the function off the binding before us, but lets itself be given another. */
const stats = (binding: object): readonly Target[] => {
  if (nodeMajor > 20 && nodeMajor < 26) readPackage = moduleClass()._readPackage;
  const own: Target = { object: binding, key: 'internalModuleStat' };
  return nodeMajor === 20 ? [own, { object: moduleClass(), key: '_stat', given: true }] : [own];
};

const manifestIn = (folder: string): string => `${folder}/package.json`;

const readsManifest: Selector = ([folder]) => (typeof folder === 'string' ? lookup(manifestIn(folder)) : undefined);

/** The same, told without a closer look. */
const manifestFor: Glance = {
  paths: ([folder]) => (isClean(folder) ? [manifestIn(folder)] : undefined),
  follow: true,
};

/** What Node says of a package.json that is not there. */
const noManifest: Delivery = (_error, _self, [folder]) =>
  Object.assign(objectCreate(null, {}), {
    exists: false,
    pjsonPath: absolute(manifestIn(String(folder))),
    type: 'none',
  });

/** The file that a module says it was read from, pinned: the package.json around it is read for what it is named there. */
function takeFilename(args: unknown[], index: number): string | undefined {
  const parent = args[index];
  if (typeof parent !== 'object' || parent === null) return undefined;
  const own = isProxy(parent) ? undefined : getOwnPropertyDescriptor(parent, 'filename');
  const filename: unknown = own === undefined || 'get' in own ? (parent as { filename?: unknown }).filename : own.value;
  if (own === undefined || 'get' in own) args[index] = objectCreate(parent, { filename: { value: filename } });
  return typeof filename === 'string' ? filename : undefined;
}

const isRelative = (request: string): boolean =>
  request.startsWith('./') || request.startsWith('../') || request === '.' || request === '..';

const hasPaths = (options: unknown): boolean => typeof options === 'object' && options !== null && 'paths' in options;

/** Resolves for a module that is not denied itself, and a name that is not. What else it may stand for is asked as a candidate. */
const resolves: Selector = (args) => {
  const [request] = args;
  if (typeof request !== 'string') return undefined;
  const filename = takeFilename(args, 1);
  const accesses = filename === undefined ? [] : lookup(filename, false);
  if (request.startsWith('/')) accesses.push(...lookup(request, false));
  else if (filename !== undefined && isRelative(request) && !hasPaths(args[3]))
    accesses.push(...lookup(request, false, folderOf(absolute(filename))));
  return accesses;
};

/** The same for a module that is what it seems. */
const resolvedFor: Glance = {
  paths: ([request, parent, , options]) => {
    if (typeof request !== 'string' || typeof parent !== 'object' || parent === null || isProxy(parent))
      return undefined;
    const filename: unknown = getOwnPropertyDescriptor(parent, 'filename')?.value;
    if (!isClean(filename) || request.startsWith('/') || request.includes('\0')) return undefined;
    return isRelative(request) && !hasPaths(options) ? [filename, absolute(request, folderOf(filename))] : [filename];
  },
  follow: false,
};

const folderOf = (file: string): string => file.slice(0, Math.max(file.lastIndexOf('/'), 0));

const pathOf = (place: string): string | undefined => (place.startsWith('/') ? place : pathOfFileUrl(place));

/** `findPackageJSON(specifier, base)`: the package.json around `base` is read for its name. */
const findsManifest: Selector = (args) => {
  const base = args[1];
  const href = typeof base === 'object' && base !== null ? (hrefOf(base) ?? (base as { href?: unknown }).href) : base;
  if (typeof href !== 'string') return undefined;
  args[1] = href;
  const path = pathOf(href);
  return path === undefined ? undefined : lookup(path, false);
};

const ifNotDenied: NonNullable<Row['after']> = (found, _self, _args, judge) => {
  if (typeof found !== 'string') return found;
  return lookup(found).some((access) => judge(access, 'refusals') !== undefined) ? undefined : found;
};

/** The `main` of a package is looked for by native code; 20 names its package.json, later ones its folder. */
const looksForMain: Selector = ([place, main]) => {
  if (typeof place !== 'string' || typeof main !== 'string') return undefined;
  const folder = place.startsWith('file:') ? folderOf(pathOfFileUrl(place) ?? '') : place;
  return mainLookups(folder, main);
};

const row = (module: string, name: string, select: Selector, extra: Partial<Row> = {}): Row => ({
  module,
  name,
  label: 'module.resolve',
  type: 'tool.fs',
  delivery: 'throwing',
  select,
  ...extra,
});

/** How the module loaders learn what is there, past the public functions of `fs`. */
export const lookupRows: readonly Row[] = [
  row('binding:fs', 'internalModuleStat', looks, {
    delivery: 'throwingUnlessCandidate',
    glance: askedFor,
    reach: stats,
  }),
  row('binding:fs', 'legacyMainResolve', looksForMain),
  row('module', '_readPackage', readsManifest, {
    delivery: noManifest,
    glance: manifestFor,
    reach: () => [{ object: moduleClass(), key: '_readPackage', given: true }],
  }),
  row('module', '_resolveFilename', resolves, { glance: resolvedFor }),
  row('module', 'findPackageJSON', findsManifest, { after: ifNotDenied, nodes: [22, 24, 26] }),
];
