import type {
  BudgetDocument,
  ContextDocument,
  ExecSection,
  LimitsDocument,
  PolicyDocument,
  PowerRule,
  Rule,
  Section,
} from './document.js';
import { filled, present } from './present.js';

/**
 * Reads two documents as one, as `extends` does: deny and allow lists add up, a single value of the second replaces one
 * of the first.
 */
export function compose(base: PolicyDocument, over: PolicyDocument): PolicyDocument {
  return present({
    mode: over.mode ?? base.mode,
    coverage: over.coverage ?? base.coverage,
    ...capabilities(base, over),
    env: filled({
      deny: added(base.env?.deny, over.env?.deny),
      passDeny: added(base.env?.passDeny, over.env?.passDeny),
    }),
    redact: added(base.redact, over.redact),
    receipt: filled({ ...base.receipt, ...over.receipt }),
    contexts: byName(base.contexts, over.contexts, contexts),
  });
}

type Capabilities = Pick<ContextDocument, 'fs' | 'net' | 'exec' | 'process' | 'budget' | 'limits'>;

function capabilities(base: Capabilities, over: Capabilities): Capabilities {
  return present({
    fs: filled({ read: section(base.fs?.read, over.fs?.read), write: section(base.fs?.write, over.fs?.write) }),
    net: filled({
      connect: section(base.net?.connect, over.net?.connect),
      listen: section(base.net?.listen, over.net?.listen),
    }),
    exec: both(base.exec, over.exec, execs),
    process: byName<PowerRule>(base.process, over.process, powers),
    budget: both(base.budget, over.budget, budgets),
    limits: both(base.limits, over.limits, limits),
  });
}

const execs = (base: ExecSection, over: ExecSection): ExecSection => ({
  ...section(base, over),
  ...filled({ env: added(base.env, over.env), unbelted: over.unbelted ?? base.unbelted }),
});

function contexts(base: ContextDocument, over: ContextDocument): ContextDocument {
  return present({
    at: over.at,
    entry: over.entry ?? base.entry,
    ...capabilities(base, over),
    env: filled({ passDeny: added(base.env?.passDeny, over.env?.passDeny) }),
  });
}

const section = (base: Section | undefined, over: Section | undefined): Section | undefined =>
  filled({
    allow: added(base?.allow, over?.allow),
    allowAt: over?.allowAt ?? base?.allowAt,
    deny: added(base?.deny, over?.deny),
  });

/** Both lists, without what stands in both because two documents extend the same one. */
function added<T extends Pick<Rule, 'at'>>(
  base: readonly T[] | undefined,
  over: readonly T[] | undefined,
): readonly T[] | undefined {
  if (base === undefined || over === undefined) return over ?? base;
  const places = new Set(base.map(placeOf));
  return [...base, ...over.filter((rule) => !places.has(placeOf(rule)))];
}

const placeOf = ({ at: { file, line, column } }: Pick<Rule, 'at'>): string => `${file}\0${line}:${column}`;

/** Two lists of files add up; a word replaces, and is replaced. */
const powers = (base: PowerRule, over: PowerRule): PowerRule =>
  base.allow === undefined || over.allow === undefined
    ? over
    : present({ ...over, allow: added(base.allow, over.allow) });

const budgets = (base: BudgetDocument, over: BudgetDocument): BudgetDocument =>
  present({
    ...base,
    ...over,
    perCall: filled({ ...base.perCall, ...over.perCall }),
    perModel: byName(base.perModel, over.perModel, (one, other) => ({ ...one, ...other })),
    rate: filled({ ...base.rate, ...over.rate }),
    models: section(base.models, over.models),
    prices: filled({ ...base.prices, ...over.prices }),
    at: { ...base.at, ...over.at },
  });

const limits = (base: LimitsDocument, over: LimitsDocument): LimitsDocument => ({
  ...base,
  ...over,
  at: { ...base.at, ...over.at },
});

const both = <T>(base: T | undefined, over: T | undefined, combine: (base: T, over: T) => T): T | undefined =>
  base === undefined || over === undefined ? (over ?? base) : combine(base, over);

type Named<T> = Readonly<Partial<Record<string, T>>>;

function byName<T>(
  base: Named<T> | undefined,
  over: Named<T> | undefined,
  combine: (base: T, over: T) => T,
): Readonly<Record<string, T>> | undefined {
  const names = new Set([...Object.keys(base ?? {}), ...Object.keys(over ?? {})]);
  if (names.size === 0) return undefined;
  return Object.fromEntries([...names].map((name) => [name, both(base?.[name], over?.[name], combine) as T]));
}
