import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeBinary } from '../../nodes.js';
import { dist, folder, run } from '../../run.js';

const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
const LISTENERS = [
  '',
  "process.on('uncaughtException', () => console.log('one'));",
  "process.on('uncaughtException', () => console.log('one')); process.on('unhandledRejection', () => console.log('two'));",
];
const THROWS = [
  "setTimeout(() => { throw new Error('x'); });",
  'Promise.reject(new Error("y"));',
  'Promise.reject(1);',
];

describe.each([20, 26])('a program that fails on Node %i', (major) => {
  const node = major === 20 ? process.execPath : nodeBinary(major);
  const ways = [
    [],
    ['--unhandled-rejections=warn'],
    ['--unhandled-rejections=strict'],
    ['--unhandled-rejections=none'],
  ];

  it.each(ways)(
    'ends as it does bare, with as many listeners as it likes (%s; reports 38 and 39)',
    async (...flags) => {
      for (const listeners of LISTENERS) {
        for (const fails of THROWS) {
          const cwd = folder();
          const options = { node, flags, cwd, files: { 'main.cjs': `${listeners}\n${fails}` } };
          const bare = await run('main.cjs', { ...options, via: 'none' });
          const held = await run('main.cjs', { ...options, policy: POLICY });
          const plain = (text: string): string => text.replace(/\(node:\d+\)/g, '(node)');
          expect([held.code, held.stdout, plain(held.stderr)], listeners + fails).toEqual([
            bare.code,
            bare.stdout,
            plain(bare.stderr),
          ]);
          expect(held.receipts[0]?.seal?.exitCode).toBe(bare.code);
        }
      }
    },
    120_000,
  );

  it('has no listener that it did not add, and warns of none (reports 41 and 44)', async () => {
    const main =
      "for (let i = 0; i < 10; i++) process.on('exit', () => {}); console.log(JSON.stringify([process.eventNames(), process.listeners('exit').length, process.getActiveResourcesInfo(), process._getActiveHandles().length, process._getActiveRequests().length]));";
    const bare = await run('main.cjs', { node, via: 'none', files: { 'main.cjs': main } });
    expect(
      await run('main.cjs', { node, policy: `${POLICY}process: { internals: allow }\n`, files: { 'main.cjs': main } }),
    ).toMatchObject({
      stdout: bare.stdout,
      stderr: bare.stderr,
    });
  });
});

/** Starts the program, sends it the signal once it says so, and returns how it ended. */
function signalled(main: string, signal: NodeJS.Signals): Promise<readonly [number | null, string | null, string]> {
  const cwd = folder();
  writeFileSync(join(cwd, 'receiptbot.config.yaml'), POLICY);
  writeFileSync(join(cwd, 'main.cjs'), main);
  const child = spawn(process.execPath, ['--require', join(dist, 'register.cjs'), 'main.cjs'], { cwd });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    if (text === '') child.kill(signal);
    text += piece;
  });
  return new Promise((done) => child.on('close', (code, by) => done([code, by, text])));
}

describe('a signal', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s ends a program without a listener (report 40)',
    async (signal) => {
      expect(await signalled("console.log('up'); setInterval(() => {}, 1e3)", signal)).toEqual([null, signal, 'up\n']);
    },
  );

  it('is the listener’s alone, for as long as that takes (reports 40 and 42)', async () => {
    const main =
      "process.on('SIGTERM', () => setTimeout(() => { console.log('saved'); process.exit(4); }, 300)); console.log('up'); setInterval(() => {}, 1e3)";
    expect(await signalled(main, 'SIGTERM')).toEqual([4, null, 'up\nsaved\n']);
  });
});

it('ten thousand events before process.exit are counted (report 37)', async () => {
  const main =
    "const fs = require('fs'); for (let i = 0; i < 1e4; i++) fs.writeFileSync('f' + (i % 50), ''); process.exit(3);";
  const { code, receipts } = await run('main.cjs', { policy: POLICY, files: { 'main.cjs': main } });
  expect(code).toBe(3);
  expect(receipts[0]?.seal?.totals.files.written).toBe(10_000);
});
