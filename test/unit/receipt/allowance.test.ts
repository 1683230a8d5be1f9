import { expect, it } from 'vitest';
import { createAllowance } from '../../../src/receipt/allowance.js';

/** How many of `asked` are given at that time. */
const taken = (allowance: ReturnType<typeof createAllowance>, now: number, asked = 1000): number =>
  Array.from({ length: asked }, () => allowance.take(now)).filter(Boolean).length;

const START = Date.UTC(2026, 10, 30);

it('gives a few hundred in a row, then one a ms', () => {
  const allowance = createAllowance();
  expect(taken(allowance, START)).toBe(256);
  expect(taken(allowance, START + 1)).toBe(1);
  expect(taken(allowance, START + 11)).toBe(10);
});

it('saves no more than it gives in a row', () => {
  const allowance = createAllowance();
  taken(allowance, START);
  expect(taken(allowance, START + 1_000_000)).toBe(256);
});

it('neither gives for a clock that is set back nor waits until it has caught up', () => {
  const allowance = createAllowance();
  taken(allowance, START);
  expect(taken(allowance, START - 5000)).toBe(0);
  expect(taken(allowance, START - 4990)).toBe(10);
});
