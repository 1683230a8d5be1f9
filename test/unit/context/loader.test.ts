import module from 'node:module';
import { describe, expect, it } from 'vitest';
import { candidates, findLoadSite, readerOf, type ModuleClass } from '../../../src/context/loader.js';

const site = (file: string, name: string | null, line = 1): NodeJS.CallSite =>
  ({
    getFileName: () => file,
    getFunctionName: () => name,
    getMethodName: () => null,
    getLineNumber: () => line,
    getColumnNumber: () => 1,
  }) as NodeJS.CallSite;
const cjs = 'node:internal/modules/cjs/loader';
const translators = 'node:internal/modules/esm/translators';
const esmLoader = 'node:internal/modules/esm/loader';
const LOAD_SITE = `${cjs}:100:1`;
const load = site(cjs, null, 100);
const app = site('/app/main.js', 'main');

describe('readerOf', () => {
  it.each([
    ['the ESM loader of Node 20', [site('node:internal/modules/esm/load', 'getSource')], 'node'],
    ['the ESM loader of Node 24', [site('node:internal/modules/esm/load', 'getSourceSync'), app], 'node'],
    [
      'an import of CommonJS',
      [site(translators, 'ModuleLoader.commonjsStrategy'), site(esmLoader, '#translate')],
      'node',
    ],
    ['the look at what CommonJS re-exports', [site(translators, 'cjsPreparseModuleExports')], 'node'],
    ['CommonJS while it is imported', [app, site(translators, 'loadCJSModule'), site(translators, null)], 'program'],
    ['the CommonJS loader of Node 20', [site(cjs, 'loadSource'), site(cjs, 'Module._extensions..js'), load], 'node'],
    ['the CommonJS loader of Node 22.12', [site(cjs, 'getMaybeCachedSource'), site(cjs, null)], 'node'],
    ['a nameless handler of Node', [site(cjs, null, 7), load], 'node'],
    ['a function put over fs by the program', [app, site('node:internal/modules/esm/load', 'getSource')], 'node'],
    [
      'a handler by extension of somebody else',
      [site('/app/node_modules/tsx/x.cjs', 'transformer'), load, site(cjs, null, 8)],
      'loader',
    ],
    ['a load hook', [app, site('node:internal/modules/customization_hooks', 'nextStep')], 'loader'],
    ['a load hook of the loader thread', [app, site('node:internal/modules/esm/hooks', 'nextLoad')], 'loader'],
    ['a program while it is required', [app, site(cjs, '_compile', 5), site(cjs, null, 7), load], 'program'],
    ['a program while it is imported', [app, site('node:internal/modules/esm/module_job', 'run')], 'program'],
    ['a program later on', [app, site('node:internal/timers', 'listOnTimeout')], 'program'],
    ['nobody', [], 'program'],
  ] as const)('names %s', (_who, sites, expected) => {
    expect(readerOf(sites, LOAD_SITE)).toBe(expected);
  });
});

it('finds where Node calls handlers by extension, and leaves none behind', () => {
  const sites = (): NodeJS.CallSite[] => {
    const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
    Error.prepareStackTrace = (_error, frames) => frames;
    const { stack } = new Error();
    Object.defineProperty(Error, 'prepareStackTrace', before ?? { value: undefined });
    return stack as unknown as NodeJS.CallSite[];
  };
  const before = Object.keys((module as unknown as ModuleClass)._extensions);
  expect(findLoadSite(module as unknown as ModuleClass, sites)).toMatch(
    /^node:internal\/modules\/cjs\/loader:\d+:\d+$/,
  );
  expect(Object.keys((module as unknown as ModuleClass)._extensions)).toEqual(before);
});

it('tries a TypeScript source where a specifier names its output', () => {
  expect(candidates('/app/run.js').slice(0, 3)).toEqual(['/app/run.js', '/app/run.ts', '/app/run.tsx']);
  expect(candidates('/app/run')).toContain('/app/run/index.ts');
});
