import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { RECEIPT_SCHEMA, RECEIPT_VERSION, type ReceiptDocument } from '../src/receipt/document.js';
import type { Capability, EventStatus, EventType, Json } from '../src/types.js';

const said = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = said(v.pipe(v.number(), v.minValue(0)), 'US dollars; exact to 1e-12 below 8192.');
const time = said(
  v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)),
  'ISO 8601, UTC, with milliseconds.',
);
const json: v.GenericSchema<Json> = v.lazy(() =>
  v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(json), v.record(v.string(), json)]),
);
const fields = v.record(v.string(), json);

/** Object.keys of a record that must name every member: a new type, capability or status that is missing here does not compile. */
const all = <T extends string>(members: Record<T, true>): T[] => Object.keys(members) as T[];

const type = v.picklist(
  all<EventType>({
    'tool.fs': true,
    'tool.net': true,
    'tool.shell': true,
    'tool.env': true,
    'tool.worker': true,
    'tool.native': true,
    'module.load': true,
    'llm.call': true,
    'tool.call': true,
    'agent.step': true,
    policy: true,
  }),
);
const capability = v.picklist(
  all<Capability>({
    'fs.read': true,
    'fs.write': true,
    'net.connect': true,
    'net.listen': true,
    exec: true,
    'env.read': true,
    'env.pass': true,
    worker: true,
    'process.addons': true,
    'process.internals': true,
    'process.inspector': true,
    'process.wasi': true,
    'process.signals': true,
    'llm.call': true,
  }),
);
const status = v.picklist(
  all<EventStatus>({ success: true, failed: true, BLOCKED_BY_POLICY: true, WOULD_BLOCK: true }),
);

const seq = v.pipe(v.number(), v.integer(), v.minValue(1));

const event = v.strictObject({
  seq: said(seq, 'Number of the event in this receipt; errors, outcomes and repeats refer to it.'),
  time,
  context: said(v.string(), 'Who acted: `root`, or the name of a context.'),
  call: v.exactOptional(said(seq, "Which call of the context's entry acted, from 1; tells overlapping calls apart.")),
  type,
  capability: v.exactOptional(capability),
  action: said(v.string(), 'The attempt in words, with the resource as the caller wrote it.'),
  payload: said(fields, 'What is known of the attempt; the fields depend on the type.'),
  status: said(status, '`success` when the call was let through and is not known to have failed.'),
  policyTrigger: v.exactOptional(said(v.string(), 'Which rule refused it, where it is written, and why.')),
  rule: v.exactOptional(said(v.string(), 'Id of that rule.')),
  caller: v.exactOptional(said(v.string(), '`package@version file:line:column` of the code that asked.')),
  cause: v.exactOptional(said(v.string(), 'The tool call of the model that led here.')),
  costImpactUsd: v.exactOptional(amount),
});
const outcome = v.strictObject({
  of: seq,
  time,
  outcome: said(fields, 'What became of the event. A `costImpactUsd` here replaces that of the event.'),
});
const repeat = v.strictObject({
  repeat: v.strictObject({
    of: seq,
    count: said(count, 'How often it happened again since the last line that said so.'),
    until: time,
  }),
});
const omitted = v.strictObject({
  omitted: said(count, 'Lines that a receipt held in memory let go of, at this place.'),
});

const totals = v.strictObject({
  events: count,
  blocked: count,
  wouldBlock: count,
  byType: v.record(v.string(), count),
  files: said(v.strictObject({ read: count, written: count, deleted: count }), 'Accesses, not distinct files.'),
  hosts: said(v.array(v.string()), 'Distinct hosts connected to; ends in `…` when there were more than are kept.'),
  commands: count,
  bytesOut: count,
  llmCalls: count,
  tokens: v.strictObject({ input: count, output: count }),
  costUsd: amount,
});
const seal = v.strictObject({
  endedAt: time,
  durationMs: count,
  exitCode: v.exactOptional(v.pipe(v.number(), v.integer())),
  lost: v.exactOptional(said(count, 'Lines that could not be written.')),
  totals: v.strictObject({ ...totals.entries, contexts: v.record(v.string(), totals) }),
});

const source = v.strictObject({ layer: v.string(), file: v.string(), sha256: v.string() });

/** The specification of a receipt's bytes; what it accepts has the type that the code writes. */
export const receiptSchema: v.GenericSchema<ReceiptDocument> = v.strictObject({
  schema: v.literal(RECEIPT_SCHEMA),
  version: v.literal(RECEIPT_VERSION),
  id: said(v.string(), 'Name of the receipt; the name of its file.'),
  run: said(v.string(), 'Shared by a process, its children and its workers.'),
  parent: v.exactOptional(said(v.string(), 'The `id` of the receipt of the process or thread that started this one.')),
  name: v.exactOptional(said(v.string(), 'What runs: the base name of the script, or the name of the worker.')),
  process: v.strictObject({ pid: count, ppid: count, threadId: count }),
  argv: v.array(v.string()),
  cwd: v.string(),
  node: said(v.string(), 'Version of Node.'),
  platform: said(v.string(), '`linux-x64`.'),
  receiptbot: said(v.string(), 'Version of ReceiptBot.'),
  policy: v.strictObject({ mode: v.string(), sources: v.array(source) }),
  startedAt: time,
  coverage: said(v.array(v.string()), 'Doors that this Node has and ReceiptBot could not guard.'),
  priceDataDate: v.exactOptional(said(v.string(), 'Date of the price table that costs were worked out with.')),
  events: v.array(v.union([event, outcome, repeat, omitted])),
  seal: v.exactOptional(said(seal, 'Written when the process ends; a process ended by a signal leaves none.')),
});

/** The same as JSON Schema, as text. */
export function receiptJsonSchema(): string {
  const { $schema, ...schema } = toJsonSchema(receiptSchema, { errorMode: 'throw', definitions: { json } });
  const title = 'ReceiptBot receipt';
  const description = 'What one process or worker thread did, each attempt before it happened. One event a line.';
  return `${JSON.stringify({ $schema, title, description, ...schema }, null, 2)}\n`;
}
