import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';
import { dist, type RunOptions } from '../../run.js';

const POLICY = `version: 1
mode: enforce
fs:
  read: { deny: ["**/.env"] }
  write: { deny: ["./kept/**"] }
net:
  connect: { allow: [] }
exec: { allow: [] }
process: { workers: deny }
`;
const files = { '.env': 'canary', 'kept/a.txt': 'kept' };

const IMPORTS = `
import * as fsNamespace from 'node:fs';
import fsDefault, { readFileSync, readFile, createReadStream, existsSync, rmSync, promises, ReadStream } from 'node:fs';
import { open as openPromise, readFile as readPromise } from 'node:fs/promises';
import * as promisesNamespace from 'fs/promises';
import { spawnSync, execFileSync, spawn, exec } from 'node:child_process';
import * as childProcess from 'child_process';
import { connect, Socket } from 'node:net';
import { get, request } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { connect as connectHttp2 } from 'node:http2';
import { lookup } from 'node:dns';
import { lookup as lookupPromise } from 'node:dns/promises';
import { createSocket } from 'node:dgram';
import { Worker } from 'node:worker_threads';
import { createRequire } from 'node:module';
const imported = {
  readFileSync: () => readFileSync('.env'),
  'readFile with a callback': () => (done) => readFile('.env', done),
  createReadStream: () => createReadStream('.env'),
  existsSync: () => existsSync('.env'),
  ReadStream: () => new ReadStream('.env'),
  rmSync: () => rmSync('kept/a.txt'),
  'promises.readFile': () => promises.readFile('.env'),
  'namespace readFileSync': () => fsNamespace.readFileSync('.env'),
  'default readFileSync': () => fsDefault.readFileSync('.env'),
  'fs/promises readFile': () => readPromise('.env'),
  'fs/promises open': () => openPromise('.env'),
  'fs/promises namespace': () => promisesNamespace.readFile('.env'),
  'FileHandle from promises': () => promisesNamespace.default.open('.env'),
  spawnSync: () => spawnSync('true'),
  execFileSync: () => execFileSync('true'),
  spawn: () => spawn('true'),
  exec: () => (done) => exec('ls', done),
  'namespace fork': () => childProcess.fork('none.cjs'),
  connect: () => connect(1, '127.0.0.1'),
  Socket: () => new Socket().connect(1, '127.0.0.1'),
  get: () => get('http://127.0.0.1:1/'),
  request: () => request('http://127.0.0.1:1/').end(),
  https: () => getSecurely('https://127.0.0.1:1/'),
  tls: () => connectTls(1, '127.0.0.1'),
  http2: () => connectHttp2('http://127.0.0.1:1/'),
  lookup: () => (done) => lookup('name.invalid', done),
  'dns/promises lookup': () => lookupPromise('name.invalid'),
  dgram: () => (done) => createSocket('udp4').send('x', 1, '127.0.0.1', done),
  Worker: () => new Worker('', { eval: true }),
  'dynamic import': async () => (await import('node:fs')).readFileSync('.env'),
  createRequire: () => createRequire(import.meta.url)('fs').readFileSync('.env'),
  fetch: () => fetch('http://127.0.0.1:1/'),
};
`;

/** One attempt for each function of \`imported\`; the names are in the text above. */
const tries: Tries = Object.fromEntries(
  Array.from(IMPORTS.matchAll(/^ {2}(?:'([^']+)'|(\w+)): (?:async )?\(\) =>/gm), ([, quoted, bare]) => {
    const name = quoted ?? bare ?? '';
    return [name, `imported[${JSON.stringify(name)}]()`];
  }),
);
const EXPECTED: Readonly<Record<string, string>> = { rmSync: 'fs.write.deny[0]', Worker: 'process.workers' };
const NET = [
  'connect',
  'Socket',
  'get',
  'request',
  'https',
  'tls',
  'http2',
  'lookup',
  'dns/promises lookup',
  'dgram',
  'fetch',
];
const EXEC = ['spawnSync', 'execFileSync', 'spawn', 'exec', 'namespace fork'];
const expected = (name: string): string =>
  EXPECTED[name] ?? (NET.includes(name) ? 'net.connect.allow' : EXEC.includes(name) ? 'exec.allow' : 'fs.read.deny[0]');

async function judged(options: RunOptions & { head: string; esm?: boolean }): Promise<Record<string, unknown>> {
  const { outcomes } = await attempt(tries, { policy: POLICY, ...options, files: { ...files, ...options.files } });
  return Object.fromEntries(Object.entries(outcomes).filter(([name, outcome]) => outcome !== expected(name)));
}

