import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, readReceipts, refusals, run } from '../../run.js';

const main =
  "const fs = require('fs'); fs.writeFileSync('made.txt', 'x'); try { fs.readFileSync('.env'); } catch (error) { console.log(error.rule); }";
const files = { 'main.cjs': main, '.env': 'canary', 'sub/main.cjs': main, 'sub/.env': 'canary' };
const policy = (receipt = ''): string => `version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n${receipt}`;

/** No receipt is asked for by variable. */
const unasked = { RECEIPTBOT_RECEIPT: '' };

describe('where a receipt goes', () => {
  it('is the project’s folder, wherever the program runs', async () => {
    const cwd = folder();
    const result = await run('sub/main.cjs', { cwd, files, policy: policy(), env: unasked });
    expect(result.stdout).toBe('fs.read.deny[0]\n');
    expect(readReceipts(join(cwd, '.receiptbot/receipts')).length).toBe(1);
    expect(existsSync(join(cwd, 'sub/.receiptbot'))).toBe(false);
  });

  it.each(['told', './told', 'a/deep/told'])('is the folder that the policy names: %s', async (dir) => {
    const cwd = folder();
    await run('main.cjs', { cwd, files, policy: policy(`receipt: { dir: "${dir}" }\n`), env: unasked });
    expect(readReceipts(join(cwd, dir)).length).toBe(1);
  });

  it('is the folder that the variable names, before the policy’s', async () => {
    const cwd = folder();
    await run('main.cjs', {
      cwd,
      files,
      policy: policy('receipt: { dir: other }\n'),
      env: { RECEIPTBOT_RECEIPT: './named' },
    });
    expect(readReceipts(join(cwd, 'named')).length).toBe(1);
    expect(existsSync(join(cwd, 'other'))).toBe(false);
  });

  it.each([
    ['a relative folder', { RECEIPTBOT_RECEIPT: './named' }, 'named'],
    ['the usual one', { RECEIPTBOT_RECEIPT: '' }, '.receiptbot/receipts'],
  ])('is the same for children and threads elsewhere: %s', async (_, env, dir) => {
    const starts =
      "const { execFileSync } = require('child_process'), { Worker } = require('worker_threads'); execFileSync(process.execPath, ['main.cjs'], { cwd: 'sub', env: {} }); new Worker('require(\"fs\").existsSync(\"x\")', { eval: true, env: {} });";
    const cwd = folder();
    await run('starts.cjs', { cwd, files: { ...files, 'starts.cjs': starts }, policy: policy(), env });
    const receipts = readReceipts(join(cwd, dir));
    expect(receipts.length).toBe(3);
    expect(new Set(receipts.map(({ run: id }) => id)).size).toBe(1);
    expect(readdirSync(join(cwd, 'sub')).sort()).toEqual(['.env', 'made.txt', 'main.cjs']);
  });

  it('of children is nowhere with `none`, and on stderr with `fd:2`, as for the parent', async () => {
    const starts =
      "const { spawnSync } = require('child_process'); const { stderr } = spawnSync(process.execPath, ['main.cjs'], { cwd: 'sub', env: {} }); process.stdout.write(stderr);";
    for (const [word, told] of [
      ['none', 0],
      ['fd:2', 1],
    ] as const) {
      const cwd = folder();
      const result = await run('starts.cjs', {
        cwd,
        files: { ...files, 'starts.cjs': starts },
        policy: policy(),
        env: { RECEIPTBOT_RECEIPT: word },
      });
      expect(result.stdout.split('\n').filter((line) => line.includes('BLOCKED_BY_POLICY')).length, word).toBe(told);
      expect(existsSync(join(cwd, '.receiptbot/receipts')), word).toBe(false);
    }
  });

  it('is nowhere with `none`; the belt holds all the same', async () => {
    const cwd = folder();
    const result = await run('main.cjs', { cwd, files, policy: policy(), env: { RECEIPTBOT_RECEIPT: 'none' } });
    expect(result.stdout).toBe('fs.read.deny[0]\n');
    expect(result.stderr).toMatch(/^receiptbot: 1 blocked/);
    expect(readdirSync(cwd).sort()).toEqual(['.env', 'made.txt', 'main.cjs', 'receiptbot.config.yaml', 'sub']);
  });

  it('is stderr with `fd:2`, as lines of JSON', async () => {
    const cwd = folder();
    const result = await run('main.cjs', { cwd, files, policy: policy(), env: { RECEIPTBOT_RECEIPT: 'fd:2' } });
    expect(result.stdout).toBe('fs.read.deny[0]\n');
    const lines = result.stderr
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ status }) => status === 'BLOCKED_BY_POLICY').length).toBe(1);
    expect(lines[0]).toMatchObject({ schema: 'receiptbot:receipt' });
    expect(JSON.stringify(lines.at(-1))).toMatch(/"totals"/);
    expect(existsSync(join(cwd, '.receiptbot'))).toBe(false);
  });

  it('is nothing else: another descriptor refuses to start', async () => {
    const result = await run('main.cjs', { files, policy: policy(), env: { RECEIPTBOT_RECEIPT: 'fd:1' } });
    expect(result).toMatchObject({ code: 78, stdout: '' });
    expect(result.stderr).toMatch(/fd:1/);
  });
});

