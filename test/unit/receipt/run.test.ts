import { describe, expect, it } from 'vitest';
import type { ReadReceipt } from '../../../src/receipt/read.js';
import { readReceipt } from '../../../src/receipt/read.js';
import { documentText } from '../../../src/receipt/document.js';
import { mergeRun, mergeRuns } from '../../../src/receipt/run.js';
import { createLineWriter } from '../../../src/receipt/event.js';
import { headerText, type HeaderFacts } from '../../../src/receipt/header.js';
import { draft, facts } from './drafts.js';

const writer = createLineWriter((text) => text);

/** A receipt `id` that starts at `start` ms and has events at these ms. */
function receipt(id: string, start: number, times: number[], change: Partial<HeaderFacts> = {}): ReadReceipt {
  const lines = times.map((ms, index) =>
    writer.event(index + 1, ms, draft({ context: id, cost: 100_000_000_000n, type: 'llm.call' })),
  );
  return readReceipt(documentText(headerText(id, { ...facts, startedAt: start, ...change }, writer), lines));
}

const parent = receipt('p', 0, [10, 30]);
const child = receipt('c', 15, [20, 40], { parent: 'p' });
const grandchild = receipt('g', 18, [20], { parent: 'c' });
const worker = receipt('w', 12, [30], { parent: 'p' });

describe('mergeRun', () => {
  it('makes one tree, children in the order they started', () => {
    const { roots, id } = mergeRun([grandchild, child, worker, parent]);
    expect(id).toBe('run-1');
    expect(roots).toMatchObject([
      {
        receipt: { header: { id: 'p' } },
        children: [
          { receipt: { header: { id: 'w' } } },
          { receipt: { header: { id: 'c' } }, children: [{ receipt: { header: { id: 'g' } } }] },
        ],
      },
    ]);
  });

  it('tells one story in time', () => {
    const { events } = mergeRun([grandchild, child, worker, parent]);
    expect(events.map(({ receipt: id, seq }) => `${id}${seq}`)).toEqual(['p1', 'c1', 'g1', 'p2', 'w1', 'c2']);
  });

  it('adds the totals up exactly', () => {
    const { totals } = mergeRun([grandchild, child, worker, parent]);
    expect(totals).toMatchObject({
      events: 6,
      llmCalls: 6,
      costUsd: 0.6,
      contexts: { p: { costUsd: 0.2 }, g: { costUsd: 0.1 } },
    });
  });

  it('takes a receipt whose parent is not there, or comes after it, as a root', () => {
    expect(mergeRun([child, grandchild]).roots.map((node) => node.receipt.header.id)).toEqual(['c']);
    const a = receipt('a', 1, [], { parent: 'b' });
    const b = receipt('b', 2, [], { parent: 'a' });
    expect(mergeRun([a, b]).roots).toMatchObject([
      { receipt: { header: { id: 'a' } }, children: [{ receipt: { header: { id: 'b' } }, children: [] }] },
    ]);
    expect(mergeRun([])).toMatchObject({ roots: [], events: [] });
  });
});

describe('mergeRuns', () => {
  it('keeps runs apart, the earliest first', () => {
    const other = receipt('o', 5, [], { run: 'run-0' });
    expect(mergeRuns([child, other, parent]).map(({ id, roots }) => [id, roots.length])).toEqual([
      ['run-1', 1],
      ['run-0', 1],
    ]);
  });
});
