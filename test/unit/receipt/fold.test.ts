import { beforeEach, describe, expect, it } from 'vitest';
import { readReceipt } from '../../../src/receipt/read.js';
import type { EventDraft } from '../../../src/types.js';
import { draft, refusal } from './drafts.js';
import { Rig } from './rig.js';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});

describe('folding', () => {
  it('gives the number of the first and counts, and keeps both in step', () => {
    const seq = rig.recorder.record(refusal());
    for (let index = 0; index < 9; index += 1) expect(rig.recorder.record(refusal())).toBe(seq);
    expect(rig.recorder.totals.run).toMatchObject({ events: 10, blocked: 10 });
    rig.pass(200);
    expect(rig.lines()).toMatchObject([{ seq }, { repeat: { of: seq, count: 9 } }]);
  });

  it('tells apart context, call, capability, action, verdict, rule and real path', () => {
    const changes: Partial<EventDraft>[] = [
      {},
      { context: 'researcher' },
      { context: 'researcher', call: 2 },
      { capability: 'fs.write' },
      { action: 'other' },
      { status: 'WOULD_BLOCK' },
      { rule: 'fs.read.deny[1]' },
      { payload: { path: '/app/.env', realPath: '/elsewhere' } },
    ];
    expect(changes.map((change) => rig.recorder.record(refusal(change)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it.each(['tool.shell', 'llm.call', 'tool.call', 'agent.step', 'policy'] as const)(
    'never folds %s, nor what is told not to',
    (type) => {
      expect([rig.recorder.record(draft({ type })), rig.recorder.record(draft({ type }))]).toEqual([1, 2]);
      expect([
        rig.recorder.record(draft({ action: 'z' }), false),
        rig.recorder.record(draft({ action: 'z' }), false),
      ]).toEqual([3, 4]);
    },
  );

  it('turns a hot loop of a million into a few lines and counts a million', () => {
    for (let index = 0; index < 1_000_000; index += 1) {
      if (index % 100 === 0) rig.now += 1;
      rig.recorder.record(draft());
    }
    rig.recorder.seal(0);
    const read = readReceipt(rig.file());
    expect(rig.sink.lines().length).toBeLessThan(20);
    expect(read.events).toMatchObject([{ seq: 1, count: 1_000_000 }]);
    expect(read.totals).toMatchObject({ events: 1_000_000, files: { read: 1_000_000 } });
    expect(readReceipt(rig.unsealed()).totals).toEqual(read.totals);
  });

  it('has all counts in the file 100 ms after a loop, however long it ran', () => {
    for (let index = 0; index < 5000; index += 1) {
      rig.recorder.record(draft());
      rig.pass(2);
    }
    rig.pass(100);
    expect(readReceipt(rig.file()).events[0]?.count).toBe(5000);
    expect(rig.sink.lines().length).toBeLessThan(15);
  });

  it('remembers a bounded number of actions and loses no count of those it forgets', () => {
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 10_000; index += 1) {
        rig.recorder.record(draft({ action: `read ${index}` }));
        rig.recorder.record(draft({ action: `read ${index}` }));
      }
    }
    rig.recorder.seal(0);
    const read = readReceipt(rig.file());
    expect(read.events.reduce((sum, { count }) => sum + count, 0)).toBe(60_000);
    expect(read.totals.events).toBe(60_000);
  });

  it('does not remember keys without bound', () => {
    const long = draft({ action: 'x'.repeat(5000) });
    expect([rig.recorder.record(long), rig.recorder.record(long)]).toEqual([1, 2]);
  });

  it('takes repeats counted elsewhere, of events it knows, of forgotten ones, and collects them before it writes', () => {
    const told: number[] = [];
    const collect = (): void => {
      const count = told.pop();
      if (count !== undefined) rig.recorder.repeat(1, count);
    };
    rig.made({ collect });
    rig.recorder.record(draft());
    rig.recorder.repeat(1, 4);
    told.push(10);
    rig.recorder.wake();
    rig.pass(200);
    expect(readReceipt(rig.file()).events[0]?.count).toBe(15);
    rig.recorder.repeat(999, 3);
    rig.recorder.repeat(998, 2, draft());
    rig.recorder.repeat(1, 0);
    told.push(100);
    rig.recorder.seal(0);
    expect(rig.recorder.totals.run).toMatchObject({ events: 120, read: 117 });
    expect(rig.lines()).toContainEqual({ repeat: expect.objectContaining({ of: 999, count: 3 }) as object });
    expect(rig.lines()).toContainEqual({ repeat: expect.objectContaining({ of: 998, count: 2 }) as object });
  });
});
