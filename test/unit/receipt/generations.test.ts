import { describe, expect, it } from 'vitest';
import { createGenerations } from '../../../src/receipt/generations.js';

describe('createGenerations', () => {
  it('never holds more than twice the limit and tells what it drops', () => {
    const dropped: number[] = [];
    const map = createGenerations<number, number>(10, (values) => dropped.push(...values));
    for (let key = 0; key < 1000; key += 1) {
      map.set(key, key);
      expect(map.size).toBeLessThanOrEqual(20);
    }
    expect(new Set(dropped).size).toBe(dropped.length);
    expect(dropped.length + map.size).toBe(1000);
  });

  it('keeps what is used', () => {
    const map = createGenerations<string, number>(4);
    map.set('hot', 1);
    for (let key = 0; key < 100; key += 1) {
      map.set(String(key), key);
      expect(map.get('hot')).toBe(1);
    }
    expect(map.get('3')).toBeUndefined();
    expect(map.get('99')).toBe(99);
  });
});
