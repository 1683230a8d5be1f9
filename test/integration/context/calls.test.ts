import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, refusals, run, type RunOptions, type RunResult } from '../../run.js';

const POLICY = `version: 1
mode: enforce
fs: { read: { deny: ["**/.env"] } }
contexts:
  researcher:
    entry: "./agent.mjs#run"
    fs:
      read: { deny: ["./private/**"] }
      write: { allow: ["./out/**"] }
  writer:
    entry: "./agent.mjs#write"
`;

const AGENT = `
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { execFileSync } from 'node:child_process';
export const attempt = (fn) => { try { return String(fn()); } catch (error) { return error.rule ?? error.code; } };
export async function run(id) {
  const told = [];
  for (let i = 0; i < 5; i += 1) {
    await sleep(Math.random() * 4);
    fs.writeFileSync('out/' + id + '-' + i, 'x');
    await fs.promises.readFile('shared.txt');
    setTimeout(() => fs.writeFileSync('out/' + id + '-late-' + i, 'x'), 5);
    told.push(attempt(() => fs.readFileSync('private/' + id)));
  }
  await sleep(20);
  return told.join();
}
export const write = (name) => attempt(() => fs.writeFileSync(name, 'x'));
`;

const files = {
  '.env': 'canary',
  'shared.txt': 'shared',
  'private/secret.txt': 'canary',
  'out/.keep': '',
  'agent.mjs': AGENT,
};

const go = (main: string, options: RunOptions = {}): Promise<RunResult> =>
  run('main.mjs', { policy: POLICY, ...options, files: { ...files, ...options.files, 'main.mjs': main } });

/** The rule that is the researcher's own. */
const OWN = 'contexts.researcher.fs.read.deny[0]';

