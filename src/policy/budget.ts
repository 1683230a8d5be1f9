import type { CompiledPolicy } from './compile.js';
import type { BudgetDocument, LimitsDocument } from './document.js';
import type { Gate } from './gate.js';
import { nameMatcher, type NameMatcher } from './name-globs.js';
import { keyRef } from './rule-ref.js';
import type { Json, Origin, RuleRef } from '../types.js';

/** A cap and the clause that sets it. */
export interface Cap<T> {
  readonly value: T;
  readonly rule: RuleRef;
}

/** Caps for the models that a glob names. */
export interface ModelCaps {
  readonly model: string;
  readonly matches: NameMatcher;
  readonly maxCost?: Cap<bigint>;
  readonly maxTokens?: Cap<number>;
  readonly maxCalls?: Cap<number>;
}

/** The budgets of all gates as one: the smallest caps and the strictest words. Money in picodollars, time in ms. */
export interface EffectiveCaps {
  readonly maxCost?: Cap<bigint>;
  readonly maxTokens?: Cap<number>;
  readonly maxCalls?: Cap<number>;
  readonly maxTime?: Cap<number>;
  readonly callMaxCost?: Cap<bigint>;
  readonly callMaxOutputTokens?: Cap<number>;
  readonly callsPerMinute?: Cap<number>;
  readonly concurrent?: Cap<number>;
  readonly warnAt?: number;
  /** Every entry applies whose glob matches. */
  readonly perModel: readonly ModelCaps[];
  readonly reserve?: BudgetDocument['reserve'];
  readonly onExceed?: BudgetDocument['onExceed'];
  readonly onOverrun?: BudgetDocument['onOverrun'];
  readonly unknownPrice?: Cap<NonNullable<BudgetDocument['unknownPrice']>>;
  readonly websocket?: Cap<NonNullable<BudgetDocument['websocket']>>;
  /** By model glob; the entry of an earlier layer stands. */
  readonly prices: Readonly<Record<string, Json>>;
}

/** The blast radius that all gates leave. */
export interface EffectiveLimits {
  readonly filesWritten?: Cap<number>;
  readonly filesDeleted?: Cap<number>;
  readonly processes?: Cap<number>;
  /** Repeats of the same call after which to warn, and after which to deny. */
  readonly repeatsWarned?: Cap<number>;
  readonly repeatsDenied?: Cap<number>;
}

type Gates = Pick<CompiledPolicy, 'gates'>;

/** Key paths under which the policy file has what the document calls otherwise. */
const FILE_KEYS: Readonly<Record<string, string>> = { maxCost: 'maxCostUsd', 'perCall.maxCost': 'perCall.maxCostUsd' };

/** Words from the laxest to the strictest. */
const STRICTER = {
  reserve: ['none', 'typical', 'worst'],
  onExceed: ['respond', 'throw', 'exit'],
  onOverrun: ['finish', 'abort'],
  unknownPrice: ['free', 'highest', 'deny'],
  websocket: ['allow', 'warn', 'deny'],
} as const;

/** The caps of a policy. */
export function effectiveCaps({ gates }: Gates): EffectiveCaps {
  const cap = <T extends number | bigint>(
    key: string,
    read: (budget: BudgetDocument) => T | undefined,
  ): Cap<T> | undefined => smallest(gates, ({ budget }) => budget && candidate(budget.at, 'budget', key, read(budget)));
  const word = <K extends keyof typeof STRICTER>(key: K): Cap<(typeof STRICTER)[K][number]> | undefined =>
    strictest(gates, key, STRICTER[key] as readonly (typeof STRICTER)[K][number][]);
  const warnings = gates.flatMap(({ document }) => document.budget?.warnAt ?? []);
  return {
    ...defined({
      maxCost: cap('maxCost', ({ maxCost }) => money(maxCost)),
      maxTokens: cap('maxTokens', ({ maxTokens }) => maxTokens),
      maxCalls: cap('maxCalls', ({ maxCalls }) => maxCalls),
      maxTime: cap('maxTime', ({ maxTime }) => maxTime),
      callMaxCost: cap('perCall.maxCost', ({ perCall }) => money(perCall?.maxCost)),
      callMaxOutputTokens: cap('perCall.maxOutputTokens', ({ perCall }) => perCall?.maxOutputTokens),
      callsPerMinute: cap('rate.callsPerMinute', ({ rate }) => rate?.callsPerMinute),
      concurrent: cap('rate.concurrent', ({ rate }) => rate?.concurrent),
      warnAt: warnings.length === 0 ? undefined : Math.min(...warnings),
      reserve: word('reserve')?.value,
      onExceed: word('onExceed')?.value,
      onOverrun: word('onOverrun')?.value,
      unknownPrice: word('unknownPrice'),
      websocket: word('websocket'),
    }),
    perModel: gates.flatMap(modelCaps),
    prices: Object.assign({}, ...gates.map(({ document }) => document.budget?.prices).reverse()) as Record<
      string,
      Json
    >,
  };
}

