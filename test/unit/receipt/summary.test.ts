import { describe, expect, it } from 'vitest';
import { documentText } from '../../../src/receipt/document.js';
import { createLineWriter } from '../../../src/receipt/event.js';
import { headerText } from '../../../src/receipt/header.js';
import { readReceipt } from '../../../src/receipt/read.js';
import { describeReceipt, exitSummary, printable } from '../../../src/receipt/summary.js';
import { draft, facts, refusal } from './drafts.js';

describe('exitSummary', () => {
  it('is one line when something was or would have been blocked, and nothing otherwise', () => {
    expect(exitSummary({ blocked: 0, wouldBlock: 0 }, '/r.json')).toBeUndefined();
    expect(exitSummary({ blocked: 2, wouldBlock: 0 }, '/r.json')).toBe('receiptbot: 2 blocked — receipt /r.json');
    expect(exitSummary({ blocked: 0, wouldBlock: 1 }, '/r.json')).toBe(
      'receiptbot: 1 would have been blocked — receipt /r.json',
    );
    expect(exitSummary({ blocked: 2, wouldBlock: 1 }, '/a\nb')).toBe(
      'receiptbot: 2 blocked, 1 would have been blocked — receipt /a\\u{a}b',
    );
  });
});

describe('describeReceipt', () => {
  const writer = createLineWriter((text) => text);
  const lines = [
    writer.event(1, 0, draft({ type: 'llm.call', cost: 1_000_000n })),
    writer.event(2, 0, refusal({ context: 'researcher' })),
    writer.repeat(2, 11, 0),
    writer.event(3, 0, refusal({ status: 'WOULD_BLOCK', action: 'exec("\u001b[2Jrm\u202e")' })),
  ];
  const text = describeReceipt(readReceipt(documentText(headerText('r.json', facts, writer), lines)));

  it('tells who ran, what it did, what was refused and why', () => {
    expect(text).toContain('receipt  r.json (unsealed: still running, or ended by a signal)');
    expect(text).toContain('process  /usr/bin/node /app/agent.js — pid 7, Node 20.20.2');
    expect(text).toContain('policy   enforce — /app/receiptbot.config.yaml');
    expect(text).toContain('models   1 calls, 0 tokens in, 0 out, $0.000001');
    expect(text).toContain('events   14, 12 blocked, 1 would have been blocked');
    expect(text).toContain(
      '  blocked fs.readFile("/app/.env") [researcher] ×12\n    fs.read.deny[0] ("**/.env")\n    asked by app@1.0.0 index.js:3:1',
    );
  });

  it('cannot steer a terminal', () => {
    expect(text).toContain('  would block exec("\\u{1b}[2Jrm\\u{202e}")');
    expect(printable('é漢 ok')).toBe('é漢 ok');
  });

  it('says what is wrong with a receipt', () => {
    const whole = documentText(headerText('r.json', facts, writer), lines);
    expect(describeReceipt(readReceipt(whole.slice(0, -30)))).toContain('its last write was cut off');
    expect(describeReceipt(readReceipt(whole.replace('"seq":1,', '"seq":,')))).toContain('1 damaged lines');
  });
});
