import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { attempt, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';
import { dist, folder, run } from '../../run.js';

/** Reports 1 to 5: paths that NODE_OPTIONS, a shell or a URL would take apart. */
const NAMES = [
  'sp ace',
  'Application Support',
  'quo"te',
  "apos'trophe",
  'back\\slash',
  'per%20cent#é?',
  '$(touch x) `x`',
];
const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
const CHILD =
  "try { console.log(String(require('fs').readFileSync('.env'))) } catch (error) { console.log(error.rule) }";
const files = { '.env': 'canary', 'child.cjs': CHILD, 'app/first one.cjs': 'globalThis.FIRST = 1;' };
const head = `
const cp = require('node:child_process');
const said = (child) => new Promise((done) => { let text = ''; child.stdout.on('data', (piece) => (text += piece)).on('end', () => done(text.trim())); });
`;
const CHILDREN: Tries = {
  execFileSync: "show(String(cp.execFileSync(process.execPath, ['child.cjs'])).trim())",
  exec: "show(String(cp.execSync('node child.cjs')).trim())",
  fork: "said(cp.fork('child.cjs', { silent: true })).then(show)",
  thread: "said(new (require('node:worker_threads').Worker)('./child.cjs', { stdout: true })).then(show)",
  'a line that sets NODE_OPTIONS': "show(String(cp.execSync('NODE_OPTIONS=--no-warnings node child.cjs')).trim())",
};

describe.each(NAMES)('with the product in a folder named %j', (name) => {
  let product = '';
  beforeAll(() => {
    product = join(folder(), name, 'dist');
    cpSync(dist, product, { recursive: true });
  });

  it.each(['require', 'import', 'NODE_OPTIONS'] as const)('starts by %s, and all below are held', async (via) => {
    // Node imports no file from a path with a backslash in it.
    if (via === 'import' && name.includes('\\')) return;
    const policy = POLICY + 'exec: { env: [NODE_OPTIONS] }\n';
    const { outcomes, stderr } = await attempt(CHILDREN, { files, policy, head, via, product });
    for (const [way, told] of Object.entries(outcomes)) expect(told, way + stderr).toBe('fs.read.deny[0]');
  });
});

it.each(NAMES)('with the project in a folder named %j all below are held', async (name) => {
  const cwd = join(folder(), name);
  mkdirSync(cwd);
  const { outcomes, stderr } = await attempt(CHILDREN, {
    files,
    policy: POLICY + 'exec: { env: [NODE_OPTIONS] }\n',
    head,
    cwd,
  });
  for (const [way, told] of Object.entries(outcomes)) expect(told, way + stderr).toBe('fs.read.deny[0]');
});

it.each(majors())('options that were there come through as they were written on Node %i', async (major) => {
  const node = nodeBinary(major);
  const told =
    'console.log(JSON.stringify([globalThis.FIRST, process.title, process.argv.length, process.execArgv.length]))';
  const env = { NODE_OPTIONS: '--require "./app/first one.cjs" --title="a \\"b\\" c"' };
  const main = "process.stdout.write(require('child_process').execFileSync(process.execPath, ['child.cjs']))";
  const options = { env, node, files: { ...files, 'child.cjs': told, 'main.cjs': main } };
  const bare = await run('main.cjs', { ...options, via: 'none' });
  expect(JSON.parse(bare.stdout)).toEqual([1, 'a "b" c', 2, 0]);
  expect(await run('main.cjs', { ...options, policy: POLICY })).toMatchObject({ stdout: bare.stdout, stderr: '' });
});
