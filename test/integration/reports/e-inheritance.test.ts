import { describe, expect, it } from 'vitest';
import { nodeBinary } from '../../nodes.js';
import { acts, dist, refusals, run } from '../../run.js';

const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
const TELL = "let told; try { told = String(require('fs').readFileSync('.env')) } catch (error) { told = error.rule }";
const files = {
  '.env': 'canary',
  'thread.cjs': `${TELL} require('worker_threads').parentPort.postMessage(told);`,
  'child.cjs': `${TELL} console.log(told);`,
};

describe.each([20, 22, 24, 26])('on Node %i', (major) => {
  const node = major === 20 ? process.execPath : nodeBinary(major);

  it('threads and children of a program that imports the preload itself are held (report 28)', async () => {
    const main = `
import ${JSON.stringify(`${dist}/register.mjs`)};
const { Worker } = await import('node:worker_threads');
const { execFileSync } = await import('node:child_process');
const told = (worker) => new Promise((done, failed) => worker.on('message', done).on('error', failed));
const code = (await import('node:fs')).readFileSync('thread.cjs', 'utf8');
console.log(await told(new Worker('./thread.cjs')), await told(new Worker(code, { eval: true })),
  await told(new Worker(code, { eval: true, env: {}, execArgv: [] })), String(execFileSync(process.execPath, ['child.cjs'], { env: {} })).trim());
`;
    const result = await run('main.mjs', { node, via: 'none', policy: POLICY, files: { ...files, 'main.mjs': main } });
    expect(result.stdout, result.stderr).toBe(`${Array(4).fill('fs.read.deny[0]').join(' ')}\n`);
  });

  it('what four threads do is in receipts of one run that name their thread (report 34)', async () => {
    const main =
      "const { Worker } = require('worker_threads'); for (let i = 0; i < 4; i++) new Worker('./thread.cjs').on('message', console.log);";
    const result = await run('main.cjs', { node, policy: POLICY, files: { ...files, 'main.cjs': main } });
    expect(result.stdout).toBe('fs.read.deny[0]\n'.repeat(4));
    expect(new Set(result.receipts.map(({ run: id }) => id)).size).toBe(1);
    expect(result.receipts.map((one) => one.process.threadId).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(refusals(result)).toHaveLength(4);
  });
});

describe('the environment of children', () => {
  const secrets = { OPENAI_API_KEY: 'k', GITHUB_TOKEN: 't', PLAIN: 'p' };
  const prints =
    "console.log(JSON.stringify(['OPENAI_API_KEY', 'GITHUB_TOKEN', 'PLAIN', 'PATH', 'HOME'].map((name) => name in process.env)))";

  it.each([
    ['inherited', '{}'],
    ['a copy', '{ env: { ...process.env } }'],
    ['given by name', "{ env: { ...process.env, OPENAI_API_KEY: 'again' } }"],
  ])(
    'lacks what is not to be passed on and has the rest, %s; this process keeps it (report 33)',
    async (_, options) => {
      const main = `process.stdout.write(require('child_process').execFileSync(process.execPath, ['prints.cjs'], ${options})); ${prints}`;
      const policy = 'version: 1\nmode: enforce\nenv: { pass: { deny: ["*_KEY", "*_TOKEN"] } }\n';
      const result = await run('main.cjs', { policy, env: secrets, files: { 'main.cjs': main, 'prints.cjs': prints } });
      expect(result.stdout).toBe('[false,false,true,true,true]\n[true,true,true,true,true]\n');
    },
  );

  it('that a line empties is a node child without the belt: refused, and recorded (report 32)', async () => {
    const main =
      "try { require('child_process').execSync('env -i node child.cjs') } catch (error) { console.log(error.rule) }";
    const result = await run('main.cjs', { policy: POLICY, files: { ...files, 'main.cjs': main } });
    expect(result.stdout).toBe('exec.unbelted\n');
    expect(acts(result).at(-1)).toMatchObject({ capability: 'exec', status: 'BLOCKED_BY_POLICY' });
  });
});
