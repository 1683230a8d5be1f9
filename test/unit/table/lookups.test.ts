import { describe, expect, it } from 'vitest';
import { lookupRows } from '../../../src/table/lookups.js';
import type { PathAccess } from '../../../src/types.js';
import { rowNamed, select } from './rig.js';

const asked = (name: string, ...args: unknown[]): readonly string[] | undefined =>
  select(rowNamed(lookupRows, name), args).resources;
const glanced = (name: string, ...args: unknown[]): readonly string[] | undefined =>
  rowNamed(lookupRows, name).glance?.paths(args);

describe('a look of the loader', () => {
  it('needs no allow, and is no read', () => {
    const { accesses } = select(rowNamed(lookupRows, 'internalModuleStat'), ['/a/b']);
    expect(accesses).toEqual([
      expect.objectContaining({ resource: '/a/b', origin: 'lookup', capability: 'fs.read', effect: 'stat' }),
    ]);
  });

  it('names what Node will look at', () => {
    expect(asked('internalModuleStat', '/a/.env\0x')).toEqual(['/a/.env']);
    expect(asked('internalModuleStat', {}, '/a/b')).toEqual(['/a/b']);
    expect(asked('internalModuleStat', 1)).toBeUndefined();
    expect(asked('_readPackage', '/a/b')).toEqual(['/a/b/package.json']);
    expect(asked('legacyMainResolve', '/a/node_modules/b', '../../.env')).toEqual(['/a/.env']);
    expect(asked('legacyMainResolve', 'file:///a/node_modules/b/package.json', '../../.env')).toEqual(['/a/.env']);
    expect(asked('legacyMainResolve', '/a', '/etc/x')).toEqual(['/etc/x', '/a/etc/x']);
  });
});

describe('a resolution', () => {
  const parent = { filename: '/app/lib/a.js' };
  it.each([
    ['./b', undefined, ['/app/lib/a.js', '/app/lib/b']],
    ['..', undefined, ['/app/lib/a.js', '/app']],
    ['/x/y', undefined, ['/app/lib/a.js', '/x/y']],
    ['pkg', undefined, ['/app/lib/a.js']],
    ['#inner', undefined, ['/app/lib/a.js']],
    ['./b', { paths: ['/other'] }, ['/app/lib/a.js']],
  ])('of %s is one for its module, and of that name', (request, options, expected) => {
    expect(asked('_resolveFilename', request, parent, false, options)).toEqual(expected);
  });

  it('is for the file that was judged, whatever its module says later', () => {
    let times = 0;
    const liar = {
      get filename() {
        return times++ === 0 ? '/app/a.js' : '/secret/a.js';
      },
    };
    const { args, resources } = select(rowNamed(lookupRows, '_resolveFilename'), ['x', liar, false]);
    expect(resources).toEqual(['/app/a.js']);
    expect((args[1] as typeof liar).filename).toBe('/app/a.js');
    expect(glanced('_resolveFilename', 'x', liar, false)).toBeUndefined();
    expect(glanced('_resolveFilename', 'x', new Proxy(parent, {}), false)).toBeUndefined();
  });

  it('keeps an honest module what it is', () => {
    const { args } = select(rowNamed(lookupRows, '_resolveFilename'), ['x', parent, false]);
    expect(args[1]).toBe(parent);
  });
});

describe('findPackageJSON', () => {
  it('is judged by where it begins', () => {
    expect(asked('findPackageJSON', 'x', '/a/b.js')).toEqual(['/a/b.js']);
    expect(asked('findPackageJSON', 'x', 'file:///a/b.js')).toEqual(['/a/b.js']);
    expect(asked('findPackageJSON', 'x', new URL('file:///a/b.js'))).toEqual(['/a/b.js']);
    expect(asked('findPackageJSON', 'file:///a/b.js')).toBeUndefined();
  });

  it('finds nothing where what it found is denied', () => {
    const { after } = rowNamed(lookupRows, 'findPackageJSON');
    const refusing = (access: unknown): unknown =>
      (access as PathAccess).resource.startsWith('/secret/') ? new Error('refused') : undefined;
    const found = (path: unknown): unknown => after?.(path, undefined, [], refusing, () => undefined);
    expect([found('/secret/package.json'), found('/a/package.json'), found(undefined)]).toEqual([
      undefined,
      '/a/package.json',
      undefined,
    ]);
  });
});

describe('a glance', () => {
  it.each(['/a//b', '/a/./b', '/a/../b', '/a/b/', '/a/b/.', '/a/..', '/a\0', 'a', 1])(
    'is not enough for %j',
    (path) => {
      expect(glanced('internalModuleStat', path)).toBeUndefined();
    },
  );

  it('asks about what a close look would ask about', () => {
    const parent = { filename: '/app/lib/a.js' };
    for (const [name, ...args] of [
      ['internalModuleStat', '/a/.pnpm/b'],
      ['_readPackage', '/a/b'],
      ['_resolveFilename', './b', parent],
      ['_resolveFilename', '../b', parent],
      ['_resolveFilename', 'b', parent],
    ] as const)
      expect(glanced(name, ...args), name).toEqual(asked(name, ...args));
  });
});
