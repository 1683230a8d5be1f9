import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findPolicyFile,
  findPolicyFiles,
  managedPlace,
  POLICY_NAMES,
  startFolder,
} from '../../../src/policy/search.js';
import { type Entry, fakePort } from './fake-port.js';

const [YAML, YML, JSON_FILE] = POLICY_NAMES as [string, string, string];

const find = (
  entries: Record<string, Entry>,
  rest: { argv1?: string; cwd?: string; env?: Record<string, string> } = {},
) =>
  findPolicyFiles({
    env: rest.env ?? {},
    argv1: rest.argv1,
    cwd: rest.cwd ?? '/app',
    platform: 'linux',
    files: fakePort({ '/app/main.js': '', ...entries }),
  });

describe('the folder that the search begins in', () => {
  const files = fakePort({
    '/app/main.js': '',
    '/app/node_modules/tool/cli.js': '',
    '/app/node_modules/.bin/tool': { to: '../tool/cli.js' },
    '/app/node_modules/@me/own': { to: '../../../lib/own' },
    '/lib/own/cli.js': '',
    '/bin/agent': { to: '/opt/agent/cli.mjs' },
    '/opt/agent/cli.mjs': '',
  });

  it.each([
    ["the entry script's", '/app/main.js', '/app'],
    ["the entry script's, its extension left out", '/app/main', '/app'],
    ['a folder that is run', '/app', '/app'],
    ['that of the file that a link leads to, for Node runs it', '/bin/agent', '/opt/agent'],
    ['the working directory for a script of a package', '/app/node_modules/tool/cli.js', '/cwd'],
    ['the working directory for a bin of a package', '/app/node_modules/.bin/tool', '/cwd'],
    ['that of a package of the workspace, which is no dependency', '/app/node_modules/@me/own/cli.js', '/lib/own'],
    ['the working directory when there is no file', '/nowhere/x.js', '/cwd'],
    ['the working directory when there is no script', undefined, '/cwd'],
    ['the working directory for standard input', '-', '/cwd'],
  ])('is %s', (_, argv1, folder) => {
    expect(startFolder({ argv1, cwd: '/cwd', files })).toBe(folder);
  });
});

describe('the search', () => {
  it('takes the first file on the way up and warns of a second', () => {
    const found = find(
      { [`/app/${YAML}`]: '', [`/${JSON_FILE}`]: '', '/app/src/deep/main.js': '' },
      { argv1: '/app/src/deep/main.js' },
    );
    expect(found.project).toEqual({ file: `/app/${YAML}`, named: false });
    expect(found.warnings).toEqual([`/${JSON_FILE} is not read: /app/${YAML} comes first and is the only one`]);
  });

  it('goes up to the root', () => {
    expect(find({ [`/${YML}`]: '' }, { argv1: '/app/main.js' }).project?.file).toBe(`/${YML}`);
  });

  it('warns of two in one folder', () => {
    const { project, warnings } = find({ [`/app/${YML}`]: '', [`/app/${YAML}`]: '' });
    expect(project?.file).toBe(`/app/${YAML}`);
    expect(warnings).toHaveLength(1);
  });

  it('never reads one that a dependency ships', () => {
    const entries = {
      [`/app/node_modules/evil/${YAML}`]: '',
      [`/app/node_modules/${YAML}`]: '',
      '/app/node_modules/evil/cli.js': '',
      [`/app/${YAML}`]: '',
    };
    expect(find(entries, { argv1: '/app/node_modules/evil/cli.js' }).project?.file).toBe(`/app/${YAML}`);
    expect(find(entries, { cwd: '/app/node_modules/evil' }).project?.file).toBe(`/app/${YAML}`);
  });

  it('stops at one that cannot be read: a broken policy never means no policy', () => {
    expect(find({ [`/app/${YAML}`]: { to: '/nowhere' }, [`/${YAML}`]: '' }).project?.file).toBe(`/app/${YAML}`);
    expect(find({ [`/app/${YAML}`]: null, [`/${YAML}`]: '' }).project?.file).toBe(`/app/${YAML}`);
    expect(find({ [`/app/${YAML}/x`]: '', [`/${YAML}`]: '' }).project?.file).toBe(`/app/${YAML}`);
  });

  it('finds nothing where there is nothing', () => {
    expect(find({})).toEqual({ managed: [], start: '/app', problems: [], warnings: [] });
  });
});

describe('RECEIPTBOT_CONFIG', () => {
  it('names the file instead, relative to the working directory', () => {
    const found = find({ '/app/team.yaml': '', [`/app/${YAML}`]: '' }, { env: { RECEIPTBOT_CONFIG: 'team.yaml' } });
    expect(found.project).toEqual({ file: '/app/team.yaml', named: true });
    expect(found.warnings).toEqual([]);
  });

  it.each([['nothing.yaml'], ['']])('naming %j is a problem', (name) => {
    const found = find({ [`/app/${YAML}`]: '' }, { env: { RECEIPTBOT_CONFIG: name } });
    expect(found.project).toBeUndefined();
    expect(found.problems).toEqual([expect.objectContaining({ file: 'RECEIPTBOT_CONFIG' })]);
  });
});

describe('managed files', () => {
  it('are the platform’s, and one more', () => {
    const entries = { '/etc/receiptbot/policy.yaml': '', '/srv/more.yaml': '' };
    expect(find(entries).managed).toEqual(['/etc/receiptbot/policy.yaml']);
    expect(find(entries, { env: { RECEIPTBOT_MANAGED: '/srv/more.yaml' } }).managed).toEqual([
      '/etc/receiptbot/policy.yaml',
      '/srv/more.yaml',
    ]);
    expect(find(entries, { env: { RECEIPTBOT_MANAGED: '/srv/none.yaml' } }).problems).toHaveLength(1);
  });

  it('stand where administrators put them', () => {
    expect(managedPlace({}, 'darwin')).toBe('/etc/receiptbot/policy.yaml');
    expect(managedPlace({ ProgramData: 'D:\\PD' }, 'win32')).toBe('D:\\PD\\receiptbot\\policy.yaml');
    expect(managedPlace({}, 'win32')).toBe('C:\\ProgramData\\receiptbot\\policy.yaml');
  });
});

describe('in every tree', () => {
  const folders = ['/', '/a', '/a/b', '/a/b/c', '/a/node_modules', '/a/node_modules/x', '/a/node_modules/x/y', '/d'];

  it('the nearest folder decides, and in it the order of the names', () => {
    const folder = fc.constantFrom(...folders);
    const policies = fc.uniqueArray(fc.tuple(folder, fc.constantFrom(...POLICY_NAMES)), { selector: String });
    fc.assert(
      fc.property(policies, folder, (files, start) => {
        const paths = files.map(([at, name]) => posix.join(at, name));
        const allowed = folders
          .filter((at) => !at.includes('node_modules') && (at === '/' || start === at || start.startsWith(`${at}/`)))
          .sort((a, b) => b.length - a.length)
          .flatMap((at) => POLICY_NAMES.map((name) => posix.join(at, name)));
        const expected = allowed.filter((path) => paths.includes(path));
        const port = fakePort(Object.fromEntries(paths.map((path) => [path, ''])));
        expect(findPolicyFile(start, port)[0]).toBe(expected[0]);
      }),
    );
  });
});
