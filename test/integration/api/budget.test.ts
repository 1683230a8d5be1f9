import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Provider, startProvider } from '../../provider.js';
import { acts, dist, folder, run, type RunResult } from '../../run.js';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => {
  provider.close();
});

async function program(body: string, policy?: string): Promise<RunResult & { told: Record<string, unknown> }> {
  const cwd = folder();
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(resolve(dist, '..'), join(cwd, 'node_modules', 'receiptbot'));
  const main = `import { PolicyEngine, Receipt, runWithInterceptors } from 'receiptbot';
${ask(provider.url)}
const tell = (value) => console.log(JSON.stringify(value));
${body}`;
  const result = await run('main.mjs', {
    cwd,
    files: { 'main.mjs': main },
    ...(policy === undefined ? { via: 'none' as const } : { policy }),
  });
  if (result.stdout === '') throw new Error(result.stderr);
  return { ...result, told: JSON.parse(result.stdout) as Record<string, unknown> };
}

const BLOCKED = 'code:budget.maxCostUsd';

describe('a cap of money', () => {
  it('stops the calls of a function once it is reached, without a preload', async () => {
    const before = provider.asked();
    const { told } = await program(`
const policy = new PolicyEngine().maxCost(0.40), receipt = new Receipt(policy);
const told = await runWithInterceptors(policy, receipt, () => times(5));
tell({ told, outside: await ask(), cost: receipt.totals.costUsd, calls: receipt.totals.llmCalls, blocked: receipt.totals.blocked });`);
    expect(told).toMatchObject({ told: [200, 200, 200, BLOCKED, BLOCKED], outside: 200, cost: 0.45, blocked: 2 });
    expect(provider.asked() - before).toBe(4);
  });

  it('counts what was added by hand with what was intercepted', async () => {
    const { told } = await program(`
const policy = new PolicyEngine().maxCost(0.50), receipt = new Receipt(policy);
await runWithInterceptors(policy, receipt, () => times(3));
const { status, rule } = receipt.addEvent({ type: 'llm.call', action: 'by hand', costImpactUsd: 0.06 });
const fits = receipt.addEvent({ type: 'llm.call', action: 'by hand', costImpactUsd: 0.05 });
tell({ status, rule, fits: fits.status, cost: receipt.totals.costUsd });`);
    expect(told).toEqual({ status: 'BLOCKED_BY_POLICY', rule: 'budget.maxCostUsd', fits: 'success', cost: 0.5 });
  });

  it('counts what was added by hand before, and all that the receipt has seen', async () => {
    const { told } = await program(`
const policy = new PolicyEngine().maxCost(1.0), receipt = new Receipt(policy);
receipt.addEvent({ type: 'llm.call', action: 'by hand', costImpactUsd: 0.9 });
const first = await runWithInterceptors(policy, receipt, () => times(1));
tell({ first, again: await runWithInterceptors(policy, receipt, () => times(1)), cost: receipt.totals.costUsd });`);
    expect(told).toEqual({ first: [200], again: [BLOCKED], cost: 1.05 });
  });

  it('is the smallest of all around in a preloaded process, and the run counts everything', async () => {
    const result = await program(
      `
const policy = new PolicyEngine().maxCost(10), receipt = new Receipt(policy);
tell({ inside: await runWithInterceptors(policy, receipt, () => times(4)), outside: await ask(), cost: receipt.totals.costUsd });`,
      'version: 1\nmode: enforce\nbudget: { maxCostUsd: 0.4 }\n',
    );
    expect(result.told).toEqual({
      inside: [200, 200, 200, 'budget.maxCostUsd'],
      outside: 'budget.maxCostUsd',
      cost: 0.45,
    });
    expect(result.receipts[0]?.seal?.totals.costUsd).toBe(0.45);
    expect(acts(result).filter(({ type }) => type === 'llm.call').length).toBe(5);
  });
});
