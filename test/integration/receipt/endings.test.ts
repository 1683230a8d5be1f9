import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, dist, folder, refusals, run, type RunOptions, type RunResult } from '../../run.js';

const POLICY = `version: 1
mode: enforce
fs: { read: { deny: ["**/.env"] } }
process: { signals: allow, workers: allow }
`;

/** What every program does before it ends, each recorded before it happens. */
const ACTS = `
const fs = require('node:fs'), cp = require('node:child_process'), net = require('node:net');
const { Worker } = require('node:worker_threads');
fs.writeFileSync('made.txt', 'x');
fs.unlinkSync('gone.txt');
try { fs.readFileSync('.env'); } catch {}
cp.execFileSync('true');
net.connect(1, '127.0.0.1').on('error', () => {});
`;
const WORKER = "new Worker('setInterval(() => {}, 1000)', { eval: true }).unref();";
const files = { '.env': 'canary', 'gone.txt': 'x' };
const DONE = [
  'fs.writeFileSync("made.txt")',
  'fs.unlinkSync("gone.txt")',
  'fs.readFileSync(".env")',
  'child_process.execFileSync',
  'net.connect("127.0.0.1:1")',
];

/** How the program ends, and what the process tells of it. */
const ENDINGS: readonly (readonly [
  name: string,
  code: string,
  ended: { code?: number; signal?: string },
  sealed: boolean,
])[] = [
  ['by itself', '', { code: 0 }, true],
  ['by itself with a code', 'process.exitCode = 6;', { code: 6 }, true],
  ['by process.exit', 'process.exit(3);', { code: 3 }, true],
  ['by process.exit in a callback', 'setTimeout(() => process.exit(3), 5);', { code: 3 }, true],
  ['by process.exit in a promise', 'Promise.resolve().then(() => process.exit(3));', { code: 3 }, true],
  ['by process.exit in an exit listener', "process.on('exit', () => process.exit(5));", { code: 5 }, true],
  ['by process.exit before it exits', "process.on('beforeExit', () => process.exit(5));", { code: 5 }, true],
  ['by an exception', "throw new Error('uncaught');", { code: 1 }, true],
  ['by an exception in a callback', "setTimeout(() => { throw new Error('uncaught'); }, 5);", { code: 1 }, true],
  ['by a rejection', "Promise.reject(new Error('unhandled'));", { code: 1 }, true],
  [
    'by a code set in an exit listener after process.exit',
    "process.on('exit', () => { process.exitCode = 8; }); setTimeout(() => process.exit(2), 5);",
    { code: 8 },
    true,
  ],
  ['by a code set in an exit listener', "process.on('exit', () => { process.exitCode = 9; });", { code: 9 }, true],
  ['by reallyExit', 'process.reallyExit(4);', { code: 4 }, true],
  ['by abort', 'process.abort();', { signal: 'SIGABRT' }, false],
  ['by SIGKILL', "process.kill(process.pid, 'SIGKILL');", { signal: 'SIGKILL' }, false],
  ['by SIGTERM', "process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 1000);", { signal: 'SIGTERM' }, false],
  ['by SIGINT', "process.kill(process.pid, 'SIGINT'); setTimeout(() => {}, 1000);", { signal: 'SIGINT' }, false],
];

/** What a program may do so that no listener of `exit` runs, or not all. */
const WIPED: readonly (readonly [name: string, code: string])[] = [
  ['all listeners removed', 'process.removeAllListeners();'],
  ['its table of listeners emptied', 'process._events = {}; process._eventsCount = 0;'],
  ['`emit` replaced', 'process.emit = () => false;'],
  [
    'a listener that throws',
    "process.prependListener('exit', () => { process.exitCode = 5; throw new Error('first'); });",
  ],
  ['a listener that ends it', "process.prependListener('exit', () => process.reallyExit(6));"],
  ['an uncaught exception without listeners', "process.removeAllListeners(); throw new Error('uncaught');"],
];

const program = (ending: string): Record<string, string> => ({ ...files, 'main.cjs': `${ACTS}${ending}` });
/**
 * What a process prints of its end, without what is different each time: its folder, addresses, and lines of Node, of which
 * `abort`, a hook, pushes some off the list.
 */
const known = ({ stderr, cwd }: RunResult): string =>
  stderr
    .split('\n')
    .filter((line) => !line.startsWith('receiptbot: ') && !line.includes('node:internal/'))
    .map((line) => line.replace(/^ *\d+: /, ''))
    .join('\n')
    .replaceAll(cwd, '…')
    .replaceAll(/0x[\da-f]+|node:\d+|pid[= ]\d+/g, '…');

