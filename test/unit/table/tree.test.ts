import { Dirent, mkdirSync, mkdtempSync, rmSync, Stats, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { below, kindAt } from '../../../src/table/tree.js';

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'tree-'));
  mkdirSync(join(top, 'a/b'), { recursive: true });
  writeFileSync(join(top, 'a/b/file'), '');
  symlinkSync('b', join(top, 'a/link'));
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(Stats.prototype, 'mode');
  rmSync(top, { recursive: true });
});

const found = (): string[] => below(top).map(({ path, kind }) => `${path.slice(top.length + 1)} ${kind}`);
const ALL = ['a folder', 'a/b folder', 'a/b/file file', 'a/link link'];

describe('what stands below a folder', () => {
  it('is found, each entry with its kind', () => {
    expect(found()).toEqual(ALL);
    expect(kindAt(join(top, 'a/link'), true)).toBe('folder');
    expect(kindAt(join(top, 'none'))).toBeUndefined();
  });

  it('is found whatever the program makes of the methods that tell the kind', () => {
    for (const { prototype } of [Dirent, Stats] as { prototype: Stats }[])
      for (const method of ['isDirectory', 'isFile', 'isSymbolicLink'] as const)
        vi.spyOn(prototype, method).mockReturnValue(false);
    expect(found()).toEqual(ALL);
  });

  it('is nothing that can be judged when the program keeps the mode of files', () => {
    Object.defineProperty(Stats.prototype, 'mode', { get: () => 0o100_644, set: () => undefined, configurable: true });
    expect(found).toThrow('kept from the engine');
  });
});
