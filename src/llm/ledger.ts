import type { Context } from '../context/context.js';
import type { LlmAccess, RuleRef, Verdict } from '../types.js';
import type { ModelCall } from './meter.js';
import type { Usage } from './usage.js';
import { type Cap, effectiveCaps, type EffectiveCaps, type ModelCaps } from '../policy/budget.js';
import { nameMatcher } from '../policy/name-globs.js';
import { formatUsd, parseUsd } from '../receipt/money.js';
import { chunk } from '../chunks.js';
import { decide } from '../policy/decide.js';
import { refuse } from '../policy/verdict.js';

/** What was spent so far. */
interface Spent {
  /** Picodollars. */
  cost: bigint;
  tokens: number;
  calls: number;
}

/** The budget of one context: its caps, what it has spent, and what it has spent on the models that have caps of their own. */
interface Account {
  readonly caps: EffectiveCaps;
  readonly spent: Spent;
  readonly models: readonly { readonly caps: ModelCaps; readonly spent: Spent }[];
  /** What a receipt says was spent, in picodollars: what was reported by hand as well. */
  readonly told: () => bigint;
}

const accounts = new WeakMap<object, Account>();
const receipts = new WeakMap<object, () => bigint>();

/** Has the budget of a context count what its receipt says was spent (picodollars), by hand or in an earlier run of its own. */
export function countReceipt(context: Context, spent: () => bigint): void {
  receipts.set(context.account, spent);
}
const nothing = (): Spent => ({ cost: 0n, tokens: 0, calls: 0 });

function accountOf(context: Context): Account {
  let account = accounts.get(context.account);
  if (account === undefined) {
    const caps = effectiveCaps(context.policy);
    account = {
      caps,
      spent: nothing(),
      models: caps.perModel.map((one) => ({ caps: one, spent: nothing() })),
      told: receipts.get(context.account) ?? (() => 0n),
    };
    accounts.set(context.account, account);
  }
  return account;
}

/** The acting context and those that it is within, the root last: what one spends, all of them spend. */
function* within(context: Context): Generator<Account> {
  for (let at: Context | undefined = context; at !== undefined; at = at.parent) yield accountOf(at);
}

/** What the policy and the budgets say of a call: a cap that is reached refuses the next one; nothing that runs is cut short. */
export function judgeCall(context: Context, access: LlmAccess, call: ModelCall): Verdict {
  const { policy } = context;
  const verdict = decide(policy, access);
  if (!verdict.allowed) return verdict;
  for (const account of within(context)) {
    const rule = reached(account, call);
    if (rule !== undefined) return refuse(policy, rule, { fix: `raise ${rule.id.replace(/^\w+:/, '')}` });
  }
  const { value, rule } = unknownPrice(context) ?? {};
  if (value !== 'deny' || costOf(context, call, ONE_TOKEN) !== undefined) return verdict;
  const reason = `the price of ${call.model} is not known`;
  return refuse(
    policy,
    { ...rule, id: rule?.id ?? 'budget.unknownPrice', reason },
    { fix: `give it one in budget.prices, or set budget.unknownPrice: free` },
  );
}

const ONE_TOKEN: Usage = { input: 1, output: 0, cached: 0 };

function reached({ caps, spent, models, told }: Account, { model, maxOutput }: ModelCall): RuleRef | undefined {
  const asks = caps.callMaxOutputTokens;
  if (asks !== undefined && maxOutput !== undefined && maxOutput > asks.value) {
    return {
      ...asks.rule,
      reason: `${String(maxOutput)} output tokens were asked for, ${String(asks.value)} are the most`,
    };
  }
  const own = models.filter((one) => one.caps.matches(model)).map((one) => spentUp(one.caps, one.spent));
  const reported = told();
  const all = reported > spent.cost ? { ...spent, cost: reported } : spent;
  return spentUp(caps, all) ?? own.find((rule) => rule !== undefined);
}

type Caps = Partial<Record<'maxTokens' | 'maxCalls', Cap<number>> & Record<'maxCost', Cap<bigint>>>;

