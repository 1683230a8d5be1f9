import { describe, expect, it } from 'vitest';
import { createMemorySink } from '../../../src/receipt/sink.js';

describe('createMemorySink', () => {
  it('keeps the first and the latest lines and says how many it let go', () => {
    const sink = createMemorySink('{}', 100);
    for (let seq = 1; seq <= 100_000; seq += 1) sink.write([`{"seq":${seq}}`]);
    const seqs = sink.lines().map((line) => JSON.parse(line) as { seq?: number; omitted?: number });
    expect(seqs.length).toBeLessThanOrEqual(101);
    expect(seqs.slice(0, 50).map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(seqs[50]).toEqual({ omitted: 100_000 - (seqs.length - 1) });
    expect(seqs.at(-1)).toEqual({ seq: 100_000 });
    expect(sink.last()).toBe('{"seq":100000}');
  });

  it('keeps all there is below its limit', () => {
    const sink = createMemorySink('{}', 100);
    for (let seq = 1; seq <= 100; seq += 1) sink.write([`{"seq":${seq}}`]);
    expect(sink.lines()).toHaveLength(100);
    expect(() => createMemorySink('{}').last()).toThrow(RangeError);
  });
});
