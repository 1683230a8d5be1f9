import type { EventDraft, EventType, Json, Verdict } from '../types.js';
import { triggerOf } from '../errors.js';
import { callerOf } from './caller.js';
import { documentText, type ReceiptDocument, type ReceiptEvent, type RunTotalsReport } from './document.js';
import { createLineWriter } from './event.js';
import { createRunId, type HeaderFacts, headerText } from './header.js';
import { receiptId } from './journal.js';
import { parseUsd } from './money.js';
import { pinJson } from './pin.js';
import { createRecorder, type Recorder } from './recorder.js';
import { createMemorySink, type MemorySink, reasonOf } from './sink.js';
import { cwd, nodeVersion, platform, process, programJson, ProgramTypeError } from '../primordials.js';

/** An event that is proposed, for a policy to judge. */
export interface ProposedEvent {
  readonly type: EventType;
  readonly action: string;
  readonly payload: { readonly [key: string]: Json };
  /** Picodollars. */
  readonly cost: bigint;
}

/** What a receipt needs of a policy. */
export interface EventJudge {
  /** Says whether the event may happen after `spent` picodollars have been spent. */
  judgeEvent(event: ProposedEvent, spent: bigint): Verdict;
  /** Hides secrets; nothing is hidden without. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Of the policy in force, for the head of the receipt. */
  readonly sources?: HeaderFacts['policy'];
  /** The acting context's name; `root` without. */
  contextName?(): string;
}

/** What `addEvent` takes. */
export interface EventInput {
  readonly type: EventType;
  readonly action: string;
  readonly payload?: object;
  /** US dollars; a string keeps more digits than a number can. */
  readonly costImpactUsd?: number | string;
  /** The tool call of the model that led here. */
  readonly cause?: string;
}

const TYPES = new Set<unknown>([
  'tool.fs',
  'tool.net',
  'tool.shell',
  'tool.env',
  'tool.worker',
  'tool.native',
  'module.load',
  'llm.call',
  'tool.call',
  'agent.step',
  'policy',
] satisfies EventType[]);

declare const RECEIPTBOT_VERSION: string | undefined;

let recorderInside: (receipt: Receipt) => Recorder;
let headInside: (receipt: Receipt) => string;

/** The recorder that a receipt is made with, for calls that are intercepted on its behalf. */
export function recorderOf(receipt: Receipt): Recorder {
  return recorderInside(receipt);
}

/** The run and the id of a receipt, for what is started on its behalf. */
export const headOf = (receipt: Receipt): { readonly run: string; readonly id: string } =>
  JSON.parse(headInside(receipt)) as { run: string; id: string };

/** A receipt in memory: the same document as a receipt file, for those who record by hand. */
export class Receipt {
  static {
    recorderInside = (receipt) => receipt.#recorder;
    headInside = (receipt) => receipt.#sink.header();
  }

  readonly #judge: EventJudge | undefined;
  readonly #sink: MemorySink;
  readonly #recorder: Recorder;