describe('a program that ends', () => {
  it.each(ENDINGS)('%s ends as it does bare, and its receipt tells all', async (_, ending, ended, sealed) => {
    const bare = await run('main.cjs', { files: program(ending), via: 'none' });
    expect(bare).toMatchObject({ code: ended.code ?? null, signal: ended.signal ?? null });
    const result = await run('main.cjs', { files: program(ending), policy: POLICY });
    expect(result).toMatchObject({ code: bare.code, signal: bare.signal, stdout: bare.stdout });
    expect(known(result)).toBe(known(bare));
    const [receipt] = result.receipts;
    const actions = acts(result).map(({ action }) => action);
    for (const done of DONE) expect(actions.filter((action) => action.startsWith(done)).length, done).toBe(1);
    expect(receipt?.seal === undefined).toBe(!sealed);
    if (sealed) expect(receipt?.seal?.exitCode).toBe(ended.code);
    if (sealed) expect(receipt?.seal?.totals).toMatchObject({ blocked: 1, files: { written: 1, deleted: 1 } });
  });

  it.each(majors(22, 24, 26))('by SIGKILL, by an exception and by reallyExit does so on Node %i', async (major) => {
    for (const ending of [
      "process.kill(process.pid, 'SIGKILL');",
      "throw new Error('uncaught');",
      'process.reallyExit(4);',
    ]) {
      const result = await run('main.cjs', {
        files: program(`${WORKER}${ending}`),
        policy: POLICY,
        node: nodeBinary(major),
      });
      const actions = acts(result).map(({ action }) => action);
      for (const done of [...DONE, 'new Worker("(eval)")'])
        expect(actions.filter((action) => action.startsWith(done)).length, done).toBe(1);
    }
  });

  it('does in an exit listener what its receipt tells as well', async () => {
    const late =
      "process.on('exit', () => { fs.writeFileSync('late.txt', 'x'); try { fs.readFileSync('.env'); } catch {} fs.writeFileSync('later.txt', 'x'); });";
    const result = await run('main.cjs', { files: program(late), policy: POLICY });
    const [receipt] = result.receipts;
    expect(acts(result).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['fs.writeFileSync("late.txt")', 'fs.writeFileSync("later.txt")']),
    );
    expect(receipt?.seal?.totals).toMatchObject({ blocked: 2, files: { written: 3 } });
    expect(result.stderr.match(/receiptbot: /g)?.length).toBe(1);
  });

  it.each(WIPED)('does so with %s, sealed and all, on every Node', async (_, wiped) => {
    for (const node of majors().map(nodeBinary)) {
      const result = await run('main.cjs', { files: program(wiped), policy: POLICY, node });
      expect(refusals(result).length).toBe(1);
      expect(acts(result).length).toBeGreaterThanOrEqual(DONE.length);
      expect(result.receipts[0]?.seal).toMatchObject({ exitCode: result.code, totals: { blocked: 1 } });
    }
  });

  it('does so in a worker, whose end is its own', async () => {
    const worker = 'process.removeAllListeners(); process.emit = () => false; process.exitCode = 3;';
    const started = `new Worker(${JSON.stringify(worker)}, { eval: true });`;
    for (const node of majors().map(nodeBinary)) {
      const { receipts } = await run('main.cjs', { files: program(started), policy: POLICY, node });
      expect(receipts.map(({ seal }) => seal?.exitCode).sort()).toEqual([0, 3]);
    }
  });
});

describe('a receipt', () => {
  it('is there, and is valid, at every moment of a run', async () => {
    const busy =
      "for (let i = 0; i < 300; i += 1) fs.writeFileSync('f' + i, 'x'); console.log('busy'); setInterval(() => { for (let i = 0; i < 50; i += 1) fs.writeFileSync('g' + Math.random(), 'x'); }, 5);";
    const cwd = folder();
    const { started, text } = await start(cwd, { files: program(busy), policy: POLICY });
    let parsed = 0;
    try {
      for (let i = 0; i < 200; i += 1) {
        await new Promise((done) => setTimeout(done, 2));
        if (isJson(text())) parsed += 1;
      }
      expect(acts({ receipts: [JSON.parse(text()) as never] }).length).toBeGreaterThan(300);
    } finally {
      started.kill('SIGKILL');
    }
    // A read may meet a write halfway; that it nearly always does not is chance, that the file is whole again is the promise.
    expect(parsed).toBeGreaterThan(150);
    await new Promise((done) => started.once('close', done));
    expect(isJson(text())).toBe(true);
  });

  it('of plain reads is complete within a moment', async () => {
    const reads =
      "for (let i = 0; i < 20; i += 1) { try { fs.readFileSync('none' + i); } catch {} } setTimeout(() => process.kill(process.pid, 'SIGKILL'), 400);";
    const result = await run('main.cjs', { files: program(reads), policy: POLICY });
    expect(acts(result).filter(({ action }) => action.includes('"none')).length).toBe(20);
  });
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Starts a program and waits until it says something; `text()` is its receipt as it is on disk then. */
async function start(cwd: string, { files: own = {}, policy = '' }: RunOptions) {
  const { writeFileSync } = await import('node:fs');
  for (const [name, content] of Object.entries({ ...own, 'receiptbot.config.yaml': policy }))
    writeFileSync(join(cwd, name), content);
  const started = spawn(process.execPath, ['--require', join(dist, 'register.cjs'), 'main.cjs'], {
    cwd,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((done) => started.stdout.once('data', done));
  const receipts = join(cwd, '.receiptbot', 'receipts');
  const name = readdirSync(receipts).find((file) => file.endsWith('.json')) ?? '';
  return { started, text: () => readFileSync(join(receipts, name), 'utf8') };
}
