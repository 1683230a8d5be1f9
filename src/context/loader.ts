/** Whose read of a file this is: Node's own module loader, another loader (tsx, ts-node, a load hook), or the program. */
export type Reader = 'node' | 'loader' | 'program';

const MODULES = 'node:internal/modules/';
/** Functions of Node's loader that read a source themselves (20.11–26): esm/load, esm/translators, cjs/loader and its handlers. */
const READS =
  /(?:^|\.)(?:getSource|getSourceSync|loadSource|getMaybeCachedSource|loadESMFromCJS|commonjsStrategy|cjsPreparseModuleExports|load[CM]?TS|defaultLoadImpl|readFileSync|loaderMethodWrapper|[cm]?[jt]s)$/;
/** Functions that call a load hook of somebody else. */
const CALLS_HOOK = /(?:^|\.)(?:nextStep|nextLoad)$/;

/**
 * Tells whose read is under way from its call sites, the innermost first: the nearest frame of Node's module code decides.
 * `loadSite` is what `findLoadSite` found.
 */
export function readerOf(sites: readonly NodeJS.CallSite[], loadSite: string | undefined): Reader {
  const [site, outer] = sites.filter((one) => one.getFileName()?.startsWith(MODULES) === true);
  if (site === undefined) return 'program';
  const name = site.getFunctionName() ?? site.getMethodName() ?? '';
  if (READS.test(name)) return 'node';
  if (placeOf(site) === loadSite || CALLS_HOOK.test(name)) return 'loader';
  // Node's own handlers by extension have no name on 22.
  return name !== '_compile' && outer !== undefined && placeOf(outer) === loadSite ? 'node' : 'program';
}

/** The parts of `node:module` that the probe uses. */
export interface ModuleClass {
  new (id: string): { load: (file: string) => void };
  readonly _extensions: Record<string, (module: unknown, file: string) => void>;
}

/**
 * The place in `Module.prototype.load` that calls the handlers by extension, which is how tsx, ts-node and their like load
 * CommonJS. Found by a handler of our own, because the method has no name in stack traces of Node 22 and later.
 */
export function findLoadSite(module: ModuleClass, sites: () => readonly NodeJS.CallSite[]): string | undefined {
  const extension = '.receiptbot-probe';
  let found: string | undefined;
  module._extensions[extension] = () => {
    const site = sites().find((one) => one.getFileName()?.startsWith(MODULES) === true);
    found = site && placeOf(site);
    throw new Error('enough'); // what `load` does after the handler is not wanted
  };
  try {
    new module('probe').load(`/probe${extension}`);
  } catch {
    // by design
  } finally {
    Reflect.deleteProperty(module._extensions, extension);
  }
  return found;
}

const placeOf = (site: NodeJS.CallSite): string =>
  `${site.getFileName() ?? ''}:${site.getLineNumber() ?? 0}:${site.getColumnNumber() ?? 0}`;

/** True while Node loads what `--require` names, as the call sites tell: those files are loaded in every thread. */
export function isRequired(sites: readonly NodeJS.CallSite[]): boolean {
  return sites.some((site) => site.getFunctionName() === 'loadPreloadModules');
}

/** Endings under which a module may be found whose specifier says another, or none: TypeScript sources, CommonJS, tsx. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};
const ENDINGS = ['.js', '.ts', '.tsx', '.mjs', '.mts', '.cjs', '.cts'];

/** The files that a relative or absolute path may stand for as a module, the likeliest first. */
export function candidates(path: string): string[] {
  const ending = /\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? '';
  const stem = path.slice(0, path.length - ending.length);
  const asSources = (SOURCES[ending] ?? []).map((other) => stem + other);
  return [path, ...asSources, ...ENDINGS.map((one) => path + one), ...ENDINGS.map((one) => `${path}/index${one}`)];
}
