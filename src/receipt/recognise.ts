import { RECEIPT_SCHEMA, type ReceiptEvent, type ReceiptHeader, type ReceiptSeal } from './document.js';

/** A JSON object of unknown content. */
export type Said = { readonly [key: string]: unknown };

/** The object that the text is, or undefined when it is none. */
export function parse(text: string): Said | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object without these fields. */
export function without(said: Said, ...names: readonly string[]): Said {
  return Object.fromEntries(Object.entries(said).filter(([name]) => !names.includes(name)));
}

/** The head that the object begins with, as far as readers rely on it, or undefined when it is that of no receipt. */
export function headerOf(said: Said | undefined): ReceiptHeader | undefined {
  if (said === undefined || said['schema'] !== RECEIPT_SCHEMA) return undefined;
  const { id, run, startedAt, process, argv, policy } = said;
  if (![id, run, startedAt].every((text) => typeof text === 'string')) return undefined;
  if (!isRecord(process) || !isListOf(argv, 'string') || !isRecord(policy) || !isListOf(policy['sources'], 'object'))
    return undefined;
  return without(said, 'events', 'seal') as unknown as ReceiptHeader;
}

/** The event that the object is, as far as readers rely on it. */
export function asEvent(said: Said): ReceiptEvent | undefined {
  const { seq, time, context, type, action, status, payload, costImpactUsd } = said;
  const whole =
    typeof seq === 'number' &&
    [time, context, type, action, status].every((text) => typeof text === 'string') &&
    isRecord(payload) &&
    (costImpactUsd === undefined || isCount(costImpactUsd));
  return whole ? (said as unknown as ReceiptEvent) : undefined;
}

/** The seal that the value is, as far as readers rely on it. */
export function asSeal(value: unknown): ReceiptSeal | undefined {
  if (!isRecord(value) || !isTotals(value['totals'])) return undefined;
  const { contexts } = value['totals'];
  return isRecord(contexts) && Object.values(contexts).every(isTotals) ? (value as unknown as ReceiptSeal) : undefined;
}

const COUNTS = ['events', 'blocked', 'wouldBlock', 'commands', 'bytesOut', 'llmCalls', 'costUsd'];

function isTotals(value: unknown): value is Said {
  if (!isRecord(value) || !COUNTS.every((name) => isCount(value[name])) || !isListOf(value['hosts'], 'string'))
    return false;
  const { byType, files, tokens } = value;
  const of = (record: unknown, names: readonly string[]): boolean =>
    isRecord(record) && names.every((name) => isCount(record[name]));
  return (
    isRecord(byType) &&
    of(byType, Object.keys(byType)) &&
    of(files, ['read', 'written', 'deleted']) &&
    of(tokens, ['input', 'output'])
  );
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

function isListOf(value: unknown, type: 'string' | 'object'): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === type && item !== null);
}