describe.each(majors(20, 24))('ten overlapping calls of one entry on Node %i', (major) => {
  it('never mix their events', async () => {
    const main = `import fs from 'node:fs'; import { run } from './agent.mjs';
const told = await Promise.all(Array.from({ length: 10 }, (_, id) => run('c' + id)));
fs.writeFileSync('after.txt', 'x');
console.log(JSON.stringify(told));`;
    const result = await go(main, { node: nodeBinary(major) });
    expect(JSON.parse(result.stdout)).toEqual(Array(10).fill(Array(5).fill(OWN).join()));
    const own = acts(result).filter(({ context }) => context === 'researcher');
    const byCall = new Map<number, Set<string>>();
    for (const { call = 0, action } of own) {
      const id = /c\d/.exec(action)?.[0];
      if (id !== undefined) byCall.set(call, (byCall.get(call) ?? new Set()).add(id));
    }
    expect([...byCall.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const [call, ids] of byCall) expect([...ids], `call ${String(call)}`).toEqual([`c${String(call - 1)}`]);
    for (let call = 1; call <= 10; call += 1) {
      const wrote = own.filter((event) => event.call === call && event.capability === 'fs.write');
      expect(wrote.length).toBe(10);
      expect(own.filter((event) => event.call === call && event.status === 'BLOCKED_BY_POLICY').length).toBeGreaterThan(
        0,
      );
    }
    const after = acts(result).find(({ action }) => action.includes('after.txt'));
    expect(after).toMatchObject({ context: 'root' });
    expect(after).not.toHaveProperty('call');
  });
});

describe('a context', () => {
  it('narrows: the root’s rules and its own, and never more', async () => {
    const main = `import fs from 'node:fs'; import { run, write, attempt } from './agent.mjs';
console.log(JSON.stringify({
  root: attempt(() => fs.writeFileSync('elsewhere.txt', 'x')),
  private: attempt(() => fs.readFileSync('private/secret.txt')),
  run: await run('a'),
  writer: write('elsewhere.txt'),
}));`;
    const result = await go(main);
    expect(JSON.parse(result.stdout)).toMatchObject({ root: 'undefined', private: 'canary', writer: 'undefined' });
    expect(refusals(result).every(({ context, rule }) => context === 'researcher' && rule === OWN)).toBe(true);
  });

  it('names itself in the refusal, with the rule of its own lines', async () => {
    const agent =
      "import fs from 'node:fs'; export const run = () => { try { fs.writeFileSync('no.txt', ''); } catch (error) { return [error.context, error.rule, error.message]; } };";
    const main = "import { run } from './agent.mjs'; console.log(JSON.stringify(run()));";
    const policy = POLICY.replace('  writer:\n    entry: "./agent.mjs#write"\n', '');
    const result = await run('main.mjs', { policy, files: { 'agent.mjs': agent, 'main.mjs': main } });
    const [context, rule, message] = JSON.parse(result.stdout) as string[];
    expect([context, rule]).toEqual(['researcher', 'contexts.researcher.fs.write.allow']);
    expect(message).toMatch(/receiptbot\.config\.yaml:\d+:\d+/);
  });

  it('has totals of its own, and the run’s have everything', async () => {
    const main =
      "import fs from 'node:fs'; import { run, write } from './agent.mjs'; await run('a'); write('w.txt'); fs.writeFileSync('r.txt', 'x');";
    const result = await go(main);
    const totals = result.receipts[0]?.seal?.totals;
    const { root, researcher, writer } = totals?.contexts ?? {};
    expect(researcher?.files.written).toBe(10);
    expect(researcher?.blocked).toBe(5);
    expect(writer?.files.written).toBe(1);
    expect(root?.files.written).toBe(1);
    expect(root?.blocked).toBe(0);
    expect(totals?.files.written).toBe(12);
    expect(totals?.events).toBe([root, researcher, writer].reduce((sum, each) => sum + (each?.events ?? 0), 0));
  });

  it('has limits of its own, that all its calls share', async () => {
    const policy = `version: 1
mode: enforce
limits: { filesWritten: 8 }
contexts:
  writer: { entry: "./agent.mjs#write", limits: { filesWritten: 3 } }
`;
    const main = `import fs from 'node:fs'; import { write, attempt } from './agent.mjs';
const inside = [1, 2, 3, 4, 5].map((i) => write('w' + i));
const outside = [1, 2, 3, 4, 5, 6].map((i) => attempt(() => fs.writeFileSync('r' + i, 'x')));
console.log(JSON.stringify({ inside, again: write('w1'), outside }));`;
    const result = await go(main, { policy });
    const told = JSON.parse(result.stdout) as Record<string, unknown>;
    const own = 'contexts.writer.limits.filesWritten';
    expect(told['inside']).toEqual(['undefined', 'undefined', 'undefined', own, own]);
    expect(told['again']).toBe('undefined');
    expect(told['outside']).toEqual([...Array<string>(5).fill('undefined'), 'limits.filesWritten']);
  });

  it('hands its own policy down to what it starts', async () => {
    const agent = `import { execFileSync } from 'node:child_process'; import { Worker } from 'node:worker_threads';
export const run = async () => [String(execFileSync(process.execPath, ['child.cjs'], { env: {} })), await new Promise((done) => new Worker('./worker.cjs', { env: {}, execArgv: [] }).on('message', done))];`;
    const tells =
      "(() => { try { return String(require('fs').readFileSync('private/secret.txt')); } catch (error) { return error.rule; } })()";
    const main = `import { execFileSync } from 'node:child_process'; import { run } from './agent.mjs';
console.log(JSON.stringify([...(await run()), String(execFileSync(process.execPath, ['child.cjs'])) ]));`;
    const own = {
      'agent.mjs': agent,
      'child.cjs': `process.stdout.write(${tells})`,
      'worker.cjs': `require('worker_threads').parentPort.postMessage(${tells})`,
    };
    const policy = POLICY.replace('  writer:\n    entry: "./agent.mjs#write"\n', '');
    const result = await go(main, { policy, files: own });
    const [child, worker, ofRoot] = JSON.parse(result.stdout) as string[];
    expect(child).toMatch(/researcher.*deny\[0\]$/);
    expect(worker).toBe(child);
    expect(ofRoot).toBe('canary');
    expect(result.receipts.length).toBe(4);
  });

  it('by RECEIPTBOT_ENTRY alone has the root’s policy and its own totals', async () => {
    const main = "import { run } from './agent.mjs'; console.log(await run('a'));";
    const policy = 'version: 1\nmode: enforce\nfs: { read: { deny: ["./private/**"] } }\n';
    const result = await go(main, { policy, env: { RECEIPTBOT_ENTRY: 'helper=./agent.mjs#run' } });
    expect(result.stdout.trim()).toBe(Array(5).fill('fs.read.deny[0]').join());
    expect(result.receipts[0]?.seal?.totals.contexts['helper']).toMatchObject({ blocked: 5, files: { written: 10 } });
  });

  it('within a context narrows again', async () => {
    const agent = `import fs from 'node:fs';
const attempt = (fn) => { try { return String(fn()); } catch (error) { return [error.context, error.rule].join(' '); } };
export const inner = () => [attempt(() => fs.readFileSync('a.txt')), attempt(() => fs.readFileSync('b.txt')), attempt(() => fs.readFileSync('c.txt'))];
export const outer = () => inner();`;
    const policy = `version: 1
mode: enforce
contexts:
  outer: { entry: "./agent.mjs#outer", fs: { read: { deny: ["./a.txt"] } } }
  inner: { entry: "./agent.mjs#inner", fs: { read: { deny: ["./b.txt"] } } }
`;
    const main =
      "import { outer, inner } from './agent.mjs'; console.log(JSON.stringify({ outer: outer(), inner: inner() }));";
    const result = await run('main.mjs', {
      policy,
      files: { 'agent.mjs': agent, 'main.mjs': main, 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' },
    });
    const told = JSON.parse(result.stdout) as { outer: string[]; inner: string[] };
    expect(told.inner).toEqual(['a', 'inner contexts.inner.fs.read.deny[0]', 'c']);
    expect(told.outer[0]).toMatch(/contexts\.outer\.fs\.read\.deny\[0\]$/);
    expect(told.outer[1]).toMatch(/contexts\.inner\.fs\.read\.deny\[0\]$/);
    expect(told.outer[2]).toBe('c');
  });
});

describe('a lost store', () => {
  it('is the root, which holds: never no policy', async () => {
    const agent = `import fs from 'node:fs'; import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
const early = AsyncLocalStorage.snapshot(), resource = new AsyncResource('early');
const attempt = (fn) => { try { return String(fn()); } catch (error) { return [error.context, error.rule].join(' '); } };
const secret = () => attempt(() => fs.readFileSync('.env'));
export const run = () => {
  process.on('exit', () => console.log(JSON.stringify({ exit: secret() })));
  process.on('beforeExit', () => console.log(JSON.stringify({ beforeExit: secret() })));
  return { snapshot: early(secret), resource: resource.runInAsyncScope(secret), here: secret() };
};`;
    const policy = POLICY.replace('  writer:\n    entry: "./agent.mjs#write"\n', '');
    const result = await run('main.mjs', {
      policy,
      files: {
        '.env': 'canary',
        'agent.mjs': agent,
        'main.mjs': "import { run } from './agent.mjs'; console.log(JSON.stringify(run()));",
      },
    });
    const told = Object.assign(
      {},
      ...result.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ) as Record<string, string>;
    expect(Object.keys(told).sort()).toEqual(['beforeExit', 'exit', 'here', 'resource', 'snapshot']);
    for (const [name, outcome] of Object.entries(told))
      expect(outcome, name).toMatch(/^(root|researcher) fs\.read\.deny\[0\]$/);
    expect(result.stdout).not.toContain('canary');
  });

  it('cannot be made by a program that has the class of stores', async () => {
    const main = `import fs from 'node:fs'; import { AsyncLocalStorage } from 'node:async_hooks'; import { run } from './agent.mjs';
for (const name of ['getStore', 'run', 'exit', 'disable', 'enterWith']) AsyncLocalStorage.prototype[name] = () => undefined;
console.log(await run('a'));`;
    const result = await go(main);
    expect(result.stdout.trim()).toBe(Array(5).fill(OWN).join());
  });
});
