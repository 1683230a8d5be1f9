import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, type Tries } from '../../attempts.js';
import { nodeBinary } from '../../nodes.js';
import { folder, refusals } from '../../run.js';

/** A workspace `w` with links of every kind that lead out of it, to `out`. */
function places(): string {
  const at = folder();
  for (const name of ['w/a', 'w/b', 'out/dir', 'real']) mkdirSync(join(at, name), { recursive: true });
  for (const name of ['w/file', 'w/a/file', 'out/secret', 'out/dir/deep', 'real/a', 'w/.env'])
    writeFileSync(join(at, name), 'canary');
  symlinkSync('../out/secret', join(at, 'w/link'));
  symlinkSync('../out/dir', join(at, 'w/folder'));
  symlinkSync('link', join(at, 'w/chain'));
  symlinkSync('../out/new', join(at, 'w/dangling'));
  symlinkSync('real', join(at, 'lnk'));
  return at;
}
const nodes = [20, 22, 24, 26] as const;
const binary = (major: number): string => (major === 20 ? process.execPath : nodeBinary(major));
const allows = (at: string): string => `version: 1
mode: enforce
fs: { read: { allow: ["${at}/w/**"] }, write: { allow: ["${at}/w/**"] } }
`;

/** Reports 66 and 68: what reads or writes at the end of a link. */
const THROUGH: Tries = {
  readFile: "fs.promises.readFile('w/link')",
  readFileSync: "fs.readFileSync('w/link')",
  'a chain': "fs.readFileSync('w/chain')",
  'a folder': "fs.readFileSync('w/folder/deep')",
  openSync: "fs.openSync('w/link')",
  createReadStream: "fs.createReadStream('w/link')",
  opendir: "fs.opendirSync('w/folder')",
  readdir: "fs.readdirSync('w/folder')",
  cpSync: "fs.cpSync('w/link', 'w/copy', { dereference: true })",
  copyFile: "fs.copyFileSync('w/link', 'w/copy')",
  linkSync: "fs.linkSync('w/folder/deep', 'w/hard')",
  renameSync: "fs.renameSync('w/folder/deep', 'w/moved')",
  writeFile: "fs.writeFileSync('w/link', '')",
  'a file that a link would make': "fs.writeFileSync('w/dangling', '')",
  truncate: "fs.truncateSync('w/link')",
  chmod: "fs.chmodSync('w/link', 0o777)",
  stat: "fs.statSync('w/link')",
  'rm of what is behind': "fs.rmSync('w/folder/', { recursive: true })",
  'rm by a dot': "fs.promises.rm('w/folder/.', { recursive: true })",
};

