import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dist, folder, run } from '../../run.js';

function cli(args: string[], cwd: string): { code: number | null; stdout: string; stderr: string } {
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, 'cli.cjs'), ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

function withPolicy(text: string): string {
  const cwd = folder();
  writeFileSync(join(cwd, 'receiptbot.config.yaml'), text);
  return cwd;
}

describe('receiptbot check', () => {
  it('names the files and the mode of a good policy', () => {
    const cwd = withPolicy('version: 1\nmode: enforce\n');
    const { code, stdout } = cli(['check'], cwd);
    expect(code).toBe(0);
    expect(stdout).toContain(join(cwd, 'receiptbot.config.yaml'));
    expect(stdout).toContain('enforce');
  });

  it('tells every problem at once with its place, and exits as a start would', () => {
    const cwd = withPolicy('version: 1\nnett: 1\nfs: { read: { deny: ["README.md"] } }\n');
    const { code, stderr } = cli(['check'], cwd);
    expect(code).toBe(78);
    expect(stderr).toMatch(/receiptbot\.config\.yaml:2:1: nett: .*did you mean "net"/);
    expect(stderr).toMatch(/receiptbot\.config\.yaml:3:\d+: fs\.read\.deny\[0\]/);
  });

  it('takes a file by name, and says when it is not there', () => {
    const cwd = withPolicy('version: 1\n');
    expect(cli(['check', 'receiptbot.config.yaml'], cwd).code).toBe(0);
    expect(cli(['check', 'nowhere.yaml'], cwd)).toMatchObject({ code: 78, stdout: '' });
  });
});

describe('receiptbot schema', () => {
  it.each(['policy', 'receipt'])('prints the schema of the %s', (name) => {
    const { code, stdout } = cli(['schema', name], folder());
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty('$schema');
  });
});

describe('receiptbot show', () => {
  it('tells what a run did and what was refused', async () => {
    const { cwd } = await run('main.cjs', {
      policy: 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n',
      files: { 'main.cjs': "try { require('node:fs').readFileSync('.env') } catch {}", '.env': 'KEY=x' },
    });
    const { code, stdout } = cli(['show'], cwd);
    expect(code).toBe(0);
    expect(stdout).toContain('1 blocked');
    expect(stdout).toContain('fs.read.deny[0]');
  });

  it('exits with 1 where there is no receipt', () => {
    expect(cli(['show'], folder()).code).toBe(1);
  });
});

it('exits with 1 for a verb that does not exist', () => {
  expect(cli(['bogus'], folder())).toMatchObject({ code: 1, stdout: '' });
});