/** The limits of a policy. */
export function effectiveLimits({ gates }: Gates): EffectiveLimits {
  const limit = (key: string, read: (limits: LimitsDocument) => number | undefined): Cap<number> | undefined =>
    smallest(gates, ({ limits }) => limits && candidate(limits.at, 'limits', key, read(limits)));
  const repeats = (action: 'warn' | 'deny') =>
    limit('sameCallRepeats', ({ sameCallRepeats }) =>
      sameCallRepeats?.action === action ? sameCallRepeats.max : undefined,
    );
  return defined({
    filesWritten: limit('filesWritten', ({ filesWritten }) => filesWritten),
    filesDeleted: limit('filesDeleted', ({ filesDeleted }) => filesDeleted),
    processes: limit('processes', ({ processes }) => processes),
    repeatsWarned: repeats('warn'),
    repeatsDenied: repeats('deny'),
  });
}

interface Candidate<T> {
  readonly value: T;
  readonly key: string;
  readonly at: Origin | undefined;
}

function candidate<T>(
  at: Readonly<Record<string, Origin>>,
  section: string,
  key: string,
  value: T | undefined,
): Candidate<T> | undefined {
  return value === undefined ? undefined : { value, key: `${section}.${FILE_KEYS[key] ?? key}`, at: at[key] };
}

/** The smallest of what the gates say; the first gate's where two say the same. */
function smallest<T extends number | bigint>(
  gates: readonly Gate[],
  read: (document: Gate['document']) => Candidate<T> | undefined,
): Cap<T> | undefined {
  let least: Cap<T> | undefined;
  for (const { document, owner } of gates) {
    const found = read(document);
    if (found !== undefined && (least === undefined || found.value < least.value)) {
      least = { value: found.value, rule: keyRef(owner, found.key, found.at) };
    }
  }
  return least;
}

function strictest<W extends string>(
  gates: readonly Gate[],
  key: keyof typeof STRICTER,
  order: readonly W[],
): Cap<W> | undefined {
  let found: Cap<W> | undefined;
  for (const { document, owner } of gates) {
    const word = document.budget?.[key] as W | undefined;
    if (word !== undefined && (found === undefined || order.indexOf(word) > order.indexOf(found.value))) {
      found = { value: word, rule: keyRef(owner, `budget.${key}`, document.budget?.at[key]) };
    }
  }
  return found;
}

function modelCaps({ document: { budget }, owner }: Gate): ModelCaps[] {
  return Object.entries(budget?.perModel ?? {}).map(([model, caps]) => {
    const cap = <T>(key: string, value: T | undefined): Cap<T> | undefined =>
      value === undefined
        ? undefined
        : {
            value,
            rule: keyRef(
              owner,
              `budget.perModel.${model}.${FILE_KEYS[key] ?? key}`,
              budget?.at[`perModel.${model}.${key}`],
            ),
          };
    return {
      model,
      matches: nameMatcher(model),
      ...defined({
        maxCost: cap('maxCost', money(caps.maxCost)),
        maxTokens: cap('maxTokens', caps.maxTokens),
        maxCalls: cap('maxCalls', caps.maxCalls),
      }),
    };
  });
}

const money = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : BigInt(text));

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The object without what is undefined. */
const defined = <T extends object>(object: T): Defined<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
