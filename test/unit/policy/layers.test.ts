import { describe, expect, it } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import type { LoadedPolicy, Mode, PolicyLayer } from '../../../src/policy/document.js';
import type { LoadInput } from '../../../src/policy/layers.js';
import { load } from '../../../src/policy/load.js';
import { isPolicyProblems } from '../../../src/policy/problems.js';
import { type Entry, fakePort } from './fake-port.js';

setChunkLoader(() => ip);

type Options = Partial<Omit<LoadInput, 'files' | 'env'>> & { env?: Record<string, string> };

const input = (entries: Record<string, Entry>, options: Options = {}): LoadInput => ({
  env: {},
  argv1: '/app/main.js',
  cwd: '/app',
  home: '/home/u',
  tmp: '/tmp',
  platform: 'linux',
  files: fakePort({ '/app/main.js': '', ...entries }),
  ...options,
});
const run = (entries: Record<string, Entry>, options: Options = {}): LoadedPolicy => load(input(entries, options));

function refused(entries: Record<string, Entry>, options: Options = {}): string {
  try {
    run(entries, options);
  } catch (error) {
    if (isPolicyProblems(error)) return error.message;
    throw error;
  }
  return 'started';
}

const PROJECT = '/app/receiptbot.config.yaml';
const MANAGED = '/etc/receiptbot/policy.yaml';
const policy = (mode?: Mode, more = ''): string => `version: 1\n${mode === undefined ? '' : `mode: ${mode}\n`}${more}`;
const names = ({ layers }: LoadedPolicy): string[] => layers.map(({ name }) => name);

describe('layers', () => {
  it('are all that there are, each a gate of its own', () => {
    const loaded = run(
      { [PROJECT]: policy(), [MANAGED]: policy(), '/m.yaml': policy() },
      { env: { RECEIPTBOT_MANAGED: '/m.yaml' } },
    );
    expect(names(loaded)).toEqual(['managed', 'managed', 'project']);
    expect(loaded.layers.map(({ sources }) => sources.map(({ file }) => file))).toEqual([
      [MANAGED],
      ['/m.yaml'],
      [PROJECT],
    ]);
    expect(loaded.projectFile).toBe(PROJECT);
  });

  it('are the built-in one in audit, with a notice, when there is no other', () => {
    const loaded = run({});
    expect(names(loaded)).toEqual(['built-in']);
    expect(loaded.mode).toBe('audit');
    expect(loaded.layers[0]?.sources[0]?.file).toBe('receiptbot:recommended');
    expect(loaded.warnings).toEqual([expect.stringContaining('receiptbot:recommended is in force in audit mode')]);
  });

  it('have no built-in one beside another', () => {
    expect(names(run({ [MANAGED]: policy() }))).toEqual(['managed']);
  });

  it('know what an explicit file does not: it stands for itself, without the denies of the project', () => {
    const loaded = run(
      { [PROJECT]: policy('enforce', 'fs: { read: { deny: ["/x"] } }\n'), '/team.yaml': policy('audit') },
      { env: { RECEIPTBOT_CONFIG: '/team.yaml' } },
    );
    expect(loaded.layers.map(({ document }) => document)).toEqual([{ mode: 'audit' }]);
  });
});

describe('${project}', () => {
  const project = (entries: Record<string, Entry>, options: Options = {}): string | undefined =>
    run(entries, options).layers[0]?.places.project;

  it.each<[string, Record<string, Entry>, Options, string]>([
    ['is the folder of a file that was found', { [PROJECT]: policy() }, { cwd: '/elsewhere' }, '/app'],
    ['is the folder above the app when the file is there', { '/receiptbot.config.yaml': policy() }, {}, '/'],
    [
      'is the working directory when the file was named',
      { '/etc/team.yaml': policy() },
      { env: { RECEIPTBOT_CONFIG: '/etc/team.yaml' } },
      '/app',
    ],
    ['is the working directory when there is none', {}, { cwd: '/elsewhere' }, '/elsewhere'],
    ['is the same for a managed file', { [MANAGED]: policy(), [PROJECT]: policy() }, { cwd: '/elsewhere' }, '/app'],
  ])('%s', (_, entries, options, folder) => {
    expect(project(entries, options)).toBe(folder);
  });
});

