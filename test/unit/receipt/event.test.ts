import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClockText, createLineWriter } from '../../../src/receipt/event.js';
import type { Json } from '../../../src/types.js';
import { draft, refusal } from './drafts.js';

const SECRET = 'hunter2-canary';
const hide = (text: string): string =>
  text.replaceAll(SECRET, '[REDACTED_CANARY]').replace(/(password=|--token |Cookie: )\S+/g, '$1[REDACTED_NAMED]');
const writer = createLineWriter(hide);
const asJson = (value: Json): unknown => JSON.parse(writer.json(value));

describe('lines', () => {
  it('are JSON with the fields in reading order', () => {
    const line = writer.event(
      3,
      Date.UTC(2026, 10, 30, 18, 5, 55, 7),
      refusal({ cost: 1_500_000_000n, cause: 'call_1' }),
    );
    expect(line).not.toContain('\n');
    expect(Object.keys(JSON.parse(line) as object)).toEqual([
      'seq',
      'time',
      'context',
      'type',
      'capability',
      'action',
      'payload',
      'status',
      'policyTrigger',
      'rule',
      'caller',
      'cause',
      'costImpactUsd',
    ]);
    expect(JSON.parse(line)).toMatchObject({ seq: 3, time: '2026-11-30T18:05:55.007Z', costImpactUsd: 0.0015 });
    expect(JSON.parse(writer.outcome(3, 0, { exitCode: 0 }))).toEqual({
      of: 3,
      time: '1970-01-01T00:00:00.000Z',
      outcome: { exitCode: 0 },
    });
    expect(JSON.parse(writer.repeat(3, 9, 0))).toEqual({
      repeat: { of: 3, count: 9, until: '1970-01-01T00:00:00.000Z' },
    });
  });

  it('redact every string of an event', () => {
    const line = writer.event(1, 0, {
      ...refusal(),
      context: SECRET,
      action: `exec("curl -H ${SECRET}")`,
      payload: { [`header ${SECRET}`]: { deep: [[{ deeper: `x${SECRET}` }]] }, long: 'a'.repeat(9000) + SECRET },
      policyTrigger: `rule: ${SECRET}`,
      rule: SECRET,
      caller: SECRET,
      cause: SECRET,
    });
    expect(line).not.toContain(SECRET);
    expect(line.split('[REDACTED_CANARY]').length - 1).toBe(9);
    expect(writer.outcome(1, 0, { error: { message: [SECRET] } })).not.toContain(SECRET);
  });

  it('hide a value whose name is that of a secret, in fields and in arguments', () => {
    expect(
      asJson({
        password: 'plain',
        nested: { password: ['a', { b: 'c' }], user: 'd' },
        argv: ['--token', 'plain', 'e'],
        Cookie: 'sid=1',
        empty: { password: '' },
      }),
    ).toEqual({
      password: '[REDACTED_NAMED]',
      nested: { password: ['[REDACTED_NAMED]', { b: '[REDACTED_NAMED]' }], user: 'd' },
      argv: ['--token', '[REDACTED_NAMED]', 'e'],
      Cookie: '[REDACTED_NAMED]',
      empty: { password: '' },
    });
    expect(asJson(['--password', 'plain', 'e'])).toEqual(['--password', '[REDACTED_NAMED]', 'e']);
  });

  it('are what JSON.stringify makes of the same value when there is nothing to hide', () => {
    const plain = createLineWriter((text) => text);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(JSON.parse(plain.json(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('bound long strings, and never keep a part of a secret that was cut', () => {
    const huge = asJson('x'.repeat(200_000)) as string;
    expect(huge.length).toBeLessThan(17_000);
    expect(huge).toContain('more characters]');
    // The secret spans the end of the part that is searched; what is dropped before it makes the rest short enough to be kept.
    const hungry = createLineWriter((text) => text.replace(/y+/, '').replaceAll(SECRET, ''));
    const text = 'y'.repeat(60_000) + 'z'.repeat(65_536 - 60_000 - 7) + SECRET + 'z'.repeat(100);
    expect(hungry.json(text)).not.toContain(SECRET.slice(0, 7));
  });

  it('bound deep, wide and large values', () => {
    let deep: Json = 'end';
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    expect(writer.json(deep)).toContain('…');
    const wide = writer.event(1, 0, draft({ payload: { list: Array.from({ length: 1_000_000 }, () => 'abcdefgh') } }));
    expect(wide.length).toBeLessThan(1_000_000);
    expect(() => JSON.parse(wide) as unknown).not.toThrow();
  });

  it('leave out what JSON has no word for', () => {
    expect(asJson({ a: undefined as unknown as Json, b: NaN, c: Infinity, d: null })).toEqual({
      b: null,
      c: null,
      d: null,
    });
  });
});

describe('createClockText', () => {
  it('prints what toISOString prints', () => {
    const text = createClockText();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => text(ms) === new Date(ms).toISOString()),
    );
    expect(text(1000.75)).toBe('1970-01-01T00:00:01.000Z');
  });
});
