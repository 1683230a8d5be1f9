import type { Guard } from '../table/row.js';
import { epoch, isSettled } from '../access/epoch.js';
import type { Context, Seen } from './context.js';

/** Remembered decisions a group may hold before it starts anew; bounds memory under floods of distinct paths. */
const REMEMBERED = 8192;
/** Counted decisions of one context before their counts are told. */
const PENDING = 4096;

const pending = new Map<Context, Seen[]>();

/**
 * True when this very call was let through and recorded before, and nothing has happened since that could change where its
 * path leads. It is then counted, unless it is a `nested` one: what Node does inside a guarded call of its own.
 */
export function recall(row: Guard, context: Context, args: unknown[], nested: boolean): boolean {
  const { remember: how } = row;
  if (how === undefined || !isSettled()) return false;
  const key = args[how.index];
  if (typeof key !== 'string') return false;
  const seen = context.seen.get(how.group)?.get(key);
  if (seen === undefined || seen.epoch !== epoch.now || !how.plain(args)) return false;
  if (!nested) count(context, seen);
  return true;
}

/** Remembers that the call was let through, recorded as the event `seq`. */
export function remember(row: Guard, context: Context, args: unknown[], seq: number): void {
  const { remember: how } = row;
  const key = how === undefined ? undefined : args[how.index];
  if (how === undefined || typeof key !== 'string' || !isSettled() || !how.plain(args)) return;
  let group = context.seen.get(how.group);
  if (group === undefined || group.size >= REMEMBERED) {
    tellRepeats(context);
    group = new Map();
    context.seen.set(how.group, group);
  }
  group.set(key, { epoch: epoch.now, seq, pending: 0 });
}

function count(context: Context, seen: Seen): void {
  seen.pending += 1;
  if (seen.pending > 1) return;
  context.recorder.wake();
  const list = pending.get(context);
  if (list === undefined) pending.set(context, [seen]);
  else if (list.push(seen) >= PENDING) tellRepeats(context);
}

function tellRepeats(context: Context): void {
  const list = pending.get(context) ?? [];
  pending.delete(context);
  for (const seen of list) {
    context.recorder.repeat(seen.seq, seen.pending);
    seen.pending = 0;
  }
}

/** Hands the counted repeats of every context to its recorder. */
export function tellAllRepeats(): void {
  for (const context of [...pending.keys()]) tellRepeats(context);
}