const registerModule = pathToFileURL(join(dist, 'register.mjs')).href;
const registerScript = join(dist, 'register.cjs');

describe.each(majors())('named, namespace and default imports on Node %i', (major) => {
  const node = nodeBinary(major);
  const common = { node, flags: ['--no-warnings'], esm: true };

  it('of the program meet the hooks', async () => {
    expect(Object.keys(tries).length).toBe(32);
    expect(await judged({ ...common, head: IMPORTS })).toEqual({});
    expect(await judged({ ...common, head: IMPORTS, via: 'import' })).toEqual({});
  });

  it('taken by an earlier --import meet them too', async () => {
    const flags = ['--no-warnings', '--import', './early.mjs', '--import', registerModule];
    const early = { 'early.mjs': `${IMPORTS}globalThis.imported = imported;` };
    expect(await judged({ ...common, head: '', files: early, via: 'none', flags })).toEqual({});
  });
});

describe('modules taken by an earlier --require', () => {
  it('are hooked in place', async () => {
    const early = {
      'early.cjs':
        "globalThis.early = { fs: require('fs'), cp: require('child_process'), net: require('net'), http: require('http'), dns: require('dns'), promises: require('fs/promises'), workers: require('worker_threads') };",
    };
    const own: Tries = {
      fs: "early.fs.readFileSync('.env')",
      'fs.promises': "early.fs.promises.readFile('.env')",
      'fs/promises': "early.promises.readFile('.env')",
      child_process: "early.cp.execSync('ls')",
      net: "early.net.connect(1, '127.0.0.1')",
      http: "early.http.get('http://127.0.0.1:1/')",
      dns: "early.dns.promises.lookup('name.invalid')",
      workers: "new early.workers.Worker('', { eval: true })",
    };
    for (const register of [
      ['--require', registerScript],
      ['--import', registerModule],
    ]) {
      const flags = ['--require', './early.cjs', ...register];
      const { outcomes } = await attempt(own, { policy: POLICY, files: { ...files, ...early }, via: 'none', flags });
      const readings = { fs: 'fs.read.deny[0]', 'fs.promises': 'fs.read.deny[0]', 'fs/promises': 'fs.read.deny[0]' };
      const net = { net: 'net.connect.allow', http: 'net.connect.allow', dns: 'net.connect.allow' };
      expect(outcomes).toEqual({ ...readings, ...net, child_process: 'exec.allow', workers: 'process.workers' });
    }
  });
});

describe('what a hook looks like', () => {
  const LOOKS = `
    const { promisify } = require('node:util');
    const looks = (fn) => [fn.name, fn.length, Reflect.ownKeys(fn).map(String).sort().join(), fn instanceof Function, Object.getPrototypeOf(fn) === Function.prototype].join(' ');
    const all = {};
    for (const module of ['fs', 'child_process', 'net', 'http', 'https', 'http2', 'dgram', 'dns', 'fs/promises', 'dns/promises', 'worker_threads'])
      for (const [name, value] of Object.entries(require(module)))
        if (typeof value === 'function') all[module + '.' + name] = looks(value) + ' ' + looks(Object(value.prototype).constructor ?? Object);
    const shapes = Object.values(all);
  `;
  it.each(majors(20, 26))('is that of the original on Node %i', async (major) => {
    const options = {
      head: LOOKS,
      node: nodeBinary(major),
      flags: ['--no-warnings'],
      policy: 'version: 1\n',
    };
    const own: Tries = {
      all: 'show(all)',
      exec: "promisify(require('child_process').exec)('true').then(({ stdout }) => show(typeof stdout))",
    };
    const bare = await attempt(own, { ...options, via: 'none' });
    const belted = await attempt(own, options);
    expect(belted.outcomes).toEqual(bare.outcomes);
    expect(others({ exec: bare.outcomes['exec'] }, 'string')).toEqual({});
  });

  it('lets a program put its own in place', async () => {
    const own: Tries = {
      assign: "(fs.readFileSync = () => 'mine', show(fs.readFileSync('.env')))",
      define: "(Object.defineProperty(fs, 'existsSync', { value: () => 'mine' }), show(fs.existsSync('x')))",
      delete: 'show(delete fs.statSync && typeof fs.statSync)',
    };
    const { outcomes } = await attempt(own, { policy: POLICY, files });
    expect(outcomes).toEqual({ assign: 'mine', define: 'mine', delete: 'undefined' });
  });
});
