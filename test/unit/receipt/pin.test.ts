import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pinJson } from '../../../src/receipt/pin.js';

describe('pinJson', () => {
  it('copies plain values as they are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(pinJson(value)).toEqual(value);
      }),
    );
  });

  it('reads every property once', () => {
    let reads = 0;
    const shifty = {
      get path() {
        return (reads += 1) === 1 ? '/ok' : '/etc/shadow';
      },
    };
    expect(pinJson(shifty)).toEqual({ path: '/ok' });
    expect(reads).toBe(1);
  });

  it('has a word for what JSON has none for', () => {
    expect(
      pinJson({
        at: new Date(0),
        big: 10n,
        nan: NaN,
        fn: () => 1,
        sym: Symbol('x'),
        none: undefined,
        list: [undefined, () => 1],
      }),
    ).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      big: '10',
      nan: 'NaN',
      list: [null, null],
    });
    expect(pinJson(undefined)).toBeNull();
  });

  it('ends where values are cyclic, deep or huge', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = [cyclic, cyclic];
    expect(JSON.stringify(pinJson(cyclic))).toContain('…');
    const wide = pinJson(Array.from({ length: 1_000_000 }, (_, index) => index)) as unknown[];
    expect(wide.length).toBeLessThanOrEqual(20_001);
    expect(
      pinJson({
        toJSON() {
          return this;
        },
      }),
    ).toBe('…');
  });

  it('copies names that are dangerous as mere names', () => {
    const copy = pinJson(JSON.parse('{"__proto__": {"polluted": true}}')) as object;
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