function spentUp({ maxCost, maxTokens, maxCalls }: Caps, { cost, tokens, calls }: Spent): RuleRef | undefined {
  if (maxCost !== undefined && cost >= maxCost.value)
    return { ...maxCost.rule, reason: `$${formatUsd(cost)} of $${formatUsd(maxCost.value)} are spent` };
  if (maxTokens !== undefined && tokens >= maxTokens.value)
    return { ...maxTokens.rule, reason: `${String(tokens)} of ${String(maxTokens.value)} tokens are used` };
  if (maxCalls !== undefined && calls >= maxCalls.value)
    return { ...maxCalls.rule, reason: `${String(maxCalls.value)} calls were made` };
  return undefined;
}

/** What a model without a price counts as. Where no cap is on money there is nothing to deny. */
function unknownPrice(
  context: Context,
): { readonly value: 'deny' | 'free' | 'highest'; readonly rule?: RuleRef } | undefined {
  const all = [...within(context)].map(({ caps }) => caps);
  const capped = all.some(
    ({ maxCost, perModel }) => maxCost !== undefined || perModel.some((one) => one.maxCost !== undefined),
  );
  return all[0]?.unknownPrice ?? (capped ? { value: 'deny' } : undefined);
}

/** How the program is to learn of a refused call (`budget.onExceed`): by an answer, where it can take one, unless said otherwise. */
export const onExceed = (context: Context): NonNullable<EffectiveCaps['onExceed']> =>
  accountOf(context).caps.onExceed ?? 'respond';

/** What a call turned out to cost. */
export interface Settled {
  /** Picodollars; undefined when the model's price is not known. */
  readonly cost: bigint | undefined;
  readonly usage: Usage;
}

/** Counts a call that is being sent, in its context and those around it. The function returned adds what it used, once. */
export function startCall(context: Context, call: ModelCall): (usage: Usage) => Settled | undefined {
  const charged = [...within(context)].flatMap(({ spent, models }) => [
    spent,
    ...models.filter((one) => one.caps.matches(call.model)).map((one) => one.spent),
  ]);
  for (const spent of charged) spent.calls += 1;
  let open = true;
  return (usage) => {
    if (!open) return undefined;
    open = false;
    const cost = costOf(context, call, usage);
    for (const spent of charged) {
      spent.tokens += usage.input + usage.output;
      spent.cost += cost ?? 0n;
    }
    return { cost, usage };
  };
}

function costOf(context: Context, call: ModelCall, usage: Usage): bigint | undefined {
  const known = price(call, usage, accountOf(context).caps.prices);
  if (known !== undefined) return known;
  const word = unknownPrice(context)?.value;
  if (word === 'free') return 0n;
  return word === 'highest' ? chunk('prices').highestCost(usage) : undefined;
}

const MILLION = 1_000_000n;
/** How often one price may stand for another (`as`). */
const STEPS = 4;

/**
 * What the usage costs, in picodollars and rounded half up: by the policy's own prices (`budget.prices`, the most exact glob
 * first), else by the built-in list; undefined when neither knows the model.
 */
export function price(
  call: Pick<ModelCall, 'model' | 'provider'>,
  usage: Usage,
  prices: EffectiveCaps['prices'],
  steps: number = STEPS,
): bigint | undefined {
  const { model, provider } = call;
  const names = provider === undefined ? [model] : [model, `${provider}/${model}`];
  const glob = Object.keys(prices)
    .filter((one) => names.some(nameMatcher(one)))
    .sort((a, b) => exactness(b) - exactness(a))[0];
  if (glob === undefined || steps === 0) return chunk('prices').listedCost(model, provider, usage);
  const entry = prices[glob];
  if (entry === 'free') return 0n;
  const { input, output, as, times } = entry as { readonly [key: string]: unknown };
  if (typeof as === 'string') {
    const base = price({ ...call, model: as }, usage, as === model ? {} : prices, steps - 1);
    return base === undefined
      ? undefined
      : rounded(base * parseUsd(typeof times === 'number' ? times : 1), parseUsd(1));
  }
  return rounded(amount(input) * BigInt(usage.input) + amount(output) * BigInt(usage.output), MILLION);
}

const exactness = (glob: string): number => (/[*?]/.test(glob) ? 0 : 1e6) + glob.replace(/[*?]/g, '').length;
const amount = (usd: unknown): bigint => (typeof usd === 'number' || typeof usd === 'string' ? parseUsd(usd) : 0n);
const rounded = (dividend: bigint, divisor: bigint): bigint => (dividend * 2n + divisor) / (divisor * 2n);
