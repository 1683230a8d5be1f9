import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import { decide } from '../../../src/policy/decide.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import { move, policyOf, read, remove, write } from './layers.js';
import type { Entries } from './memory-files.js';

beforeAll(() => {
  setChunkLoader(() => oddGlob);
});

describe('self-protection', () => {
  const protect = {
    policyFiles: ['/app/conf/rb.yaml', 'receiptbot:recommended'],
    receiptsFolder: '/app/.receiptbot/receipts',
    ownFolder: '/app/node_modules/receiptbot',
  };
  const files: Entries = {
    '/app/conf/rb.yaml': 'file',
    '/app/.receiptbot/receipts/1.json': 'file',
    '/app/node_modules/receiptbot/dist/core.cjs': 'file',
    '/app/way-in': { to: 'conf/rb.yaml' },
    '/app/later': { to: 'pkg/receiptbot.config.json' },
    '/app/src/x': 'file',
    '/app/pkg': 'folder',
  };
  it.each([
    [write('/app/conf/rb.yaml'), true],
    [write('/app/way-in'), true],
    [move('/app/way-in', '/x'), false],
    [move('/app/x', '/app/conf/rb.yaml'), false],
    [remove('/app/conf/rb.yaml', false), true],
    [move('/app/conf', '/app/c'), true],
    [move('/app', '/b'), true],
    [remove('/app/conf'), true],
    [write('/app/receiptbot.config.yaml'), true],
    [write('/deep/er/receiptbot.config.yml', { effect: 'create' }), true],
    [write('/app/later'), true],
    [write('/x/receiptbot.config.json'), true],
    [write('/x/receiptbot.config.toml'), false],
    [write('/app/.receiptbot/receipts/2.json'), true],
    [write('/app/.receiptbot/receipts', { effect: 'write' }), true],
    [move('/app/.receiptbot', '/app/y'), true],
    [remove('/app/.receiptbot'), true],
    [write('/app/.receiptbot/other'), false],
    [write('/app/node_modules/receiptbot/dist/core.cjs'), true],
    [move('/app/node_modules', '/app/nm'), true],
    [write('/etc/receiptbot/policy.yaml'), true],
    [write('/proc/self/mem'), true],
    [write('/proc/4711/task/4712/mem'), true],
    [write('/proc/self/oom_score_adj'), false],
    [read('/proc/self/mem'), false],
    [write('/app/src/y'), false],
    [move('/app/src', '/app/lib'), false],
    [remove('/app/pkg'), false],
    [read('/app/conf/rb.yaml'), false],
    [read('/app', { effect: 'link', tree: true }), false],
  ])('%j: %s', (access, held) => {
    for (const mode of ['enforce', 'audit'] as const) {
      const verdict = decide(policyOf({}, { protect, files, mode }), access);
      expect(verdict.allowed).toBe(!held);
      if (held) expect(verdict).toMatchObject({ rule: { id: 'self-protection' }, enforced: true });
      expect(verdict.fix).toBeUndefined();
    }
  });
});
