import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { receiptJsonSchema, receiptSchema } from '../../../scripts/receipt-schema.js';
import { Receipt } from '../../../src/receipt/receipt.js';
import { draft, facts, refusal } from './drafts.js';
import { Rig } from './rig.js';
import { headerText } from '../../../src/receipt/header.js';
import { createLineWriter } from '../../../src/receipt/event.js';

const problems = (text: string): unknown =>
  v
    .safeParse(receiptSchema, JSON.parse(text))
    .issues?.map(({ message, path }) => [path?.map(({ key }) => key).join('.'), message]);

describe('schema/receipt.schema.json', () => {
  it('is what scripts/build-receipt-schema.ts makes', () => {
    expect(readFileSync('schema/receipt.schema.json', 'utf8')).toBe(receiptJsonSchema());
  });

  it('accepts receipts as they are written, at every stage', () => {
    const rig = new Rig();
    expect(problems(rig.file())).toBeUndefined();
    const call = rig.recorder.record(
      draft({ type: 'llm.call', capability: 'llm.call', cost: 1n, cause: 'call_1', call: 2, urgency: 'first' }),
    );
    rig.recorder.record(refusal());
    rig.recorder.record(refusal());
    rig.recorder.outcome(call, { 'gen_ai.usage.input_tokens': 5, costImpactUsd: 0.1, nested: [{ deep: null }] });
    rig.pass(500);
    expect(problems(rig.file())).toBeUndefined();
    rig.recorder.seal(0);
    expect(problems(rig.file())).toBeUndefined();
    rig.sink.amend(
      headerText(
        'r.json',
        { ...facts, parent: 'p.json', priceDataDate: '2026-11-01', coverage: ['x'] },
        createLineWriter((text) => text),
      ),
    );
    expect(problems(rig.file())).toBeUndefined();
  });

  it('accepts a receipt in memory, also one that let go of lines', () => {
    const receipt = new Receipt();
    for (let call = 0; call < 110_000; call += 1) receipt.addEvent({ type: 'tool.call', action: 'a' });
    expect(problems(JSON.stringify(receipt.finalize()))).toBeUndefined();
  });

  it('refuses what is not on the page', () => {
    const rig = new Rig();
    rig.recorder.record(refusal());
    expect(problems(rig.file().replace('"caller"', '"color"'))).toBeDefined();
    expect(problems(rig.file().replace('BLOCKED_BY_POLICY', 'DENIED'))).toBeDefined();
    expect(problems(rig.file().replace('"version":1', '"version":2'))).toBeDefined();
  });
});
