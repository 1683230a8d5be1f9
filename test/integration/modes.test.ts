import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../attempts.js';
import { refusals, run } from '../run.js';

const DENIES = (mode: string): string => `version: 1
mode: ${mode}
fs:
  read: { deny: ["**/.env"] }
  write: { allow: ["./out/**"] }
net:
  connect: { allow: [] }
  listen: { allow: [] }
exec: { allow: [] }
env: { deny: ["MY_TOKEN"] }
process: { workers: deny, inspector: deny, internals: deny, signals: deny, wasi: deny }
limits: { filesWritten: 1 }
`;

const head =
  "const cp = require('node:child_process'), net = require('node:net'), { Worker } = require('node:worker_threads');";
const files = { '.env': 'canary', 'tree/.env': 'canary', 'tree/a.txt': 'a' };

/** One attempt for each kind of refusal, and whether the receipt names it. */
const TRIES: Tries = {
  read: "fs.readFileSync('.env')",
  callback: "done => fs.readFile('.env', done)",
  promise: "fs.promises.readFile('.env')",
  stream: "fs.createReadStream('.env')",
  exists: "show(fs.existsSync('.env'))",
  listing: "show(fs.readdirSync('tree', { recursive: true }).sort())",
  write: "fs.writeFileSync('made.txt', 'x')",
  'write again': "fs.writeFileSync('other.txt', 'x')",
  command: "cp.execSync('ls')",
  spawn: "cp.spawn('ls')",
  worker: "new Promise((done) => new Worker('', { eval: true }).on('exit', done))",
  listen: "net.createServer().listen(0, '127.0.0.1').unref()",
  fetch:
    "fetch('http://127.0.0.1:1/').catch((error) => error.cause?.code === 'ECONNREFUSED' || error.cause?.message === 'bad port' ? 'met' : Promise.reject(error))",
  connection:
    "new Promise((done, fail) => net.connect(1, '127.0.0.1').on('error', (error) => error.code === 'ECONNREFUSED' ? done() : fail(error)))",
  variable: 'show(process.env.MY_TOKEN ?? null)',
  binding: "process.binding('fs')",
  inspector: "new (require('node:inspector').Session)().connect()",
};
const env = { MY_TOKEN: 'a token' };

describe('audit', () => {
  it('delivers nothing, and records what it would have', async () => {
    const options = { head, files, env, flags: ['--no-warnings'] };
    const bare = await attempt(TRIES, { ...options, via: 'none' });
    const audited = await attempt(TRIES, { ...options, policy: DENIES('audit') });
    expect(audited.outcomes).toEqual(bare.outcomes);
    expect(audited.code).toBe(bare.code);
    const told = refusals(audited);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['WOULD_BLOCK']));
    const rules = new Set(told.map(({ rule }) => rule));
    for (const rule of [
      'fs.read.deny[0]',
      'fs.write.allow',
      'net.connect.allow',
      'net.listen.allow',
      'exec.allow',
      'env.deny[0]',
      'process.workers',
      'process.internals',
      'process.inspector',
    ])
      expect(rules, rule).toContain(rule);
    const enforced = await attempt(TRIES, { ...options, policy: DENIES('enforce') });
    expect(Object.keys(others(enforced.outcomes, 'ok')).length).toBe(Object.keys(TRIES).length);
  });

  it('says what a limit would have stopped', async () => {
    const policy = 'version: 1\nmode: audit\nlimits: { filesWritten: 2 }\n';
    const { outcomes, receipts } = await attempt(
      { a: "fs.writeFileSync('a', '')", b: "fs.writeFileSync('b', '')", c: "fs.writeFileSync('c', '')" },
      { policy },
    );
    expect(others(outcomes, 'ok')).toEqual({});
    expect(refusals({ receipts }).map(({ rule }) => rule)).toEqual(['limits.filesWritten']);
  });

  it('is what RECEIPTBOT_MODE makes of an enforcing policy, and the other way round', async () => {
    const read: Tries = { read: "fs.readFileSync('.env')" };
    const audited = await attempt(read, { files, policy: DENIES('enforce'), env: { RECEIPTBOT_MODE: 'audit' } });
    expect(audited.outcomes).toEqual({ read: 'ok' });
    const enforced = await attempt(read, { files, policy: DENIES('audit'), env: { RECEIPTBOT_MODE: 'enforce' } });
    expect(enforced.outcomes).toEqual({ read: 'fs.read.deny[0]' });
  });
});

describe('off', () => {
  it('patches nothing and writes nothing', async () => {
    const native: Tries = {
      ...TRIES,
      patched:
        "show(['readFileSync', 'open', 'watch', 'existsSync'].filter((name) => fs[name].toString().includes('guarded')))",
      hidden: "show(Object.getOwnPropertyDescriptor(process, 'moduleLoadList')?.get === undefined)",
    };
    const bare = await attempt(native, { head, files, env, via: 'none' });
    for (const options of [{ policy: DENIES('off') }, { policy: DENIES('enforce'), env: { RECEIPTBOT_MODE: 'off' } }]) {
      const off = await attempt(native, { head, files, ...options, env: { ...env, ...options.env } });
      expect(off.outcomes).toEqual(bare.outcomes);
      expect(off.receipts).toEqual([]);
      expect(off.stderr).toBe(bare.stderr);
      expect(existsSync(join(off.cwd, '.receiptbot'))).toBe(false);
    }
  });

  it('cannot be asked for under a managed policy', async () => {
    const managed = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
    const main =
      "try { require('fs').readFileSync('.env'); console.log('read'); } catch (error) { console.log(error.rule); }";
    const own = { ...files, 'main.cjs': main, 'managed/policy.yaml': managed };
    const result = await run('main.cjs', {
      files: own,
      policy: 'version: 1\nmode: off\n',
      env: { RECEIPTBOT_MODE: 'off', RECEIPTBOT_MANAGED: 'managed/policy.yaml' },
    });
    expect(result.stdout).toBe('managed:fs.read.deny[0]\n');
    expect(result.receipts.length).toBe(1);
  });
});

describe('without any policy', () => {
  it('the recommended one watches, and says so once', async () => {
    const main = "console.log(require('fs').readFileSync('.env', 'utf8'));";
    const result = await run('main.cjs', { files: { 'main.cjs': main, '.env': 'canary' } });
    expect(result).toMatchObject({ code: 0, stdout: 'canary\n' });
    const [notice, summary] = result.stderr.trim().split('\n');
    expect(notice).toMatch(/receiptbot:recommended.*audit/);
    expect(summary).toMatch(/1 would have been blocked/);
  });
});
