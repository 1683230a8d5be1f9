import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAllowance } from '../../../src/receipt/allowance.js';
import { readReceipt } from '../../../src/receipt/read.js';
import type { EventDraft } from '../../../src/types.js';
import type { Sink } from '../../../src/receipt/sink.js';
import { draft, refusal } from './drafts.js';
import { Rig } from './rig.js';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});

describe('record', () => {
  it('has written an urgent event, and all before it, when it returns', () => {
    expect(rig.recorder.record(draft())).toBe(1);
    expect(rig.lines()).toEqual([]);
    expect(rig.recorder.record(refusal())).toBe(2);
    expect(rig.lines()).toMatchObject([
      { seq: 1, status: 'success' },
      { seq: 2, status: 'BLOCKED_BY_POLICY' },
    ]);
  });

  it('has written what may wait as well, unless there is a flood of it', () => {
    rig.made({ allowance: createAllowance() });
    rig.recorder.record(draft());
    expect(rig.lines()).toHaveLength(1);
    for (let index = 0; index < 400; index += 1) rig.recorder.record(draft({ action: `read ${index}` }));
    expect(rig.lines()).toHaveLength(256);
    rig.now += 1;
    rig.recorder.record(draft({ action: 'the next' }));
    expect(rig.lines()).toHaveLength(402);
  });

  it('writes what may wait after 100 ms, and needs no timer for it when the event loop stands still', () => {
    rig.recorder.record(draft());
    rig.pass(99);
    expect(rig.lines()).toHaveLength(1);
    rig.timers = [];
    rig.recorder.record(draft({ action: 'b' }));
    rig.now += 100;
    rig.recorder.record(draft({ action: 'c' }));
    expect(rig.lines()).toHaveLength(3);
  });

  it('writes what may wait before it is more than 64 KB', () => {
    for (let index = 0; index < 1000; index += 1) {
      rig.recorder.record(draft({ action: `read ${index} ${'x'.repeat(800)}` }));
      const waiting = index + 1 - rig.lines().length;
      expect(waiting).toBeLessThan(68);
    }
  });

  it('leaves no timer behind when nothing waits', () => {
    rig.recorder.record(draft());
    rig.pass(10_000);
    expect(rig.timers).toEqual([]);
    rig.recorder.record(draft({ action: 'b' }));
    rig.recorder.record(draft({ action: 'b' }));
    rig.pass(10_000);
    expect(rig.timers).toEqual([]);
    expect(readReceipt(rig.file()).totals.events).toBe(3);
  });
});

describe('outcomes', () => {
  it('point back, join, and bring tokens, bytes and cost to the totals of their context', () => {
    const seq = rig.recorder.record(
      draft({ type: 'llm.call', context: 'researcher', cost: 2_000_000_000_000n, urgency: 'first' }),
    );
    rig.recorder.record(draft());
    rig.recorder.outcome(seq, {
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 5,
      costImpactUsd: 0.25,
      bytesOut: 99,
    });
    rig.recorder.outcome(seq, { costImpactUsd: 0.5, note: 'canary' });
    expect(rig.recorder.totals.run).toMatchObject({
      cost: 500_000_000_000n,
      inputTokens: 10,
      outputTokens: 5,
      bytesOut: 99,
    });
    expect(rig.recorder.totals.contexts.get('researcher')).toMatchObject({ cost: 500_000_000_000n, llmCalls: 1 });
    expect(rig.recorder.totals.contexts.get('root')).toMatchObject({ cost: 0n, llmCalls: 0 });
    rig.recorder.flush();
    const read = readReceipt(rig.file());
    expect(read.events[0]).toMatchObject({ outcome: { costImpactUsd: 0.5, note: '[REDACTED]', bytesOut: 99 } });
    expect(read.totals).toEqual(rig.recorder.totals.report());
  });

  it('wait for no one and are written within 100 ms', () => {
    const seq = rig.recorder.record(refusal({ status: 'success' }));
    rig.recorder.outcome(seq, { status: 'failed' });
    rig.pass(100);
    expect(readReceipt(rig.file()).events[0]?.status).toBe('failed');
  });
});

describe('the seal', () => {
  it('has totals by run and context, exit code and duration', () => {
    rig.recorder.record(draft({ context: 'a' }));
    rig.recorder.record(refusal());
    rig.now += 1500;
    rig.recorder.seal(3);
    const { seal, totals, sealed } = readReceipt(rig.file());
    expect(sealed).toBe(true);
    expect(seal).toMatchObject({ exitCode: 3, durationMs: 1500, endedAt: '2026-11-30T09:00:01.500Z' });
    expect(totals).toMatchObject({
      events: 2,
      blocked: 1,
      byType: { 'tool.fs': 2 },
      contexts: { a: { events: 1 }, root: { blocked: 1 } },
    });
  });

  it('is made anew by whatever is recorded after it', () => {
    rig.recorder.record(draft());
    rig.recorder.seal(0);
    rig.recorder.record(draft({ action: 'late listener' }));
    expect(readReceipt(rig.file())).toMatchObject({ sealed: true, totals: { events: 2 } });
    rig.recorder.record(draft({ action: 'late listener' }));
    rig.recorder.outcome(2, { status: 'failed' });
    expect(readReceipt(rig.file())).toMatchObject({
      sealed: true,
      totals: { events: 3 },
      events: [{}, { count: 2, status: 'failed' }],
    });
    rig.recorder.seal(1);
    expect(readReceipt(rig.file()).seal).toMatchObject({ exitCode: 1 });
  });
});

