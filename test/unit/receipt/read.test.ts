import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentText } from '../../../src/receipt/document.js';
import { createLineWriter } from '../../../src/receipt/event.js';
import { headerText } from '../../../src/receipt/header.js';
import { NotAReceipt, readReceipt } from '../../../src/receipt/read.js';
import { createRecorder } from '../../../src/receipt/recorder.js';
import { createMemorySink } from '../../../src/receipt/sink.js';
import { draft, facts, refusal } from './drafts.js';

const writer = createLineWriter((text) => text);
const header = headerText('r.json', facts, writer);

/** The lines and the seal of a small run. */
function recorded(): { lines: string[]; seal: string | undefined } {
  const sink = createMemorySink(header);
  const recorder = createRecorder({
    sink,
    writer,
    onError: 'stop',
    warn: () => undefined,
    startedAt: facts.startedAt,
    later: () => undefined,
  });
  const seq = recorder.record(
    draft({ type: 'tool.shell', action: 'spawn("ls")', payload: { program: 'ls' }, urgency: 'first' }),
  );
  recorder.record(refusal());
  recorder.record(refusal());
  recorder.outcome(seq, { exitCode: 1 });
  recorder.outcome(seq, { signal: null });
  recorder.seal(0);
  return { lines: sink.lines(), seal: sink.seal() };
}
const { lines, seal } = recorded();
const sealed = documentText(header, lines, seal);
const unsealed = documentText(header, lines);

describe('readReceipt', () => {
  it('joins outcomes and repeats to their events', () => {
    const { events, header: head, totals } = readReceipt(sealed);
    expect(head).toMatchObject({ id: 'r.json', run: 'run-1', process: { pid: 7 } });
    expect(events).toMatchObject([
      { seq: 1, action: 'spawn("ls")', count: 1, outcome: { exitCode: 1, signal: null }, status: 'success' },
      { seq: 2, status: 'BLOCKED_BY_POLICY', count: 2 },
    ]);
    expect(totals).toMatchObject({ events: 3, blocked: 2, commands: 1 });
  });

  it('tells sealed, unsealed and torn apart, from text or lines', () => {
    expect(readReceipt(sealed)).toMatchObject({ sealed: true, torn: false, damaged: 0 });
    expect(readReceipt(unsealed)).toMatchObject({ sealed: false, torn: false });
    expect(readReceipt(unsealed.split('\n'))).toEqual(readReceipt(unsealed));
    expect(readReceipt(unsealed.slice(0, -10))).toMatchObject({ sealed: false, torn: true, damaged: 0 });
    expect(readReceipt(unsealed.replaceAll('\n', '\r\n').replace('[\r\n', '[\n'))).toMatchObject({
      torn: false,
      events: [{}, {}],
    });
    expect(readReceipt(documentText(header, []))).toMatchObject({ events: [], totals: { events: 0 }, torn: false });
  });

  it('reads every prefix that has the head, and drops at most the line that was cut', () => {
    const start = unsealed.indexOf('\n');
    for (let end = start; end < unsealed.length - 1; end += 1) {
      const read = readReceipt(unsealed.slice(0, end));
      expect(read.torn).toBe(!unsealed.slice(0, end).endsWith('\n]}'));
      const whole = unsealed
        .slice(0, end)
        .split('\n')
        .slice(1, -1)
        .filter((line) => line.startsWith('{"seq"')).length;
      expect(read.events.length).toBeGreaterThanOrEqual(whole);
      expect(read.damaged).toBe(0);
    }
  });

  it('says that lines between others were damaged, which no crash does', () => {
    const [first = '', ...rest] = lines;
    expect(readReceipt(documentText(header, [first.slice(0, -5), ...rest]))).toMatchObject({ damaged: 1, torn: false });
  });

  it('reads what jq has laid out anew', () => {
    expect(readReceipt(JSON.stringify(JSON.parse(sealed), null, 2))).toEqual(readReceipt(sealed));
    expect(readReceipt(JSON.stringify(JSON.parse(unsealed)))).toEqual(readReceipt(unsealed));
  });

  it('passes over lines of a later version, and counts what was let go', () => {
    const read = readReceipt(documentText(header, [...lines, '{"chain":"abc"}', '{"omitted":12}', '5', '[]']));
    expect(read.events).toHaveLength(2);
    expect(read.omitted).toBe(12);
  });

  it.each([
    '',
    '\n\n',
    '{}',
    '[]',
    'null',
    'hello',
    '{"events":[',
    header.slice(0, 20),
    '{"schema":"other","events":[\n]}',
  ])('refuses %j', (text) => {
    expect(() => readReceipt(text)).toThrow(NotAReceipt);
  });

  it('never throws anything else, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(unsealed.length), fc.boolean(), (noise, at, sealedToo) => {
        const text = sealedToo ? sealed : unsealed;
        try {
          readReceipt(text.slice(0, at) + noise + text.slice(at));
        } catch (error) {
          expect(error).toBeInstanceOf(NotAReceipt);
        }
      }),
      { numRuns: 500 },
    );
  });
});
