import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, refusals, run } from '../../run.js';

const env = {
  AWS_SECRET: 'canary-of-aws',
  MY_TOKEN: 'canary-of-token',
  OPENAI_API_KEY: 'canary-of-openai',
  PLAIN: 'plain',
};
const POLICY = `version: 1
mode: enforce
env:
  deny: ["AWS_*", "MY_TOKEN"]
  pass: { deny: ["*_API_KEY"] }
`;
const SEES =
  "process.stdout.write(JSON.stringify(['AWS_SECRET', 'MY_TOKEN', 'OPENAI_API_KEY', 'PLAIN'].map((name) => process.env[name] ?? null)))";
const files = {
  'child.cjs': SEES,
  'worker.cjs':
    "require('node:worker_threads').parentPort.postMessage(['AWS_SECRET', 'MY_TOKEN', 'OPENAI_API_KEY', 'PLAIN'].map((name) => process.env[name] ?? null))",
};
const head = `
const cp = require('node:child_process'), { Worker, SHARE_ENV } = require('node:worker_threads');
const NAMES = ['AWS_SECRET', 'MY_TOKEN', 'OPENAI_API_KEY', 'PLAIN'];
const json = (text) => show(JSON.parse(String(text)));
const told = (worker) => show(new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject)));
const collected = (child) => new Promise((resolve) => { let text = ''; child.stdout.on('data', (piece) => (text += piece)).on('end', () => resolve(json(text))); });
`;

const HERE: Tries = {
  names: 'show(NAMES.map((name) => process.env[name] ?? null))',
  keys: 'show(NAMES.map((name) => Object.keys(process.env).includes(name)))',
  in: 'show(NAMES.map((name) => name in process.env))',
  spread: 'show(NAMES.map((name) => ({ ...process.env })[name] ?? null))',
  json: 'show(NAMES.map((name) => JSON.stringify(process.env).includes(name)))',
  inspected: "show(NAMES.map((name) => require('node:util').inspect(process.env).includes(name)))",
  report: 'show(NAMES.map((name) => name in process.report.getReport().environmentVariables))',
  destructured: 'show((({ AWS_SECRET }) => AWS_SECRET ?? null)(process.env))',
};

const BELOW: Tries = {
  node: "json(cp.execFileSync(process.execPath, ['child.cjs']))",
  'node with a copy': "json(cp.execFileSync(process.execPath, ['child.cjs'], { env: { ...process.env } }))",
  'node with what it is given':
    "json(cp.execFileSync(process.execPath, ['child.cjs'], { env: { AWS_SECRET: 'again', OPENAI_API_KEY: 'again', PLAIN: 'plain' } }))",
  spawn:
    "collected(cp.spawn(process.execPath, ['child.cjs'], { env: { AWS_SECRET: 'again', OPENAI_API_KEY: 'again', PLAIN: 'plain' } }))",
  fork: "collected(cp.fork('child.cjs', [], { silent: true }))",
  shell: "show(String(cp.execSync('echo \"$AWS_SECRET,$MY_TOKEN,$OPENAI_API_KEY,$PLAIN\"')).trim().split(','))",
  'set again': "(process.env.AWS_SECRET = 'again', json(cp.execFileSync(process.execPath, ['child.cjs'])))",
  worker: "told(new Worker('./worker.cjs'))",
  'worker with a copy': "told(new Worker('./worker.cjs', { env: { ...process.env } }))",
  'worker with what it is given':
    "told(new Worker('./worker.cjs', { env: { AWS_SECRET: 'again', OPENAI_API_KEY: 'again', PLAIN: 'plain' } }))",
};

describe.each(majors(20, 26))('variables on Node %i', (major) => {
  const node = nodeBinary(major);

  it('that are denied are absent here, however they are looked for', async () => {
    const bare = await attempt(HERE, { head, files, env, node, via: 'none' });
    expect(bare.outcomes).toMatchObject({ names: Object.values(env), keys: [true, true, true, true] });
    const { outcomes } = await attempt(HERE, { head, files, env, node, policy: POLICY });
    const absent = [false, false, true, true];
    const values = [null, null, env.OPENAI_API_KEY, 'plain'];
    expect(outcomes).toEqual({
      names: values,
      keys: absent,
      in: absent,
      spread: values,
      json: absent,
      inspected: absent,
      report: absent,
      destructured: null,
    });
  });

  it('that are denied or not to be passed are absent below', async () => {
    const { outcomes } = await attempt(BELOW, { head, files, env, node, policy: POLICY });
    const { shell, ...rest } = outcomes;
    expect(shell).toEqual(['', '', '', 'plain']);
    for (const [name, seen] of Object.entries(rest)) expect(seen, name).toEqual([null, null, null, 'plain']);
  });
});

describe('the removal of variables', () => {
  it('is recorded once for each name, without the value', async () => {
    const result = await attempt({ ...HERE, ...BELOW }, { head, files, env, policy: POLICY });
    const [main] = result.receipts;
    const told = acts({ receipts: main === undefined ? [] : [main] }).filter(({ type }) => type === 'tool.env');
    const names = told.map(({ capability, payload }) => `${capability ?? ''} ${String(payload['name'])}`);
    expect(names.sort()).toEqual([
      'env.pass AWS_SECRET',
      'env.pass OPENAI_API_KEY',
      'env.read AWS_SECRET',
      'env.read MY_TOKEN',
    ]);
    expect(JSON.stringify(result.receipts)).not.toMatch(/canary-of/);
  });

  it('closes the environment that the kernel keeps', async () => {
    const tries: Tries = {
      own: "fs.readFileSync('/proc/self/environ')",
      'by pid': "fs.readFileSync('/proc/' + process.pid + '/environ')",
      parent: "fs.readFileSync('/proc/' + process.ppid + '/environ')",
      command: "cp.execSync('cat /proc/self/environ')",
      thread: "fs.readFileSync('/proc/thread-self/environ')",
      task: "fs.readFileSync('/proc/self/task/' + process.pid + '/environ')",
    };
    const { outcomes } = await attempt(tries, { head, env, policy: POLICY });
    const refused = Object.values(outcomes);
    expect(refused.every((outcome) => typeof outcome === 'string' && outcome.startsWith('env.'))).toBe(true);
    const open = await attempt(tries, { head, env, policy: 'version: 1\nmode: enforce\n' });
    expect(others(open.outcomes, 'ok')).toEqual({});
  });

  it('is nothing in audit, where it is only told', async () => {
    const result = await run('child.cjs', { files, env, policy: POLICY.replace('enforce', 'audit') });
    expect(JSON.parse(result.stdout)).toEqual(Object.values(env));
    const told = acts(result).filter(({ type }) => type === 'tool.env');
    expect(told.map(({ status }) => status)).toEqual(['WOULD_BLOCK', 'WOULD_BLOCK']);
    const below = await attempt(BELOW, { head, files, env, policy: POLICY.replace('enforce', 'audit') });
    expect(below.outcomes['node']).toEqual(Object.values(env));
    expect(refusals(below).map(({ rule }) => rule)).toContain('env.pass.deny[0]');
  });
});
