import type { EventDraft, Json, PathEffect } from '../types.js';
import type { RunTotalsReport, TotalsReport } from './document.js';
import { parseUsd, usdNumber } from './money.js';

/** Distinct hosts that totals name; a bound, since a program can make up names. */
const HOSTS = 100;
/** Contexts that totals tell apart; those beyond are counted together under `…`. */
const CONTEXTS = 200;
const MORE = '…';

/** The parts of an event that totals are made of. */
export interface Countable extends Pick<EventDraft, 'context' | 'type' | 'status' | 'payload'> {
  readonly effect?: PathEffect | undefined;
  /** Picodollars. */
  readonly cost?: bigint | undefined;
}

/** Running numbers of a run or of one context. */
export interface Tally {
  events: number;
  blocked: number;
  wouldBlock: number;
  readonly byType: Map<string, number>;
  read: number;
  written: number;
  deleted: number;
  readonly hosts: Set<string>;
  commands: number;
  bytesOut: number;
  llmCalls: number;
  inputTokens: number;
  outputTokens: number;
  /** Picodollars. */
  cost: bigint;
}

/** The running numbers of a whole receipt. */
export interface Totals {
  readonly run: Tally;
  /** By the name of the context. */
  readonly contexts: ReadonlyMap<string, Tally>;
  /** Counts an event `times` over. */
  count(event: Countable, times: number): void;
  /** Counts a repeat of an event that is no longer known: as an event of the run, and nothing else. */
  countUnknown(times: number): void;
  /** Adds what an outcome brings: tokens, bytes sent, and its cost in place of `known`, the one counted so far. Returns the cost counted now. */
  settle(context: string | undefined, outcome: { readonly [key: string]: Json }, known: bigint): bigint;
  report(): RunTotalsReport;
}

const COUNTED_AS = new Map<unknown, 'read' | 'written' | 'deleted'>([
  ['read', 'read'],
  ['write', 'written'],
  ['create', 'written'],
  ['move', 'written'],
  ['link', 'written'],
  ['delete', 'deleted'],
] satisfies [PathEffect, 'read' | 'written' | 'deleted'][]);

/** Numbers at zero. */
export function createTotals(): Totals {
  const run = emptyTally();
  const contexts = new Map<string, Tally>();

  const tallyOf = (context: string): Tally => {
    const found = contexts.get(context);
    if (found !== undefined) return found;
    if (contexts.size >= CONTEXTS && context !== MORE) return tallyOf(MORE);
    const tally = emptyTally();
    contexts.set(context, tally);
    return tally;
  };

  return {
    run,
    contexts,
    count: (event, times) => {
      add(run, event, times);
      add(tallyOf(event.context), event, times);
    },
    countUnknown: (times) => {
      run.events += times;
    },
    settle: (context, outcome, known) => {
      const cost = costOf(outcome) ?? known;
      settle(run, outcome, cost - known);
      if (context !== undefined) settle(tallyOf(context), outcome, cost - known);
      return cost;
    },
    report: () => ({
      ...report(run),
      contexts: Object.fromEntries([...contexts].map(([name, tally]) => [name, report(tally)])),
    }),
  };
}

/** The effect on a file, as the draft says it or as a line of a receipt does. */
export function effectOf(event: Pick<Countable, 'effect' | 'payload'>): Countable['effect'] {
  return event.effect ?? (event.payload['effect'] as Countable['effect']);
}

function emptyTally(): Tally {
  return {
    events: 0,
    blocked: 0,
    wouldBlock: 0,
    byType: new Map(),
    read: 0,
    written: 0,
    deleted: 0,
    hosts: new Set(),
    commands: 0,
    bytesOut: 0,
    llmCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0n,
  };
}

