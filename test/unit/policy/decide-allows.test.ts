import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import { decide } from '../../../src/policy/decide.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import { layerOf, outcome, policyOf, read, write, type Setting, type WrittenDocument } from './layers.js';
import { type Entries, PROJECT } from './memory-files.js';

beforeAll(() => {
  setChunkLoader(() => oddGlob);
});

const STRICT: WrittenDocument = { fs: { read: { allow: ['${project}/**', '${modules}/**'] }, write: { allow: [] } } };
const FILES: Entries = { ...PROJECT, '/lib': { to: 'usr/lib' }, '/usr/lib/x.so': 'file' };

it("takes the system's own links as what they stand for", () => {
  const policy = policyOf({ fs: { read: { allow: ['/lib/**'], deny: ['/lib/secret/**'] } } }, { files: FILES });
  expect(policy.warnings()).toEqual([]);
  expect(outcome(policy, read('/lib/x.so'))).toBe('allowed');
  expect(outcome(policy, read('/usr/lib/x.so'))).toBe('allowed');
  expect(outcome(policy, read('/usr/lib/secret/x'))).toBe('fs.read.deny[0]');
  expect(outcome(policy, read('/usr/lib64/x.so'))).toBe('fs.read.allow');
});

describe('allow lists', () => {
  const document: WrittenDocument = {
    fs: {
      read: { allow: ['./**'] },
      write: { allow: ['./out/**', '${tmp}/**', '/var/run/app/**', './logs/*.log'], deny: ['./out/keep'] },
    },
  };
  it.each([
    [read('/app/src/a.js'), 'allowed'],
    [read('/app'), 'allowed'],
    [read('/app-evil/x'), 'fs.read.allow'],
    [read('/app/escape/passwd'), 'fs.read.allow'],
    [read('/etc/passwd'), 'fs.read.allow'],
    [write('/app/out/new'), 'allowed'],
    [write('/app/out', { effect: 'create' }), 'allowed'],
    [write('/app/outer'), 'fs.write.allow'],
    [write('/app/out/keep/x'), 'fs.write.deny[0]'],
    [write('/tmp/x'), 'allowed'],
    [write('/var/run/app/pid'), 'allowed'],
    [write('/run/app/pid'), 'allowed'],
    [write('/run/docker.sock'), 'fs.write.allow'],
    [write('/app/logs/a.log'), 'allowed'],
    [write('/app/logs/x/a.log'), 'fs.write.allow'],
    [write('/dev/null'), 'allowed'],
    [read('/dev/urandom'), 'allowed'],
    [write('/dev/sda'), 'fs.write.allow'],
  ])('%j: %s', (access, expected) => {
    expect(outcome(policyOf(document, { files: FILES }), access)).toBe(expected);
  });

  it('names the entry that would allow it, by the real path', () => {
    const policy = policyOf(document, { files: FILES });
    expect(decide(policy, write('/app/data/[x] *.txt')).fix).toBe('add "./data/\\\\[x] \\\\*.txt" to fs.write.allow');
    expect(decide(policy, read('/app/escape/passwd')).fix).toBe('add "/etc/passwd" to fs.read.allow');
    expect(decide(policyOf(STRICT), write('/tmp/x1y2')).fix).toBe('add "${tmp}/**" to fs.write.allow');
    expect(decide(policyOf(STRICT), read('/home/u/notes')).fix).toBe('add "~/notes" to fs.read.allow');
    expect(decide(policyOf([layerOf('managed', STRICT)]), write('/x')).fix).toBe(
      'add "/x" to fs.write.allow in /app/receiptbot.config.yaml',
    );
  });

  it('widens the strict preset from there', () => {
    // `extends` composes: the lists of the preset and the file are one list.
    const policy = policyOf({
      fs: { read: { allow: ['${project}/**', '${modules}/**', '/etc/hosts'] }, write: { allow: ['./out/**'] } },
    });
    expect(outcome(policy, read('/etc/hosts'))).toBe('allowed');
    expect(outcome(policy, write('/app/out/x'))).toBe('allowed');
    expect(outcome(policy, write('/app/x'))).toBe('fs.write.allow');
    // Layers restrict: the same allow in another layer opens nothing.
    const layers = policyOf([
      layerOf('managed', STRICT),
      layerOf('project', { fs: { write: { allow: ['./out/**'] } } }),
    ]);
    expect(outcome(layers, write('/app/out/x'))).toBe('managed:fs.write.allow');
  });

  it('allows nothing by an empty list and everything by none', () => {
    expect(outcome(policyOf({ fs: { write: { allow: [] } } }), write('/app/x'))).toBe('fs.write.allow');
    expect(outcome(policyOf({ fs: { write: {} } }), write('/app/x'))).toBe('allowed');
    expect(outcome(policyOf({}), read('/etc/shadow'))).toBe('allowed');
  });

  it('takes own standard streams as they were at the start, not what is opened there later', () => {
    const files: Entries = {
      '/dev/stdin': { to: '/proc/self/fd/0' },
      '/proc/self': { to: '12' },
      '/proc/12/fd/0': { to: 'pipe:[1]' },
      '/proc/12/fd/1': { to: '/x/log' },
      '/x/log': 'file',
      '/proc/12/fd/3': { to: '/x/log' },
    };
    const policy = policyOf(STRICT, { files });
    expect(outcome(policy, read('/dev/stdin'))).toBe('allowed');
    expect(outcome(policy, write('/proc/self/fd/1'))).toBe('allowed');
    expect(outcome(policy, write('/proc/self/fd/3'))).toBe('fs.write.allow');
    expect(decide(policy, write('/proc/self/fd/1')).fleeting).toBe(true);
  });
});

describe('the module loader', () => {
  const load = (path: string) => read(path, { origin: 'loader' });
  const setting: Setting = {
    entryFolder: '/srv/bin',
    files: { '/app/linked.js': { to: '/etc/x.js' }, '/etc/x.js': 'file' },
  };
  it.each([
    [load('/app/src/a.ts'), 'allowed'],
    [load('/app/node_modules/x/package.json'), 'allowed'],
    [load('/srv/bin/main.js'), 'allowed'],
    [load('/srv/other/main.js'), 'fs.read.allow'],
    [load('/app/data.json'), 'fs.read.allow'],
    [load('/app/bin/tool'), 'fs.read.allow'],
    [load('/app/linked.js'), 'fs.read.allow'],
    [load('/app/secret/a.js'), 'fs.read.deny[0]'],
    [read('/app/src/a.ts'), 'fs.read.allow'],
  ])('%j: %s', (access, expected) => {
    expect(outcome(policyOf({ fs: { read: { allow: [], deny: ['**/secret/**'] } } }, setting), access)).toBe(expected);
  });
});
