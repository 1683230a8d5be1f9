import type { Capability, EventStatus, EventType, Json } from '../types.js';

/** What `schema` and `version` say at the head of every receipt. */
export const RECEIPT_SCHEMA = 'receiptbot:receipt';
export const RECEIPT_VERSION = 1;

/** The head of a receipt: which process wrote it, under which policy. */
export interface ReceiptHeader {
  readonly schema: typeof RECEIPT_SCHEMA;
  readonly version: typeof RECEIPT_VERSION;
  /** The receipt's own name, which is its file name when it is a file. */
  readonly id: string;
  /** Shared by a process, its children and its workers. */
  readonly run: string;
  /** The `id` of the receipt of the process or thread that started this one. */
  readonly parent?: string;
  /** What runs, for people: the script's base name, or a worker's name. */
  readonly name?: string;
  readonly process: { readonly pid: number; readonly ppid: number; readonly threadId: number };
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Version of Node, without `v`. */
  readonly node: string;
  /** `linux-x64`. */
  readonly platform: string;
  /** Version of ReceiptBot. */
  readonly receiptbot: string;
  readonly policy: { readonly mode: string; readonly sources: readonly PolicySource[] };
  /** ISO 8601 with ms. */
  readonly startedAt: string;
  /** Doors that this Node has and ReceiptBot could not guard. */
  readonly coverage: readonly string[];
  /** Date of the price table that costs were worked out with. */
  readonly priceDataDate?: string;
}

/** One file that the policy in force was read from. */
export interface PolicySource {
  readonly layer: string;
  readonly file: string;
  readonly sha256: string;
}

/** One recorded attempt, as its line in the file has it. */
export interface ReceiptEvent {
  /** 1 for the first event of a receipt; the number that errors, outcomes and repeats refer to. */
  readonly seq: number;
  readonly time: string;
  readonly context: string;
  /** Which call of the context's entry acted, from 1; tells overlapping calls apart. */
  readonly call?: number;
  readonly type: EventType;
  readonly capability?: Capability;
  readonly action: string;
  readonly payload: { readonly [key: string]: Json };
  readonly status: EventStatus;
  readonly policyTrigger?: string;
  readonly rule?: string;
  readonly caller?: string;
  readonly cause?: string;
  readonly costImpactUsd?: number;
}

/** What became of an event, known later. */
export interface OutcomeLine {
  readonly of: number;
  readonly time: string;
  readonly outcome: { readonly [key: string]: Json };
}

/** How often an event happened again, since the last line that said so. */
export interface RepeatLine {
  readonly repeat: { readonly of: number; readonly count: number; readonly until: string };
}

/** How many lines a receipt that is held in memory let go of, at this place. */
export interface OmittedLine {
  readonly omitted: number;
}

export type ReceiptLine = ReceiptEvent | OutcomeLine | RepeatLine | OmittedLine;

/** What happened, in numbers; for the run or for one context. */
export interface TotalsReport {
  readonly events: number;
  readonly blocked: number;
  readonly wouldBlock: number;
  readonly byType: { readonly [type: string]: number };
  /** Accesses, not distinct files. */
  readonly files: { readonly read: number; readonly written: number; readonly deleted: number };
  /** The distinct hosts connected to, in the order met; ends in `…` when there were more than are kept. */
  readonly hosts: readonly string[];
  readonly commands: number;
  readonly bytesOut: number;
  readonly llmCalls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly costUsd: number;
}

/** The totals of the run with those of each context. */
export interface RunTotalsReport extends TotalsReport {
  readonly contexts: { readonly [context: string]: TotalsReport };
}

/** The last field of a finished receipt. The chain's head and the signature will stand here. */
export interface ReceiptSeal {
  readonly endedAt: string;
  readonly durationMs: number;
  readonly exitCode?: number;
  /** Lines that could not be written (`receipt.onError: warn`). */
  readonly lost?: number;
  readonly totals: RunTotalsReport;
}

/** A whole receipt. */
export interface ReceiptDocument extends ReceiptHeader {
  readonly events: readonly ReceiptLine[];
  readonly seal?: ReceiptSeal;
}

/** The text of a receipt: the head on a line of its own, one event a line, then the closing. */
export function documentText(header: string, lines: readonly string[], seal?: string): string {
  return opening(header) + separated(lines, true) + closing(seal);
}

/** Everything before the events; `header` is the JSON text of a header. */
export function opening(header: string): string {
  return `${header.slice(0, -1)},"events":[`;
}

/** The lines as they go between the opening, or the lines that are there, and the closing. */
export function separated(lines: readonly string[], first: boolean): string {
  if (lines.length === 0) return '';
  return `${first ? '\n' : ',\n'}${lines.join(',\n')}`;
}

/** Everything after the events. */
export function closing(seal?: string): string {
  return seal === undefined ? '\n]}\n' : `\n],"seal":${seal}}\n`;
}
