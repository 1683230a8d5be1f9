import { parseDuration } from './amounts.js';
import type { BudgetDocument, LimitsDocument } from './document.js';
import { section, type Where } from './normalise-rules.js';
import { filled, present } from './present.js';
import type { WrittenBudget, WrittenLimits } from './written-policy.js';
import type { Path } from './yaml-tree.js';
import { parseUsd } from '../receipt/money.js';
import type { Origin } from '../types.js';

/** A budget with exact money and times in ms, and where each key was written. */
export function normaliseBudget(written: WrittenBudget, path: Path, where: Where): BudgetDocument {
  const { maxCostUsd, maxTime, perCall, perModel, models, rate, prices, ...same } = written;
  const caps = Object.entries(perModel ?? {}).map(([name, { maxCostUsd: most, ...rest }]) => [
    name,
    capped(most, rest),
  ]);
  return present({
    ...same,
    maxCost: money(maxCostUsd),
    maxTime: maxTime === undefined ? undefined : parseDuration(maxTime),
    perCall: filled(capped(perCall?.maxCostUsd, present({ maxOutputTokens: perCall?.maxOutputTokens }))),
    perModel: filled(Object.fromEntries(caps) as NonNullable<BudgetDocument['perModel']>),
    rate: filled({ ...rate }),
    prices: filled({ ...prices }),
    models: section(models, [...path, 'models'], where),
    at: places(written, path, where),
  });
}

/** Limits, and where each key was written. */
export function normaliseLimits(written: WrittenLimits, path: Path, where: Where): LimitsDocument {
  const { sameCallRepeats, ...same } = written;
  return present({
    ...same,
    sameCallRepeats: sameCallRepeats && { action: 'warn' as const, ...sameCallRepeats },
    at: Object.fromEntries(Object.keys(written).map((key) => [key, where([...path, key])])),
  });
}

const money = (usd: number | undefined): string | undefined => (usd === undefined ? undefined : String(parseUsd(usd)));

const capped = <T extends object>(usd: number | undefined, rest: T): T & { maxCost?: string } =>
  usd === undefined ? rest : { ...rest, maxCost: String(parseUsd(usd)) };

/** Keys of the file that the document calls otherwise. */
const renamed = (key: string): string => (key === 'maxCostUsd' ? 'maxCost' : key);

/** Keys whose own keys are caps, too. */
const NESTED: readonly string[] = ['perCall', 'rate', 'perModel'];

function places(written: WrittenBudget, path: Path, where: Where): Record<string, Origin> {
  const at: Record<string, Origin> = {};
  const note = (part: object, keys: readonly string[]): void => {
    for (const [key, value] of Object.entries(part) as [string, unknown][]) {
      const below = [...keys, key];
      at[below.map(renamed).join('.')] = where([...path, ...below]);
      const nested = keys.length === 0 ? NESTED.includes(key) : keys[0] === 'perModel' && keys.length === 1;
      if (nested && typeof value === 'object' && value !== null) note(value, below);
    }
  };
  note(written, []);
  return at;
}
