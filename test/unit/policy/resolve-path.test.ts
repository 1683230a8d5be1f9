import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bumpEpoch } from '../../../src/access/epoch.js';
import { createResolver } from '../../../src/policy/resolve-path.js';
import { type Entries, memoryFiles } from './memory-files.js';

const tree: Entries = {
  '/app/data/x.txt': 'file',
  '/app/link': { to: 'data' },
  '/app/up': { to: '..' },
  '/app/dangling': { to: 'data/not-yet' },
  '/app/far': { to: '/secret/key' },
  '/app/chain': { to: 'far' },
  '/app/loop': { to: 'pool' },
  '/app/pool': { to: 'loop' },
  '/app/gone': { to: '/nowhere/at/all' },
  '/secret/key': 'file',
  '/secret/.env': 'file',
  '/app/slash': { to: '/' },
  '/proc/self': { to: '12' },
  '/proc/12/fd/0': { to: 'pipe:[4711]' },
  '/proc/12/fd/5': { to: '/secret/key' },
  '/proc/12/fd/6': { to: '/app/was (deleted)' },
  '/proc/12/cwd': { to: '/app' },
  '/dev/fd': { to: '/proc/self/fd' },
};

describe('locate', () => {
  it.each([
    ['/app/data/x.txt', true, '/app/data/x.txt'],
    ['/app/link/x.txt', true, '/app/data/x.txt'],
    ['/app/link', true, '/app/data'],
    ['/app/link', false, '/app/link'],
    ['/app/up/secret/key', true, '/secret/key'],
    ['/app/up/secret/new', true, '/secret/new'],
    ['/app/up/new/deep/er', true, '/new/deep/er'],
    ['/app/dangling', true, '/app/data/not-yet'],
    ['/app/dangling', false, '/app/dangling'],
    ['/app/dangling/below', true, '/app/data/not-yet/below'],
    ['/app/chain', true, '/secret/key'],
    ['/app/gone', true, '/nowhere/at/all'],
    ['/app/loop', true, '/app/loop'],
    ['/app/loop/x', true, '/app/loop/x'],
    ['/app/data/x.txt/below', true, '/app/data/x.txt/below'],
    ['/app/slash', true, '/'],
    ['/app/slash/secret/.env', true, '/secret/.env'],
    ['/', true, '/'],
    ['/app', true, '/app'],
    ['/none', false, '/none'],
    ['/proc/self/fd/5', true, '/secret/key'],
    ['/proc/self/fd/0', true, '/proc/12/fd/0'],
    ['/proc/self/fd/6', true, '/app/was'],
    ['/proc/self/cwd/data/x.txt', true, '/app/data/x.txt'],
    ['/dev/fd/5', true, '/secret/key'],
  ])('%s, follow %s → %s', (asked, follow, real) => {
    expect(createResolver(memoryFiles(tree)).locate(asked, follow).real).toBe(real);
  });

  it.each(['/proc/self/fd/5', '/dev/fd/5', '/proc/self/cwd/data/x.txt', '/proc/self/fd/0', '/proc/self/status'])(
    '%s may be another file the next time',
    (asked) => {
      expect(createResolver(memoryFiles(tree)).locate(asked, true).fleeting).toBe(true);
    },
  );

  it('asks again for what is fleeting, and for the rest only in a new epoch', () => {
    const files = memoryFiles(tree);
    const { locate } = createResolver(files);
    expect(locate('/dev/fd/5', true).real).toBe('/secret/key');
    expect(locate('/app/link/x.txt', true).real).toBe('/app/data/x.txt');
    files.set('/proc/12/fd/5', { to: '/app/data/x.txt' });
    files.set('/app/link', { to: '../secret' });
    expect(locate('/dev/fd/5', true).real).toBe('/app/data/x.txt');
    expect(locate('/app/link/x.txt', true).real).toBe('/app/data/x.txt');
    bumpEpoch();
    expect(locate('/app/link/x.txt', true).real).toBe('/secret/x.txt');
  });

  it('does not guess where a link to bytes that are no text leads', () => {
    const files = memoryFiles({ '/app/l': { to: '\ufffd' } });
    expect(() => createResolver(files).locate('/app/l', true)).toThrow('UTF-8');
  });

  it('asks one question for a new file in a folder that it knows', () => {
    const files = memoryFiles(tree);
    const { locate } = createResolver(files);
    locate('/app/data/x.txt', true);
    files.asked.length = 0;
    locate('/app/data/y.txt', true);
    locate('/app/data/y.txt', true);
    expect(files.asked).toEqual(['/app/data/y.txt']);
  });

  it('never returns a path that still leads through a link it could follow', () => {
    const names = fc.constantFrom('a', 'b', 'c');
    const target = fc.oneof(
      names,
      fc.array(fc.constantFrom('a', 'b', 'c', '..'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
      fc.tuple(names, names).map((parts) => `/${parts.join('/')}`),
    );
    const place = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`);
    const entry = fc.oneof(
      fc.constant('file' as const),
      fc.constant('folder' as const),
      target.map((to) => ({ to })),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(place, entry), { maxLength: 8 }), place, (entries, asked) => {
        const files = memoryFiles({});
        for (const [at, what] of entries)
          if (files.kind(at) === 'absent' && files.kind(at.replace(/\/[^/]*$/, '') || '/') === 'folder')
            files.set(at, what);
        const { real } = createResolver(files).locate(asked, true);
        const known = files.realpath(asked);
        if (known !== undefined) expect(real).toBe(known);
        else if (real !== asked) {
          // The folder that is there is real, and what would be made in it is no link.
          const folder = real.replace(/\/[^/]*$/, '') || '/';
          if (files.realpath(folder) !== undefined) expect(files.realpath(folder)).toBe(folder);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the system port', () => {
  let folder = '';
  beforeAll(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'resolve-')));
    fs.mkdirSync(`${folder}/a (b)/{c}`, { recursive: true });
    fs.writeFileSync(`${folder}/a (b)/{c}/new\nline`, '');
    fs.symlinkSync('a (b)/{c}', `${folder}/link`);
    fs.symlinkSync('a (b)/later', `${folder}/dangling`);
  });
  afterAll(() => {
    fs.rmSync(folder, { recursive: true });
  });

  it('resolves real links', () => {
    const { locate, kind } = createResolver();
    expect(locate(`${folder}/link/new\nline`, true).real).toBe(`${folder}/a (b)/{c}/new\nline`);
    expect(locate(`${folder}/dangling`, true).real).toBe(`${folder}/a (b)/later`);
    expect(locate(`${folder}/link/none/x`, true).real).toBe(`${folder}/a (b)/{c}/none/x`);
    expect([kind(folder), kind(`${folder}/link`), kind(`${folder}/none`), kind(`${folder}/link/new\nline`)]).toEqual([
      'folder',
      'link',
      'absent',
      'other',
    ]);
  });

  it('follows descriptors to what is open there', () => {
    const fd = fs.openSync(`${folder}/link/new\nline`, 'r');
    const { locate } = createResolver();
    expect(locate(`/proc/self/fd/${String(fd)}`, true)).toEqual({
      real: `${folder}/a (b)/{c}/new\nline`,
      fleeting: true,
    });
    fs.closeSync(fd);
  });

  it.each(['mode', 'errno', 'code', 'error'])('does not trust answers that Object.prototype.%s could forge', (key) => {
    const { locate } = createResolver();
    Object.defineProperty(Object.prototype, key, { configurable: true, get: () => -2, set: () => undefined });
    try {
      expect(() => locate(`${folder}/dangling`, true)).toThrow(key);
    } finally {
      Reflect.deleteProperty(Object.prototype, key);
    }
  });
});
