import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import { isUndenied } from '../../../src/policy/judge-path.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import { outcome, policyOf, read } from './layers.js';
import { PROJECT } from './memory-files.js';

beforeAll(() => {
  setChunkLoader(() => oddGlob);
});

const look = (path: string, follow = true) => read(path, { origin: 'lookup', effect: 'stat', follow });
const policy = policyOf({ fs: { read: { allow: ['./src/**'], deny: ['**/.env', '~/.ssh/**'] } } }, { files: PROJECT });

describe('what the loader looks for', () => {
  it.each([
    ['/app/src/a.js', 'allowed'],
    ['/node_modules', 'allowed'],
    ['/app/.env', 'fs.read.deny[0]'],
    ['/app/none/.env', 'fs.read.deny[0]'],
    ['/app/innocent', 'fs.read.deny[0]'],
    ['/home/u/.ssh', 'fs.read.deny[1]'],
  ])('%s is %s, for no allow is needed and deny rules hold', (path, expected) => {
    expect(outcome(policy, look(path))).toBe(expected);
    expect(isUndenied(policy, path, true)).toBe(expected === 'allowed');
  });

  it('need not be followed', () => {
    expect(outcome(policy, look('/app/innocent', false))).toBe('allowed');
    expect(isUndenied(policy, '/app/innocent', false)).toBe(true);
  });

  it('is nothing to a policy that denies nothing', () => {
    expect(isUndenied(policyOf({ fs: { read: { allow: ['./src/**'] } } }, { files: PROJECT }), '/x', true)).toBe(true);
  });
});
