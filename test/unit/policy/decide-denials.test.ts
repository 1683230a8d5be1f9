import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import { decide } from '../../../src/policy/decide.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import { layerOf, outcome, PLACES, policyOf, read, write, type WrittenDocument } from './layers.js';
import { type Entries, PROJECT } from './memory-files.js';

beforeAll(() => {
  setChunkLoader(() => oddGlob);
});

const SECRETS: WrittenDocument = {
  fs: {
    read: { deny: ['**/.env', { rule: '**/.env.*', except: ['**/.env.example'], reason: 'secrets' }, '~/.ssh/**'] },
  },
};
describe('deny, except and links', () => {
  it.each([
    ['/app/.env', 'fs.read.deny[0]'],
    ['/app/.envrc', 'allowed'],
    ['/app/x/y/.env', 'fs.read.deny[0]'],
    ['/app/.env/inside', 'fs.read.deny[0]'],
    ['/app/.env.local', 'fs.read.deny[1]'],
    ['/app/.env.example', 'allowed'],
    ['/app/sub/.env.example', 'fs.read.deny[1]'], // links to .env.production
    ['/app/innocent', 'fs.read.deny[0]'],
    ['/app/keys/id', 'fs.read.deny[2]'],
    ['/home/u/.ssh', 'fs.read.deny[2]'],
    ['/home/u/.sshx', 'allowed'],
  ])('reading %s: %s', (path, expected) => {
    expect(outcome(policyOf(SECRETS, { files: PROJECT }), read(path))).toBe(expected);
  });

  it('judges a link by itself when the call does', () => {
    const policy = policyOf(SECRETS, { files: PROJECT });
    expect(outcome(policy, read('/app/innocent', { follow: false, effect: 'stat' }))).toBe('allowed');
    expect(outcome(policy, read('/app/innocent', { follow: false, effect: 'stat', requested: 'innocent/' }))).toBe(
      'fs.read.deny[0]',
    );
  });

  it('tells reason, place, real path and the smallest change', () => {
    expect(decide(policyOf(SECRETS, { files: PROJECT }), read('/app/sub/.env.example'))).toEqual({
      allowed: false,
      enforced: true,
      real: '/app/.env.production',
      led: true,
      rule: {
        id: 'fs.read.deny[1]',
        text: '**/.env.*',
        reason: 'secrets',
        at: { file: '/app/receiptbot.config.yaml', line: 1, column: 1, key: 'fs.read.deny[1]' },
      },
      fix: 'add except: ["./.env.production"] to that rule',
    });
  });

  it('does not name the end of a link that is itself denied', () => {
    const files: Entries = { ...PROJECT, '/home/u/.ssh/ptr': { to: 'name-of-a-secret' } };
    for (const document of [SECRETS, { fs: { read: { allow: ['./**'] } } }]) {
      const verdict = decide(policyOf(document, { files }), read('/home/u/.ssh/ptr'));
      expect(verdict).toMatchObject({ allowed: false, real: '/home/u/.ssh/name-of-a-secret' });
      expect(verdict.led).toBeUndefined();
      expect(verdict.fix).toContain('"~/.ssh/ptr"');
    }
  });

  it('cannot judge names that are no text', () => {
    const garbled = { unclear: 'garbled' } as const;
    expect(decide(policyOf(SECRETS), read('/app/\ufffd', garbled))).toMatchObject({
      rule: { id: 'fs.read' },
      enforced: true,
    });
    expect(decide(policyOf({}), write('/app/\ufffd', garbled)).rule?.id).toBe('fs.write');
    expect(decide(policyOf({}), read('/app/\ufffd', garbled)).allowed).toBe(true);
  });

  it('only records in audit', () => {
    const policy = policyOf(SECRETS, { files: PROJECT, mode: 'audit' });
    expect(decide(policy, read('/app/.env'))).toMatchObject({ allowed: false, enforced: false });
  });
});

describe('odd names of folders', () => {
  it.each([
    '/w/new\nline',
    '/w/my (copy)',
    '/w/{a,b}',
    '/w/[id]',
    '/w/a*b',
    '/w/q?',
    '/w/back\\slash',
    '/w/é "x"',
    '/w/!(x)',
    '/w/~u',
  ])('%j is literal', (project) => {
    const places = { ...PLACES, project };
    const policy = policyOf([
      layerOf(
        'project',
        { fs: { read: { deny: ['./secret/**', './**/*.k?y'] }, write: { allow: ['./out/**'] } } },
        places,
      ),
    ]);
    expect(outcome(policy, read(`${project}/secret/x`))).toBe('fs.read.deny[0]');
    expect(outcome(policy, read(`${project}/a/b.key`))).toBe('fs.read.deny[1]');
    expect(outcome(policy, read(`${project}x/secret/x`))).toBe('allowed');
    expect(outcome(policy, write(`${project}/out/deep/x`))).toBe('allowed');
    expect(outcome(policy, write('/w/a/out/x'))).toBe('fs.write.allow');
    expect(outcome(policy, write('/w/axb/out/x'))).toBe('fs.write.allow');
  });

  it('hits names with newlines and dots in any place', () => {
    const policy = policyOf({ fs: { read: { deny: ['**/secret/**', '**/*.pem', '/app/x/*'] } } });
    for (const path of ['/a\nb/secret/c\nd', '/a/x\n.pem', '/app/x/\n', '/secret/..c'])
      expect(outcome(policy, read(path))).not.toBe('allowed');
  });
});

describe('the environment of processes', () => {
  it.each(['/proc/self/environ', '/proc/1/environ', '/proc/thread-self/environ', '/proc/9/task/9/environ'])(
    '%s is closed as soon as a variable is',
    (path) => {
      const files: Entries = {
        '/proc/self': { to: '12' },
        '/proc/12/environ': 'file',
        '/proc/thread-self': { to: '12/task/13' },
        '/proc/12/task/13/environ': 'file',
      };
      expect(outcome(policyOf({ env: { passDeny: ['*_API_KEY'] } }, { files }), read(path))).toBe('env.pass.deny[0]');
      expect(
        outcome(policyOf({ env: { deny: ['AWS_*'] }, fs: { read: { deny: ['**/.env'] } } }, { files }), read(path)),
      ).toBe('env.deny[0]');
      expect(outcome(policyOf({}, { files }), read(path))).toBe('allowed');
    },
  );
});
