import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import { move, outcome, policyOf, read, remove, write, type WrittenDocument } from './layers.js';
import type { Entries } from './memory-files.js';

beforeAll(() => {
  setChunkLoader(() => oddGlob);
});

describe('folders', () => {
  const files: Entries = {
    '/app/secret/x': 'file',
    '/app/a/secrets/k.pem': 'file',
    '/app/a/b': 'folder',
    '/app/src/lib/x.key': 'file',
    '/app/src/x.key': 'file',
    '/app/other/y': 'file',
    '/app/plain.txt': 'file',
    '/app/.git': 'folder',
    '/app/.env': 'file',
    '/app/to-secret': { to: 'secret' },
    '/out/z': 'file',
    '/app/oddly/x1/y': 'file',
  };
  const document: WrittenDocument = {
    fs: {
      read: { deny: ['./secret/deep/**', '**/secrets/*.pem', '**/.env', './src/**/*.key', '**/odd?y/x*/z'] },
      write: { deny: ['**/.git/hooks/**', './keep/this'] },
    },
  };
  it.each([
    [move('/app/secret', '/app/s2'), 'fs.read.deny[0]'], // begins inside
    [move('/app', '/app2'), 'fs.read.deny[0]'],
    [move('/', '/x'), 'fs.read.deny[0]'],
    [move('/app/a/secrets', '/app/a/open'), 'fs.read.deny[1]'], // named in its middle
    [move('/app/a', '/app/c'), 'allowed'], // floats along
    [move('/app/other', '/app/c'), 'allowed'],
    [move('/app/.env', '/app/x'), 'fs.read.deny[2]'], // what may not be read may not be moved into sight
    [move('/app/plain.txt', '/app/keep'), 'allowed'],
    [move('/app/src', '/app/src2'), 'fs.read.deny[3]'],
    [move('/app/src/lib', '/app/src/lib2'), 'allowed'], // the rule still hits there
    [move('/app/src/lib', '/app/lib'), 'fs.read.deny[3]'],
    [move('/app/src/lib'), 'fs.read.deny[3]'], // where to, nobody says
    [move('/app/plain.txt', '/app/src/plain.txt'), 'allowed'],
    [move('/app/.git2', '/app/other'), 'allowed'],
    [move('/app/keep', '/app/other'), 'fs.write.deny[1]'], // a folder arrives where a rule begins inside
    [move('/app/keep'), 'fs.write.deny[1]'],
    [move('/x/.git', '/app/other'), 'fs.write.deny[0]'],
    [move('/x/.git', '/app/plain.txt'), 'allowed'],
    [write('/x/.git', { effect: 'create', tree: true, partner: '/app/other' }), 'fs.write.deny[0]'],
    [write('/x/.git', { effect: 'create', tree: true }), 'allowed'], // a copy is judged entry by entry
    [write('/app', { tree: true }), 'allowed'],
    [move('/app/oddly', '/app/even'), 'fs.read.deny[4]'],
    [move('/app/oddly/x1', '/app/even'), 'fs.read.deny[4]'],
    [remove('/app/secret'), 'allowed'], // deleting is no reading
    [remove('/app/.git'), 'fs.write.deny[0]'],
    [remove('/app'), 'fs.write.deny[1]'],
    [remove('/app/other'), 'allowed'],
    [remove('/app/to-secret'), 'allowed'],
    [read('/app/secret', { tree: true }), 'fs.read.deny[0]'],
    [read('/app/to-secret', { tree: true }), 'fs.read.deny[0]'],
    [read('/app/a/secrets', { tree: true }), 'fs.read.deny[1]'],
    [read('/app/a', { tree: true, effect: 'list' }), 'allowed'],
    [read('/app/src/lib', { tree: true, effect: 'read' }), 'allowed'], // entry by entry
    [read('/app/secret', { effect: 'list' }), 'allowed'],
    [read('/app/secret', { effect: 'link', tree: true }), 'fs.read.deny[0]'],
  ])('%j: %s', (access, expected) => {
    const policy = policyOf(document, { files });
    // A rename asks for both: to take away, which hides from readers, and to write.
    const taken = access.effect === 'move' ? outcome(policy, { ...access, capability: 'fs.read' }) : 'allowed';
    expect(taken === 'allowed' ? outcome(policy, access) : taken).toBe(expected);
  });
});