describe('the mode', () => {
  it.each<[string, { managed?: Mode | 'none'; project?: Mode | 'none'; wanted?: Mode; parent?: Mode }, Mode, boolean]>([
    ['of a project without one is enforce', { project: 'none' }, 'enforce', false],
    ['of a project', { project: 'audit' }, 'audit', false],
    ['is replaced by RECEIPTBOT_MODE: off', { project: 'enforce', wanted: 'off' }, 'off', false],
    ['is replaced by RECEIPTBOT_MODE: enforce', { project: 'audit', wanted: 'enforce' }, 'enforce', false],
    ['is the strictest', { managed: 'enforce', project: 'audit' }, 'enforce', false],
    ['is the strictest, also the project’s', { managed: 'audit', project: 'enforce' }, 'enforce', false],
    ['of a managed file without one is enforce', { managed: 'none', project: 'off' }, 'enforce', false],
    ['of a managed file is not lowered', { managed: 'enforce', project: 'audit', wanted: 'off' }, 'enforce', true],
    ['of a managed audit is not lowered to off', { managed: 'audit', wanted: 'off' }, 'audit', true],
    ['of a managed audit is raised', { managed: 'audit', wanted: 'enforce' }, 'enforce', false],
    ['of a parent is not lowered', { parent: 'enforce', project: 'audit', wanted: 'off' }, 'enforce', true],
    ['of a parent in audit is raised by the project', { parent: 'audit', project: 'enforce' }, 'enforce', false],
    ['of the built-in layer is audit', {}, 'audit', false],
    ['of the built-in layer is raised', { wanted: 'enforce' }, 'enforce', false],
    ['of the built-in layer is lowered', { wanted: 'off' }, 'off', false],
  ])('%s', (_, { managed, project, wanted, parent }, mode, warned) => {
    const text = (word: Mode | 'none'): string => policy(word === 'none' ? undefined : word);
    const places = { project: '/p', cwd: '/p', tmp: '/tmp', home: '/', modules: [] };
    const loaded = run(
      { ...(managed && { [MANAGED]: text(managed) }), ...(project && { [PROJECT]: text(project) }) },
      {
        ...(wanted && { env: { RECEIPTBOT_MODE: wanted } }),
        ...(parent && { parentMode: parent, parent: [{ name: 'code', document: {}, sources: [], places }] }),
      },
    );
    expect(loaded.mode).toBe(mode);
    expect(loaded.warnings.some((warning) => warning.includes('RECEIPTBOT_MODE'))).toBe(warned);
  });

  it('has to be one', () => {
    expect(refused({}, { env: { RECEIPTBOT_MODE: 'enforced' } })).toContain(
      'RECEIPTBOT_MODE: expected enforce, audit or off, received "enforced", did you mean "enforce"?',
    );
    expect(refused({}, { env: { RECEIPTBOT_MODE: '' } })).toContain('received ""');
  });
});

