import { describe, expect, it } from 'vitest';
import { events, run } from '../run.js';

/** Finds the descriptor of the receipt and does something to it; prints what came of it. */
const program = (attempt: string): string => `
  const fs = require('node:fs');
  const { spawn, spawnSync } = require('node:child_process');
  let fd;
  for (let i = 3; i < 64; i++) try { if (/receipts/.test(fs.readlinkSync('/proc/self/fd/' + i))) fd = i; } catch {}
  if (fd === undefined) throw new Error('the receipt is not open');
  try { ${attempt}; console.log('done'); } catch (error) { console.log(error.rule ?? error.message); }
`;

describe('the descriptor of the receipt is not the program’s', () => {
  it.each([
    'fs.writeSync(fd, "x", 0)',
    'fs.writevSync(fd, [Buffer.from("x")], 0)',
    'fs.ftruncateSync(fd, 0)',
    'fs.closeSync(fd)',
    'fs.writeFileSync(fd, "x")',
    'fs.appendFileSync(fd, "x")',
    'spawnSync("echo", ["x"], { stdio: [0, fd, 2] })',
    'spawn("echo", ["x"], { stdio: [0, fd, 2] })',
    'spawn("echo", ["x"], { stdio: [0, { fd }, 2] })',
  ])('%s', async (attempt) => {
    const result = await run('main.cjs', { files: { 'main.cjs': program(attempt) }, policy: 'version: 1\n' });
    expect(result.stdout.trim()).toBe('self-protection');
    expect(result.code).toBe(0);
    expect(events(result)).toContainEqual(expect.objectContaining({ rule: 'self-protection' }));
  });

  it('and a descriptor of the program’s own is', async () => {
    const main = `
      const fs = require('node:fs');
      const fd = fs.openSync('own.txt', 'w+');
      fs.writeSync(fd, 'abc'); fs.ftruncateSync(fd, 1); fs.closeSync(fd);
      console.log(fs.readFileSync('own.txt', 'utf8'));
    `;
    const result = await run('main.cjs', { files: { 'main.cjs': main }, policy: 'version: 1\n' });
    expect(result.stdout.trim()).toBe('a');
  });
});

describe('a policy from code', () => {
  const main = `
    import { PolicyEngine, Receipt, runWithInterceptors } from 'receiptbot';
    import { readFileSync } from 'node:fs';
    const policy = new PolicyEngine().denyPathGlobs(['**/.env']);
    const receipt = new Receipt(policy);
    try { console.log(runWithInterceptors(policy, receipt, () => readFileSync('.env', 'utf8'))); }
    catch (error) { console.log(error.code); }
    console.log(readFileSync('.env', 'utf8'));
  `.replace("'receiptbot'", JSON.stringify(new URL('../../dist/index.mjs', import.meta.url).href));

  it.each(['audit', 'enforce'])('is in force whatever the root’s mode: %s', async (mode) => {
    const files = { 'main.mjs': main, '.env': 'S=1' };
    const result = await run('main.mjs', { files, policy: `version: 1\nmode: ${mode}\n` });
    expect(result.stdout.split('\n').slice(0, 2)).toEqual(['ERR_ACCESS_DENIED', 'S=1']);
  });

  it('leaves what an audited root would have refused in the receipt', async () => {
    const files = { 'main.mjs': main.replaceAll("'.env'", "'other.txt'"), 'other.txt': 'S=1' };
    const policy = 'version: 1\nmode: audit\nfs: { read: { deny: ["**/other.txt"] } }\n';
    const result = await run('main.mjs', { files, policy });
    expect(result.stdout).toContain('S=1');
    expect(events(result)).toContainEqual(expect.objectContaining({ status: 'WOULD_BLOCK', context: 'code' }));
  });
});

describe('a path that is no path but a text', () => {
  it('costs what its length costs', async () => {
    const main = `for (const n of [1e5, 1e6]) require('node:fs').existsSync('y'.repeat(n)); console.log('through');`;
    const result = await run('main.cjs', { files: { 'main.cjs': main }, policy: 'version: 1\n', timeout: 20_000 });
    expect(result.stdout.trim()).toBe('through');
  });
});
