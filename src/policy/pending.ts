import type { ContextDocument, PolicyDocument, PolicyLayer } from './document.js';

/** Keys of `budget` and `limits` that are read and checked, and that no code acts on yet. */
const BUDGET = new Set(['maxTime', 'warnAt', 'reserve', 'onOverrun', 'websocket', 'perCall.maxCost']);
const LIMITS = new Set(['sameCallRepeats']);
const isRate = (key: string): boolean => key.startsWith('rate.');

/** A line that names every key of the policy that this version does not act on; none when there is none. */
export function pendingKeys(layers: readonly PolicyLayer[]): string[] {
  const keys = new Set(layers.flatMap(({ document }) => [...keysOf(document), ...receiptKeys(document)]));
  if (keys.size === 0) return [];
  return [`${[...keys].join(', ')}: checked, but this version does not act on ${keys.size === 1 ? 'it' : 'them'} yet`];
}

function keysOf({ budget, limits, contexts }: Pick<PolicyDocument, 'budget' | 'limits' | 'contexts'>): string[] {
  const own = [
    ...origins(budget?.at, (key) => BUDGET.has(key) || isRate(key)),
    ...origins(limits?.at, (key) => LIMITS.has(key)),
    ...(budget?.onExceed === 'exit' ? ['budget.onExceed: exit (it throws)'] : []),
  ];
  return [...own, ...Object.values(contexts ?? {}).flatMap((context: ContextDocument) => keysOf(context))];
}

const origins = (
  at: Readonly<Record<string, { readonly key: string }>> | undefined,
  wanted: (key: string) => boolean,
): string[] => Object.entries(at ?? {}).flatMap(([key, origin]) => (wanted(key) ? [origin.key] : []));

const receiptKeys = ({ receipt }: PolicyDocument): string[] =>
  receipt?.maxSize === undefined ? [] : ['receipt.maxSize'];
