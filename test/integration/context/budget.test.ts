import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Provider, startProvider } from '../../provider.js';
import { acts, run } from '../../run.js';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => {
  provider.close();
});

const POLICY = `version: 1
mode: enforce
budget: { maxCostUsd: 0.80 }
contexts:
  frugal: { entry: "./agents.mjs#frugal", budget: { maxCostUsd: 0.25 } }
  free: { entry: "./agents.mjs#free" }
`;

describe('the budget of a context', () => {
  it('is its own, shared by its calls, and counts against the run’s', async () => {
    const agents = `${ask(provider.url)}export const frugal = times; export const free = (count) => times(count); export { ask };`;
    const main = `import { frugal, free, ask } from './agents.mjs';
console.log(JSON.stringify({ frugal: await frugal(3), again: await frugal(1), free: await free(2), root: await ask(), free2: await free(2), last: await ask() }));`;
    const result = await run('main.mjs', { files: { 'agents.mjs': agents, 'main.mjs': main }, policy: POLICY });
    const own = 'contexts.frugal.budget.maxCostUsd';
    const all = 'budget.maxCostUsd';
    expect(JSON.parse(result.stdout)).toEqual({
      frugal: [200, 200, own],
      again: [own],
      free: [200, 200],
      root: 200,
      free2: [200, all],
      last: all,
    });
    const totals = result.receipts[0]?.seal?.totals;
    expect(totals?.costUsd).toBe(0.9);
    expect(totals?.contexts['frugal']?.costUsd).toBe(0.3);
    expect(totals?.contexts['free']?.costUsd).toBe(0.45);
    expect(totals?.contexts['root']?.costUsd).toBe(0.15);
    expect(acts(result).filter(({ type }) => type === 'llm.call').length).toBe(10);
  });

  it('holds calls that overlap: once it is reached no more begin', async () => {
    const agents = `${ask(provider.url)}export const frugal = times; export const free = times;`;
    const main = `import { frugal } from './agents.mjs';
const told = await Promise.all(Array.from({ length: 5 }, () => frugal(3)));
console.log(JSON.stringify(told.flat().filter((each) => each === 200).length));`;
    const result = await run('main.mjs', { files: { 'agents.mjs': agents, 'main.mjs': main }, policy: POLICY });
    // All five first calls are under way before any answer tells its cost.
    expect(JSON.parse(result.stdout)).toBeLessThanOrEqual(10);
    expect(JSON.parse(result.stdout)).toBeGreaterThanOrEqual(5);
    expect(result.receipts[0]?.seal?.totals.contexts['frugal']?.blocked).toBeGreaterThanOrEqual(5);
  });
});
