import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUsd, parseUsd, usdNumber } from '../../../src/receipt/money.js';

describe('money', () => {
  it.each([
    [0, 0n],
    ['0', 0n],
    [1, 1_000_000_000_000n],
    [0.1, 100_000_000_000n],
    ['.5', 500_000_000_000n],
    ['5.', 5_000_000_000_000n],
    [1e-7, 100_000n],
    ['1e-12', 1n],
    ['0.0000000000005', 1n],
    ['0.0000000000004999', 0n],
    ['1e3', 1_000_000_000_000_000n],
    [' 2.50 ', 2_500_000_000_000n],
  ])('reads %j as %d picodollars', (amount, picodollars) => {
    expect(parseUsd(amount)).toBe(picodollars);
  });

  it.each([NaN, Infinity, -1, -0.01, '', '.', 'e5', '1,5', '$1', '0x10', '1e9999', '--1', '1'.repeat(900)])(
    'refuses %j',
    (amount) => {
      expect(() => parseUsd(amount)).toThrow(RangeError);
    },
  );

  it('prints what it reads, exactly', () => {
    expect(formatUsd(1n)).toBe('0.000000000001');
    expect(formatUsd(0n)).toBe('0');
    expect(formatUsd(-1_500_000_000_000n)).toBe('-1.5');
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (amount) => parseUsd(formatUsd(amount)) === amount));
  });

  it('survives as a JSON number below 8192 dollars', () => {
    const below = fc.bigInt({ min: 0n, max: 8_192n * 10n ** 12n - 1n });
    fc.assert(
      fc.property(below, (amount) => parseUsd(JSON.parse(JSON.stringify(usdNumber(amount))) as number) === amount),
      { numRuns: 2000 },
    );
  });

  it('adds ten million calls without drift', () => {
    expect(usdNumber(parseUsd(0.0000015) * 10_000_000n)).toBe(15);
    let sum = 0n;
    for (let call = 0; call < 300_000; call += 1) sum += parseUsd(0.1);
    expect(usdNumber(sum)).toBe(30_000);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { maxLength: 50 }), (micros) => {
        const exact = micros.reduce((total, each) => total + BigInt(each), 0n) * 1_000_000n;
        return micros.reduce((total, each) => total + parseUsd(each / 1e6), 0n) === exact;
      }),
    );
  });
});
