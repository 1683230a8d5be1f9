import { describe, expect, it } from 'vitest';
import { effectiveCaps, effectiveLimits } from '../../../src/policy/budget.js';
import { narrow } from '../../../src/policy/compile.js';
import type { BudgetDocument, LayerName, LimitsDocument, PolicyLayer } from '../../../src/policy/document.js';
import { PLACES, policyOf } from './layers.js';

const at = (key: string) => ({ file: 'p.yaml', line: 1, column: 1, key });
const layer = (
  name: LayerName,
  budget: Omit<BudgetDocument, 'at'>,
  limits: Omit<LimitsDocument, 'at'> = {},
): PolicyLayer => ({
  name,
  document: {
    budget: { ...budget, at: { maxCost: at('budget.maxCostUsd'), 'perCall.maxCost': at('budget.perCall.maxCostUsd') } },
    limits: { ...limits, at: { filesWritten: at('limits.filesWritten') } },
  },
  sources: [],
  places: PLACES,
});

describe('effectiveCaps', () => {
  const policy = policyOf([
    layer('managed', {
      maxCost: '500',
      maxCalls: 10,
      perCall: { maxCost: '90' },
      perModel: { 'gpt-*': { maxCost: '5' } },
      onExceed: 'throw',
      unknownPrice: 'deny',
      warnAt: 0.9,
      prices: { a: 'free' },
    }),
    layer('project', {
      maxCost: '1000000000000000000',
      maxCalls: 3,
      maxTokens: 7,
      perModel: { 'gpt-4*': { maxCalls: 2 } },
      rate: { concurrent: 2 },
      onExceed: 'respond',
      unknownPrice: 'free',
      reserve: 'none',
      warnAt: 0.5,
      prices: { a: { input: 1 }, b: 'free' },
    }),
  ]);
  const caps = effectiveCaps(policy);

  it('takes the smallest cap and names who sets it', () => {
    expect(caps.maxCost).toEqual({
      value: 500n,
      rule: { id: 'managed:budget.maxCostUsd', at: at('budget.maxCostUsd') },
    });
    expect(caps.maxCalls).toEqual({ value: 3, rule: { id: 'budget.maxCalls' } });
    expect(caps.callMaxCost?.rule.id).toBe('managed:budget.perCall.maxCostUsd');
    expect(caps.concurrent).toEqual({ value: 2, rule: { id: 'budget.rate.concurrent' } });
    expect(caps.maxTokens?.value).toBe(7);
    expect(caps.maxTime).toBeUndefined();
  });

  it('takes the strictest words', () => {
    expect(caps).toMatchObject({
      onExceed: 'throw',
      reserve: 'none',
      warnAt: 0.5,
      unknownPrice: { value: 'deny', rule: { id: 'managed:budget.unknownPrice' } },
    });
    expect(caps.onOverrun).toBeUndefined();
  });

  it('keeps every entry for a model, and the price of the earlier layer', () => {
    expect(
      caps.perModel
        .filter(({ matches }) => matches('gpt-4o'))
        .map(({ maxCost, maxCalls }) => [maxCost?.value, maxCalls?.value]),
    ).toEqual([
      [5n, undefined],
      [undefined, 2],
    ]);
    expect(caps.perModel[0]?.maxCost?.rule.id).toBe('managed:budget.perModel.gpt-*.maxCostUsd');
    expect(caps.prices).toEqual({ a: 'free', b: 'free' });
  });

  it('lets a context have smaller caps only', () => {
    const context = { budget: { maxCost: '600', maxCalls: 1, at: {} }, at: at('contexts.a') };
    const narrowed = effectiveCaps(narrow(policy, 'a', context, PLACES));
    expect(narrowed.maxCost?.value).toBe(500n);
    expect(narrowed.maxCalls).toEqual({ value: 1, rule: { id: 'contexts.a.budget.maxCalls' } });
  });
});

it('effectiveLimits takes the smallest limits', () => {
  const limits = effectiveLimits(
    policyOf([
      layer('managed', {}, { filesWritten: 5, sameCallRepeats: { max: 9, action: 'deny' } }),
      layer('project', {}, { filesWritten: 500, processes: 4, sameCallRepeats: { max: 3, action: 'warn' } }),
    ]),
  );
  expect(limits).toEqual({
    filesWritten: { value: 5, rule: { id: 'managed:limits.filesWritten', at: at('limits.filesWritten') } },
    processes: { value: 4, rule: { id: 'limits.processes' } },
    repeatsWarned: { value: 3, rule: { id: 'limits.sameCallRepeats' } },
    repeatsDenied: { value: 9, rule: { id: 'managed:limits.sameCallRepeats' } },
  });
});
