import type { EventDraft, Json } from '../types.js';
import type { ReceiptSeal } from './document.js';
import { type Allowance, createAllowance } from './allowance.js';
import { createClockText, type LineWriter } from './event.js';
import { createFold, type Known, knownAs } from './fold.js';
import { createOutbox, type Outbox, PATIENCE } from './outbox.js';
import { isLookedOn, laterUnseen } from './onlookers.js';
import type { Sink } from './sink.js';
import { createTotals, type Totals } from './totals.js';

/** Time between looks at what waits, in ms; two of them make out that an action has paused. */
const LOOK = PATIENCE / 2;
/** The same while nothing can be written. */
const RETRY = 1000;
/** Repeats between two looks at the clock. */
const CLOCK_EVERY = 64;

/** Records what a thread does; one for each receipt. */
export interface Recorder {
  /**
   * Records an attempt before it happens and returns its number; a repeat of a known one is counted under the number that has.
   * What is urgent is written when this returns, and what may wait is too but in a flood. With `folds: false` it has a line of its own in any case.
   * @throws ReceiptWriteError when it cannot be written and that is to stop the action; the event is then not counted
   */
  record(draft: EventDraft, folds?: boolean): number;
  /** Counts more of an event, for those that count repeats themselves; `like` says what it was, should it be long ago. */
  repeat(seq: number, count: number, like?: EventDraft): void;
  /** Adds what became of an event; a `costImpactUsd` in it replaces the one the event had. Never throws. */
  outcome(seq: number, outcome: { readonly [key: string]: Json }): void;
  /** Sees to it that `collect` is called within 100 ms, if the event loop turns. */
  wake(): void;
  /** Writes what waits. Never throws. */
  flush(): void;
  /** Closes the receipt with its totals; what is recorded afterwards is written at once and closes it anew. Never throws. */
  seal(exitCode: number | undefined): void;
  readonly totals: Totals;
}

export interface RecorderOptions {
  readonly sink: Sink;
  readonly writer: LineWriter;
  /** `stop` makes `record` throw when the sink does; `warn` says so once and goes on. */
  readonly onError: 'stop' | 'warn';
  readonly warn: (message: string) => void;
  /** Ms since the epoch. */
  readonly startedAt: number;
  /** Called before counts are written: whoever counts repeats hands them to `repeat`. */
  readonly collect?: () => void;
  readonly clock?: () => number;
  /** Which of the lines that may wait do not. */
  readonly allowance?: Allowance;
  /** Calls back once, and does not keep the process alive for it. */
  readonly later?: (fn: () => void, ms: number) => void;
}

/** Makes a recorder that has recorded nothing; its functions need no `this`, so that others can be made of them. */
export function createRecorder(options: RecorderOptions): Recorder {
  const recorder = new ThreadRecorder(options);
  return {
    record: (draft, folds) => recorder.record(draft, folds),
    repeat: (seq, count, like) => {
      recorder.repeat(seq, count, like);
    },
    outcome: (seq, outcome) => {
      recorder.outcome(seq, outcome);
    },
    wake: () => {
      recorder.wake();
    },
    flush: () => {
      recorder.flush();
    },
    seal: (exitCode) => {
      recorder.seal(exitCode);
    },
    totals: recorder.totals,
  };
}

