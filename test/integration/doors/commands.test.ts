import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, refusals } from '../../run.js';

const head = `
const cp = require('node:child_process'), { promisify } = require('node:util'), cluster = require('node:cluster');
const made = (name) => show(fs.existsSync(name));
const ended = (child) => new Promise((resolve, reject) => child.on('error', reject).on('exit', (code) => code === 0 ? resolve() : reject('exit ' + code)));
const worked = ({ status, error }) => { if (error) throw error; if (status !== 0) throw 'status ' + status; };
`;

/** Every way to start a process; each makes a file of its own. */
const STARTS: Tries = {
  spawn: "ended(cp.spawn('touch', ['t-spawn']))",
  'spawn without arguments': "ended(cp.spawn('touch t-shell', { shell: true }))",
  'spawn through a shell': "ended(cp.spawn('touch', ['t-shell2'], { shell: '/bin/sh' }))",
  exec: "done => cp.exec('touch t-exec', done)",
  execFile: "done => cp.execFile('touch', ['t-execfile'], done)",
  spawnSync: "worked(cp.spawnSync('touch', ['t-spawnsync']))",
  'spawnSync through a shell': "worked(cp.spawnSync('touch t-shell3', { shell: true }))",
  execSync: "cp.execSync('touch t-execsync')",
  execFileSync: "cp.execFileSync('touch', ['t-execfilesync'])",
  'promisify(exec)': "promisify(cp.exec)('touch t-pexec')",
  'promisify(execFile)': "promisify(cp.execFile)('touch', ['t-pexecfile'])",
  'new ChildProcess':
    "ended(((child) => (child.spawn({ file: 'touch', args: ['touch', 't-class'] }), child))(new cp.ChildProcess()))",
  'a path to the program': "cp.execFileSync('/bin/touch', ['t-path'])",
  'a list of commands': "cp.execSync('echo one && touch t-list')",
  'a pipeline': "cp.execSync('echo t-pipe | xargs touch')",
  'a substitution': "cp.execSync('echo $(touch t-subst)')",
  'a prefix program': "cp.execSync('env A=1 nice touch t-prefix')",
  'a shell as a program': "cp.execFileSync('sh', ['-c', 'touch t-sh'])",
  'another name':
    "cp.spawnSync('/bin/touch', ['t-argv0'], { argv0: 'ls' }).error ? (() => { throw 'no' })() : fs.accessSync('t-argv0')",
};

/** Those that run a JavaScript file. */
const FORKS: Tries = {
  fork: "ended(cp.fork('./child.cjs'))",
  'cluster.fork': "ended((cluster.setupPrimary({ exec: './child.cjs' }), cluster.fork().process))",
  'spawn of node': 'ended(cp.spawn(process.execPath, ["./child.cjs"]))',
};
const files = { 'child.cjs': 'process.exit(0);' };

const policy = (exec: string): string => `version: 1\nmode: enforce\nexec: ${exec}\n`;

describe.each(majors(20, 26))('every way to start a process on Node %i', (major) => {
  const node = nodeBinary(major);
  const options = { head, files, node, flags: ['--no-warnings'] };

  it('works bare, and where it is allowed', async () => {
    expect(others((await attempt({ ...STARTS, ...FORKS }, { ...options, via: 'none' })).outcomes, 'ok')).toEqual({});
    const result = await attempt({ ...STARTS, ...FORKS }, { ...options, policy: 'version: 1\nmode: enforce\n' });
    expect(others(result.outcomes, 'ok')).toEqual({});
    expect(refusals(result)).toEqual([]);
  });

  it('is refused by a rule that names the program', async () => {
    const result = await attempt(
      { ...STARTS, made: "show(fs.readdirSync('.').filter((name) => name.startsWith('t-')))" },
      { ...options, policy: policy('{ deny: ["touch"] }') },
    );
    const { made, ...rest } = result.outcomes;
    expect(others(rest, 'exec.deny[0]')).toEqual({});
    expect(made).toEqual([]);
    expect(
      acts(result)
        .filter(({ type }) => type === 'tool.shell')
        .every(({ status }) => status === 'BLOCKED_BY_POLICY'),
    ).toBe(true);
  });

  it('is refused where the list of allowed commands does not name it', async () => {
    const { outcomes } = await attempt({ ...STARTS, ...FORKS }, { ...options, policy: policy('{ allow: ["git"] }') });
    expect(others(outcomes, 'exec.allow')).toEqual({});
  });

  it('passes for what the list names, and for nothing more', async () => {
    const tries: Tries = {
      allowed: "cp.execSync('git --version')",
      'allowed by a list of words': "cp.execFileSync('echo', ['hello', 'world'])",
      'other words': "cp.execFileSync('echo', ['goodbye'])",
      'the one after the other': "cp.execSync('git --version; ls')",
      'a denied word': "cp.execSync('git -C . push origin')",
    };
    const { outcomes } = await attempt(tries, {
      ...options,
      policy: policy('{ allow: ["git", "echo hello"], deny: ["git push"] }'),
    });
    expect(outcomes).toEqual({
      allowed: 'ok',
      'allowed by a list of words': 'ok',
      'other words': 'exec.allow',
      'the one after the other': 'exec.allow',
      'a denied word': 'exec.deny[0]',
    });
  });
});