/** What was refused did not happen: it counts as an event and as blocked, never as a file, a host, a command or money. */
function add(tally: Tally, event: Countable, times: number): void {
  tally.events += times;
  tally.byType.set(event.type, (tally.byType.get(event.type) ?? 0) + times);
  if (event.status === 'BLOCKED_BY_POLICY') {
    tally.blocked += times;
    return;
  }
  if (event.status === 'WOULD_BLOCK') tally.wouldBlock += times;
  if (event.type === 'llm.call') tally.llmCalls += times;
  if (event.type === 'tool.shell') tally.commands += times;
  if (event.cost !== undefined) tally.cost += event.cost * BigInt(times);
  const how = event.type === 'tool.fs' ? COUNTED_AS.get(effectOf(event)) : undefined;
  if (how !== undefined) tally[how] += times;
  if (event.type === 'tool.net') addHost(tally, event.payload);
}

function addHost(tally: Tally, payload: { readonly [key: string]: Json }): void {
  const { host, port, socket, use } = payload;
  if (use === 'resolve' || use === 'listen') return;
  const name = typeof host === 'string' ? (typeof port === 'number' ? `${host}:${port}` : host) : socket;
  if (typeof name !== 'string' || tally.hosts.has(name)) return;
  tally.hosts.add(tally.hosts.size < HOSTS ? name : MORE);
}

const number = (value: Json | undefined): number =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : 0;

function costOf(outcome: { readonly [key: string]: Json }): bigint | undefined {
  const usd = outcome['costImpactUsd'];
  return typeof usd === 'number' && usd >= 0 && Number.isFinite(usd) ? parseUsd(usd) : undefined;
}

function settle(tally: Tally, outcome: { readonly [key: string]: Json }, cost: bigint): void {
  tally.inputTokens += number(outcome['gen_ai.usage.input_tokens']);
  tally.outputTokens += number(outcome['gen_ai.usage.output_tokens']);
  tally.bytesOut += number(outcome['bytesOut']);
  tally.cost += cost;
}

function report(tally: Tally): TotalsReport {
  return {
    events: tally.events,
    blocked: tally.blocked,
    wouldBlock: tally.wouldBlock,
    byType: Object.fromEntries(tally.byType),
    files: { read: tally.read, written: tally.written, deleted: tally.deleted },
    hosts: [...tally.hosts],
    commands: tally.commands,
    bytesOut: tally.bytesOut,
    llmCalls: tally.llmCalls,
    tokens: { input: tally.inputTokens, output: tally.outputTokens },
    costUsd: usdNumber(tally.cost),
  };
}

/** The totals of several receipts together. */
export function sumTotals(reports: readonly RunTotalsReport[]): RunTotalsReport {
  const contexts: Record<string, TotalsReport> = Object.create(null) as Record<string, TotalsReport>;
  for (const [name, one] of reports.flatMap((each) => Object.entries(each.contexts))) {
    const sum = contexts[name];
    contexts[name] = sum === undefined ? one : plus(sum, one);
  }
  return { ...reports.reduce<TotalsReport>(plus, report(emptyTally())), contexts };
}

function plus(a: TotalsReport, b: TotalsReport): TotalsReport {
  const byType = { ...a.byType };
  for (const [type, count] of Object.entries(b.byType)) byType[type] = (byType[type] ?? 0) + count;
  return {
    events: a.events + b.events,
    blocked: a.blocked + b.blocked,
    wouldBlock: a.wouldBlock + b.wouldBlock,
    byType,
    files: {
      read: a.files.read + b.files.read,
      written: a.files.written + b.files.written,
      deleted: a.files.deleted + b.files.deleted,
    },
    hosts: [...new Set([...a.hosts, ...b.hosts])],
    commands: a.commands + b.commands,
    bytesOut: a.bytesOut + b.bytesOut,
    llmCalls: a.llmCalls + b.llmCalls,
    tokens: { input: a.tokens.input + b.tokens.input, output: a.tokens.output + b.tokens.output },
    costUsd: usdNumber(parseUsd(a.costUsd) + parseUsd(b.costUsd)),
  };
}
