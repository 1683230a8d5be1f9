import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import { narrow } from '../../../src/policy/compile.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import { contextOf, layerOf, outcome, PLACES, policyOf, read, write, type WrittenDocument } from './layers.js';
import { type Entries, PROJECT } from './memory-files.js';

beforeAll(() => {
  setChunkLoader(() => oddGlob);
});

describe('layers and contexts', () => {
  const managed: WrittenDocument = { fs: { write: { deny: ['/srv/**'] } } };
  const project: WrittenDocument = { fs: { write: { allow: ['/srv/**', './out/**'] } } };
  it('must pass every layer, and names the one that denies', () => {
    const policy = policyOf([
      layerOf('parent', { fs: { read: { deny: ['**/.env'] } } }),
      layerOf('managed', managed),
      layerOf('project', project),
    ]);
    expect(outcome(policy, write('/srv/x'))).toBe('managed:fs.write.deny[0]');
    expect(outcome(policy, write('/app/out/x'))).toBe('allowed');
    expect(outcome(policy, write('/app/x'))).toBe('fs.write.allow');
    expect(outcome(policy, read('/x/.env'))).toBe('parent:fs.read.deny[0]');
  });

  it('lets contexts narrow, and nested ones again', () => {
    const root = policyOf(project);
    const inner = narrow(
      root,
      'researcher',
      contextOf('researcher', { fs: { write: { allow: ['./out/research/**', './new/**'] } } }),
      PLACES,
    );
    const nested = narrow(inner, 'scribe', contextOf('scribe', { fs: { write: { deny: ['**/*.sh'] } } }), PLACES);
    expect(outcome(inner, write('/app/out/x'))).toBe('contexts.researcher.fs.write.allow');
    expect(outcome(inner, write('/app/out/research/x'))).toBe('allowed');
    expect(outcome(inner, write('/app/new/x'))).toBe('fs.write.allow');
    expect(outcome(nested, write('/app/out/research/x.sh'))).toBe('contexts.scribe.fs.write.deny[0]');
    expect(outcome(root, write('/app/out/x'))).toBe('allowed');
    expect(nested.layers).toHaveLength(3);
  });

  it('puts the key of a context before rules that do not carry it', () => {
    const inner = narrow(
      policyOf({}),
      'a',
      {
        ...contextOf('a', {}),
        fs: { read: { deny: [{ rule: '**/x', at: { file: '', line: 0, column: 0, key: 'fs.read.deny[0]' } }] } },
      },
      PLACES,
    );
    expect(outcome(inner, read('/x'))).toBe('contexts.a.fs.read.deny[0]');
    const coded = narrow(
      policyOf({}),
      'a',
      {
        ...contextOf('a', {}),
        fs: { read: { deny: [{ rule: '**/x', at: { file: '', line: 0, column: 0, key: 'fs.read.deny[0]' } }] } },
      },
      PLACES,
      { layer: 'code' },
    );
    expect(outcome(coded, read('/x'))).toBe('code:fs.read.deny[0]');
  });
});

describe('other platforms', () => {
  it('ignores case and composition on macOS', () => {
    const policy = policyOf({ fs: { read: { deny: ['**/.ENV', './Caf\u00e9/**'] } } }, { platform: 'darwin' });
    expect(outcome(policy, read('/app/.env'))).toBe('fs.read.deny[0]');
    expect(outcome(policy, read('/APP/cafe\u0301/x'))).toBe('fs.read.deny[1]');
    expect(outcome(policyOf({ fs: { read: { deny: ['**/.ENV'] } } }), read('/app/.env'))).toBe('allowed');
  });

  it('knows drives, both slashes and dropped endings on Windows', () => {
    const places = {
      project: 'C:\\Work\\app',
      cwd: 'C:\\Work\\app',
      tmp: 'C:\\Temp',
      home: 'C:\\Users\\u',
      modules: [],
    };
    const policy = policyOf(
      [layerOf('project', { fs: { read: { deny: ['**/.env', 'G:/r/**', '~/.ssh/**', '.\\keys/*.pem'] } } }, places)],
      { platform: 'win32' },
    );
    for (const path of [
      'c:\\work\\APP\\.env',
      'C:\\x\\.env.',
      'C:\\x\\.env::$DATA',
      'g:\\r\\x',
      'G:/R',
      '\\\\?\\G:\\r\\y',
      'C:\\Users\\U\\.ssh\\id',
      'C:\\Work\\app\\keys\\a.PEM',
    ]) {
      expect([path, outcome(policy, read(path))]).not.toEqual([path, 'allowed']);
    }
    for (const path of ['C:\\x\\.envy', 'G:\\rx', 'H:\\r\\x', '\\\\host\\share\\env'])
      expect([path, outcome(policy, read(path))]).toEqual([path, 'allowed']);
  });
});

describe('warnings', () => {
  it('tells of allow patterns that lead through a link, and of the path to write', () => {
    const files: Entries = {
      ...PROJECT,
      '/app/data': { to: '/mnt/data' },
      '/mnt/data': 'folder',
      '/private': 'folder',
    };
    const policy = policyOf(
      { fs: { write: { allow: ['./data/**', './out/**', '/var/run/app/**', '${tmp}/**', './data/x.log'] } } },
      { files },
    );
    expect(policy.warnings()).toEqual([
      '/app/receiptbot.config.yaml:1: fs.write.allow[0] "./data/**" leads through a link and allows nothing; write "/mnt/data/**"',
      '/app/receiptbot.config.yaml:1: fs.write.allow[4] "./data/x.log" leads through a link and allows nothing; write "/mnt/data/x.log"',
    ]);
    expect(outcome(policy, write('/app/data/x'))).toBe('fs.write.allow');
  });

  it('resolves the places themselves', () => {
    const files: Entries = {
      '/app': { to: '/srv/app' },
      '/srv/app/out': 'folder',
      '/home/u': { to: '/data/u' },
      '/data/u': 'folder',
    };
    const policy = policyOf({ fs: { read: { deny: ['~/.ssh/**'] }, write: { allow: ['./out/**'] } } }, { files });
    expect(policy.warnings()).toEqual([]);
    expect(outcome(policy, write('/app/out/x'))).toBe('allowed');
    expect(outcome(policy, write('/srv/app/out/x'))).toBe('allowed');
    expect(outcome(policy, read('/data/u/.ssh/id'))).toBe('fs.read.deny[0]');
    expect(outcome(policy, read('/home/u/.ssh/id'))).toBe('fs.read.deny[0]');
  });
});
