import { describe, expect, it } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { load } from '../../../src/policy/load.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import type { Access } from '../../../src/types.js';
import { type Entry, fakePort } from './fake-port.js';
import { connect, outcome, policyOf, read, write } from './layers.js';
import type { Entries } from './memory-files.js';

setChunkLoader((name) => (name === 'ip' ? ip : oddGlob));

const P = '/app/receiptbot.config.yaml';
const MANAGED = '/etc/receiptbot/policy.yaml';
const MAIN = '/app/main.js';

interface Case {
  readonly files: Record<string, Entry>;
  readonly env?: Record<string, string>;
  readonly argv1?: string;
  readonly cwd?: string;
  readonly there?: Entries;
  readonly judged: readonly (readonly [Access, string])[];
}

/** Policy files as they are found, and what becomes of accesses under them, judged by hand. */
const CASES: Readonly<Record<string, Case>> = {
  'strict, and an own allow list': {
    files: {
      [P]: 'version: 1\nextends: [receiptbot:strict]\nfs: { read: { allow: ["/data/**"] }, write: { allow: ["./out/**"] } }\n',
    },
    judged: [
      [read('/app/src/a.js'), 'allowed'],
      [read('/app/node_modules/x/i.js'), 'allowed'],
      [read('/data/x'), 'allowed'],
      [read('/app/.env'), 'fs.read.deny[0]'],
      [read('/data/.env'), 'fs.read.deny[0]'],
      [read('/etc/hosts'), 'fs.read.allow'],
      [write('/app/out/x'), 'allowed'],
      [write('/app/x'), 'fs.write.allow'],
      [write('/home/u/.npm/_logs/x'), 'fs.write.allow'],
      [connect('example.com', 443), 'net.connect.allow'],
    ],
  },
  'recommended, and an own allow list: package managers go on': {
    files: { [P]: 'version: 1\nextends: [receiptbot:recommended]\nfs: { write: { allow: ["./out/**"] } }\n' },
    judged: [
      [write('/app/out/x'), 'allowed'],
      [write('/home/u/.npm/_logs/x'), 'allowed'],
      [write('/home/u/.bashrc'), 'fs.write.deny[1]'],
      [write('/home/u/x'), 'fs.write.allow'],
      [read('/home/u/x'), 'allowed'],
      [read('/home/u/.npmrc'), 'allowed'],
    ],
  },
  'an explicit file, without what the project denies': {
    files: {
      [P]: 'version: 1\nfs: { read: { deny: ["/x"] } }\n',
      '/team/p.yaml': 'version: 1\nfs: { read: { deny: ["./y"] } }\n',
    },
    env: { RECEIPTBOT_CONFIG: '/team/p.yaml' },
    judged: [
      [read('/x'), 'allowed'],
      [read('/app/y'), 'fs.read.deny[0]'],
      [read('/team/y'), 'allowed'],
    ],
  },
  'RECEIPTBOT_MODE=off under a managed enforce': {
    files: {
      [P]: 'version: 1\nfs: { read: { deny: ["/x"] } }\n',
      [MANAGED]: 'version: 1\nmode: enforce\nfs: { read: { deny: ["/m"] } }\n',
    },
    env: { RECEIPTBOT_MODE: 'off' },
    judged: [
      [read('/m'), 'managed:fs.read.deny[0]'],
      [read('/x'), 'fs.read.deny[0]'],
    ],
  },
  'an example that links to a secret': {
    files: { [P]: 'version: 1\nextends: [receiptbot:recommended]\n' },
    there: {
      '/app/.env.example': { to: './.env.production' },
      '/app/.env.production': 'file',
      '/app/sub/.env.example': 'file',
    },
    judged: [
      [read('/app/sub/.env.example'), 'allowed'],
      [read('/app/.env.example'), 'fs.read.deny[1]'],
      [read('/app/.env.production'), 'fs.read.deny[1]'],
    ],
  },
  'an allow rule below /var/run': {
    files: { [P]: 'version: 1\nfs: { write: { allow: ["/var/run/app/**"] } }\n' },
    there: { '/var/run': { to: '/run' }, '/run/app/x': 'file' },
    judged: [
      [write('/var/run/app/x'), 'allowed'],
      [write('/run/app/y'), 'allowed'],
      [write('/run/other'), 'fs.write.allow'],
    ],
  },
  'a policy of a monorepo above the app': {
    files: {
      '/repo/receiptbot.config.yaml': 'version: 1\nfs: { write: { allow: ["./apps/a/out/**"] } }\n',
      '/repo/apps/a/main.js': '',
    },
    argv1: '/repo/apps/a/main.js',
    cwd: '/repo/apps/a',
    judged: [
      [write('/repo/apps/a/out/x'), 'allowed'],
      [write('/repo/apps/a/apps/a/out/x'), 'fs.write.allow'],
    ],
  },
  'a policy that a dependency ships': {
    files: {
      '/app/node_modules/evil/receiptbot.config.yaml': 'version: 1\nmode: off\n',
      '/app/node_modules/evil/cli.js': '',
      [P]: 'version: 1\nfs: { read: { deny: ["/x"] } }\n',
    },
    argv1: '/app/node_modules/evil/cli.js',
    judged: [[read('/x'), 'fs.read.deny[0]']],
  },
  'folders with a newline, ( and { and [ in their names': {
    files: {
      '/a\n(b) {c} [d]/receiptbot.config.yaml':
        'version: 1\nfs: { read: { deny: ["./secret/**"] }, write: { allow: ["./out/**"] } }\n',
      '/a\n(b) {c} [d]/main.js': '',
    },
    argv1: '/a\n(b) {c} [d]/main.js',
    judged: [
      [read('/a\n(b) {c} [d]/secret/x'), 'fs.read.deny[0]'],
      [read('/a\n(b) {c} [d]/other/x'), 'allowed'],
      [write('/a\n(b) {c} [d]/out/x\ny'), 'allowed'],
      [write('/a\n(b) c d/out/x'), 'fs.write.allow'],
    ],
  },
  'layers: each has to allow it': {
    files: {
      [MANAGED]: 'version: 1\nnet: { connect: { allow: ["*.corp.example", "api.openai.com:443"] } }\n',
      [P]: 'version: 1\nnet: { connect: { allow: ["api.openai.com", "evil.example"] } }\n',
    },
    judged: [
      [connect('api.openai.com', 443), 'allowed'],
      [connect('api.openai.com', 80), 'managed:net.connect.allow'],
      [connect('evil.example', 443), 'managed:net.connect.allow'],
      [connect('git.corp.example', 443), 'net.connect.allow'],
    ],
  },
  'extends: a deny of the extended file stays, whatever is allowed': {
    files: {
      [P]: 'version: 1\nextends: [./base.yaml]\nfs: { read: { allow: ["/srv/**"] } }\n',
      '/app/base.yaml': 'version: 1\nfs: { read: { deny: ["/srv/secret"], allow: ["/opt/**"] } }\n',
    },
    judged: [
      [read('/srv/secret'), 'fs.read.deny[0]'],
      [read('/srv/x'), 'allowed'],
      [read('/opt/x'), 'allowed'],
      [read('/etc/x'), 'fs.read.allow'],
    ],
  },
};

describe('from files to verdicts', () => {
  it.each(Object.entries(CASES))('%s', (_, { files, env = {}, argv1 = MAIN, cwd = '/app', there = {}, judged }) => {
    const port = fakePort({ [MAIN]: '', ...files });
    const { layers, mode } = load({ env, argv1, cwd, home: '/home/u', tmp: '/tmp', platform: 'linux', files: port });
    const policy = policyOf(layers, { mode, files: there });
    expect(mode).toBe('enforce');
    expect(judged.map(([access]) => outcome(policy, access))).toEqual(judged.map(([, expected]) => expected));
  });
});
