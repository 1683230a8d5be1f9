import { describe, expect, test } from 'vitest';
import { differences, slips, steady, untold } from '../../living/compare.js';
import type { Outcome } from '../../living/neighbour.js';
import type { ReceiptJson } from '../../run.js';

const outcome = (changes: Partial<Outcome> = {}): Outcome => ({
  code: 0,
  signal: null,
  stdout: 'one\ntwo\n',
  stderr: '',
  probes: ['read ok', 'connect ok'],
  ...changes,
});

describe('differences', () => {
  test('of two runs alike are none', () => {
    expect(differences(outcome(), outcome())).toEqual([]);
  });

  test('name the first line that differs, the exit code and the probes', () => {
    const other = outcome({ code: 1, stdout: 'one\nthree\n', probes: ['read ok'] });
    expect(differences(outcome(), other)).toEqual([
      'code 1 instead of 0',
      'stdout:2: "three" instead of "two"',
      'probes read ok instead of read ok, connect ok',
    ]);
  });

  test('tell of a line too many', () => {
    expect(differences(outcome({ stderr: 'a' }), outcome({ stderr: 'a\nb' }))).toEqual([
      'stderr:2: "b" instead of undefined',
    ]);
  });

  test('leave out what varies', () => {
    const [first, second] = ['took 12 ms (node:17)', 'took 9 ms (node:4)'].map((stdout) => outcome({ stdout }));
    expect(differences(first ?? outcome(), second ?? outcome(), [/\d+ ms/])).toEqual([]);
  });
});

test('what varies is taken out wherever it stands', () => {
  expect(steady('1s, 2s (node:3) node:4', [/\ds/])).toBe('…, … (node:…) node:4');
});

describe('slips', () => {
  test('are none where all was refused', () => {
    expect(slips(outcome({ probes: ['read refused', 'connect refused'] }), 2)).toEqual([]);
  });

  test('are what went through and what was not tried', () => {
    expect(slips(outcome({ probes: ['read ok'] }), 2)).toEqual(['not refused: read ok']);
    expect(slips(outcome({ probes: ['read refused'] }), 2)).toEqual(['1 probes instead of 2']);
  });
});

describe('untold', () => {
  const read = { capability: 'fs.read', status: 'success', action: 'fs.readFileSync("/app/secret.txt")' };
  const connect = { capability: 'net.connect', status: 'success', action: 'net.connect("127.0.0.1:9")' };
  const receipt = (threadId: number, events: ReceiptJson['events']): ReceiptJson => ({
    id: '',
    run: '',
    process: { pid: 1, threadId },
    events,
  });

  test('is nothing where receipts together tell both attempts, one receipt a thread', () => {
    expect(untold([receipt(0, [read]), receipt(1, [connect])], 'success')).toEqual([]);
  });

  test('is an attempt of another status, and a second receipt of a thread', () => {
    expect(untold([receipt(0, [read, connect]), receipt(0, [])], 'BLOCKED_BY_POLICY')).toEqual([
      'no receipt tells of the fs.read (BLOCKED_BY_POLICY)',
      'no receipt tells of the net.connect (BLOCKED_BY_POLICY)',
      'two receipts of 1/0',
    ]);
  });
});
