import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fsRows } from '../../../src/table/fs.js';
import type { PathAccess } from '../../../src/types.js';
import { filesMayWait } from '../../../src/primordials.js';
import { rowNamed, select } from './rig.js';

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'moving-')));
  mkdirSync(join(top, 'a/b/c'), { recursive: true });
  mkdirSync(join(top, 'deep/er'), { recursive: true });
});
afterEach(() => rmSync(top, { recursive: true }));

const at = (path: string): string => join(top, path);

/** Where the links lead that a call moves or makes, below the folder of the test. */
const leads = (name: string, ...args: unknown[]): string[] =>
  (select(rowNamed(fsRows, name), args).accesses as PathAccess[])
    .filter(({ effect, tree }) => effect === 'link' && tree)
    .map(({ resource }) => resource.replace(`${top}/`, ''));

describe('a link that gets another place', () => {
  it('is judged from where it stands and from where it will stand', () => {
    symlinkSync('../../x', at('a/b/l'));
    expect(leads('rename', at('a/b/l'), at('a/l'))).toEqual(['x', join(top, '../x')]);
    expect(leads('linkSync', at('a/b/l'), at('a/b/c/l'))).toEqual(['x', 'a/x']);
  });

  it('is seen from the folder that it really stands in', () => {
    symlinkSync('deep/er', at('s'));
    expect(leads('symlink', '../x', at('s/l'))).toEqual(['deep/x']);
    symlinkSync('../x', at('a/l'));
    expect(leads('rename', at('a/l'), at('s/l'))).toEqual(['x', 'deep/x']);
  });

  it('is found below a moved folder where it leads out of it', () => {
    symlinkSync('../../../x', at('a/b/c/out'));
    symlinkSync('../in', at('a/b/c/in'));
    symlinkSync('/elsewhere', at('a/b/absolute'));
    // On 26 Node does not tell whether calls wait that may move folders meanwhile, so every link counts.
    const others = filesMayWait() ? ['/elsewhere', 'b/in'] : [];
    expect(leads('rename', at('a/b'), at('b'))).toEqual([...others, join(top, '../x')]);
    expect(leads('rename', at('a/b'), at('s/../b'))).toEqual([...others, join(top, '../x')]);
  });

  it('is not looked for where the folder stays in its folder', () => {
    symlinkSync('../../../x', at('a/b/c/out'));
    expect(leads('rename', at('a/b'), at('a/d'))).toEqual(filesMayWait() ? ['x'] : []);
  });
});

describe('a copied link', () => {
  it('leads where it led, unless it is copied word for word', () => {
    symlinkSync('../../../x', at('a/b/c/l'));
    expect(leads('cpSync', at('a/b'), at('d'), { recursive: true })).toEqual(['x']);
    expect(leads('cpSync', at('a/b'), at('d'), { recursive: true, verbatimSymlinks: true })).toEqual([
      join(top, '../x'),
    ]);
    expect(leads('cpSync', at('a/b/c/l'), at('l'), { verbatimSymlinks: true })).toEqual([join(top, '../../../x')]);
  });

  it('is read with all that it leads to when links are dereferenced', () => {
    writeFileSync(at('deep/er/file'), '');
    symlinkSync('../../../deep', at('a/b/c/l'));
    symlinkSync('..', at('deep/er/round'));
    const { accesses } = select(rowNamed(fsRows, 'cpSync'), [
      at('a/b'),
      at('d'),
      { recursive: true, dereference: true },
    ]);
    const read = (accesses as PathAccess[]).filter(({ capability }) => capability === 'fs.read');
    expect(read.every(({ follow }) => follow)).toBe(true);
    expect(read.map(({ resource }) => resource.replace(`${top}/`, ''))).toEqual([
      'a/b',
      'a/b/c',
      'a/b/c/l',
      'a/b/c/l/er',
      'a/b/c/l/er/file',
      'a/b/c/l/er/round',
    ]);
  });
});