  constructor(policy?: EventJudge) {
    const startedAt = Date.now();
    const writer = createLineWriter(
      policy?.redact === undefined ? (text) => text : (text) => policy.redact?.(text) ?? text,
    );
    this.#judge = policy;
    this.#sink = createMemorySink(
      headerText(receiptId({ startedAt, pid: process.pid, threadId: 0 }), factsOf(policy, startedAt), writer),
    );
    this.#recorder = createRecorder({ sink: this.#sink, writer, onError: 'stop', warn: () => undefined, startedAt });
  }

  /** Judges the event, records it and returns it as recorded: with `BLOCKED_BY_POLICY` it must not happen. @throws TypeError for what is no event */
  addEvent(input: EventInput): ReceiptEvent {
    const event = readInput(input);
    const verdict = this.#verdictOn(event);
    const context = this.#judge?.contextName?.() ?? 'root';
    this.#recorder.record(draftOf(event, context, verdict, verdict.allowed ? undefined : callerOf()), false);
    return programJson(this.#sink.last()) as ReceiptEvent;
  }

  /** Closes the receipt and returns it. An event added afterwards closes it anew. */
  finalize(): ReceiptDocument {
    this.#recorder.seal(undefined);
    return this.toJSON();
  }

  /** The whole receipt as it stands. */
  toJSON(): ReceiptDocument {
    this.#recorder.flush();
    return programJson(documentText(this.#sink.header(), this.#sink.lines(), this.#sink.seal())) as ReceiptDocument;
  }

  /** What was recorded so far, in numbers. */
  get totals(): RunTotalsReport {
    return programJson(JSON.stringify(this.#recorder.totals.report())) as RunTotalsReport;
  }

  #verdictOn(event: PinnedEvent): Verdict {
    if (this.#judge === undefined) return ALLOWED;
    try {
      return this.#judge.judgeEvent({ ...event, cost: event.cost ?? 0n }, this.#recorder.totals.run.cost);
    } catch (error) {
      return { allowed: false, enforced: true, rule: { id: 'internal-error', reason: reasonOf(error) } };
    }
  }
}

const ALLOWED: Verdict = { allowed: true, enforced: true };

interface PinnedEvent {
  readonly type: EventType;
  readonly action: string;
  readonly payload: { readonly [key: string]: Json };
  readonly cost: bigint | undefined;
  readonly cause: string | undefined;
}

function draftOf(event: PinnedEvent, context: string, verdict: Verdict, caller: string | undefined): EventDraft {
  const { type, action, payload, cost, cause } = event;
  return {
    context,
    type,
    action,
    payload,
    status: verdict.allowed ? 'success' : verdict.enforced ? 'BLOCKED_BY_POLICY' : 'WOULD_BLOCK',
    ...(verdict.allowed ? {} : { policyTrigger: triggerOf(verdict), rule: verdict.rule?.id ?? 'policy' }),
    ...(caller === undefined ? {} : { caller }),
    ...(cause === undefined ? {} : { cause }),
    ...(cost === undefined ? {} : { cost }),
    urgency: 'first',
  };
}

/** Reads each property of the input once. */
function readInput(input: unknown): PinnedEvent {
  const { type, action, payload, costImpactUsd, cause } = Object(input) as {
    readonly [K in keyof EventInput]?: unknown;
  };
  if (!TYPES.has(type)) throw new ProgramTypeError(`addEvent: type is one of ${[...TYPES].join(', ')}`);
  if (typeof action !== 'string') throw new ProgramTypeError('addEvent: action is a string');
  if (payload !== undefined && (typeof payload !== 'object' || payload === null || Array.isArray(payload))) {
    throw new ProgramTypeError('addEvent: payload is an object');
  }
  if (cause !== undefined && typeof cause !== 'string') throw new ProgramTypeError('addEvent: cause is a string');
  return {
    type: type as EventType,
    action,
    payload: payload === undefined ? {} : readPayload(payload),
    cost: costImpactUsd === undefined ? undefined : readCost(costImpactUsd),
    cause,
  };
}

/** A payload that turned itself into something else (a Date) is kept under `value`. */
function readPayload(payload: object): { readonly [key: string]: Json } {
  const pinned = pinJson(payload);
  return typeof pinned === 'object' && pinned !== null && !Array.isArray(pinned)
    ? (pinned as { readonly [key: string]: Json })
    : { value: pinned };
}

function readCost(amount: unknown): bigint {
  if (typeof amount === 'number' || typeof amount === 'string') {
    try {
      return parseUsd(amount);
    } catch {
      // Told below, with the program's own kind of error.
    }
  }
  throw new ProgramTypeError('addEvent: costImpactUsd is an amount of US dollars that is finite and not negative');
}

function factsOf(policy: EventJudge | undefined, startedAt: number): HeaderFacts {
  return {
    run: createRunId(startedAt, process.pid),
    process: { pid: process.pid, ppid: process.ppid, threadId: 0 },
    argv: [...process.argv],
    cwd: cwd(),
    node: nodeVersion,
    platform: `${platform}-${process.arch}`,
    receiptbot: typeof RECEIPTBOT_VERSION === 'string' ? RECEIPTBOT_VERSION : 'source',
    policy: policy?.sources ?? { mode: 'enforce', sources: [] },
    startedAt,
    coverage: [],
  };
}