describe('a folder that cannot be written', () => {
  // A file in its place, for a superuser may write everywhere.
  const blocked = (): string => {
    const cwd = folder();
    mkdirSync(join(cwd, '.receiptbot'));
    writeFileSync(join(cwd, '.receiptbot/receipts'), 'in the way');
    return cwd;
  };

  it('refuses to start: no program without its record', async () => {
    const cwd = blocked();
    const result = await run('main.cjs', { cwd, files, policy: policy(), env: unasked });
    expect(result).toMatchObject({ code: 78, stdout: '' });
    expect(result.stderr).toMatch(/cannot be written/);
    expect(existsSync(join(cwd, 'made.txt'))).toBe(false);
  });

  it('is a warning where the policy says so', async () => {
    const result = await run('main.cjs', {
      cwd: blocked(),
      files,
      policy: policy('receipt: { onError: warn }\n'),
      env: unasked,
    });
    expect(result).toMatchObject({ code: 0, stdout: 'fs.read.deny[0]\n' });
    expect(result.stderr).toMatch(/cannot be written/);
  });

  it('is a warning in audit', async () => {
    const result = await run('main.cjs', {
      cwd: blocked(),
      files,
      policy: policy().replace('enforce', 'audit'),
      env: unasked,
    });
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(result.stderr).toMatch(/cannot be written/);
  });
});

describe('the receipts folder', () => {
  it('protects itself, in audit too', async () => {
    const attacks = `
const fs = require('fs'), cp = require('child_process');
const attempt = (fn) => { try { fn(); return 'done'; } catch (error) { return error.rule ?? error.code; } };
const [name] = fs.readdirSync('.receiptbot/receipts');
console.log(JSON.stringify([
  attempt(() => fs.writeFileSync('.receiptbot/receipts/' + name, '')),
  attempt(() => fs.unlinkSync('.receiptbot/receipts/' + name)),
  attempt(() => fs.renameSync('.receiptbot', 'gone')),
  attempt(() => fs.rmSync('.receiptbot', { recursive: true })),
  attempt(() => fs.writeFileSync('receiptbot.config.yaml', 'version: 1')),
  attempt(() => fs.writeFileSync('sub/receiptbot.config.yaml', 'version: 1')),
  attempt(() => cp.execSync('rm -rf .receiptbot')),
  attempt(() => cp.execSync('echo > receiptbot.config.yaml')),
]));`;
    for (const mode of ['enforce', 'audit']) {
      const result = await run('main.cjs', {
        files: { ...files, 'main.cjs': attacks },
        policy: policy().replace('enforce', mode),
      });
      expect(JSON.parse(result.stdout), mode).toEqual(Array(8).fill('self-protection'));
      expect(refusals(result).length, mode).toBe(8);
    }
  });
});
