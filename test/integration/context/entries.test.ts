import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entries } from '../../../fixtures/entries/entries.mjs';
import { majors, nodeBinary } from '../../nodes.js';
import { folder, run, type RunOptions } from '../../run.js';

const fixtures = resolve(import.meta.dirname, '../../../fixtures/entries');
/** Every fixture asks which context it is in by reading a file that all are refused. */
const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/forbidden.txt"] } }\n';

/** Runs a driver in the folder of the fixtures, its receipt elsewhere. */
async function drive(file: string, options: RunOptions): Promise<Record<string, string>> {
  const own = folder();
  const result = await run(file, {
    policy: POLICY,
    files: {},
    ...options,
    env: { RECEIPTBOT_RECEIPT: own, ...options.env },
  });
  expect(result.code, result.stderr).toBe(0);
  return JSON.parse(result.stdout) as Record<string, string>;
}

/** The context that each call of drive.mjs runs in; what is told of names and shapes is left to the unit test. */
const CONTEXTS: Readonly<Record<string, string>> = {
  function: 'fn',
  'function inside': 'fn',
  'function captured': 'fn',
  'function at top': 'fn',
  're-exported': 'fn',
  starred: 'fn',
  imported: 'fn',
  arrow: 'arrow',
  'arrow inside': 'arrow',
  'arrow at top': 'arrow',
  alias: 'alias',
  'alias inside': 'alias',
  'default named': 'named',
  'default named inside': 'named',
  'default anonymous': 'anonymous',
  'default arrow': 'darrow',
  'default arrow inside': 'darrow',
  'default name': 'dname',
  'default name inside': 'dname',
  'class made': 'root',
  class: 'a kept cls',
  'class again': 'a kept cls',
  'class by require': 'r kept cls',
  'class static': 'create',
  'class static made': 'create',
  'class member': 'member',
  'whole class': 'whole,root,whole',
  generators: 'stream,root,stream,root,numbers,numbers',
  'generators finally': 'stream,numbers,numbers',
  cycle: 'cycle',
  'cycle inside': 'cycle',
  'named.cjs': 'cnamed',
  'named.cjs inside': 'cnamed',
  'named.cjs imported': 'cnamed',
  'assigned.cjs': 'cassigned',
  'literal.cjs': 'cliteral',
  'whole.cjs': 'cwhole',
  'whole.cjs imported': 'cwhole',
  'compiled.cjs': 'ccompiled',
  'reexport.cjs': 'cnamed',
  'handed-on.cjs': 'cliteral',
  'handed-on.cjs inside': 'cliteral',
  'tsc.cjs': 'cassigned',
  'class.cjs': 'ccls',
  afterwards: 'root',
};

/** The context of each CommonJS module of the fixtures that an import is the first to load, and the names it exports. */
const IMPORTED: Readonly<Record<string, readonly [context: string, names: string]>> = {
  named: ['cnamed', 'atTop,inside,run'],
  assigned: ['cassigned', 'atTop,inside,run'],
  literal: ['cliteral', 'atTop,inside,run'],
  whole: ['cwhole', ''],
  compiled: ['ccompiled', ''],
  reexport: ['cnamed', 'run'],
  'handed-on': ['cliteral', 'atTop,inside,run'],
  tsc: ['cassigned', '__esModule,run'],
  class: ['ccls', 'Agent'],
};

describe.each(majors())('tagged entries on Node %i', (major) => {
  const node = nodeBinary(major);
  const flags = ['--no-warnings'];
  const env = { RECEIPTBOT_ENTRY: entries };

  it.each(['require', 'import'] as const)('run in their contexts by --%s', async (via) => {
    const report = await drive(resolve(fixtures, 'drive.mjs'), { node, flags, cwd: fixtures, env, via });
    const wrong = Object.entries(CONTEXTS).filter(
      ([name, context]) => name in report && !`${report[name] ?? ''},`.replace(' base', ',').startsWith(`${context},`),
    );
    expect(Object.fromEntries(wrong.map(([name]) => [name, report[name]]))).toEqual({});
    expect(Object.keys(CONTEXTS).filter((name) => !(name in report))).toEqual([]);
  });

  it('run in their contexts when they are CommonJS and an import is the first to load them', async () => {
    const found: Record<string, [string, string]> = {};
    for (const name of Object.keys(IMPORTED)) {
      const options = { node, flags, cwd: fixtures, env, args: [`./cjs/${name}.cjs`] };
      const report = await drive(resolve(fixtures, 'drive-imported.mjs'), options);
      found[name] = [report['context'] ?? '', report['names'] ?? ''];
    }
    expect(found).toEqual(IMPORTED);
  });
});

describe('tagged entries in TypeScript', () => {
  const names = ['run', 'overloaded', 'Agent.prototype.run', 'default'];
  const env = {
    RECEIPTBOT_ENTRY: ['ts', 'ts-cjs']
      .flatMap((where) => names.map((name, i) => `${where}${String(i)}=./${where}/agent.ts#${name}`))
      .join(),
  };
  const told = (where: string): string =>
    `q:${where}0,inside:${where}0,number:${where}1,${where}2,${where}3,run,default`;
  const expected = { imported: told('ts'), 'imported as CommonJS': told('ts-cjs'), required: told('ts-cjs') };
  const options = { cwd: fixtures, env, node: process.execPath };

  it.each([
    ['--require and --import tsx', 'require', ['--import', 'tsx']],
    ['--import and --import tsx', 'import', ['--import', 'tsx']],
  ] as const)('run in their contexts by %s', async (_, via, flags) => {
    expect(await drive(resolve(fixtures, 'drive-ts.mjs'), { ...options, via, flags })).toEqual(expected);
  });

  it.each(majors(24, 26))('run in their contexts by Node %i’s own stripping of types, and by tsx', async (major) => {
    const node = nodeBinary(major);
    const stripped = await drive(resolve(fixtures, 'drive-ts.mjs'), { ...options, node, flags: ['--no-warnings'] });
    expect(stripped).toEqual(expected);
    expect(await drive(resolve(fixtures, 'drive-ts.mjs'), { ...options, node, flags: ['--import', 'tsx'] })).toEqual(
      expected,
    );
  });
});

describe('an entry that cannot be found', () => {
  it.each([
    ['an export that is not there', 'researcher=./agent.mjs#gone', /gone/],
    ['a file that is not there', 'researcher=./nowhere.mjs#run', /nowhere\.mjs/],
    ['a text that is no entry', 'researcher', /RECEIPTBOT_ENTRY/],
  ])('refuses to start: %s', async (_, entry, told) => {
    const files = { 'agent.mjs': 'export function run() {}', 'main.mjs': "console.log('ran');" };
    const result = await run('main.mjs', { files, policy: 'version: 1\n', env: { RECEIPTBOT_ENTRY: entry } });
    expect(result).toMatchObject({ code: 78, stdout: '' });
    expect(result.stderr).toMatch(told);
  });

  it('refuses to start when the policy names it, with its line', async () => {
    const policy = 'version: 1\nmode: enforce\ncontexts:\n  researcher:\n    entry: "./agent.mjs#gone"\n';
    const files = { 'agent.mjs': 'export function run() {}', 'main.mjs': "console.log('ran');" };
    const result = await run('main.mjs', { files, policy });
    expect(result).toMatchObject({ code: 78, stdout: '' });
    expect(result.stderr).toMatch(/receiptbot\.config\.yaml:[45]:\d+.*gone/s);
  });
});