class ThreadRecorder implements Recorder {
  readonly totals: Totals = createTotals();
  readonly #options: RecorderOptions;
  readonly #fold = createFold();
  readonly #outbox: Outbox;
  readonly #isoTime = createClockText();
  readonly #allowance: Allowance;
  readonly #clock: () => number;
  readonly #later: (fn: () => void, ms: number) => void;
  #nextSeq = 1;
  /** Events from this number on are not in the file yet. */
  #undurable = 1;
  #lookedAt: number;
  #repeats = 0;
  /** Something was repeated since the last look. */
  #active = false;
  /** A look is on its way. */
  #awake = false;
  #sealed: { readonly exitCode: number | undefined } | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#allowance = options.allowance ?? createAllowance();
    this.#clock = options.clock ?? Date.now;
    this.#later = options.later ?? laterUnseen;
    this.#lookedAt = options.startedAt;
    this.#outbox = createOutbox(options.sink, options.onError, options.warn);
  }

  record(draft: EventDraft, folds = true): number {
    const key = folds ? this.#fold.keyOf(draft) : undefined;
    const known = key === undefined ? undefined : this.#fold.find(key);
    if (known !== undefined) {
      if (draft.urgency === 'first' && known.seq >= this.#undurable) this.#send();
      this.#again(known, 1);
      return known.seq;
    }
    const now = this.#clock();
    const seq = this.#nextSeq;
    this.#put(this.#options.writer.event(seq, now, draft), now, draft.urgency === 'first');
    this.#nextSeq += 1;
    this.totals.count(draft, 1);
    this.#fold.add(key, knownAs(seq, draft, now));
    this.#closeAnew();
    return seq;
  }

  repeat(seq: number, count: number, like?: EventDraft): void {
    if (count <= 0) return;
    const now = this.#clock();
    const known = this.#fold.bySeq(seq) ?? (like && knownAs(seq, like, now));
    if (known !== undefined) {
      this.#again(known, count);
      return;
    }
    this.totals.countUnknown(count);
    this.#outbox.hold(this.#options.writer.repeat(seq, count, now), now);
    this.wake();
  }

  outcome(seq: number, outcome: { readonly [key: string]: Json }): void {
    const now = this.#clock();
    const known = this.#fold.bySeq(seq);
    const only = this.totals.contexts.size === 1 ? [...this.totals.contexts.keys()][0] : undefined;
    const cost = this.totals.settle(known?.context ?? only, outcome, known?.charged ?? 0n);
    if (known !== undefined) known.charged = cost;
    this.#outbox.hold(this.#options.writer.outcome(seq, now, outcome), now);
    if (this.#outbox.due(now, 0)) this.#trySend();
    this.wake();
    this.#closeAnew();
  }

  wake(): void {
    this.#lookAfter(LOOK);
  }

  flush(): void {
    this.#options.collect?.();
    this.#holdCounts(this.#clock(), true);
    this.#trySend();
  }

  seal(exitCode: number | undefined): void {
    this.#options.collect?.();
    this.#holdCounts(this.#clock(), true);
    this.#sealed = { exitCode };
    const { sink, warn } = this.#options;
    if (!this.#close(exitCode))
      warn(`the receipt could not be finished (${sink.place}): it ends before its last events`);
  }

  /** Writes the line, or lets it wait when it may and there is a flood of them. */
  #put(line: string, now: number, urgent: boolean): void {
    if (urgent || this.#allowance.take(now) || this.#outbox.due(now, line.length)) {
      this.#send(line);
      return;
    }
    this.#outbox.hold(line, now);
    this.wake();
  }

  #again(known: Known, times: number): void {
    this.totals.count(known, times);
    this.#fold.repeat(known, times);
    this.#active = true;
    this.#repeats += 1;
    if (this.#repeats % CLOCK_EVERY === 0) this.#lookInPassing(this.#clock());
    this.wake();
    this.#closeAnew();
  }

  /** For programs that keep the event loop from turning. */
  #lookInPassing(now: number): void {
    if (now - this.#lookedAt < PATIENCE) return;
    this.#holdCounts(now, false);
    this.#trySend();
  }

  #lookAfter(ms: number): void {
    if (this.#awake || (isLookedOn() && !this.#allowance.take(this.#clock()))) return;
    this.#awake = true;
    if (isLookedOn()) {
      this.flush();
      this.#awake = false;
      return;
    }
    this.#later(() => {
      this.#look();
    }, ms);
  }

  #look(): void {
    this.#awake = false;
    this.#options.collect?.();
    const paused = !this.#active;
    this.#active = false;
    this.#holdCounts(this.#clock(), paused);
    if (!this.#trySend()) this.#lookAfter(RETRY);
    else if (this.#fold.pending) this.wake();
  }

  /** Turns the counts that are due, or all, into lines. */
  #holdCounts(now: number, all: boolean): void {
    this.#lookedAt = now;
    let writable = true;
    this.#fold.drain(now, all, ({ seq, pending }) => {
      this.#outbox.hold(this.#options.writer.repeat(seq, pending, now), now);
      if (writable && this.#outbox.due(now, 0)) writable = this.#trySend();
    });
  }

  #send(line?: string, seal?: string): void {
    this.#outbox.send(line, seal);
    this.#undurable = line === undefined ? this.#nextSeq : this.#nextSeq + 1;
  }

  /** Returns whether all that waited is written. */
  #trySend(seal?: string): boolean {
    try {
      this.#send(undefined, seal);
      return true;
    } catch {
      // What waited still waits, and the next record meets the same error where it can be delivered.
      return false;
    }
  }

  #close(exitCode: number | undefined): boolean {
    const now = this.#clock();
    const { lost } = this.#outbox;
    const seal: ReceiptSeal = {
      endedAt: this.#isoTime(now),
      durationMs: Math.max(0, Math.round(now - this.#options.startedAt)),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(lost === 0 ? {} : { lost }),
      totals: this.totals.report(),
    };
    return this.#trySend(this.#options.writer.json(seal as unknown as Json));
  }

  #closeAnew(): void {
    if (this.#sealed === undefined) return;
    this.#holdCounts(this.#clock(), true);
    this.#close(this.#sealed.exitCode);
  }
}
