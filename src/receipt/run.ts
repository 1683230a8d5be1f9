import type { RunTotalsReport } from './document.js';
import type { ReadEvent, ReadReceipt } from './read.js';
import { sumTotals } from './totals.js';

/** A process or thread of a run and those it started. */
export interface RunNode {
  readonly receipt: ReadReceipt;
  /** In the order they started. */
  readonly children: readonly RunNode[];
}

/** All receipts with one run id. */
export interface Run {
  readonly id: string;
  /** The receipts whose parent is none of these; one, unless receipts were removed. */
  readonly roots: readonly RunNode[];
  /** The events of all, in time order; those of the same time in the order of their receipts' ids, then as recorded. */
  readonly events: readonly RunEvent[];
  readonly totals: RunTotalsReport;
}

/** An event of a run with the id of the receipt that has it. */
export interface RunEvent extends ReadEvent {
  readonly receipt: string;
}

/** Sorts receipts into runs, the earliest first. */
export function mergeRuns(receipts: readonly ReadReceipt[]): Run[] {
  const byRun = new Map<string, ReadReceipt[]>();
  for (const receipt of [...receipts].sort(byStart)) {
    const of = byRun.get(receipt.header.run);
    if (of === undefined) byRun.set(receipt.header.run, [receipt]);
    else of.push(receipt);
  }
  return [...byRun.values()].map(mergeRun);
}

/** Makes one tree and one story of the receipts of one run. */
export function mergeRun(receipts: readonly ReadReceipt[]): Run {
  const sorted = [...receipts].sort(byStart);
  return {
    id: sorted[0]?.header.run ?? '',
    roots: treeOf(sorted),
    events: sorted
      .flatMap(({ header, events }) => events.map((event): RunEvent => ({ ...event, receipt: header.id })))
      .sort((a, b) => compare(a.time, b.time) || compare(a.receipt, b.receipt) || a.seq - b.seq),
    totals: sumTotals(sorted.map(({ totals }) => totals)),
  };
}

/** A parent starts before its children, so a parent that is named but sorts after, as in a forged cycle, is none. */
function treeOf(sorted: readonly ReadReceipt[]): RunNode[] {
  const nodes = new Map<string, { receipt: ReadReceipt; children: RunNode[] }>();
  const roots: RunNode[] = [];
  for (const receipt of sorted) {
    const node = { receipt, children: [] };
    const parent = receipt.header.parent === undefined ? undefined : nodes.get(receipt.header.parent);
    (parent?.children ?? roots).push(node);
    nodes.set(receipt.header.id, node);
  }
  return roots;
}

function byStart(a: ReadReceipt, b: ReadReceipt): number {
  return compare(a.header.startedAt, b.header.startedAt) || compare(a.header.id, b.header.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
