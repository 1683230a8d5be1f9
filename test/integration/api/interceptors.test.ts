import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, dist, folder, refusals, run, type RunOptions, type RunResult } from '../../run.js';

const names = ['PolicyEngine', 'PolicyViolationError', 'Receipt', 'isPolicyViolation', 'runWithInterceptors'];

/** A folder in which the program finds the package by its name. */
function withPackage(): string {
  const cwd = folder();
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(resolve(dist, '..'), join(cwd, 'node_modules', 'receiptbot'));
  return cwd;
}

const HEAD = {
  'main.mjs': `import fs, { readFileSync } from 'node:fs'; import cp from 'node:child_process'; import net from 'node:net'; import * as api from 'receiptbot'; import { PolicyEngine, Receipt, runWithInterceptors, isPolicyViolation, PolicyViolationError } from 'receiptbot';\n`,
  'main.cjs': `const fs = require('node:fs'), { readFileSync } = fs, cp = require('node:child_process'), net = require('node:net'), api = require('receiptbot'); const { PolicyEngine, Receipt, runWithInterceptors, isPolicyViolation, PolicyViolationError } = api;\n`,
};
type Main = keyof typeof HEAD;
const COMMON = `
const attempt = (fn) => { try { return String(fn()); } catch (error) { return error.rule ?? error.code ?? String(error); } };
const tell = (value) => fs.writeSync(1, JSON.stringify(value));
const blockedIn = (receipt) => receipt.toJSON().events.filter(({ status }) => status === 'BLOCKED_BY_POLICY').map(({ rule, context }) => context + ' ' + rule);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
`;

interface Told extends RunResult {
  readonly told: Record<string, unknown>;
}

async function program(main: Main, body: string, options: RunOptions = {}): Promise<Told> {
  const files = {
    '.env': 'canary',
    'notes.txt': 'notes',
    'private.txt': 'private',
    [main]: `${HEAD[main]}${COMMON}(async () => {${body}})();`,
  };
  const result = await run(main, { cwd: withPackage(), files, ...options });
  if (result.stdout === '') throw new Error(result.stderr);
  return { ...result, told: JSON.parse(result.stdout) as Record<string, unknown> };
}

const ENGINE =
  "new PolicyEngine().denyPathGlobs(['**/private.txt']).denyDomains(['127.0.0.1']).denyCommands(['rm']).maxCost(1.0).redactSecrets(true)";
const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';

