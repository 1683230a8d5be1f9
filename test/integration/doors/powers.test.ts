import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';
import { refusals } from '../../run.js';

const head = `
const cp = require('node:child_process'), inspector = require('node:inspector');
const addon = process.env.ADDON;
`;

const INTERNALS: Tries = {
  'process.binding': "process.binding('fs')",
  'process.binding of spawn': "process.binding('spawn_sync')",
  _linkedBinding: "process._linkedBinding('x')",
  _getActiveHandles: 'process._getActiveHandles()',
  _getActiveRequests: 'process._getActiveRequests()',
};

const INSPECTOR: Tries = {
  'Session.connect': 'new inspector.Session().connect()',
  'inspector.open': "inspector.open(0, '127.0.0.1')",
  'inspector/promises': "new (require('node:inspector/promises').Session)().connect()",
  _debugProcess: 'process._debugProcess(process.ppid)',
  'a signal to itself that opens the debugger': "process.kill(process.pid, 'SIGUSR1')",
  'a signal to a child that opens the debugger': "new cp.ChildProcess().kill('SIGUSR1')",
  'heap snapshot': "require('node:v8').getHeapSnapshot()",
  'heap snapshot to a file': "require('node:v8').writeHeapSnapshot('mine/x.heapsnapshot')",
  'heap snapshot at the limit': "require('node:v8').setHeapSnapshotNearHeapLimit(1)",
  'heap snapshot of a worker': "new (require('node:worker_threads').Worker)('', { eval: true }).getHeapSnapshot()",
};

const OTHERS: Readonly<Record<string, Tries>> = {
  addons: {
    'process.dlopen': "process.dlopen({ exports: {} }, require.resolve('./x.node'))",
    require: "require('./x.node')",
  },
  wasi: { WASI: "new (require('node:wasi').WASI)({ version: 'preview1' })" },
  signals: {
    kill: 'process.kill(process.ppid, 0) && process.kill(process.ppid, "SIGCONT")',
    _kill: 'process._kill(process.ppid, 18)',
    setPriority: "require('node:os').setPriority(process.ppid, 19)",
  },
};

const files = { 'x.node': 'not a library' };
const policy = (words: string): string => `version: 1\nmode: enforce\nprocess: { ${words} }\n`;

