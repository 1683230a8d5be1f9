import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdPlace } from '../../../src/access/hold.js';
import { isHeld } from '../../../src/access/own-descriptors.js';

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hold-')));
  mkdirSync(join(top, 'folder'));
  writeFileSync(join(top, 'folder/file'), 'first');
});
afterEach(() => rmSync(top, { recursive: true }));

const at = (path: string): string => join(top, path);
const hold = (path: string, meaning: 'there' | 'made' | 'itself') => holdPlace(at(path), at(path), meaning);

describe.skipIf(process.platform !== 'linux')('a held name', () => {
  it('leads to the same file whatever comes to stand in its place', () => {
    const { path, place, release } = hold('folder/file', 'there');
    renameSync(at('folder'), at('elsewhere'));
    mkdirSync(at('folder'));
    writeFileSync(at('folder/file'), 'second');
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(place).toBe(at('folder/file'));
    release();
  });

  it('leads to nothing where there was nothing', () => {
    const { path, place, error } = hold('folder/none', 'there');
    writeFileSync(at('folder/none'), '');
    expect(() => readFileSync(path)).toThrow('ENOENT');
    expect({ place, code: (error as { code?: string }).code }).toEqual({ place: undefined, code: 'ENOENT' });
  });

  it('keeps the folder of a file that is to be made, where a dangling link leads', () => {
    symlinkSync('folder/new', at('link'));
    const { path, place, absent, release } = hold('link', 'made');
    expect({ place, absent }).toEqual({ place: at('folder/new'), absent: true });
    renameSync(at('folder'), at('elsewhere'));
    writeFileSync(path, 'made');
    expect(readFileSync(at('elsewhere/new'), 'utf8')).toBe('made');
    release();
  });

  it('is the link itself where a call does not follow it', () => {
    symlinkSync('folder/file', at('link'));
    const { place, release } = hold('link', 'itself');
    expect(place).toBe(at('link'));
    release();
  });

  it('belongs to the engine until it is let go', () => {
    const { path, release } = hold('folder/file', 'there');
    const fd = Number(path.slice(path.lastIndexOf('/') + 1));
    expect(isHeld(fd)).toBe(true);
    release();
    expect(isHeld(fd)).toBe(false);
    expect(() => {
      closeSync(fd);
    }).toThrow('EBADF');
  });

  it('shares a folder with other calls until the last of them is done', () => {
    const [one, other] = [hold('folder/a', 'itself'), hold('folder/b', 'itself')];
    const folderOf = ({ path }: { path: string }): string => path.slice(0, path.lastIndexOf('/'));
    expect(folderOf(one)).toBe(folderOf(other));
    one.release();
    expect(realpathSync(folderOf(other))).toBe(at('folder'));
    other.release();
    expect(() => realpathSync(folderOf(other))).toThrow();
  });
});
