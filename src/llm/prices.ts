import { calcPrice, findProvider } from '@pydantic/genai-prices';
import type { Usage } from './usage.js';
import { parseUsd } from '../receipt/money.js';

/** Providers whose models the dearest price is looked for among. */
const DEAR = ['openai', 'anthropic', 'google'];
const MILLION = 1_000_000;

/** What the usage of a model cost, in picodollars, by the price list of @pydantic/genai-prices; undefined for a model that it does not know. */
export function listedCost(model: string, provider: string | undefined, usage: Usage): bigint | undefined {
  return costAt(model, provider, usage) ?? (provider === undefined ? undefined : costAt(model, undefined, usage));
}

function costAt(model: string, provider: string | undefined, { input, output, cached }: Usage): bigint | undefined {
  const tokens = {
    input_tokens: input,
    ...(output === 0 ? {} : { output_tokens: output }),
    ...(cached === 0 ? {} : { cache_read_tokens: cached }),
  };
  try {
    const found = calcPrice(tokens, model, provider === undefined ? {} : { providerId: provider });
    return found === null ? undefined : parseUsd(found.total_price);
  } catch {
    // the list knows the model, and not what this kind of token costs with it
    return undefined;
  }
}

let highest: { readonly input: bigint; readonly output: bigint } | undefined;

/** What the usage would have cost with the dearest model of the list, in picodollars. */
export function highestCost(usage: Usage): bigint {
  highest ??= dearest();
  const { input, output } = highest;
  return (input * BigInt(usage.input) + output * BigInt(usage.output)) / BigInt(MILLION);
}

function dearest(): { input: bigint; output: bigint } {
  const models = DEAR.flatMap((provider) =>
    (findProvider({ providerId: provider })?.models ?? []).map(({ id }) => [provider, id] as const),
  );
  const most = (usage: Usage): bigint =>
    models.map(([provider, id]) => costAt(id, provider, usage) ?? 0n).reduce((a, b) => (a > b ? a : b), 0n);
  const input = most({ input: MILLION, output: 0, cached: 0 });
  return { input, output: most({ input: 0, output: MILLION, cached: 0 }) };
}
