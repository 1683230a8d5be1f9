import { describe, expect, it } from 'vitest';
import type { PolicyLayer } from '../../../src/policy/document.js';
import { normalise } from '../../../src/policy/normalise.js';
import { pendingKeys } from '../../../src/policy/pending.js';
import type { WrittenPolicy } from '../../../src/policy/written-policy.js';

const layer = (written: Omit<WrittenPolicy, 'version'>): PolicyLayer => ({
  name: 'project',
  sources: [],
  places: { project: '/', cwd: '/', tmp: '/tmp', home: '/', modules: [] },
  document: normalise({ version: 1, ...written }, (path) => ({ file: 'p', line: 1, column: 1, key: path.join('.') })),
});

describe('keys that are checked and not acted on', () => {
  it('are named, in contexts too', () => {
    const told = pendingKeys([
      layer({
        budget: { maxTime: '10m', rate: { callsPerMinute: 60 }, onExceed: 'exit' },
        contexts: { a: { limits: { sameCallRepeats: { max: 5, action: 'warn' } } } },
      }),
    ]);
    expect(told.join()).toContain('budget.maxTime');
    expect(told.join()).toContain('budget.rate');
    expect(told.join()).toContain('onExceed: exit');
    expect(told.join()).toContain('contexts.a.limits.sameCallRepeats');
  });

  it('are none where every key is acted on', () => {
    expect(pendingKeys([layer({ budget: { maxCostUsd: 1, maxTokens: 5 }, limits: { filesWritten: 5 } })])).toEqual([]);
  });
});
