import type { Json } from '../types.js';
import type { ReceiptEvent, ReceiptHeader, ReceiptSeal, RunTotalsReport } from './document.js';
import { parseUsd } from './money.js';
import { asEvent, asSeal, headerOf, isRecord, parse, type Said, without } from './recognise.js';
import { createTotals } from './totals.js';

/** An event with all that was said of it later. */
export interface ReadEvent extends ReceiptEvent {
  /** How often it happened, the first time included. */
  readonly count: number;
  /** The outcomes joined; of a field told more than once, the latest. */
  readonly outcome?: { readonly [key: string]: Json };
  /** When its last known repeat was counted. */
  readonly until?: string;
}

/** A receipt as it was read, whatever state it was found in. */
export interface ReadReceipt {
  readonly header: ReceiptHeader;
  readonly events: readonly ReadEvent[];
  /** Those of the seal; without one they are counted from the lines. */
  readonly totals: RunTotalsReport;
  readonly seal?: ReceiptSeal;
  /** False while the process runs, and for ever when a signal ended it: then the receipt is complete but for counts of the last moments. */
  readonly sealed: boolean;
  /** The last write was cut off; the call it was to record had not begun. */
  readonly torn: boolean;
  /** Lines that do not parse although others follow them: no crash leaves these. */
  readonly damaged: number;
  /** Lines that a receipt held in memory let go of. */
  readonly omitted: number;
}

/** The text is no receipt, or was cut off within its head. */
export class NotAReceipt extends Error {}

/** Reads a receipt that is running, torn, unsealed or sealed, from its text or its lines. @throws NotAReceipt */
export function readReceipt(source: string | Iterable<string>): ReadReceipt {
  const lines = typeof source === 'string' ? source.split('\n') : [...source];
  const [head = ''] = lines;
  if (!head.endsWith('"events":[')) return readOther(lines);
  const header = headerOf(parse(`${head}]}`));
  if (header === undefined) throw new NotAReceipt('the head is not that of a receipt');
  const reading = new Reading(header);
  for (let index = 1; index < lines.length; index += 1) reading.line(lines[index] ?? '');
  return reading.end();
}

/** Reads the receipts in a log of JSON Lines (`RECEIPTBOT_RECEIPT=fd:2`), in the order they begin; other lines are passed over. */
export function readLog(source: string | Iterable<string>): ReadReceipt[] {
  const readings = new Map<string, Reading>();
  for (const text of typeof source === 'string' ? source.split('\n') : source) {
    const line = text.startsWith('{') ? parse(text) : undefined;
    if (line === undefined) continue;
    const header = headerOf(line);
    if (header !== undefined) readings.set(header.id, readings.get(header.id)?.amended(header) ?? new Reading(header));
    else if (typeof line['receipt'] === 'string') readings.get(line['receipt'])?.take(without(line, 'receipt'));
  }
  return [...readings.values()].map((reading) => reading.end(true));
}

/** A document that another program has laid out anew, or a log. */
function readOther(lines: readonly string[]): ReadReceipt {
  const whole = parse(lines.join('\n'));
  const header = headerOf(whole);
  if (whole === undefined || header === undefined || !Array.isArray(whole['events'])) {
    const [first] = readLog(lines);
    if (first !== undefined) return first;
    throw new NotAReceipt(
      lines.every((line) => line.trim() === '')
        ? 'it is empty: the process ended before its first write'
        : 'it is neither a receipt nor a log with one',
    );
  }
  const reading = new Reading(header);
  for (const event of whole['events'] as unknown[]) if (isRecord(event)) reading.take(event);
  reading.take({ seal: whole['seal'] });
  return reading.end(true);
}

type Outcome = { readonly [key: string]: Json };
type Joined = { -readonly [K in keyof ReadEvent]: ReadEvent[K] };

/** A receipt as far as it has been read. */
class Reading {
  #header: ReceiptHeader;
  readonly #events = new Map<number, Joined>();
  readonly #costs = new Map<number, bigint>();
  readonly #totals = createTotals();
  #seal: ReceiptSeal | undefined;
  #closed = false;
  #damaged = 0;
  #lastIsBad = false;
  #omitted = 0;

  constructor(header: ReceiptHeader) {
    this.#header = header;
  }

  /** Start-up completes the head of a log by a second one. */
  amended(header: ReceiptHeader): this {
    this.#header = header;
    return this;
  }

  /** Takes a line of a file as it is. */
  line(raw: string): void {
    const text = raw.trim();
    if (text === '') return;
    if (this.#lastIsBad) this.#damaged += 1;
    const said = sayingOf(text);
    this.#lastIsBad = said === undefined || !this.take(said);
    this.#closed = !this.#lastIsBad && text.startsWith(']');
  }

  /** Takes what a line says and returns whether it makes sense; a line of a later version that says something else is passed over. */
  take(said: Said): boolean {
    const { seq, of, outcome, repeat, omitted, seal } = said;
    if (seq !== undefined) return this.#takeEvent(asEvent(said));
    if (of !== undefined)
      return typeof of === 'number' && isRecord(outcome) && this.#takeOutcome(of, outcome as Outcome);
    if (repeat !== undefined) return isRecord(repeat) && this.#takeRepeat(repeat);
    if (typeof omitted === 'number') this.#omitted += omitted;
    if (seal === undefined) return true;
    this.#seal = asSeal(seal);
    return this.#seal !== undefined;
  }

  end(whole = this.#closed): ReadReceipt {
    return {
      header: this.#header,
      events: [...this.#events.values()],
      totals: this.#seal?.totals ?? this.#totals.report(),
      ...(this.#seal === undefined ? {} : { seal: this.#seal }),
      sealed: this.#seal !== undefined,
      torn: !whole,
      damaged: this.#damaged,
      omitted: this.#omitted,
    };
  }

  #takeEvent(event: ReceiptEvent | undefined): boolean {
    if (event === undefined) return false;
    const cost = parseUsd(event.costImpactUsd ?? 0);
    this.#events.set(event.seq, { ...event, count: 1 });
    if (event.status !== 'BLOCKED_BY_POLICY') this.#costs.set(event.seq, cost);
    this.#totals.count({ ...event, cost }, 1);
    return true;
  }

  #takeOutcome(seq: number, outcome: Outcome): boolean {
    const event = this.#events.get(seq);
    this.#costs.set(seq, this.#totals.settle(event?.context, outcome, this.#costs.get(seq) ?? 0n));
    if (event === undefined) return true;
    event.outcome = { ...event.outcome, ...outcome };
    const failed = outcome['status'] === 'failed' || outcome['error'] !== undefined;
    if (event.status === 'success' && failed) event.status = 'failed';
    return true;
  }

  #takeRepeat({ of, count, until }: Said): boolean {
    if (typeof of !== 'number' || typeof count !== 'number' || !(count > 0)) return false;
    const event = this.#events.get(of);
    if (event === undefined) {
      this.#totals.countUnknown(count);
      return true;
    }
    event.count += count;
    if (typeof until === 'string') event.until = until;
    this.#totals.count({ ...event, cost: undefined }, count);
    return true;
  }
}

/** What a line after the head says: an event and its like, the closing (nothing), or the closing with a seal. */
function sayingOf(text: string): Said | undefined {
  if (text === ']}') return {};
  if (text.startsWith('],')) return parse(`{${text.slice(2)}`);
  return parse(text.endsWith(',') ? text.slice(0, -1) : text);
}
