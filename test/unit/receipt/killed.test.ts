import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readReceipt } from '../../../src/receipt/read.js';

const fixture = new URL('./fixtures/endless.ts', import.meta.url).pathname;

/** Runs the endless recorder, reads its file while it runs, kills it and returns the last number it told and its file. */
async function kill(folder: string, after: number): Promise<{ told: number; text: string; live: number }> {
  const child = spawn(process.execPath, ['--import', 'tsx', fixture, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  while (out.split('\n').length < after) await new Promise((resolve) => setTimeout(resolve, 5));
  const path = join(folder, readdirSync(folder)[0] ?? '');
  const live = readReceipt(readFileSync(path, 'utf8'));
  expect(live.damaged).toBe(0);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
  return {
    told: Number(out.slice(0, out.lastIndexOf('\n')).split('\n').at(-1)),
    text: readFileSync(path, 'utf8'),
    live: live.events.length,
  };
}

it('SIGKILL at any moment loses no urgent event and leaves a receipt that can be read', async () => {
  for (const after of [3, 10, 40]) {
    const folder = mkdtempSync(join(tmpdir(), 'receiptbot-kill-'));
    try {
      const { told, text, live } = await kill(folder, after);
      const read = readReceipt(text);
      expect(live).toBeGreaterThan(0);
      expect(read).toMatchObject({ sealed: false, damaged: 0 });
      expect(read.events.at(-1)?.seq).toBeGreaterThanOrEqual(told);
      expect(read.events.map(({ seq }) => seq)).toEqual(read.events.map((_, index) => index + 1));
      if (!read.torn) expect(() => JSON.parse(text) as unknown).not.toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}, 60_000);
