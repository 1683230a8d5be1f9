import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, type Tries } from '../../attempts.js';
import { acts, folder } from '../../run.js';

const head = "const cp = require('node:child_process'); const sh = (line) => cp.execSync(line, { stdio: 'pipe' });";
const policy = (exec: string, more = ''): string => `version: 1\nmode: enforce\nexec: ${exec}\n${more}`;

function workspace(): string {
  const at = folder();
  for (const name of ['x', 'out']) mkdirSync(join(at, name));
  writeFileSync(join(at, 'x/kept'), '');
  writeFileSync(join(at, 's.sh'), '#!/bin/sh\nrm -rf x\n');
  chmodSync(join(at, 's.sh'), 0o755);
  return at;
}
const lines = (list: readonly string[]): Tries =>
  Object.fromEntries(list.map((line) => [line, `sh(${JSON.stringify(line)})`]));
/** Makes every attempt; each must be refused, and the folder `x` be there afterwards. */
async function refused(tries: Tries, text: string, rule: RegExp): Promise<void> {
  const cwd = workspace();
  const { outcomes } = await attempt(tries, { cwd, policy: text, head });
  for (const [name, outcome] of Object.entries(outcomes)) expect(outcome, name).toMatch(rule);
  expect(existsSync(join(cwd, 'x/kept'))).toBe(true);
}

/** Reports 92, 94 and 95: a command is somewhere in the line, in some spelling. */
const HIDDEN = [
  'git status && rm -rf x',
  'git status; rm -rf x',
  'git status | rm -rf x',
  'git status\nrm -rf x',
  'git status & rm -rf x',
  'git log $(rm -rf x)',
  'git log `rm -rf x`',
  'FOO=1 rm -rf x',
  'r""m -rf x',
  "'rm' -rf x",
  'r\\m -rf x',
  '$(echo rm) -rf x',
  'echo cm0gLXJmIHg= | base64 -d | sh',
  'X=rm; $X -rf x',
  'eval "rm -rf x"',
  'sh -c "rm -rf x"',
  'bash -c "rm -rf x"',
  '/bin/rm -rf x',
  'env rm -rf x',
  'echo x | xargs rm -rf',
  'find x -exec rm -rf {} +',
  '(rm -rf x)',
  '{ rm -rf x; }',
  'if true; then rm -rf x; fi',
  'command rm -rf x',
  'exec rm -rf x',
  'timeout 5 rm -rf x',
  'nohup rm -rf x',
  'cat <(rm -rf x)',
  "trap 'rm -rf x' EXIT",
  'f() { rm -rf x; }; f',
];

describe('a command that is denied', () => {
  it('is found wherever it stands in a line and however it is written', async () => {
    await refused(lines(HIDDEN), policy('{ deny: [rm] }'), /^exec\.(?:deny\[0\]|opaque)|^exec\.deny/);
  });

  it('is found without a line too', async () => {
    const tries: Tries = {
      spawn: "cp.spawnSync('bash', ['-c', 'rm -rf x'])",
      shell: "cp.spawnSync('rm -rf x', { shell: true })",
      execFile: "cp.execFileSync('rm', ['-rf', 'x'])",
      path: "cp.execFileSync('/bin/rm', ['-rf', 'x'])",
      env: "cp.execFileSync('env', ['A=1', 'rm', '-rf', 'x'])",
    };
    await refused(tries, policy('{ deny: [rm] }'), /^exec\.deny\[0\]$/);
  });
});

describe('where only some commands are allowed', () => {
  it('every command of a line must be one of them (report 92)', async () => {
    await refused(lines(HIDDEN), policy('{ allow: [git, echo] }'), /^exec\.allow$/);
  });

  it('a denial wins, and what prints the environment is no harmless tool (report 96)', async () => {
    await refused(lines(['jq -n env', 'jq . | jq -n env']), policy('{ allow: [jq], deny: [jq] }'), /^exec\.deny\[0\]$/);
  });

  it('a script is a command of its own (report 98)', async () => {
    await refused(lines(['./s.sh', 'sh s.sh', '. ./s.sh', 'sh < s.sh']), policy('{ allow: [git] }'), /^exec\.allow$/);
  });
});

describe('what an allowed command does', () => {
  it('to files is judged by the rules of files (reports 99 and 100)', async () => {
    const write = 'fs: { write: { allow: ["./w/**"] } }\n';
    const all = [
      'echo x > out/f',
      'echo x >> out/f',
      'echo x | tee out/f',
      'cat < /dev/null > out/f',
      'echo x >| out/f',
      'cp s.sh out/f',
      'git log --output=out/f',
      'touch out/f',
      'dd if=s.sh of=out/f',
    ];
    await refused(lines(all), policy('{ allow: [echo, tee, cat, cp, git, touch, dd] }', write), /^fs\.write\.allow$/);
  });

  it('by options that run something is judged as what they run (report 100)', async () => {
    const all = [
      'git -c core.pager="rm -rf x" log',
      'git --exec-path=. status',
      'git fetch --upload-pack="rm -rf x" .',
      'git -c alias.z="!rm -rf x" z',
      'tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec="rm -rf x" s.sh',
    ];
    await refused(lines(all), policy('{ allow: [git, tar] }'), /^exec\./);
  });

  it('as a Node child is judged again there (report 97)', async () => {
    const cwd = workspace();
    const tries: Tries = {
      node: `show(String(sh("node -e \\"try { fs.rmSync('x', { recursive: true }) } catch (error) { console.log(error.rule) }\\"")).trim())`,
      'npm exec': `show(String(cp.execFileSync('npm', ['exec', '--offline', '-c', 'node del.cjs'], { stdio: ['ignore', 'pipe', 'ignore'] })).trim())`,
    };
    const del = "try { require('fs').rmSync('x', { recursive: true }) } catch (error) { console.log(error.rule) }";
    const rules = 'fs: { write: { deny: ["./x/**"] } }\n';
    const { outcomes, stderr } = await attempt(tries, {
      cwd,
      head,
      files: { 'del.cjs': del },
      policy: `version: 1\nmode: enforce\n${rules}`,
    });
    expect(outcomes, stderr).toEqual({ node: 'fs.write.deny[0]', 'npm exec': 'fs.write.deny[0]' });
    expect(existsSync(join(cwd, 'x/kept'))).toBe(true);
  });

  it('is recorded as a command, its script by name (report 98)', async () => {
    const result = await attempt(lines(['./s.sh']), { cwd: workspace(), head, policy: policy('{ deny: [curl] }') });
    expect(acts(result).find(({ capability }) => capability === 'exec')).toMatchObject({
      action: expect.stringContaining('./s.sh') as unknown,
    });
  });
});
