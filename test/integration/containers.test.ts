import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../nodes.js';
import { dist, readReceipts, refusals } from '../run.js';

/** What is there of a container: the product and the program in a place that any user can read. */
let box = '';
beforeAll(() => {
  box = mkdtempSync(join(tmpdir(), 'receiptbot-container-'));
  chmodSync(box, 0o777);
  cpSync(dist, join(box, 'opt/dist'), { recursive: true });
  writeFileSync(join(box, 'opt/package.json'), '{ "name": "receiptbot" }');
  mkdirSync(join(box, 'app'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(box, 'app', name), text);
});
afterAll(() => {
  rmSync(box, { recursive: true, force: true });
});

const TELLS = `
const tell = (read) => { try { return String(read()).trim(); } catch (error) { return error.rule ?? error.code; } };
const fs = require('node:fs'), cp = require('node:child_process');
const child = "try { console.log(String(require('fs').readFileSync(process.argv[1]))) } catch (error) { console.log(error.rule) }";
const secret = __dirname + '/.env';
console.log(JSON.stringify({
  read: tell(() => fs.readFileSync(secret)),
  open: tell(() => fs.openSync(secret)),
  child: tell(() => cp.execFileSync(process.execPath, ['-e', child, secret], { stdio: ['ignore', 'pipe', 'ignore'] })),
}));
`;
const FILES: Readonly<Record<string, string>> = {
  '.env': 'canary',
  'main.cjs': TELLS,
  'up.cjs':
    "try { console.log(String(require('fs').readFileSync('../.env'))) } catch (error) { console.log(error.rule ?? error.code) }",
  'first.cjs':
    "const send = () => process.kill(process.pid, 'SIGTERM'); send(); setTimeout(() => { console.log(process.pid, 'goes on'); process.on('SIGTERM', () => { console.log('stops'); process.exit(3); }); send(); }, 50); setTimeout(() => {}, 5000);",
  'eats.cjs':
    "require('fs').writeFileSync('/dev/null', 'x'); for (const all = []; ; ) all.push(new Array(1e5).fill(1));",
  'looks.cjs':
    "const fs = require('fs'); try { for (let i = 0; i < 1e4; i += 1) fs.existsSync('/nowhere/' + i); } catch (error) { console.log(error.code); }",
  'receiptbot.config.yaml': 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n',
};
const HELD = { read: 'fs.read.deny[0]', open: 'fs.read.deny[0]', child: 'fs.read.deny[0]' };

/** Runs a line of the shell in the program's folder; `$RUN` starts Node with the preload. Nothing but `env` is in its environment. */
function sh(line: string, env: Readonly<Record<string, string>> = {}, node: string = process.execPath) {
  const RUN = `${node} --require ${join(box, 'opt/dist/register.cjs')}`;
  const { status, signal, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: join(box, 'app'),
    env: { PATH: process.env['PATH'] ?? '', RUN, RECEIPTBOT_RECEIPT: 'none', ...env },
    encoding: 'utf8',
    timeout: 50_000,
    killSignal: 'SIGKILL',
  });
  return { status, signal, stdout, stderr };
}
const told = ({ stdout, stderr }: { stdout: string; stderr: string }): unknown => {
  expect(stdout, stderr).toMatch(/^\{/m);
  return JSON.parse(stdout);
};

const root = process.getuid?.() === 0;
/** A namespace of its own for what is mounted; without rights on the machine, one that has them inside. */
const MOUNTS = root ? 'unshare --mount' : 'unshare --user --map-root-user --mount';
const mounted = (line: string): string => `${MOUNTS} sh -c 'mount --make-rprivate / && ${line}'`;

describe.each(majors())('in a container with Node %i, the belt holds', (major) => {
  const node = nodeBinary(major);

  it('for a user whom the system does not know, without a home folder', () => {
    const user = root ? 'setpriv --reuid 54321 --regid 54321 --clear-groups ' : '';
    const receipts = join(box, `receipts-${String(major)}`);
    expect(told(sh(`${user}$RUN main.cjs`, { RECEIPTBOT_RECEIPT: receipts }, node))).toEqual(HELD);
    chmodSync(receipts, 0o700);
    expect(refusals({ receipts: readReceipts(receipts) })).toHaveLength(3);
  });

  it('where nothing can be written, with receipts on stderr', () => {
    const result = sh(
      mounted('mount -o remount,bind,ro / && ! touch /tmp/x && $RUN main.cjs'),
      { RECEIPTBOT_RECEIPT: 'fd:2' },
      node,
    );
    expect(told(result)).toEqual(HELD);
    expect(result.stderr).toMatch(/"status":"BLOCKED_BY_POLICY"/);
  });

  it('without /proc', () => {
    expect(told(sh(mounted('mount -t tmpfs none /proc && $RUN main.cjs'), {}, node))).toEqual(HELD);
  });

  it('as the first process, which the kernel spares signals that have no listener, as without us', () => {
    const first = `${MOUNTS} --pid --fork --mount-proc`;
    expect(told(sh(`${first} $RUN main.cjs`, {}, node))).toEqual(HELD);
    const bare = sh(`${first} ${node} first.cjs`);
    expect(bare).toMatchObject({ status: 3, stdout: '1 goes on\nstops\n' });
    expect(sh(`${first} $RUN first.cjs`, {}, node)).toEqual(bare);
  });
});

describe('in a container', () => {
  it('refuses to start where the receipt has no place, and says what to do', () => {
    const line = mounted('mount -o remount,bind,ro / && $RUN main.cjs');
    const result = sh(line, { RECEIPTBOT_RECEIPT: '' });
    expect(result).toMatchObject({ status: 78, stdout: '' });
    expect(result.stderr).toMatch(/cannot be written.*fd:2/);
  });

  it('stops what it cannot record once the disk is full, and leaves a receipt that can be read', () => {
    const full = join(box, 'full');
    mkdirSync(full);
    const keep = join(box, 'kept');
    const line = mounted(`mount -t tmpfs -o size=32k none ${full} && $RUN looks.cjs; cp -r ${full}/receipts ${keep}`);
    const result = sh(line, { RECEIPTBOT_RECEIPT: join(full, 'receipts') });
    expect(result.stdout, result.stderr).toBe('ERR_RECEIPT_WRITE\n');
    expect(readReceipts(keep)[0]?.events.length).toBeGreaterThan(50);
  });

  it('keeps what was done before it ran out of memory', () => {
    const receipts = join(box, 'memory');
    const line = '$RUN --max-old-space-size=30 eats.cjs';
    const bare = sh(line.replace(/\$RUN/, process.execPath));
    const result = sh(`ulimit -c 0; ${line}`, { RECEIPTBOT_RECEIPT: receipts });
    expect([result.status, result.signal]).toEqual([bare.status, bare.signal]);
    expect(JSON.stringify(readReceipts(receipts))).toMatch(/fs\.writeFileSync\(\\"\/dev\/null/);
  });

  it('has receipts for nobody else, whatever the umask', () => {
    const receipts = join(box, 'private');
    sh('umask 000; $RUN main.cjs', { RECEIPTBOT_RECEIPT: receipts });
    for (const name of ['', ...readdirSync(receipts, { recursive: true, encoding: 'utf8' })])
      expect(statSync(join(receipts, name)).mode & 0o77, name).toBe(0);
  });

  it('starts with few descriptors', () => {
    expect(told(sh('ulimit -n 40; $RUN main.cjs'))).toEqual(HELD);
  });

  it('starts with its standard streams closed', () => {
    const receipts = join(box, 'closed');
    const result = sh('$RUN main.cjs <&- >&- 2>&-', { RECEIPTBOT_RECEIPT: receipts });
    expect(result.status).toBe(0);
    expect(refusals({ receipts: readReceipts(receipts) })).toHaveLength(3);
  });

  it('starts without a folder for temporary files', () => {
    expect(told(sh('$RUN main.cjs', { TMPDIR: '/nowhere' }))).toEqual(HELD);
  });

  it('starts in a folder that was removed, from which .. still leads up', () => {
    const gone = 'mkdir ../app/gone && cd gone && rmdir ../gone && ';
    expect(told(sh(`${gone} $RUN ${join(box, 'app/main.cjs')}`))).toEqual(HELD);
    const up = `${gone} NODE ${join(box, 'app/up.cjs')}`;
    expect(sh(up.replace('NODE', process.execPath)).stdout).toBe('canary\n');
    expect(sh(up.replace('NODE', '$RUN')).stdout).toBe('fs.read.deny[0]\n');
  });

  it('starts from a preload that NODE_OPTIONS names in another place', () => {
    const options = `--require=${join(box, 'opt/dist/register.cjs')}`;
    expect(told(sh(`${process.execPath} main.cjs`, { NODE_OPTIONS: options }))).toEqual(HELD);
    expect(existsSync(join(box, 'app/.receiptbot'))).toBe(false);
  });
});
