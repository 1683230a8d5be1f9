import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/context/context.js';
import type { CompiledPolicy } from '../../../src/policy/compile.js';
import type { BudgetDocument } from '../../../src/policy/document.js';
import type { LlmAccess, Verdict } from '../../../src/types.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { judgeCall, price, startCall } from '../../../src/llm/ledger.js';
import { formatUsd, parseUsd } from '../../../src/receipt/money.js';

beforeAll(async () => {
  const prices: unknown = await import('../../../src/llm/prices.js');
  setChunkLoader(() => prices);
});

type Budget = Omit<BudgetDocument, 'at' | 'maxCost'> & { readonly maxCostUsd?: number };
const usd = (amount: number | undefined): { maxCost?: string } =>
  amount === undefined ? {} : { maxCost: String(parseUsd(amount)) };
const contextWith = (
  { maxCostUsd, ...budget }: Budget,
  parent?: Context,
  mode: CompiledPolicy['mode'] = 'enforce',
): Context => {
  const document = { budget: { ...budget, ...usd(maxCostUsd), at: {} } };
  const gate = { document, owner: { layer: 'project' }, ground: {} };
  const policy = { mode, gates: [...(parent?.policy.gates ?? []), gate] };
  return { name: 'test', parent, policy, recorder: {}, account: {}, seen: new Map() } as unknown as Context;
};
const access = (model: string): LlmAccess => ({
  kind: 'llm',
  capability: 'llm.call',
  requested: model,
  resource: model,
  model,
  cost: 0n,
});
const asked = (model: string, maxOutput?: number) => ({
  model,
  asked: 0,
  ...(maxOutput === undefined ? {} : { maxOutput }),
});
const judge = (context: Context, model = 'gpt-4o-mini', maxOutput?: number): Verdict =>
  judgeCall(context, access(model), asked(model, maxOutput));
const tokens = (input: number, output: number, cached = 0) => ({ input, output, cached });
/** Makes a call if it may be made; returns the rule that refuses it. */
const call = (context: Context, model = 'gpt-4o-mini', usage = tokens(1000, 200)): string | undefined => {
  const verdict = judge(context, model);
  if (verdict.allowed) startCall(context, asked(model))(usage);
  return verdict.rule?.id;
};

describe('caps', () => {
  it('refuse the next call once the money is spent', () => {
    const context = contextWith({ maxCostUsd: 0.0005 });
    // 1000 and 200 tokens of gpt-4o-mini are $0.00027
    expect([call(context), call(context), call(context)]).toEqual([undefined, undefined, 'budget.maxCostUsd']);
    expect(judge(context).rule?.reason).toBe('$0.00054 of $0.0005 are spent');
  });

  it('count tokens, and calls as they are sent', () => {
    const context = contextWith({ maxTokens: 2000, maxCalls: 3 });
    expect([call(context), call(context), call(context)]).toEqual([undefined, undefined, 'budget.maxTokens']);
    const busy = contextWith({ maxCalls: 1 });
    startCall(busy, asked('gpt-4o-mini'));
    expect(judge(busy).rule?.id).toBe('budget.maxCalls');
  });

  it('hold for each model, and for a single call', () => {
    const context = contextWith({ perModel: { 'gpt-4o*': { maxCalls: 1 } }, perCall: { maxOutputTokens: 100 } });
    expect([call(context), call(context), call(context, 'gpt-5')]).toEqual([
      undefined,
      'budget.perModel.gpt-4o*.maxCalls',
      undefined,
    ]);
    expect(judge(context, 'gpt-5', 101).rule?.id).toBe('budget.perCall.maxOutputTokens');
    expect(judge(context, 'gpt-5', 100).allowed).toBe(true);
  });

  it('are spent by a context and by all that it is within', () => {
    const root = contextWith({ maxCalls: 3 });
    const one = contextWith({ maxCalls: 2 }, root);
    const other = contextWith({ maxCalls: 2 }, root);
    expect([call(one), call(one), call(one)]).toEqual([undefined, undefined, 'budget.maxCalls']);
    expect([call(other), call(other)]).toEqual([undefined, 'budget.maxCalls']);
    expect(call(root)).toBe('budget.maxCalls');
  });

  it('settle once', () => {
    const context = contextWith({ maxTokens: 1500 });
    const settle = startCall(context, asked('gpt-4o-mini'));
    expect(settle(tokens(1000, 0))?.usage).toEqual(tokens(1000, 0));
    expect(settle(tokens(1000, 0))).toBeUndefined();
    expect(judge(context).allowed).toBe(true);
  });

  it('in audit are only told', () => {
    const context = contextWith({ maxCalls: 0 }, undefined, 'audit');
    expect(judge(context)).toMatchObject({ allowed: false, enforced: false });
  });
});

