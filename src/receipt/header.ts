import type { Json } from '../types.js';
import type { PolicyLayer } from '../policy/document.js';
import { type PolicySource, RECEIPT_SCHEMA, RECEIPT_VERSION, type ReceiptHeader } from './document.js';
import type { LineWriter } from './event.js';

/** What the head of a receipt is made of, beside its id. */
export type HeaderFacts = Omit<ReceiptHeader, 'schema' | 'version' | 'id' | 'startedAt'> & {
  /** Ms since the epoch. */
  readonly startedAt: number;
};

/** The redacted JSON text of the head of the receipt `id`. */
export function headerText(id: string, facts: HeaderFacts, writer: LineWriter): string {
  const {
    run,
    parent,
    name,
    process,
    argv,
    cwd,
    node,
    platform,
    receiptbot,
    policy,
    startedAt,
    coverage,
    priceDataDate,
  } = facts;
  const header: ReceiptHeader = {
    schema: RECEIPT_SCHEMA,
    version: RECEIPT_VERSION,
    id,
    run,
    ...(parent === undefined ? {} : { parent }),
    ...(name === undefined ? {} : { name }),
    process,
    argv,
    cwd,
    node,
    platform,
    receiptbot,
    policy,
    startedAt: new Date(startedAt).toISOString(),
    coverage,
    ...(priceDataDate === undefined ? {} : { priceDataDate }),
  };
  return writer.json(header as unknown as Json);
}

/** Every file that the layers were read from, in order. */
export function policySources(layers: readonly PolicyLayer[]): PolicySource[] {
  return layers.flatMap((layer) => layer.sources.map(({ file, sha256 }) => ({ layer: layer.name, file, sha256 })));
}

/** An id for a run: unique, not secret; Node's crypto would cost more than the rest of the start. */
export function createRunId(startedAt: number, pid: number): string {
  const random = () =>
    Math.floor(Math.random() * 36 ** 8)
      .toString(36)
      .padStart(8, '0');
  return `${startedAt.toString(36)}-${pid.toString(36)}-${random()}`;
}
