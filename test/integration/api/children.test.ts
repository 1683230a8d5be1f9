import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { dist, folder, run, type RunOptions, type RunResult } from '../../run.js';

const CHILD = `
const attempt = (fn) => { try { return String(fn()); } catch (error) { return error.rule ?? error.code ?? String(error); } };
const told = { private: attempt(() => require('node:fs').readFileSync('private.txt')), notes: attempt(() => require('node:fs').readFileSync('notes.txt')) };
`;
const files = {
  'notes.txt': 'notes',
  'private.txt': 'private',
  'child.cjs': `${CHILD} process.stdout.write(JSON.stringify(told));`,
  'worker.cjs': `${CHILD} require('node:worker_threads').parentPort.postMessage(told);`,
  'nested.cjs':
    "process.stdout.write(require('node:child_process').execFileSync(process.execPath, ['child.cjs'], { env: {} }))",
};
const HEAD = `
const fs = require('node:fs'), cp = require('node:child_process'), threads = require('node:worker_threads');
const { PolicyEngine, Receipt, runWithInterceptors } = require('receiptbot');
const NODE = process.execPath, tell = (value) => fs.writeSync(1, JSON.stringify(value));
const attempt = (fn) => { try { return fn(); } catch (error) { return error.rule ?? error.code ?? String(error); } };
const json = (text) => JSON.parse(String(text));
const posted = (worker) => new Promise((done, failed) => worker.on('message', done).on('error', failed));
const collected = (child) => new Promise((done, failed) => { let text = ''; child.stdout.on('data', (piece) => (text += piece)); child.on('error', failed).on('close', () => done(json(text))); });
const policy = new PolicyEngine().denyPathGlobs(['**/private.txt']), receipt = new Receipt(policy);
`;

interface Told extends RunResult {
  readonly told: Record<string, unknown>;
}

async function program(body: string, options: RunOptions = {}): Promise<Told> {
  const cwd = folder();
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(resolve(dist, '..'), join(cwd, 'node_modules', 'receiptbot'));
  const main = { ...files, 'main.cjs': `${HEAD}(async () => {${body}})();` };
  const result = await run('main.cjs', { cwd, files: main, via: 'none', ...options });
  if (result.stdout === '') throw new Error(result.stderr);
  return { ...result, told: JSON.parse(result.stdout) as Record<string, unknown> };
}

const HELD = { private: 'parent:fs.read.deny[0]', notes: 'notes' };

describe('children and workers of a function without a preload', () => {
  it.each(majors())('are under its policy on Node %i', async (major) => {
    const body = `
const inside = await runWithInterceptors(policy, receipt, async () => ({
  sync: json(cp.execFileSync(NODE, ['child.cjs'])),
  bare: json(cp.execFileSync(NODE, ['child.cjs'], { env: {} })),
  shell: json(cp.execSync('FOO=1 node child.cjs')),
  spawn: await collected(cp.spawn(NODE, ['child.cjs'], { env: { PATH: process.env.PATH } })),
  fork: await collected(cp.fork('child.cjs', [], { silent: true, execArgv: [], env: {} })),
  nested: json(cp.execFileSync(NODE, ['nested.cjs'], { env: {} })),
  worker: await posted(new threads.Worker('./worker.cjs', { env: {}, execArgv: [] })),
  eval: await posted(new threads.Worker(fs.readFileSync('worker.cjs', 'utf8'), { eval: true })),
  unbelted: attempt(() => String(cp.execSync('env -u NODE_OPTIONS node child.cjs'))),
  dressed: json(cp.execSync('NODE_OPTIONS=--no-warnings node child.cjs')),
}));
tell(inside);`;
    const node = nodeBinary(major);
    const { told, receipts, stderr } = await program(body, { node });
    const { unbelted, ...rest } = told;
    for (const [way, seen] of Object.entries(rest)) expect(seen, `${way}: ${stderr}`).toEqual(HELD);
    expect(Object.keys(rest)).toHaveLength(9);
    expect(unbelted).toBe('code:exec.unbelted');
    expect(new Set(receipts.map((receipt) => receipt.run)).size).toBe(1);
    expect(receipts).toHaveLength(10);
  });

  it('belong to the run of the receipt, and name it as their parent', async () => {
    const body = `
const plain = json(runWithInterceptors(policy, receipt, () => cp.execFileSync(NODE, ['child.cjs'])));
tell({ plain, run: receipt.toJSON().run, id: receipt.toJSON().id });`;
    const { told, receipts } = await program(body);
    expect(receipts.map(({ run: of, parent }) => ({ run: of, parent }))).toEqual([
      { run: told['run'], parent: told['id'] },
    ]);
  });

  it('write no receipt where no folder is named', async () => {
    const body = `tell(json(runWithInterceptors(policy, receipt, () => cp.execFileSync(NODE, ['child.cjs']))));`;
    const { told, receipts, stderr } = await program(body, { env: { RECEIPTBOT_RECEIPT: '' } });
    expect(told).toEqual(HELD);
    expect(receipts).toEqual([]);
    expect(stderr).toMatch(/receipt none/);
  });

  it('are free when the program starts them outside of it', async () => {
    const body = `
runWithInterceptors(policy, receipt, () => 1);
tell({ child: json(cp.execFileSync(NODE, ['child.cjs'])), unbelted: json(cp.execSync('NODE_OPTIONS= node child.cjs')), worker: await posted(new threads.Worker('./worker.cjs')) });`;
    const free = { private: 'private', notes: 'notes' };
    const { told, receipts } = await program(body);
    expect(told).toEqual({ child: free, unbelted: free, worker: free });
    expect(receipts).toEqual([]);
  });
});
