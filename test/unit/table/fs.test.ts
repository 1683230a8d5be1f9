import { describe, expect, it } from 'vitest';
import { fsRows } from '../../../src/table/fs.js';
import { rowNamed, select } from './rig.js';

const asked = (name: string, ...args: unknown[]): string[] | undefined =>
  select(rowNamed(fsRows, name), args).accesses?.map(
    (access) => `${access.kind === 'path' ? access.effect : access.kind} ${access.resource}`,
  );

describe('a temporary folder', () => {
  it('is judged by a name that it could get', () => {
    for (const name of ['mkdtemp', 'mkdtempSync', 'mkdtempDisposableSync'])
      expect(asked(name, '/allowed')).toEqual(['create /allowedXXXXXX']);
  });
});

describe('flags', () => {
  it('are judged as Node takes them', () => {
    expect(asked('readFileSync', '/f', { flag: '' })).toEqual(['read /f']);
    expect(asked('writeFile', '/f', 'x', { flag: '' })).toEqual(['write /f']);
    expect(asked('appendFileSync', '/f', 'x', { flag: 0 })).toEqual(['write /f']);
    expect(asked('readFile', '/f', { flag: 'w+' })).toEqual(['read /f', 'write /f']);
  });
});

describe('a name that is not UTF-8', () => {
  it('is unclear to every call that takes one', () => {
    const odd = Buffer.from([0x2f, 0xff]);
    const calls: [name: string, ...args: unknown[]][] = [
      ['openSync', odd],
      ['readFile', odd],
      ['writeFileSync', odd, 'x'],
      ['renameSync', odd, '/to'],
      ['symlinkSync', odd, '/link'],
      ['cpSync', odd, '/to'],
      ['mkdtempSync', odd],
      ['opendirSync', odd],
    ];
    for (const [name, ...args] of calls)
      expect(select(rowNamed(fsRows, name), args).accesses?.[0], name).toMatchObject({ unclear: 'garbled' });
  });
});
