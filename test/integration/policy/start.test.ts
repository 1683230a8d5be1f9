import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, run } from '../../run.js';

const READ = `try { require('node:fs').readFileSync(process.env.TARGET); console.log('read') } catch (e) { console.log(e.code) }`;
const DENY = 'version: 1\nfs: { read: { deny: ["**/secret.txt"] } }\n';

describe('a broken policy', () => {
  it('refuses to start: every problem on stderr, nothing on stdout, nothing of the program run', async () => {
    const policy = 'version: 1\nfs:\n  read:\n    deny:\n      - *.env\nmod: x\n';
    const { code, stdout, stderr, cwd } = await run('main.cjs', {
      policy,
      files: { 'main.cjs': "console.log('ran')" },
    });
    expect(code).toBe(78);
    expect(stdout).toBe('');
    expect(stderr).toContain(
      `${cwd}/receiptbot.config.yaml:5:9: fs.read.deny[0]: a value that begins with * is an alias`,
    );
    expect(stderr).toContain(`${cwd}/receiptbot.config.yaml:6:1: mod: expected one of`);
  });

  it.each([
    ['an empty file', ''],
    ['a circle', 'version: 1\nextends: [./receiptbot.config.yaml]\n'],
    ['a file of 10 MB', `version: 1\n#${'x'.repeat(10_000_000)}\n`],
    ['a billion laughs', `a: &a [x]\n${Array.from({ length: 9 }, (_, i) => `b${i}: &b${i} [*a,*a,*a]`).join('\n')}\n`],
    ['an expression that never ends', "version: 1\nredact: { patterns: [{ label: A, regex: '(a+)+$' }] }\n"],
  ])('may be %s', async (_, policy) => {
    const { code, stdout } = await run('main.cjs', { policy, files: { 'main.cjs': "console.log('ran')" } });
    expect([code, stdout]).toEqual([78, '']);
  });

  it('may be one that RECEIPTBOT_CONFIG names and that is not there', async () => {
    const env = { RECEIPTBOT_CONFIG: './none.yaml' };
    const { code, stderr } = await run('main.cjs', { env, files: { 'main.cjs': "console.log('ran')" } });
    expect(code).toBe(78);
    expect(stderr).toContain('RECEIPTBOT_CONFIG: names "./none.yaml", and there is no file');
  });
});

describe('the policy of a run', () => {
  it.each(['import', 'require', 'NODE_OPTIONS'] as const)('is the one beside the script, by %s', async (via) => {
    const cwd = folder();
    const target = join(cwd, 'secret.txt');
    const files = { 'main.cjs': READ, 'secret.txt': 'x' };
    expect((await run('main.cjs', { cwd, policy: DENY, via, files, env: { TARGET: target } })).stdout).toBe(
      'ERR_ACCESS_DENIED\n',
    );
    expect((await run(join(cwd, 'main.cjs'), { via, env: { TARGET: target } })).stdout).toBe('ERR_ACCESS_DENIED\n');
  });

  it('is not chosen by an argument of a program that is no file', async () => {
    const elsewhere = folder();
    writeFileSync(join(elsewhere, 'note.txt'), 'x');
    const cwd = folder();
    const files = { 'secret.txt': 'x', 'receiptbot.config.yaml': DENY };
    const options = { cwd, files, flags: ['-e', READ], env: { TARGET: join(cwd, 'secret.txt') } };
    expect((await run(join(elsewhere, 'note.txt'), options)).stdout).toBe('ERR_ACCESS_DENIED\n');
  });

  it('is never one that a dependency ships', async () => {
    const cwd = folder();
    mkdirSync(join(cwd, 'node_modules/evil'), { recursive: true });
    const files = {
      'node_modules/evil/cli.cjs': READ,
      'node_modules/evil/receiptbot.config.yaml': 'version: 1\nmode: off\n',
      'secret.txt': 'x',
    };
    const options = { cwd, policy: DENY, files, env: { TARGET: join(cwd, 'secret.txt') } };
    expect((await run('node_modules/evil/cli.cjs', options)).stdout).toBe('ERR_ACCESS_DENIED\n');
  });

  it('stays what it was at the start of the run for a child in another folder', async () => {
    const cwd = folder();
    mkdirSync(join(cwd, 'sub'));
    const files = {
      'main.cjs': `console.log(require('node:child_process').execFileSync(process.execPath, ['-e', process.env.CODE], { cwd: 'sub', encoding: 'utf8' }).trim())`,
      'team/policy.yaml': 'version: 1\nfs: { write: { allow: ["./out/**"] } }\n',
      'out/x.txt': '',
    };
    const code = `const fs = require('node:fs'); for (const file of ['../out/x.txt', 'out/x.txt']) try { fs.mkdirSync(require('node:path').dirname(file), { recursive: true }); fs.writeFileSync(file, ''); console.log('written') } catch (e) { console.log(e.code) }`;
    const { stdout, stderr } = await run('main.cjs', {
      cwd,
      files,
      env: { RECEIPTBOT_CONFIG: 'team/policy.yaml', CODE: code },
    });
    expect(stdout, stderr).toBe('written\nERR_ACCESS_DENIED\n');
  });

  it('is off when it says so and nothing stricter is there: no receipt, no words', async () => {
    const { stdout, stderr, receipts } = await run('main.cjs', {
      policy: 'version: 1\nmode: off\n',
      files: { 'main.cjs': "console.log('ran')" },
    });
    expect([stdout, stderr, receipts]).toEqual(['ran\n', '', []]);
  });
});
