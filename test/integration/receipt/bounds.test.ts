import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acts, refusals, run, type RunResult } from '../../run.js';

const POLICY = `version: 1
mode: enforce
fs: { read: { deny: ["**/.env"] } }
`;

const sizeOf = ({ cwd }: RunResult): number => {
  const receipts = join(cwd, '.receiptbot', 'receipts');
  return readdirSync(receipts).reduce((sum, name) => sum + statSync(join(receipts, name)).size, 0);
};
const counted = ({ receipts }: RunResult): number =>
  receipts
    .flatMap(({ events }) => events)
    .reduce((sum, line) => sum + ('repeat' in line ? (line['repeat'] as { count: number }).count : 0), 0);

describe('a receipt stays small', () => {
  it('for a million reads of one file, and counts them all', async () => {
    const main = "const fs = require('fs'); for (let i = 0; i < 1e6; i += 1) fs.existsSync('main.cjs');";
    const result = await run('main.cjs', { files: { 'main.cjs': main }, policy: POLICY });
    const [receipt] = result.receipts;
    expect(result.code).toBe(0);
    expect(receipt?.events.length).toBeLessThan(200);
    expect(counted(result) + acts(result).filter(({ action }) => action.startsWith('fs.existsSync')).length).toBe(1e6);
    expect(receipt?.seal?.totals.byType['tool.fs']).toBe(1e6);
    expect(sizeOf(result)).toBeLessThan(100_000);
  });

  it('for a hundred thousand refusals of one kind', async () => {
    const main = "const fs = require('fs'); for (let i = 0; i < 1e5; i += 1) try { fs.readFileSync('.env'); } catch {}";
    const result = await run('main.cjs', { files: { 'main.cjs': main, '.env': 'canary' }, policy: POLICY });
    expect(refusals(result).length).toBe(1);
    expect(result.receipts[0]?.seal?.totals.blocked).toBe(1e5);
    expect(sizeOf(result)).toBeLessThan(100_000);
  });

  it('in memory for many different files', async () => {
    const main = `const fs = require('fs'); const before = process.memoryUsage().rss;
for (let i = 0; i < 50_000; i += 1) fs.existsSync('file-' + i);
process.stdout.write(String(process.memoryUsage().rss - before));`;
    const result = await run('main.cjs', { files: { 'main.cjs': main }, policy: POLICY });
    expect(result.receipts[0]?.seal?.totals.byType['tool.fs']).toBe(50_000);
    expect(Number(result.stdout)).toBeLessThan(120 * 1024 * 1024);
  });
});

describe('a receipt is quiet', () => {
  const main =
    "const fs = require('fs'); process.stdout.write('out'); process.stderr.write('err\\n'); try { fs.readFileSync('.env'); } catch {}";
  const files = { 'main.cjs': main, '.env': 'canary' };

  it('when nothing was blocked', async () => {
    const result = await run('main.cjs', { files, policy: 'version: 1\nmode: enforce\n' });
    expect(result).toMatchObject({ stdout: 'out', stderr: 'err\n', code: 0 });
  });

  it('but for one line on stderr when something was', async () => {
    const result = await run('main.cjs', { files, policy: POLICY });
    expect(result.stdout).toBe('out');
    const lines = result.stderr.trimEnd().split('\n');
    expect(lines.length).toBe(2);
    expect(lines[1]).toMatch(/^receiptbot: 1 blocked — receipt .+\.json$/);
    const place = lines[1]?.replace(/^.*receipt /, '') ?? '';
    expect(JSON.parse(readFileSync(place, 'utf8'))).toMatchObject({ run: result.receipts[0]?.run });
  });

  it('in audit, where it says what would have been', async () => {
    const result = await run('main.cjs', { files, policy: POLICY.replace('enforce', 'audit') });
    expect(result.stderr).toMatch(/^err\nreceiptbot: 1 would have been blocked — receipt .+\.json\n$/);
  });

  it.each(['silent', 'error'])('at log level %s altogether', async (level) => {
    const result = await run('main.cjs', { files, policy: POLICY, env: { RECEIPTBOT_LOG_LEVEL: level } });
    expect(result).toMatchObject({ stdout: 'out', stderr: 'err\n', code: 0 });
  });

  it('with its own streams closed', async () => {
    const closes =
      "const fs = require('fs'); fs.closeSync(1); fs.closeSync(2); try { fs.readFileSync('.env'); } catch {} fs.writeFileSync('made.txt', 'x');";
    const result = await run('main.cjs', { files: { ...files, 'main.cjs': closes }, policy: POLICY });
    expect(result.code).toBe(0);
    expect(refusals(result).length).toBe(1);
    expect(readFileSync(join(result.cwd, 'made.txt'), 'utf8')).toBe('x');
  });
});