describe('what a parent hands down', () => {
  const files = { [PROJECT]: policy('enforce', 'extends: [./base.yaml]\n'), '/app/base.yaml': policy() };
  const parent = (entries: Record<string, Entry> = files): PolicyLayer[] =>
    JSON.parse(JSON.stringify(run(entries).layers)) as PolicyLayer[];

  it('stands in for a file that is found here too: it is not read again, and means what it meant', () => {
    const layers = parent();
    const loaded = run(files, { parent: layers, parentMode: 'enforce', cwd: '/app/sub' });
    expect(loaded.layers).toEqual(layers);
    expect(loaded.projectFile).toBe(PROJECT);
  });

  it('is not warned of again', () => {
    const entries = { ...files, '/receiptbot.config.yaml': policy() };
    expect(run(entries).warnings).toHaveLength(1);
    expect(run(entries, { parent: parent(entries), parentMode: 'enforce' }).warnings).toEqual([]);
  });

  it('is the parent’s when this process finds another', () => {
    const entries = { ...files, '/other/main.js': '', '/other/receiptbot.config.yaml': policy() };
    const loaded = run(entries, { parent: parent(), parentMode: 'enforce', argv1: '/other/main.js', cwd: '/other' });
    expect(names(loaded)).toEqual(['parent', 'project']);
  });

  it('is the parent’s where it narrows by a context', () => {
    const [project] = parent();
    const context: PolicyLayer = { ...(project as PolicyLayer), document: {}, sources: [] };
    expect(names(run(files, { parent: [project as PolicyLayer, context], parentMode: 'enforce' }))).toEqual([
      'project',
      'parent',
    ]);
  });

  it('stays built-in where there is no file', () => {
    const loaded = run({}, { parent: parent({}), parentMode: 'audit' });
    expect(names(loaded)).toEqual(['built-in']);
    expect([loaded.mode, loaded.warnings]).toEqual(['audit', []]);
  });

  it('refuses to start when a file was changed since', () => {
    const text = refused({ ...files, '/app/base.yaml': policy('audit') }, { parent: parent(), parentMode: 'enforce' });
    expect(text).toContain('/app/base.yaml: was changed since the run began');
  });

  it('says what a relative RECEIPTBOT_CONFIG is relative to', () => {
    const entries = { '/app/team.yaml': policy() };
    const env = { RECEIPTBOT_CONFIG: './team.yaml' };
    const layers = JSON.parse(JSON.stringify(run(entries, { env }).layers)) as PolicyLayer[];
    const loaded = run(entries, {
      env,
      parent: layers,
      parentMode: 'enforce',
      cwd: '/app/sub',
      argv1: '/elsewhere/x.js',
    });
    expect(loaded.layers).toEqual(layers);
    expect(loaded.layers[0]?.places.project).toBe('/app');
  });
});

describe('anything wrong in any layer', () => {
  it('refuses to start, and is told at once', () => {
    const text = refused(
      { [PROJECT]: policy('enforce', 'foo: 1\n'), [MANAGED]: policy('enforce', 'fs: { read: { deny: ["./x"] } }\n') },
      { env: { RECEIPTBOT_MODE: 'on', RECEIPTBOT_MANAGED: '/none.yaml' } },
    );
    expect(text.split('\n')).toEqual([
      'receiptbot: the policy cannot be used, so the program was not started.',
      expect.stringMatching(/^ {2}RECEIPTBOT_MODE: expected enforce, audit or off/),
      '  RECEIPTBOT_MANAGED: names "/none.yaml", and there is no file "/none.yaml"',
      expect.stringMatching(
        /^ {2}\/etc\/receiptbot\/policy\.yaml:3:22: fs\.read\.deny\[0\]: expected an absolute pattern/,
      ),
      expect.stringMatching(/^ {2}\/app\/receiptbot\.config\.yaml:3:1: foo: expected one of/),
    ]);
  });

  it.each<[string, Record<string, Entry>, Options]>([
    ['an empty file', { [PROJECT]: '' }, {}],
    ['a file that may not be read', { [PROJECT]: null }, {}],
    ['a link to nothing', { [PROJECT]: { to: './none' } }, {}],
    ['a folder of that name', { [`${PROJECT}/x`]: '' }, {}],
    ['a managed file that may not be read', { [MANAGED]: null }, {}],
    ['a named file that is not there', {}, { env: { RECEIPTBOT_CONFIG: './none.yaml' } }],
    ['a broken file though it is switched off', { [PROJECT]: 'mode: off\n' }, { env: { RECEIPTBOT_MODE: 'off' } }],
  ])('%s', (_, entries, options) => {
    expect(refused(entries, options)).toMatch(/^receiptbot: the policy cannot be used/);
  });
});
