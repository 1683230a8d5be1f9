import { describe, expect, it } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { readComposed } from '../../../src/policy/extends.js';
import { formatProblem } from '../../../src/policy/problems.js';
import { type Entry, fakePort } from './fake-port.js';

setChunkLoader(() => ip);

const read = (entries: Record<string, Entry>, file = '/app/p.yaml', relative = true) =>
  readComposed(file, { files: fakePort(entries), home: '/home/u', relative });

const told = (entries: Record<string, Entry>): string[] => read(entries).problems.map(formatProblem);

const rulesOf = (
  list: readonly { rule: string; at: { file: string; line: number; column: number; key: string } }[] = [],
) => list.map(({ rule, at }) => `${rule} ${at.file}:${at.line}:${at.column} ${at.key}`);

describe('extends', () => {
  it('adds lists up and lets the extending file replace single values; each rule keeps its own place', () => {
    const { document, sources, problems } = read({
      '/app/p.yaml':
        'version: 1\nextends: [./base/one.yaml, ./two.yaml]\nmode: audit\nfs:\n  read:\n    deny: ["/own"]\n',
      '/app/base/one.yaml':
        'version: 1\nmode: enforce\ncoverage: required\nfs: { read: { deny: ["/one"], allow: ["/a"] } }\n',
      '/app/two.yaml': 'version: 1\nbudget: { maxCalls: 5 }\nfs: { read: { deny: ["/two"], allow: ["/b"] } }\n',
    });
    expect(problems).toEqual([]);
    expect(document).toMatchObject({ mode: 'audit', coverage: 'required', budget: { maxCalls: 5 } });
    expect(rulesOf(document.fs?.read?.deny)).toEqual([
      '/one /app/base/one.yaml:4:22 fs.read.deny[0]',
      '/two /app/two.yaml:3:22 fs.read.deny[0]',
      '/own /app/p.yaml:6:12 fs.read.deny[0]',
    ]);
    expect(document.fs?.read?.allow?.map(({ rule }) => rule)).toEqual(['/a', '/b']);
    expect(document.fs?.read?.allowAt).toMatchObject({ file: '/app/two.yaml', line: 3 });
    expect(sources.map(({ file }) => file)).toEqual(['/app/p.yaml', '/app/base/one.yaml', '/app/two.yaml']);
    expect(sources.every(({ sha256 }) => /^[\da-f]{64}$/.test(sha256))).toBe(true);
  });

  it('resolves files from the one that names them', () => {
    const { document } = read({
      '/app/p.yaml': 'version: 1\nextends: [./base/one.yaml]\n',
      '/app/base/one.yaml': 'version: 1\nextends: [./two.yaml, ~/three.yaml]\n',
      '/app/base/two.yaml': 'version: 1\nlimits: { processes: 2 }\n',
      '/home/u/three.yaml': 'version: 1\nlimits: { filesWritten: 3 }\n',
    });
    expect(document.limits).toMatchObject({ processes: 2, filesWritten: 3 });
  });

  it('reads a file once that two extend', () => {
    const { document, sources } = read({
      '/app/p.yaml': 'version: 1\nextends: [./a.yaml, ./b.yaml]\n',
      '/app/a.yaml': 'version: 1\nextends: [./base.yaml]\n',
      '/app/b.yaml': 'version: 1\nextends: [./base.yaml]\n',
      '/app/base.yaml': 'version: 1\nfs: { read: { deny: ["/x"] } }\n',
    });
    expect(document.fs?.read?.deny).toHaveLength(1);
    expect(sources).toHaveLength(4);
  });

  it('tells the problems of every file at once', () => {
    const lines = told({
      '/app/p.yaml': 'version: 1\nextends: [./a.yaml, ./b.yaml, ./none.yaml]\nmod: x\n',
      '/app/a.yaml': 'version: 2\n',
      '/app/b.yaml': 'version: 1\nfs: { reed: {} }\n',
    });
    expect(lines).toEqual([
      expect.stringMatching(/^\/app\/p\.yaml:3:1: mod: /),
      '/app/a.yaml:1:10: version: expected 1, received 2',
      expect.stringMatching(/^\/app\/b\.yaml:2:7: fs\.reed: /),
      '/app/p.yaml:2:31: extends[2]: expected a file, and there is none at "/app/none.yaml", received "./none.yaml"',
    ]);
  });

  it('names the chain of a circle', () => {
    expect(
      told({
        '/app/p.yaml': 'version: 1\nextends: [./a.yaml]\n',
        '/app/a.yaml': 'version: 1\nextends: [./b.yaml]\n',
        '/app/b.yaml': 'version: 1\nextends: [./a.yaml]\n',
      }),
    ).toEqual([
      '/app/b.yaml:2:11: extends[0]: expected a file that does not extend this one (/app/a.yaml → /app/b.yaml → /app/a.yaml), received "./a.yaml"',
    ]);
    expect(told({ '/app/p.yaml': 'version: 1\nextends: [./p.yaml]\n' })).toEqual([
      expect.stringContaining('(/app/p.yaml → /app/p.yaml)'),
    ]);
  });

  it('finds packages as Node does, and runs nothing of them', () => {
    const entries = {
      '/repo/app/p.yaml': 'version: 1\nextends: [own, "@team/policy", named, "@team/policy/extra.yaml"]\n',
      '/repo/app/node_modules/own/receiptbot.config.yaml': 'version: 1\nlimits: { processes: 1 }\n',
      '/repo/app/node_modules/own/index.js': 'throw new Error()',
      '/repo/node_modules/@team/policy/package.json': '{"main": "./main.yaml"}',
      '/repo/node_modules/@team/policy/main.yaml': 'version: 1\nlimits: { filesWritten: 2 }\n',
      '/repo/node_modules/@team/policy/extra.yaml': 'version: 1\nlimits: { filesDeleted: 4 }\n',
      '/repo/node_modules/named/package.json': '{"exports": {".": "./x.yml"}, "main": "./index.js"}',
      '/repo/node_modules/named/x.yml': 'version: 1\nbudget: { maxCalls: 3 }\n',
    };
    const { document, problems } = read(entries, '/repo/app/p.yaml');
    expect(problems).toEqual([]);
    expect(document).toMatchObject({
      limits: { processes: 1, filesWritten: 2, filesDeleted: 4 },
      budget: { maxCalls: 3 },
    });
  });

  it.each([
    ['nothing', 'expected an npm package, and "nothing" is in no node_modules of "/app"'],
    ['base.yaml', 'write "./base.yaml"'],
    ['recommended', 'expected "receiptbot:recommended"'],
    ['receiptbot:recomended', 'did you mean "receiptbot:recommended"?'],
    ['receiptbot:x', 'expected one of receiptbot:recommended, receiptbot:strict'],
    ['https://x.example/p.yaml', 'expected a preset'],
    ['code', 'expected a package with a receiptbot.config.yaml or a YAML file as its main'],
    ['code/../../../etc/x', 'expected a file inside the package'],
    ['out', 'expected a file inside the package'],
    ['.', 'expected'],
    ['./folder', 'is a folder'],
  ])('of %j is a problem', (entry, words) => {
    const entries = {
      '/app/p.yaml': `version: 1\nextends: [${JSON.stringify(entry)}]\n`,
      '/app/node_modules/code/package.json': '{"main": "index.js"}',
      '/app/node_modules/out/package.json': '{"main": "../../secret.yaml"}',
      '/app/secret.yaml': 'version: 1\n',
      '/app/folder/x': '',
    };
    expect(told(entries)).toEqual([
      expect.stringMatching(/^\/app\/p\.yaml:2:11: extends\[0\]: expected .*, received /),
    ]);
    expect(told(entries)[0]).toContain(words);
  });

  it('in a managed file may not bring relative patterns in', () => {
    const entries = {
      '/etc/p.yaml': 'version: 1\nextends: [./more.yaml]\n',
      '/etc/more.yaml': 'version: 1\nfs: { read: { deny: ["./x"] } }\n',
    };
    expect(read(entries, '/etc/p.yaml', false).problems).toHaveLength(1);
    expect(read(entries, '/etc/p.yaml', true).problems).toHaveLength(0);
  });
});

describe('a file that cannot be read', () => {
  it.each<[string, Entry | undefined, string]>([
    ['is gone', undefined, '/app/p.yaml: is not there'],
    ['is not permitted', null, '/app/p.yaml: cannot be read: permission denied (EACCES)'],
    [
      'is a link to nothing',
      { to: './none' },
      '/app/p.yaml: cannot be read: it is a link that leads nowhere, or in a folder that may not be entered',
    ],
    [
      'is too large',
      `version: 1\n${'#'.repeat(1_000_001)}`,
      '/app/p.yaml: is larger than 1 MB, which no policy is: share lists with extends',
    ],
  ])('%s', (_, entry, words) => {
    expect(told(entry === undefined ? {} : { '/app/p.yaml': entry })).toEqual([words]);
  });
});
