import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dist, type ReceiptJson, refusals, run } from '../../run.js';

const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env", "~/.npmrc"] } }\n';

const files = {
  '.env': 'canary',
  '.npmrc': 'audit=false\n',
  'package.json': JSON.stringify({
    name: 'app',
    version: '1.0.0',
    scripts: { start: 'node app.cjs', quiet: 'node quiet.cjs', build: 'npm run --silent fan', fan: 'node fan.cjs 1' },
  }),
  'app.cjs': "try { require('fs').readFileSync('.env') } catch (error) { console.log(error.rule) }",
  'quiet.cjs': "console.log('done')",
  // 1 + 4 + 12 + 48 processes, two at a time for each, through a shell in the middle.
  'fan.cjs': `
const { spawn } = require('child_process'), depth = Number(process.argv[2]);
let left = { 1: 4, 2: 3, 3: 4 }[depth] ?? 0;
const next = () => {
  if (left-- <= 0) return;
  const [file, ...args] = depth === 2 ? ['sh', '-c', 'node fan.cjs 3'] : [process.execPath, 'fan.cjs', String(depth + 1)];
  spawn(file, args, { stdio: 'inherit' }).on('exit', next);
};
next(); next();
if (depth === 4) console.log(process.env.NODE_OPTIONS.length, Object.entries(process.env).join('').length, process.resourceUsage().maxRSS);
`,
};

/** Runs npm with the preload in NODE_OPTIONS, as CI does; what starts it runs bare. */
const STARTS = `
const { spawnSync } = require('child_process');
const env = { ...process.env, NODE_OPTIONS: process.env.OPTIONS };
process.stdout.write(JSON.stringify(spawnSync('npm', process.argv.slice(2), { encoding: 'utf8', env })));
`;
async function npm(...args: string[]) {
  const options = {
    args,
    policy: POLICY,
    via: 'none',
    env: { OPTIONS: `--require "${join(dist, 'register.cjs')}"` },
    files: { ...files, 'starts.cjs': STARTS },
    timeout: 120_000,
  } as const;
  const result = await run('starts.cjs', options);
  const told = JSON.parse(result.stdout) as { status: number; stdout: string; stderr: string };
  return { ...result, status: told.status, stdout: told.stdout, stderr: told.stderr };
}

const named = (receipts: readonly ReceiptJson[], name: string): ReceiptJson[] =>
  receipts.filter((receipt) => receipt['name'] === name);

describe('npm with NODE_OPTIONS', () => {
  it('is guarded, and what it is refused itself is in its receipt but not on stderr', async () => {
    const result = await npm('run', '--silent', 'quiet');
    expect(result).toMatchObject({ status: 0, stdout: 'done\n', stderr: '' });
    expect(result.receipts).toHaveLength(2);
    expect(named(result.receipts, 'quiet.cjs')).toHaveLength(1);
    expect(refusals(result).map(({ action }) => action)).toEqual([expect.stringContaining('.npmrc')]);
  });

  it('leaves the word to the script that it runs', async () => {
    const result = await npm('start', '--silent');
    expect(result.stdout).toBe('fs.read.deny[0]\n');
    expect(result.stderr).toMatch(/^receiptbot: 1 blocked — receipt .*\n$/);
    const [script] = named(result.receipts, 'app.cjs');
    expect(result.stderr).toContain(script?.id);
  });

  it('tells of itself when it runs no script', async () => {
    expect((await npm('config', 'get', 'audit')).stderr).toMatch(/receiptbot: \d+ blocked/);
  });
});

describe('a build of 65 processes under npm', () => {
  it('keeps what it hands down small: one policy file, and variables that do not grow with depth', async () => {
    const { status, stdout, receipts, cwd } = await npm('run', '--silent', 'build');
    expect(status).toBe(0);
    const leaves = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    expect(leaves).toHaveLength(48);
    expect(receipts).toHaveLength(67);
    expect(readdirSync(join(cwd, '.receiptbot/receipts/handover'))).toHaveLength(1);
    const option = `--require "${join(dist, 'register.cjs')}"`.length;
    for (const [options, environment = 0, memory = 0] of leaves) {
      expect(options).toBe(option);
      expect(environment).toBeLessThan(6000);
      expect(memory).toBeLessThan(90_000);
    }
  });
});
