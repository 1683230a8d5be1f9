import * as v from 'valibot';
import type { RuleKinds } from './schema-rules.js';
import { described, duration, mapping, share, textOf, usd, wholeFrom } from './schema-parts.js';
import type { WrittenBudget, WrittenLimits, WrittenModelCaps, WrittenPrice } from './written-policy.js';
import { modelProblem } from './word-syntax.js';

const model = textOf(modelProblem);

const price = v.union([
  v.literal('free'),
  v.pipe(
    mapping<WrittenPrice>({
      input: v.exactOptional(described(usd, 'US dollars per million input tokens.')),
      output: v.exactOptional(described(usd, 'US dollars per million output tokens.')),
      as: v.exactOptional(described(model, 'The model whose price this one has.')),
      times: v.exactOptional(
        described(v.pipe(v.number(), v.minValue(0, 'expected a factor, 0 or more')), 'The factor to that price.'),
      ),
    }),
    v.check(isPrice, 'expected input and output, or as and perhaps times'),
  ),
]);

function isPrice(price: WrittenPrice): boolean {
  if (price.as !== undefined) return price.input === undefined && price.output === undefined;
  return price.input !== undefined && price.output !== undefined && price.times === undefined;
}

const usdCap = (sentence: string) => v.exactOptional(described(usd, sentence));
const count = (least: number, sentence: string) => v.exactOptional(described(wholeFrom(least), sentence));
const word = <const W extends readonly string[]>(words: W, sentence: string) =>
  v.exactOptional(described(v.picklist(words), sentence));

const perCall = mapping<NonNullable<WrittenBudget['perCall']>>({
  maxCostUsd: usdCap('The most that one call may cost, in US dollars.'),
  maxOutputTokens: count(1, 'The most output tokens that one call may ask for.'),
});

const perModel = v.record(
  model,
  mapping<WrittenModelCaps>({
    maxCostUsd: usdCap('The most that calls of the model may cost, in US dollars.'),
    maxTokens: count(0, 'The most tokens of the model.'),
    maxCalls: count(0, 'The most calls of the model.'),
  }),
);

const rate = mapping<NonNullable<WrittenBudget['rate']>>({
  callsPerMinute: count(1, 'Calls that may begin within a minute.'),
  concurrent: count(1, 'Calls that may be under way at once.'),
});

/** The schema of a budget. */
export const budgetSchema = ({ model: models }: RuleKinds): v.GenericSchema<unknown, WrittenBudget> =>
  mapping<WrittenBudget>({
    maxCostUsd: usdCap('The most that all calls together may cost, in US dollars.'),
    maxTokens: count(0, 'The most tokens, input and output together.'),
    maxCalls: count(0, 'The most calls of language models.'),
    maxTime: v.exactOptional(described(duration, 'How long after its start the run may call models.')),
    warnAt: v.exactOptional(described(share, 'The share of a cap at which to warn.')),
    perCall: v.exactOptional(described(perCall, 'Caps for every single call.')),
    perModel: v.exactOptional(described(perModel, 'Caps by model; the key is a glob.')),
    rate: v.exactOptional(described(rate, 'How fast models may be called.')),
    models: v.exactOptional(described(models, 'Which models may be called; globs.')),
    reserve: word(['worst', 'typical', 'none'], 'What a call counts as until its usage is known.'),
    onExceed: word(['respond', 'throw', 'exit'], 'How the program learns that a cap is reached.'),
    onOverrun: word(['abort', 'finish'], 'What becomes of a stream that passes the cap while it runs.'),
    unknownPrice: word(['deny', 'free', 'highest'], 'What a model without a known price counts as.'),
    prices: v.exactOptional(
      described(v.record(model, price), 'Prices by model, before the built-in ones; the key is a glob.'),
    ),
    websocket: word(['allow', 'warn', 'deny'], 'Whether models may be called over WebSocket, which is not metered.'),
  });

const repeats = mapping<NonNullable<WrittenLimits['sameCallRepeats']>>({
  max: described(wholeFrom(1), 'How often the same call may be made.'),
  action: word(['warn', 'deny'], 'What happens then; warn unless said.'),
});

/** The schema of limits. */
export const limitsSchema: v.GenericSchema<unknown, WrittenLimits> = mapping<WrittenLimits>({
  filesWritten: count(0, 'The most files that may be written.'),
  filesDeleted: count(0, 'The most files that may be deleted.'),
  processes: count(0, 'The most processes that may be started.'),
  sameCallRepeats: v.exactOptional(described(repeats, 'Loops: the same call with the same arguments.')),
});