describe('a receipt that cannot be written', () => {
  let full: boolean;
  let failing: Sink;
  beforeEach(() => {
    full = false;
    failing = {
      ...rig.sink,
      write: (...args) => {
        if (full) throw new Error('ENOSPC: no space left');
        rig.sink.write(...args);
      },
    };
  });

  it('stops the action, counts nothing, keeps what waited and goes on when there is room', () => {
    rig.made({ sink: failing });
    rig.recorder.record(draft());
    full = true;
    expect(() => rig.recorder.record(refusal())).toThrow('the receipt cannot be written (memory): ENOSPC');
    expect(() => rig.recorder.record(refusal())).toThrow(
      expect.objectContaining({ code: 'ERR_RECEIPT_WRITE', place: 'memory' }),
    );
    expect(rig.recorder.totals.run).toMatchObject({ events: 1, blocked: 0 });
    rig.now += 100;
    expect(() => rig.recorder.record(draft({ action: 'b' }))).toThrow('ENOSPC');
    full = false;
    expect(rig.recorder.record(refusal())).toBe(2);
    expect(rig.lines()).toMatchObject([{ seq: 1 }, { seq: 2 }]);
    expect(rig.warnings).toEqual([]);
  });

  it('tells once, when that is wanted, and says in the seal what was lost', () => {
    rig.made({ sink: failing, onError: 'warn' });
    full = true;
    for (let index = 0; index < 5; index += 1) rig.recorder.record(refusal({ action: String(index) }));
    expect(rig.warnings).toHaveLength(1);
    full = false;
    rig.recorder.record(refusal());
    rig.recorder.seal(0);
    expect(readReceipt(rig.file()).seal).toMatchObject({ lost: 5, totals: { blocked: 6 } });
  });

  it('holds a bounded amount and retries by itself, rarely', () => {
    rig.made({ sink: failing });
    const seq = rig.recorder.record(refusal());
    full = true;
    for (let index = 0; index < 20_000; index += 1) rig.recorder.outcome(seq, { text: 'x'.repeat(100), index });
    rig.pass(5000);
    expect(rig.timers).toHaveLength(1);
    full = false;
    rig.pass(1000);
    expect(rig.sink.lines().length).toBeLessThan(3000);
    rig.recorder.seal(0);
    expect(readReceipt(rig.file()).seal?.lost).toBeGreaterThan(10_000);
  });

  it('says so when it cannot be finished', () => {
    rig.made({ sink: failing });
    full = true;
    rig.recorder.seal(0);
    expect(rig.warnings).toEqual(['the receipt could not be finished (memory): it ends before its last events']);
  });
});

it('the lines alone give the totals of the seal, whatever was recorded', () => {
  const step = fc.record({
    action: fc.constantFrom('a', 'b', 'c'),
    context: fc.constantFrom('root', 'one', '__proto__'),
    type: fc.constantFrom('tool.fs', 'tool.net', 'tool.shell', 'llm.call', 'module.load'),
    status: fc.constantFrom('success', 'BLOCKED_BY_POLICY', 'WOULD_BLOCK'),
    effect: fc.constantFrom('read', 'write', 'delete', 'stat', undefined),
    host: fc.constantFrom('a.example', 'b.example', undefined),
    cost: fc.constantFrom(undefined, 1n, 123_456_789n),
    urgency: fc.constantFrom('first', 'late'),
    wait: fc.integer({ min: 0, max: 120 }),
    outcome: fc.constantFrom(undefined, { costImpactUsd: 0.25 }, { 'gen_ai.usage.input_tokens': 3, status: 'failed' }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      rig = new Rig();
      for (const { host, effect, cost, wait, outcome, ...change } of steps) {
        const payload = { ...(host && { host }), ...(effect && { effect }) };
        const seq = rig.recorder.record(
          draft({ capability: 'fs.read', ...change, payload, effect, ...(cost && { cost }) } as Partial<EventDraft>),
        );
        if (outcome !== undefined) rig.recorder.outcome(seq, outcome);
        rig.pass(wait);
      }
      rig.recorder.seal(0);
      const sealed = readReceipt(rig.file());
      expect(readReceipt(rig.unsealed()).totals).toEqual(sealed.totals);
      expect(sealed.totals.events).toBe(steps.length);
    }),
    { numRuns: 150 },
  );
});