describe.each(['main.mjs', 'main.cjs'] as const)('the API from %s', (main) => {
  it('has its few names, and each is one thing from everywhere', async () => {
    const body = `const { createRequire } = await import('node:module'); const required = createRequire(process.cwd() + '/x.js')('receiptbot'), imported = await import('receiptbot');
tell({ names: Object.keys(imported).filter((name) => name !== 'default').sort(), same: ${JSON.stringify(names)}.every((name) => required[name] === imported[name]), native: required.PolicyEngine instanceof Function, error: PolicyViolationError.prototype instanceof Error });`;
    const { told } = await program(main, body, { via: 'none' });
    expect(told).toMatchObject({
      names: expect.arrayContaining(names) as unknown,
      same: true,
      native: true,
      error: true,
    });
  });

  it.each(majors(20, 26))('holds a function to its policy without a preload on Node %i', async (major) => {
    const body = `
const policy = ${ENGINE}, receipt = new Receipt(policy);
const before = attempt(() => fs.readFileSync('private.txt'));
const inside = await runWithInterceptors(policy, receipt, async () => {
  const told = { notes: attempt(() => fs.readFileSync('notes.txt')), private: attempt(() => fs.readFileSync('private.txt')), write: attempt(() => fs.writeFileSync('private.txt', '')), command: attempt(() => cp.execSync('rm x')) };
  await sleep(5);
  told.later = attempt(() => fs.readFileSync('private.txt'));
  told.promise = await fs.promises.readFile('private.txt').catch((error) => error.rule);
  told.connection = await new Promise((done) => net.connect(1, '127.0.0.1').on('error', (error) => done(error.rule)));
  return told;
});
tell({ before, inside, after: attempt(() => fs.readFileSync('private.txt')), blocked: receipt.totals.blocked, events: blockedIn(receipt) });`;
    const node = nodeBinary(major);
    const { told, code, receipts, stderr } = await program(main, body, { via: 'none', node });
    expect(code, stderr).toBe(0);
    expect(told['before']).toBe('private');
    expect(told['after']).toBe('private');
    const read = 'code:fs.read.deny[0]';
    expect(told['inside']).toEqual({
      notes: 'notes',
      private: read,
      write: 'code:fs.write.deny[0]',
      command: 'code:exec.deny[0]',
      later: read,
      promise: read,
      connection: 'code:net.connect.deny[0]',
    });
    expect(told['blocked']).toBe(6);
    expect(receipts).toEqual([]);
  });

  it('opens a narrower context within a preloaded process, and both receipts tell', async () => {
    const body = `
const policy = ${ENGINE}, receipt = new Receipt(policy);
const inside = await runWithInterceptors(policy, receipt, async () => {
  await sleep(1);
  return { notes: attempt(() => fs.readFileSync('notes.txt')), env: attempt(() => fs.readFileSync('.env')), private: attempt(() => fs.readFileSync('private.txt')), imported: attempt(() => readFileSync('private.txt')) };
});
tell({ inside, outside: attempt(() => fs.readFileSync('private.txt')), env: attempt(() => fs.readFileSync('.env')), blocked: receipt.totals.blocked, events: blockedIn(receipt) });`;
    const result = await program(main, body, { policy: POLICY });
    const own = 'code:fs.read.deny[0]';
    expect(result.told['inside']).toEqual({ notes: 'notes', env: 'fs.read.deny[0]', private: own, imported: own });
    expect(result.told).toMatchObject({ outside: 'private', env: 'fs.read.deny[0]', blocked: 3 });
    expect(result.told['events']).toEqual(['code fs.read.deny[0]', `code ${own}`]);
    expect(refusals(result).map(({ context, rule }) => `${context} ${rule ?? ''}`)).toEqual([
      'code fs.read.deny[0]',
      `code ${own}`,
      'root fs.read.deny[0]',
    ]);
    expect(result.receipts[0]?.seal?.totals.contexts['code']?.blocked).toBe(3);
  });

  it('cannot widen what holds around it', async () => {
    const body = `
const open = new PolicyEngine().allowPathGlobs(['**/*']), receipt = new Receipt(open);
tell({ env: runWithInterceptors(open, receipt, () => attempt(() => fs.readFileSync('.env'))) });`;
    const { told } = await program(main, body, { policy: POLICY });
    expect(told).toEqual({ env: 'fs.read.deny[0]' });
  });

  it('nests: each function is held to all the policies around it', async () => {
    const body = `
const outer = new PolicyEngine().denyPathGlobs(['**/notes.txt']), inner = new PolicyEngine().denyPathGlobs(['**/private.txt']);
const first = new Receipt(outer), second = new Receipt(inner);
const told = runWithInterceptors(outer, first, () => runWithInterceptors(inner, second, () => ['notes.txt', 'private.txt', '.env'].map((name) => attempt(() => fs.readFileSync(name)))));
tell({ told: told.map((text) => text.replace(/^code:/, '')), counts: [first.totals.blocked, second.totals.blocked] });`;
    const { told } = await program(main, body, { via: 'none' });
    expect((told['told'] as string[]).map((text) => /deny\[0\]$/.test(text))).toEqual([true, true, false]);
    expect(told['counts']).toEqual([2, 2]);
  });

  it('keeps overlapping functions apart', async () => {
    const body = `
const one = (name) => { const policy = new PolicyEngine().denyPathGlobs(['**/' + name]), receipt = new Receipt(policy); return { receipt, done: runWithInterceptors(policy, receipt, async () => { const told = []; for (let i = 0; i < 5; i += 1) { await sleep(Math.random() * 4); told.push(attempt(() => fs.readFileSync('notes.txt')), attempt(() => fs.readFileSync('private.txt'))); } return told.map((text) => text.includes('deny') ? 'denied' : text).join(); }) }; };
const runs = Array.from({ length: 10 }, (_, i) => one(i % 2 ? 'notes.txt' : 'private.txt'));
tell({ told: await Promise.all(runs.map(({ done }) => done)), blocked: runs.map(({ receipt }) => receipt.totals.blocked) });`;
    const { told } = await program(main, body, { via: 'none' });
    const even = Array(5).fill('notes,denied').join();
    const odd = Array(5).fill('denied,private').join();
    expect(told['told']).toEqual(Array.from({ length: 10 }, (_, i) => (i % 2 === 1 ? odd : even)));
    expect(told['blocked']).toEqual(Array(10).fill(5));
  });

  it('passes results, throws and rejections on as they are', async () => {
    const body = `
const policy = new PolicyEngine(), receipt = new Receipt(policy), reason = new RangeError('own');
const thrown = (() => { try { runWithInterceptors(policy, receipt, () => { throw reason; }); } catch (error) { return error === reason; } })();
const rejected = await runWithInterceptors(policy, receipt, () => Promise.reject(reason)).catch((error) => error === reason);
const promise = Promise.resolve(1), same = runWithInterceptors(policy, receipt, () => promise) === promise;
tell({ thrown, rejected, same, value: runWithInterceptors(policy, receipt, () => 7), bad: [attempt(() => runWithInterceptors({}, receipt, () => 1)), attempt(() => runWithInterceptors(policy, {}, () => 1)), attempt(() => runWithInterceptors(policy, receipt))].map((text) => text.slice(0, 9)) });`;
    const { told } = await program(main, body, { via: 'none' });
    expect(told).toEqual({
      thrown: true,
      rejected: true,
      same: true,
      value: 7,
      bad: ['TypeError', 'TypeError', 'TypeError'],
    });
  });

  it('throws a PolicyViolationError that tells everything', async () => {
    const body = `
const policy = ${ENGINE}, receipt = new Receipt(policy);
let seen; try { runWithInterceptors(policy, receipt, () => fs.readFileSync('private.txt')); } catch (error) { seen = error; }
const { code, permission, resource, capability, rule, context, type, action, name, eventId } = seen;
tell({ code, permission, resource, capability, rule, context, type, action, name, eventId: typeof eventId, is: isPolicyViolation(seen), instance: seen instanceof PolicyViolationError && seen instanceof Error, not: [isPolicyViolation(new Error('x')), isPolicyViolation(null), isPolicyViolation({ name: 'PolicyViolationError' })], lines: seen.message.split('\\n').length, enumerable: ['permission', 'resource', 'code'].every((key) => Object.keys(seen).includes(key)), here: seen.stack.split('\\n')[1].includes('${main}') });`;
    const { told } = await program(main, body, { via: 'none' });
    expect(told).toEqual({
      code: 'ERR_ACCESS_DENIED',
      permission: 'FileSystemRead',
      resource: 'private.txt',
      capability: 'fs.read',
      rule: 'code:fs.read.deny[0]',
      context: 'code',
      type: 'tool.fs',
      action: 'fs.readFileSync("private.txt")',
      name: 'PolicyViolationError',
      eventId: 'number',
      is: true,
      instance: true,
      not: [false, false, false],
      lines: 1,
      enumerable: true,
      here: true,
    });
  });
});

