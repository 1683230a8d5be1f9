import { calcPrice, findProvider } from '@pydantic/genai-prices';
import type { Usage } from './usage.js';
import { parseUsd } from '../receipt/money.js';

/** Those who make the models that others serve; the dearest price is looked for among theirs. */
const MAKERS = ['openai', 'anthropic', 'google', 'mistral'];
const MILLION = 1_000_000;

/** What the usage of a model cost, in picodollars, by the price list of @pydantic/genai-prices; undefined for a model that it does not know. */
export function listedCost(model: string, provider: string | undefined, usage: Usage): bigint | undefined {
  for (const [name, whose] of spellings(model, provider)) {
    const cost = costAt(name, whose, usage);
    if (cost !== undefined) return cost;
  }
  return undefined;
}

/** The model by its provider, where the host tells; as a gateway names it (`openai/gpt-4o`); alone; as one of the makers' own. */
function* spellings(
  model: string,
  provider: string | undefined,
): Generator<readonly [model: string, provider?: string]> {
  if (provider !== undefined) yield [model, provider];
  const slash = model.indexOf('/');
  if (slash > 0) yield [model.slice(slash + 1), model.slice(0, slash)];
  yield [model];
  for (const maker of MAKERS) yield [model, maker];
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
  const models = MAKERS.flatMap((provider) =>
    (findProvider({ providerId: provider })?.models ?? []).map(({ id }) => [provider, id] as const),
  );
  const most = (usage: Usage): bigint =>
    models.map(([provider, id]) => costAt(id, provider, usage) ?? 0n).reduce((a, b) => (a > b ? a : b), 0n);
  const input = most({ input: MILLION, output: 0, cached: 0 });
  return { input, output: most({ input: 0, output: MILLION, cached: 0 }) };
}