describe.each(majors())('powers over the process on Node %i', (major) => {
  const node = nodeBinary(major);
  const options = { head, files, node, flags: ['--no-warnings'] };

  it('that are denied are refused', async () => {
    const all = { ...INTERNALS, ...INSPECTOR, ...Object.assign({}, ...Object.values(OTHERS)) } as Tries;
    const words = 'internals: deny, inspector: deny, addons: deny, wasi: deny, signals: deny';
    const { outcomes } = await attempt(all, { ...options, policy: policy(words) });
    const rule = (name: string): string =>
      name in INTERNALS
        ? 'process.internals'
        : name in INSPECTOR
          ? 'process.inspector'
          : `process.${Object.keys(OTHERS).find((word) => name in (OTHERS[word] ?? {})) ?? ''}`;
    expect(Object.fromEntries(Object.entries(outcomes).filter(([name, outcome]) => outcome !== rule(name)))).toEqual(
      {},
    );
  });

  it('that would undo a policy are refused as soon as it restricts anything', async () => {
    const { outcomes } = await attempt(
      { ...INTERNALS, ...INSPECTOR },
      { ...options, policy: 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n' },
    );
    for (const [name, outcome] of Object.entries(outcomes))
      expect(outcome, name).toMatch(/^process\.(internals|inspector)$/);
  });

  it('are open where nothing is restricted', async () => {
    const own: Tries = {
      binding: "process.binding('fs')",
      handles: 'process._getActiveHandles()',
      session: 'new inspector.Session().connect()',
      ...OTHERS['wasi'],
      ...OTHERS['signals'],
    };
    const { outcomes } = await attempt(own, { ...options, policy: 'version: 1\nmode: enforce\n' });
    expect(others(outcomes, 'ok')).toEqual({});
  });

  it('that are harmless stay open', async () => {
    const own: Tries = {
      natives: "process.binding('natives')",
      constants: "process.binding('constants')",
      config: "process.binding('config')",
      'a question about a process': 'process.kill(process.ppid, 0)',
      'a signal to itself': "(process.on('SIGUSR2', () => {}), process.kill(process.pid, 'SIGUSR2'))",
      'a signal to a child':
        "((child) => (process.kill(child.pid, 'SIGTERM'), new Promise((done) => child.on('exit', done))))(cp.spawn('sleep', ['5']))",
      'kill of a child':
        "((child) => (child.kill(), new Promise((done) => child.on('exit', done))))(cp.spawn('sleep', ['5']))",
    };
    const { outcomes } = await attempt(own, { ...options, policy: policy('internals: deny, signals: deny') });
    expect(others(outcomes, 'ok')).toEqual({});
  });
});

describe.skipIf(process.platform !== 'linux').each(majors())('SIGUSR1 on Node %i', (major) => {
  const node = nodeBinary(major);
  const own = `
const soon = () => new Promise((done) => setTimeout(done, 150));
const send = (pid) => { cp.spawnSync('kill', ['-USR1', String(pid)]); return soon(); };
process.debugPort = 0;
`;
  const tries: Tries = {
    'a listener of the program': `new Promise((done, fail) => { const heard = () => { process.removeListener('SIGUSR1', heard); show('heard').then(done, fail); }; process.on('SIGUSR1', heard); void send(process.pid); })`,
    'what is left of it':
      "show([process.listenerCount('SIGUSR1'), process.getActiveResourcesInfo().includes('SignalWrap')])",
  };
  const opens: Tries = { none: 'send(process.pid).then(() => show(inspector.url() === undefined))' };

  it('opens no debugger where the policy denies that, and is recorded', async () => {
    const options = { head: head + own, node, flags: ['--no-warnings'], policy: policy('inspector: deny') };
    const result = await attempt(opens, options);
    expect(result.outcomes).toEqual({ none: true });
    expect(refusals(result)).toMatchObject([{ rule: 'process.inspector', action: 'process.SIGUSR1()' }]);
  });

  it('is heard by the program as ever', async () => {
    const options = { head: head + own, node, flags: ['--no-warnings'] };
    const bare = await attempt(tries, { ...options, via: 'none' });
    const belted = await attempt(tries, { ...options, policy: policy('inspector: deny') });
    expect(belted.outcomes).toEqual(bare.outcomes);
  });

  it('finds a child closed that was started with a debugger open', async () => {
    const script = `exec "$1" --inspect=0 -e 'setTimeout(() => console.log(require("inspector").url() === undefined), 50)'`;
    const child: Tries = {
      child: "show(cp.spawnSync('sh', ['./child.sh', process.execPath], { encoding: 'utf8' }).stdout.trim())",
    };
    const options = { head: head + own, node, flags: ['--no-warnings'], files: { 'child.sh': script } };
    const { outcomes } = await attempt(child, { ...options, policy: policy('inspector: deny') });
    expect(outcomes['child']).toBe('true');
  });
});

describe('what writes or reads files by other ways', () => {
  const rules = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] }, write: { allow: ["./out/**"] } }\n';
  const own = { '.env': 'KEY=canary', 'out/.keep': '' };

  it('is judged by the rules of files', async () => {
    const tries: Tries = {
      report: "process.report.writeReport('elsewhere.json')",
      'heap snapshot': "require('node:v8').writeHeapSnapshot('elsewhere.heapsnapshot')",
      loadEnvFile: "process.loadEnvFile('.env')",
      'loadEnvFile by default': 'process.loadEnvFile()',
      'heap snapshot where it may': "require('node:v8').writeHeapSnapshot('out/heap.heapsnapshot')",
    };
    const snapshots = `${rules}process: { inspector: allow }\n`;
    const { outcomes } = await attempt(tries, { head, files: own, policy: snapshots, flags: ['--no-warnings'] });
    expect(outcomes).toEqual({
      report: 'fs.write.allow',
      'heap snapshot': 'fs.write.allow',
      loadEnvFile: 'fs.read.deny[0]',
      'loadEnvFile by default': 'fs.read.deny[0]',
      'heap snapshot where it may': 'ok',
    });
  });

  it.each(majors(24, 26))('SQLite on Node %i too', async (major) => {
    const tries: Tries = {
      denied: "new (require('node:sqlite').DatabaseSync)('elsewhere.db')",
      'denied read': "new (require('node:sqlite').DatabaseSync)('.env', { readOnly: true })",
      allowed: "new (require('node:sqlite').DatabaseSync)('out/own.db')",
      memory: "new (require('node:sqlite').DatabaseSync)(':memory:')",
    };
    const { outcomes } = await attempt(tries, {
      head,
      files: own,
      policy: rules,
      node: nodeBinary(major),
      flags: ['--no-warnings'],
    });
    expect(outcomes).toEqual({
      denied: 'fs.write.allow',
      'denied read': 'fs.read.deny[0]',
      allowed: 'ok',
      memory: 'ok',
    });
  });
});
