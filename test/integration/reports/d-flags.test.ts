import { describe, expect, it } from 'vitest';
import { attempt, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, run } from '../../run.js';

const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
const files = {
  '.env': 'canary',
  'thread.cjs':
    "let told; try { told = String(require('fs').readFileSync('.env')) } catch (error) { told = error.rule } require('worker_threads').parentPort.postMessage(told);",
  'first one.cjs': 'globalThis.FIRST = true;',
  'plain.sh': '#!/bin/sh\necho not node\n',
};
const head = `
fs.chmodSync('plain.sh', 0o755);
const { Worker } = require('node:worker_threads');
const told = (worker) => new Promise((done, failed) => worker.on('message', (text) => done(show(text))).on('error', failed));
`;
/** Reports 23, 24 and 30: Node takes offence at flags that are not for threads. */
const THREADS: Tries = {
  'the environment itself': "told(new Worker('./thread.cjs', { env: process.env }))",
  'a copy of the environment': "told(new Worker('./thread.cjs', { env: { ...process.env, A: '1' } }))",
  'the flags of the process': "told(new Worker('./thread.cjs', { execArgv: process.execArgv }))",
  both: "told(new Worker('./thread.cjs', { env: { ...process.env }, execArgv: [...process.execArgv] }))",
  'a flag for processes': "told(new Worker('./thread.cjs', { execArgv: ['--title=x'] }))",
  'options for processes': "told(new Worker('./thread.cjs', { env: { NODE_OPTIONS: '--title=x' } }))",
  'nothing said': "told(new Worker('./thread.cjs'))",
  nothing: "told(new Worker('./thread.cjs', { env: {}, execArgv: [] }))",
};

describe.each(majors())('threads on Node %i', (major) => {
  const node = nodeBinary(major);

  it.each([
    [['--expose-gc'], {}],
    [['--title', 'x'], {}],
    [['--max-old-space-size=200'], { NODE_OPTIONS: '--title=x --no-warnings' }],
    [[], { NODE_OPTIONS: '--title "a b" --max-old-space-size=300 --require "./first one.cjs"' }],
  ])('started with flags %j and %j are made, or refused by Node, as bare', async (flags, env) => {
    const options = { node, flags, env, files, head };
    const bare = await attempt(THREADS, { ...options, via: 'none' });
    const held = await attempt(THREADS, { ...options, policy: POLICY });
    const expected = Object.fromEntries(
      Object.entries(bare.outcomes).map(([name, told]) => [name, told === 'canary' ? 'fs.read.deny[0]' : told]),
    );
    expect(held.outcomes, held.stderr).toEqual(expected);
    expect(Object.values(expected)).toContain('fs.read.deny[0]');
  });
});

describe('a program that takes no NODE_OPTIONS', () => {
  it('is recorded as a command, and no receipt claims to cover it (report 25)', async () => {
    const main =
      "require('fs').chmodSync('plain.sh', 0o755); process.stdout.write(require('child_process').execFileSync('./plain.sh'))";
    const result = await run('main.cjs', { policy: POLICY, files: { ...files, 'main.cjs': main } });
    expect(result).toMatchObject({ code: 0, stdout: 'not node\n' });
    expect(result.receipts).toHaveLength(1);
    expect(acts(result).filter(({ capability }) => capability === 'exec')).toHaveLength(1);
  });

  it('is told of when another’s preload is put into a child’s NODE_OPTIONS (report 26)', async () => {
    const main =
      "const { execFileSync } = require('child_process'); try { execFileSync(process.execPath, ['-e', '0'], { env: { ...process.env, NODE_OPTIONS: '--require ./other.cjs' } }); console.log('ran') } catch (error) { console.log(error.rule) }";
    const all = { ...files, 'main.cjs': main, 'other.cjs': '' };
    const open = await run('main.cjs', { policy: POLICY, files: all });
    expect(open.stdout).toBe('ran\n');
    expect(JSON.stringify(acts(open).find(({ capability }) => capability === 'exec'))).toMatch(/NODE_OPTIONS/);
    const listed = await run('main.cjs', {
      policy: 'version: 1\nmode: enforce\nexec: { allow: [node] }\n',
      files: all,
    });
    expect(listed.stdout).toMatch(/^exec\.env/);
  });
});
