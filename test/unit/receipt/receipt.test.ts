import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/types.js';
import { type EventInput, type EventJudge, Receipt, recorderOf } from '../../../src/receipt/receipt.js';
import { parseUsd } from '../../../src/receipt/money.js';
import { readReceipt } from '../../../src/receipt/read.js';
import { draft } from './drafts.js';

/** A policy with a cap and a forbidden word. */
function judge(maxUsd: string, enforced = true): EventJudge {
  return {
    judgeEvent: ({ action, cost, type }, spent): Verdict => {
      if (action.includes('forbidden'))
        return { allowed: false, enforced, rule: { id: 'exec.deny[0]', reason: 'it is' } };
      const over = type === 'llm.call' && spent + cost > parseUsd(maxUsd);
      return over ? { allowed: false, enforced, rule: { id: 'budget.maxCostUsd' } } : { allowed: true, enforced };
    },
    redact: (text) => text.replaceAll('canary', '[REDACTED_CANARY]'),
    contextName: () => 'researcher',
  };
}

describe('Receipt', () => {
  it('judges an event, records it and gives it back as recorded', () => {
    const receipt = new Receipt(judge('1'));
    const event = receipt.addEvent({
      type: 'tool.call',
      action: 'search(canary)',
      payload: { query: 'canary' },
      cause: 'call_7',
    });
    expect(event).toMatchObject({
      seq: 1,
      type: 'tool.call',
      action: 'search([REDACTED_CANARY])',
      payload: { query: '[REDACTED_CANARY]' },
      status: 'success',
      context: 'researcher',
      cause: 'call_7',
    });
    expect(receipt.addEvent({ type: 'tool.shell', action: 'forbidden' })).toMatchObject({
      seq: 2,
      status: 'BLOCKED_BY_POLICY',
      rule: 'exec.deny[0]',
      policyTrigger: 'exec.deny[0]: it is',
      caller: expect.stringContaining('receipt.test.ts') as string,
    });
    expect(new Receipt(judge('1', false)).addEvent({ type: 'tool.shell', action: 'forbidden' }).status).toBe(
      'WOULD_BLOCK',
    );
    expect(new Receipt().addEvent({ type: 'tool.shell', action: 'forbidden' }).status).toBe('success');
  });

  it('blocks the model call that would push the total over the cap, and that one only', () => {
    const receipt = new Receipt(judge('1.00'));
    const call = (costImpactUsd: number | string): string =>
      receipt.addEvent({ type: 'llm.call', action: 'chat', costImpactUsd }).status;
    expect([call(0.7), call('0.300000000001'), call(0.3), call(0.000000000001), call(0)]).toEqual([
      'success',
      'BLOCKED_BY_POLICY',
      'success',
      'BLOCKED_BY_POLICY',
      'success',
    ]);
    expect(receipt.totals).toMatchObject({ costUsd: 1, llmCalls: 3, blocked: 2, events: 5 });
  });

  it('adds many small amounts up without drift', () => {
    const receipt = new Receipt();
    for (let call = 0; call < 200_000; call += 1)
      receipt.addEvent({ type: 'llm.call', action: 'chat', costImpactUsd: 0.1 });
    expect(receipt.totals.costUsd).toBe(20_000);
    const { events } = receipt.toJSON();
    expect(events.length).toBeLessThanOrEqual(100_001);
    expect(events[50_000]).toEqual({ omitted: 200_000 - (events.length - 1) });
  });

  it('is the same document as a file, open and closed', () => {
    const receipt = new Receipt(judge('1'));
    receipt.addEvent({ type: 'tool.call', action: 'a' });
    const open = readReceipt(JSON.stringify(receipt));
    expect(open).toMatchObject({ sealed: false, events: [{ action: 'a' }], header: { process: { pid: process.pid } } });
    const closed = receipt.finalize();
    expect(closed.seal?.totals).toEqual(receipt.totals);
    expect(closed).toEqual(receipt.toJSON());
    receipt.addEvent({ type: 'tool.call', action: 'b' });
    expect(receipt.toJSON().seal?.totals.events).toBe(2);
    expect(receipt.addEvent({ type: 'tool.call', action: 'b' }).seq).toBe(3);
  });

  it('takes what is intercepted on its behalf into the same story', () => {
    const receipt = new Receipt();
    receipt.addEvent({ type: 'tool.call', action: 'a' });
    expect(recorderOf(receipt).record(draft())).toBe(2);
    expect(receipt.addEvent({ type: 'tool.call', action: 'b' })).toMatchObject({ seq: 3, action: 'b' });
    expect(receipt.toJSON().events).toMatchObject([
      { action: 'a' },
      { action: 'fs.readFile("/app/a.txt")' },
      { action: 'b' },
    ]);
  });

  it('refuses an event when the policy itself fails', () => {
    const receipt = new Receipt({
      judgeEvent: () => {
        throw new Error('engine trouble');
      },
    });
    expect(receipt.addEvent({ type: 'tool.call', action: 'a' })).toMatchObject({
      status: 'BLOCKED_BY_POLICY',
      rule: 'internal-error',
      policyTrigger: 'internal-error: engine trouble',
    });
  });

  it('judges what it records: a payload that changes its mind is read once', () => {
    const seen: unknown[] = [];
    const receipt = new Receipt({
      judgeEvent: ({ payload }) => (seen.push(payload['path']), { allowed: true, enforced: true }),
    });
    let reads = 0;
    const payload = {
      get path() {
        return (reads += 1) === 1 ? '/ok' : '/etc/shadow';
      },
    };
    expect(receipt.addEvent({ type: 'tool.fs', action: 'read', payload }).payload).toEqual({ path: '/ok' });
    expect(seen).toEqual(['/ok']);
    expect(receipt.addEvent({ type: 'tool.fs', action: 'read', payload: new Date(0) }).payload).toEqual({
      value: '1970-01-01T00:00:00.000Z',
    });
  });

  it.each([
    undefined,
    null,
    5,
    {},
    { type: 'nonsense', action: 'a' },
    { type: 'llm.call' },
    { type: 'llm.call', action: 1 },
    { type: 'llm.call', action: 'a', payload: [] },
    { type: 'llm.call', action: 'a', payload: null },
    { type: 'llm.call', action: 'a', costImpactUsd: -1 },
    { type: 'llm.call', action: 'a', costImpactUsd: NaN },
    { type: 'llm.call', action: 'a', costImpactUsd: '$1' },
    { type: 'llm.call', action: 'a', costImpactUsd: {} },
    { type: 'llm.call', action: 'a', cause: 5 },
  ])('refuses %j and records nothing', (input) => {
    const receipt = new Receipt();
    expect(() => receipt.addEvent(input as EventInput)).toThrow(TypeError);
    expect(receipt.totals.events).toBe(0);
  });
});