describe('in a preloaded process the API', () => {
  it('of another copy of the package attaches to the same engine', async () => {
    const cwd = folder();
    const copy = join(cwd, 'node_modules', 'receiptbot');
    for (const part of ['dist', 'package.json'])
      cpSync(resolve(dist, '..', part), join(copy, part), { recursive: true });
    const body = `
let seen; try { fs.readFileSync('.env'); } catch (error) { seen = error; }
const policy = new PolicyEngine().denyPathGlobs(['**/private.txt']), receipt = new Receipt(policy);
tell({ is: isPolicyViolation(seen), instance: seen instanceof PolicyViolationError, inside: runWithInterceptors(policy, receipt, () => attempt(() => fs.readFileSync('private.txt'))), hooks: fs.readFileSync.toString().length > 0 });`;
    const result = await program('main.mjs', body, { policy: POLICY, cwd });
    expect(result.told).toEqual({ is: true, instance: true, inside: 'code:fs.read.deny[0]', hooks: true });
    expect(result.receipts.length).toBe(1);
    expect(refusals(result).length).toBe(2);
  });

  it('hands the narrower policy down to children and threads', async () => {
    const tells =
      "(() => { try { return String(require('fs').readFileSync('private.txt')); } catch (error) { return error.rule; } })()";
    const body = `
const { Worker } = await import('node:worker_threads');
const policy = new PolicyEngine().denyPathGlobs(['**/private.txt']), receipt = new Receipt(policy);
const child = () => String(cp.execFileSync(process.execPath, ['-e', ${JSON.stringify(`process.stdout.write(${tells})`)}], { env: {} }));
const thread = () => new Promise((done) => new Worker(${JSON.stringify(`require('worker_threads').parentPort.postMessage(${tells})`)}, { eval: true, env: {}, execArgv: [] }).on('message', done));
tell({ inside: await runWithInterceptors(policy, receipt, async () => [child(), await thread()]), outside: [child(), await thread()] });`;
    const { told, receipts } = await program('main.cjs', body, { policy: POLICY });
    for (const outcome of told['inside'] as string[]) expect(outcome).toMatch(/deny\[0\]$/);
    expect(told['outside']).toEqual(['private', 'private']);
    expect(receipts.length).toBe(5);
  });

  it('within a named context names itself below it', async () => {
    const agent = `import fs from 'node:fs'; import { PolicyEngine, Receipt, runWithInterceptors } from 'receiptbot';
export const run = () => { const policy = new PolicyEngine().denyPathGlobs(['**/private.txt']), receipt = new Receipt(policy); try { runWithInterceptors(policy, receipt, () => fs.readFileSync('private.txt')); } catch (error) { return error.context; } };`;
    const files = {
      'agent.mjs': agent,
      'private.txt': 'x',
      'main.mjs': "import { run } from './agent.mjs'; console.log(run());",
    };
    const result = await run('main.mjs', {
      cwd: withPackage(),
      files,
      policy: POLICY,
      env: { RECEIPTBOT_ENTRY: 'researcher=./agent.mjs#run' },
    });
    expect(result.stdout).toBe('researcher/code\n');
    expect(acts(result).some(({ context }) => context === 'researcher/code')).toBe(true);
  });
});
