import type { EventDraft, EventType } from '../types.js';
import { createGenerations } from './generations.js';
import { type Countable, effectOf } from './totals.js';

/** Actions that are told apart; beyond twice as many the ones not used lately get a line of their own again. */
const ACTIONS = 4096;
/** Longer keys are not folded, so that the memory for keys is bounded too. */
const KEY_LENGTH = 1024;
/** A count is written after 100 ms at the latest when the action pauses; while it goes on, as rarely as it has gone on long. */
const SOONEST = 100;
const LATEST = 60_000;

/** Each of these is one of its own, however alike: a command, a model call, a step. */
const NEVER_FOLDED = new Set<EventType>(['tool.shell', 'llm.call', 'tool.call', 'agent.step', 'policy']);

/** What is remembered of a recorded event: how to count it again, and what it cost. */
export interface Known extends Countable {
  readonly seq: number;
  /** Picodollars counted for it so far. */
  charged: bigint;
  /** Repeats that are counted but not in the file. */
  pending: number;
  /** When it was first seen, and when its count may be written next; ms since the epoch. */
  readonly firstAt: number;
  nextAt: number;
}

/** The recorded events that may happen again or get an outcome; bounded. */
export interface Fold {
  /** The key of a draft, or undefined when it is never folded. */
  keyOf(draft: EventDraft): string | undefined;
  /** The event that the same key was recorded as. */
  find(key: string): Known | undefined;
  bySeq(seq: number): Known | undefined;
  add(key: string | undefined, known: Known): void;
  /** Counts one more of it. */
  repeat(known: Known, times: number): void;
  /** Calls `write` for every count that is due, or for all, and forgets those. */
  drain(now: number, all: boolean, write: (known: Known) => void): void;
  readonly pending: boolean;
}

const NOTHING = {};

/** What to remember of an event that was recorded as `seq`. */
export function knownAs(seq: number, draft: EventDraft, now: number): Known {
  const { context, type, status, cost } = draft;
  return {
    seq,
    context,
    type,
    status,
    effect: effectOf(draft),
    payload: NOTHING,
    charged: status === 'BLOCKED_BY_POLICY' ? 0n : (cost ?? 0n),
    pending: 0,
    firstAt: now,
    nextAt: now + SOONEST,
  };
}

/** Remembers nothing yet. */
export function createFold(): Fold {
  const waiting = new Set<Known>();
  /** What is forgotten writes its count at the next occasion. */
  const letGo = (dropped: Iterable<Known>): void => {
    for (const known of dropped) known.nextAt = 0;
  };
  const byKey = createGenerations<string, Known>(ACTIONS, letGo);
  const folded = createGenerations<number, Known>(ACTIONS);
  const single = createGenerations<number, Known>(ACTIONS);

  return {
    keyOf: (draft) => {
      if (NEVER_FOLDED.has(draft.type) || draft.cost !== undefined) return undefined;
      const real = draft.payload['realPath'];
      const key = `${draft.status}\n${draft.capability}\n${draft.rule}\n${draft.context}\n${draft.call}\n${draft.action}\n${typeof real === 'string' ? real : ''}`;
      return key.length > KEY_LENGTH ? undefined : key;
    },
    find: (key) => byKey.get(key),
    bySeq: (seq) => folded.get(seq) ?? single.get(seq),
    add: (key, known) => {
      if (key === undefined) {
        single.set(known.seq, known);
        return;
      }
      byKey.set(key, known);
      folded.set(known.seq, known);
    },
    repeat: (known, times) => {
      known.pending += times;
      waiting.add(known);
    },
    drain: (now, all, write) => {
      for (const known of waiting) {
        if (!all && now < known.nextAt) continue;
        write(known);
        known.pending = 0;
        known.nextAt = now + Math.min(LATEST, Math.max(SOONEST, now - known.firstAt));
        waiting.delete(known);
      }
    },
    get pending() {
      return waiting.size > 0;
    },
  };
}
