import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, type Tries } from '../../attempts.js';
import { nodeBinary } from '../../nodes.js';
import { folder, refusals } from '../../run.js';

/** A workspace with a link out of it, a home folder and a folder elsewhere. */
function places(): string {
  const at = folder();
  for (const name of ['w/src', 'out/dir', 'home']) mkdirSync(join(at, name), { recursive: true });
  for (const name of ['w/src/a', 'out/file', 'out/dir/deep', 'home/kept']) writeFileSync(join(at, name), 'kept');
  symlinkSync('../out/dir', join(at, 'w/link'));
  return at;
}
const policy = (at: string): string => `version: 1\nmode: enforce\nfs: { write: { allow: ["${at}/w/**"] } }\n`;
const head =
  "const cp = require('node:child_process'), os = require('node:os'); const sh = (line) => cp.execSync(line, { stdio: 'pipe' });";
const untouched = (at: string): void => {
  expect(readFileSync(join(at, 'out/file'), 'utf8')).toBe('kept');
  expect(readdirSync(join(at, 'out/dir'))).toEqual(['deep']);
  expect(readdirSync(join(at, 'home'))).toEqual(['kept']);
};

/** Reports 101, 103 and 104: one way is closed, another is tried. */
const DESTROYS: Tries = {
  rmSync: "fs.rmSync('out/dir', { recursive: true })",
  rm: "(done) => fs.rm('out/dir', { recursive: true, force: true }, done)",
  'promises.rm': "fs.promises.rm('out/dir', { recursive: true })",
  'rm below': "fs.rmSync('out/dir/deep')",
  unlink: "fs.unlinkSync('out/file')",
  rmdir: "fs.rmdirSync('out/dir')",
  truncate: "fs.truncateSync('out/file')",
  'open to truncate': "fs.openSync('out/file', 'w')",
  writeFile: "fs.writeFileSync('out/file', '')",
  createWriteStream: "fs.createWriteStream('out/file')",
  'rename away': "fs.renameSync('out/dir', 'w/moved')",
  'rename over': "fs.renameSync('w/src/a', 'out/file')",
  copyFile: "fs.copyFileSync('w/src/a', 'out/file')",
  cp: "fs.cpSync('w/src', 'out/dir', { recursive: true, force: true })",
  'through the link': "fs.rmSync('w/link/deep')",
  'the link’s folder': "fs.writeFileSync('w/link/deep', '')",
  'the home folder': 'fs.rmSync(os.homedir(), { recursive: true })',
  'rm -rf "$HOME"': `sh('rm -rf "$HOME"')`,
  'rm -rf ~': "sh('rm -rf ~')",
  'rm of the shell': "sh('rm -rf out/dir')",
  'mv of the shell': "sh('mv out/dir w/moved')",
  'cp of the shell': "sh('cp w/src/a out/file')",
  'a redirection': "sh(': > out/file')",
  'truncate of the shell': "sh('truncate -s 0 out/file')",
  'find -delete': "sh('find out -delete')",
  'rsync --delete': "sh('rsync -a --delete w/src/ out/dir/')",
  shred: "sh('shred -u out/file')",
  dd: "sh('dd if=/dev/null of=out/file')",
  tee: "sh('true | tee out/file')",
  'ln -sf': "sh('ln -sf w/src/a out/file')",
};

describe.each([20, 22, 24, 26])('what destroys files outside the workspace on Node %i', (major) => {
  const node = major === 20 ? process.execPath : nodeBinary(major);

  it('is refused in every form, and recorded', async () => {
    const cwd = places();
    const env = { HOME: join(cwd, 'home') };
    const result = await attempt(DESTROYS, { node, cwd, env, head, policy: policy(cwd) });
    for (const [name, outcome] of Object.entries(result.outcomes)) expect(outcome, name).toBe('fs.write.allow');
    untouched(cwd);
    expect(refusals(result).length).toBeGreaterThanOrEqual(Object.keys(DESTROYS).length / 2);
  });

  it('is held by a child as well', async () => {
    const cwd = places();
    const child = "try { fs.rmSync('out/dir', { recursive: true }) } catch (error) { console.log(error.rule) }";
    const { outcomes } = await attempt(
      { child: `show(String(cp.execFileSync(process.execPath, ['-e', ${JSON.stringify(child)}])).trim())` },
      { node, cwd, head, policy: policy(cwd) },
    );
    expect(outcomes).toEqual({ child: 'fs.write.allow' });
    untouched(cwd);
  });

  it('may remove the workspace’s own, links as links (report 103)', async () => {
    const cwd = places();
    const own: Tries = {
      link: "fs.rmSync('w/link', { recursive: true, force: true })",
      folder: "fs.rmSync('w/src', { recursive: true })",
    };
    const { outcomes } = await attempt(own, { node, cwd, policy: policy(cwd) });
    expect(outcomes).toEqual({ link: 'ok', folder: 'ok' });
    untouched(cwd);
  });

  it('may remove a folder of the workspace with a link out of it inside', async () => {
    const cwd = places();
    const { outcomes } = await attempt(
      { workspace: "fs.rmSync('w', { recursive: true })" },
      { node, cwd, policy: `version: 1\nmode: enforce\nfs: { write: { deny: ["${cwd}/out/**"] } }\n` },
    );
    expect([outcomes, existsSync(join(cwd, 'w'))]).toEqual([{ workspace: 'ok' }, false]);
    untouched(cwd);
  });
});