describe('models without a price', () => {
  it.each([
    ['under a cap on money', { maxCostUsd: 1 }, 'budget.unknownPrice'],
    ['without one', { maxTokens: 100 }, undefined],
    ['said to be denied', { unknownPrice: 'deny' }, 'budget.unknownPrice'],
    ['said to be free', { maxCostUsd: 1, unknownPrice: 'free' }, undefined],
    ['said to cost as much as any', { maxCostUsd: 1, unknownPrice: 'highest' }, undefined],
    ['given one', { maxCostUsd: 1, prices: { 'gpt-99': { input: 1, output: 2 } } }, undefined],
  ] as const)('%s', (_name, budget, rule) => expect(call(contextWith(budget), 'gpt-99')).toBe(rule));

  it('count as the dearest when the policy says so', () => {
    const context = contextWith({ maxCostUsd: 0.01, unknownPrice: 'highest' });
    expect([call(context, 'gpt-99'), call(context, 'gpt-99')]).toEqual([undefined, 'budget.maxCostUsd']);
  });
});

describe('price', () => {
  const prices = {
    'my-*': { input: 5, output: 25 },
    'my-best': { input: 0.0000001, output: '0.1' },
    'ft:gpt-4o-mini:*': { as: 'gpt-4o-mini', times: 2 },
    'gpt-5': { as: 'gpt-5', times: 0.5 },
    a: { as: 'b' },
    b: { as: 'a' },
    'ollama/*': 'free',
  };
  it.each([
    ['gpt-4o-mini', undefined, tokens(1000, 200), '0.00027'],
    ['gpt-5', undefined, tokens(1200, 3000), '0.01575'],
    ['gpt-4o', 'openai', tokens(321, 123), '0.0020325'],
    ['text-embedding-3-small', 'openai', tokens(8191, 0), '0.00016382'],
    ['text-embedding-3-small', undefined, tokens(8191, 0), '0.00016382'],
    ['openai/gpt-4o-mini', undefined, tokens(1000, 200), '0.00027'],
    ['o4-mini', undefined, tokens(100, 1000), '0.00451'],
    ['gpt-4o-2024-08-06', undefined, tokens(1, 1), '0.0000125'],
    ['gpt-5.4', 'openai', tokens(272_000, 10), '1.360225'],
    ['my-model', undefined, tokens(10, 10), '0.0003'],
    ['my-best', undefined, tokens(5, 1), '0.000000100001'],
    ['ft:gpt-4o-mini:org::abc', 'openai', tokens(1000, 200), '0.00054'],
    ['llama3', 'ollama', tokens(1000, 200), '0'],
    ['llama3', undefined, tokens(1000, 200), undefined],
    ['a', undefined, tokens(1, 1), undefined],
  ])('%s of %s', (model, provider, usage, expected) => {
    const cost = price({ model, ...(provider === undefined ? {} : { provider }) }, usage, prices);
    expect(cost === undefined ? undefined : formatUsd(cost)).toBe(expected);
  });

  it('takes the cache into account', () => {
    expect(formatUsd(price({ model: 'gpt-5' }, tokens(20_000, 500, 16_000), {}) ?? -1n)).toBe('0.012');
  });
});