describe('what a command names', () => {
  it('is judged by the rules of files', async () => {
    const tries: Tries = {
      argument: "cp.execSync('cat .env')",
      redirection: "cp.execSync('echo x > kept/a.txt')",
      input: "cp.execSync('cat < .env')",
      'flag of node': "cp.execFileSync('node', ['--env-file=.env', '-e', '0'])",
      'list of arguments': "cp.execFileSync('cat', ['./x/../.env'])",
      honest: "cp.execSync('cat notes.txt > out.txt')",
    };
    const own = { '.env': 'canary', 'notes.txt': 'notes', 'kept/a.txt': 'kept', 'x/.keep': '' };
    const rules = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] }, write: { deny: ["./kept/**"] } }\n';
    const { outcomes } = await attempt(tries, { head, files: own, policy: rules });
    expect(outcomes).toEqual({
      argument: 'fs.read.deny[0]',
      redirection: 'fs.write.deny[0]',
      input: 'fs.read.deny[0]',
      'flag of node': 'fs.read.deny[0]',
      'list of arguments': 'fs.read.deny[0]',
      honest: 'ok',
    });
  });

  it('may not be steered by variables that it brings', async () => {
    const tries: Tries = {
      assignment: "cp.execSync('LD_PRELOAD=/tmp/x.so ls')",
      env: "cp.execFileSync('ls', [], { env: { ...process.env, LD_PRELOAD: '/tmp/x.so' } })",
      'node options':
        "cp.execFileSync('node', ['-e', '0'], { env: { ...process.env, NODE_OPTIONS: '--require /tmp/x.cjs' } })",
      belt: "cp.execSync('RECEIPTBOT_MODE=off node -e 0')",
      allowed: "cp.execSync('GIT_PAGER=cat ls')",
      own: "cp.execFileSync('ls', [], { env: { PATH: process.env.PATH, MINE: '1' } })",
    };
    const { outcomes } = await attempt(tries, {
      head,
      policy: policy('{ allow: ["ls", "node"], env: ["GIT_PAGER"] }'),
    });
    for (const name of ['assignment', 'env', 'node options', 'belt'])
      expect(outcomes[name], name).toMatch(/^exec\.env/);
    expect([outcomes['allowed'], outcomes['own']]).toEqual(['ok', 'ok']);
  });
});

describe('what is recorded of a command', () => {
  it('is one event with its words before it runs, and its exit code afterwards', async () => {
    const tries: Tries = {
      spawnSync: "cp.spawnSync('sh', ['-c', 'exit 3'])",
      spawn: "new Promise(done => cp.spawn('sh', ['-c', 'exit 4']).on('close', done))",
    };
    const result = await attempt(tries, { head, policy: 'version: 1\n' });
    const commands = acts(result).filter(({ type }) => type === 'tool.shell');
    expect(commands.map(({ payload }) => (payload['argv'] as string[][])[0]?.[0])).toEqual(['sh', 'sh']);
    const [receipt] = result.receipts;
    const codes = receipt?.events
      .filter((line) => 'of' in line)
      .map(({ of, outcome }) => [of, (outcome as { exitCode: number }).exitCode]);
    expect(codes).toEqual([
      [commands[0]?.seq, 3],
      [commands[1]?.seq, 4],
    ]);
  });

  it('is never folded', async () => {
    const result = await attempt(
      { loop: "(() => { for (let i = 0; i < 5; i += 1) cp.execFileSync('true'); })()" },
      { head, policy: 'version: 1\n' },
    );
    expect(acts(result).filter(({ type }) => type === 'tool.shell').length).toBe(5);
  });
});