describe.each(nodes)('links on Node %i', (major) => {
  const node = binary(major);

  it('lead nowhere that is not allowed, and the event has both paths (reports 66 and 68)', async () => {
    const cwd = places();
    expect(Object.values((await attempt(THROUGH, { node, cwd: places(), via: 'none' })).outcomes)).toContain('ok');
    const result = await attempt(THROUGH, { node, cwd, policy: allows(cwd) });
    for (const [name, outcome] of Object.entries(result.outcomes))
      expect(outcome, name).toMatch(/^fs\.(?:read|write)\.allow$/);
    expect(refusals(result)[0]).toMatchObject({
      payload: { path: join(cwd, 'w/link'), realPath: join(cwd, 'out/secret') },
    });
  });

  it('may be looked at and removed as what they are', async () => {
    const cwd = places();
    const own: Tries = {
      lstat: "fs.lstatSync('w/link')",
      readlink: "show(fs.readlinkSync('w/link'))",
      unlink: "fs.unlinkSync('w/link')",
      rm: "fs.rmSync('w/folder', { recursive: true })",
    };
    const { outcomes } = await attempt(
      {
        ...own,
        rest: "show(String(require('node:child_process').execSync('cat ../out/dir/deep ../out/secret', { cwd: 'a' })))",
      },
      { node, cwd, policy: allows(cwd), files: { 'a/x': '' } },
    );
    expect(outcomes).toMatchObject({ lstat: 'ok', readlink: '../out/secret', unlink: 'ok', rm: 'ok' });
  });

  it('that are made lead from their own folder, not from the working one (report 72)', async () => {
    const cwd = places();
    const tries: Tries = {
      outside: "(process.chdir('w/a'), fs.symlinkSync('../../out/secret', '../b/l'), fs.readFileSync('../b/l'))",
      'two up from its folder':
        "(fs.symlinkSync('../a/file', '../b/m'), show(String(fs.readFileSync('../b/m')) + fs.readlinkSync('../b/m')))",
    };
    const { outcomes } = await attempt(tries, { node, cwd, policy: allows(cwd) });
    expect(outcomes['outside']).toMatch(/^fs\.(?:read|write)\.allow$/);
    expect(outcomes['two up from its folder']).toBe('canary../a/file');
  });

  it('an allowed folder that is a link is warned of, and the real one is what counts (report 69)', async () => {
    const cwd = places();
    const tries: Tries = {
      link: "show(String(fs.readFileSync('lnk/a')))",
      real: "show(String(fs.readFileSync('real/a')))",
    };
    const read = (pattern: string) =>
      attempt(tries, {
        node,
        cwd,
        policy: `version: 1\nmode: enforce\nfs: { read: { allow: ["${cwd}/${pattern}"] } }\n`,
      });
    expect((await read('real/**')).outcomes).toEqual({ link: 'canary', real: 'canary' });
    expect((await read('lnk/**')).stderr).toContain(join(cwd, 'real'));
  });

  it('the kernel’s other names of a file or of the environment are denied as well (report 71)', async () => {
    const cwd = places();
    const tries: Tries = {
      environ: "fs.readFileSync('/proc/self/environ')",
      'environ by number': "fs.readFileSync('/proc/' + process.pid + '/environ')",
      'of the parent': "fs.readFileSync('/proc/' + process.ppid + '/environ')",
      root: "fs.readFileSync('/proc/self/root' + process.cwd() + '/w/.env')",
      cwd: "fs.readFileSync('/proc/self/cwd/w/.env')",
      'of a thread': "fs.readFileSync('/proc/thread-self/cwd/w/.env')",
      'a descriptor of its folder':
        "fs.readFileSync('/proc/self/fd/' + fs.openSync('w', fs.constants.O_DIRECTORY) + '/.env')",
      '/dev/fd': "fs.readFileSync('/dev/fd/' + fs.openSync('w', fs.constants.O_DIRECTORY) + '/.env')",
    };
    const { outcomes } = await attempt(tries, {
      node,
      cwd,
      policy: 'version: 1\nmode: enforce\nextends: [receiptbot:recommended]\n',
    });
    for (const [name, outcome] of Object.entries(outcomes)) expect(outcome, name).toMatch(/^fs\.read\.deny\[\d+\]$/);
  });
});

it('a file that another process swaps for a link is never read through it (report 70)', async () => {
  const cwd = places();
  const swap =
    "const fs = require('fs'); for (let i = 0; i < 6000; i++) { try { fs.symlinkSync('../out/secret', 'w/x.l'); fs.renameSync('w/x.l', 'w/x'); fs.writeFileSync('w/x.f', 'fine'); fs.renameSync('w/x.f', 'w/x'); } catch {} }";
  const tries: Tries = {
    reads: `(() => {
      fs.writeFileSync('w/x', 'fine');
      const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(swap)}]);
      let alive = true, seen = 0, leaks = 0; child.on('exit', () => (alive = false));
      return new Promise((done) => { const again = () => { for (let i = 0; i < 200; i++) try { seen++; if (String(fs.readFileSync('w/x')) === 'canary') leaks++; } catch {} if (alive) setImmediate(again); else done(show([leaks, seen > 1000])); }; again(); });
    })()`,
  };
  const policy = `version: 1\nmode: enforce\nfs: { read: { deny: ["${cwd}/out/**"] } }\n`;
  const { outcomes } = await attempt(tries, { cwd, policy, timeout: 60_000 });
  expect(outcomes['reads']).toEqual([0, true]);
});
