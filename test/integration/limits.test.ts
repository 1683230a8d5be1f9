import { describe, expect, it } from 'vitest';
import { attempt, type Tries } from '../attempts.js';
import { refusals } from '../run.js';

const head =
  "const cp = require('node:child_process'); const times = (count, fn) => Array.from({ length: count }, (_, i) => { try { fn(i); return 'ok'; } catch (error) { return error.rule ?? error.code; } });";
const files = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`gone${String(i)}`, 'x']));
const policy = (limits: string): string => `version: 1\nmode: enforce\nlimits: ${limits}\n`;
const ok = (count: number): string[] => Array<string>(count).fill('ok');

describe('limits', () => {
  it('of files written count files, not writes', async () => {
    const tries: Tries = {
      same: "show(times(5, () => fs.appendFileSync('same', 'x')))",
      more: "show(times(4, (i) => fs.writeFileSync('file' + i, 'x')))",
      known: "show(times(2, () => fs.writeFileSync('same', 'x')))",
      streams: "fs.createWriteStream('stream')",
    };
    const { outcomes } = await attempt(tries, { head, policy: policy('{ filesWritten: 3 }') });
    const rule = 'limits.filesWritten';
    expect(outcomes).toEqual({ same: ok(5), more: [...ok(2), rule, rule], known: ok(2), streams: rule });
  });

  it('of files deleted', async () => {
    const { outcomes } = await attempt(
      { rm: "show(times(6, (i) => fs.rmSync('gone' + i)))" },
      { head, files, policy: policy('{ filesDeleted: 4 }') },
    );
    expect(outcomes['rm']).toEqual([...ok(4), 'limits.filesDeleted', 'limits.filesDeleted']);
  });

  it('of processes, however they are started', async () => {
    const tries: Tries = {
      two: "show(times(2, () => cp.execFileSync('true')))",
      spawn: "new Promise((done, fail) => cp.spawn('true').on('exit', done).on('error', fail))",
      over: "show(times(1, () => cp.execSync('ls')))",
      spawned: "cp.spawn('true')",
    };
    const result = await attempt(tries, { head, policy: policy('{ processes: 3 }') });
    expect(result.outcomes).toEqual({
      two: ok(2),
      spawn: 'ok',
      over: ['limits.processes'],
      spawned: 'limits.processes',
    });
    expect(refusals(result).map(({ policyTrigger }) => policyTrigger)).toEqual(
      Array(2).fill(expect.stringContaining('3 processes were started')),
    );
  });

  it('say in the error what would allow more', async () => {
    const { outcomes } = await attempt(
      { over: "show((() => { try { fs.writeFileSync('a', ''); } catch (error) { return error.message; } })())" },
      { head, policy: policy('{ filesWritten: 0 }') },
    );
    expect(outcomes['over']).toMatch(/limits\.filesWritten.*raise limits\.filesWritten/);
  });
});
