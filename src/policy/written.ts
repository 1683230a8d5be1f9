import { formatDuration, formatSize } from './amounts.js';
import type { BudgetDocument, ContextDocument, PolicyDocument, PowerRule, Rule, Section } from './document.js';
import { filled, present } from './present.js';
import { usdNumber } from '../receipt/money.js';

/** A document as it would be written in a file, less the places: what `normalise` reads back as the same document. */
export function writtenForm(document: PolicyDocument): object {
  const { mode, coverage, env, redact, receipt, contexts } = document;
  const { maxSize, ...record } = receipt ?? {};
  return present({
    version: 1,
    mode,
    coverage,
    ...capabilities(document),
    env: filled({ deny: rules(env?.deny), pass: filled({ deny: rules(env?.passDeny) }) }),
    redact: redact && { patterns: redact.map(({ label, regex }) => ({ label, regex })) },
    receipt: filled({ ...record, maxSize: maxSize === undefined ? undefined : formatSize(maxSize) }),
    contexts: contexts && mapped(contexts, context),
  });
}

const context = (document: ContextDocument): object =>
  present({
    entry: document.entry,
    ...capabilities(document),
    env: filled({ pass: filled({ deny: rules(document.env?.passDeny) }) }),
  });

function capabilities({ fs, net, exec, process, budget, limits }: Omit<ContextDocument, 'at'>): object {
  return present({
    fs: filled({ read: section(fs?.read), write: section(fs?.write) }),
    net: filled({ connect: section(net?.connect), listen: section(net?.listen) }),
    exec: filled({ ...section(exec), env: rules(exec?.env) }),
    process: process && mapped(process as Readonly<Record<string, PowerRule>>, power),
    budget: budget && written(budget),
    limits: limits && withoutPlaces(limits),
  });
}

const section = (document: Section | undefined): object | undefined =>
  filled({ allow: rules(document?.allow), deny: rules(document?.deny) });

const power = ({ word, allow }: PowerRule): unknown => (allow === undefined ? word : { allow: rules(allow) });

/** A rule that is only its pattern is written as a text. */
const rules = (list: readonly Rule[] | undefined): unknown[] | undefined =>
  list?.map((each) => {
    const { rule, ...rest } = withoutPlaces(each);
    return Object.keys(rest).length === 0 ? rule : { rule, ...rest };
  });

function written(budget: BudgetDocument): object {
  const { maxCost, maxTime, perCall, perModel, models, ...same } = withoutPlaces(budget);
  return present({
    ...same,
    maxCostUsd: usd(maxCost),
    maxTime: maxTime === undefined ? undefined : formatDuration(maxTime),
    perCall: perCall && cap(perCall),
    perModel: perModel && mapped(perModel, cap),
    models: section(models),
  });
}

const cap = ({ maxCost, ...rest }: { readonly maxCost?: string }): object =>
  present({ ...rest, maxCostUsd: usd(maxCost) });

const usd = (picodollars: string | undefined): number | undefined =>
  picodollars === undefined ? undefined : usdNumber(BigInt(picodollars));

const withoutPlaces = <T extends { readonly at: unknown }>(object: T): Omit<T, 'at'> =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== 'at')) as Omit<T, 'at'>;

const mapped = <T>(object: Readonly<Record<string, T>>, map: (value: T) => unknown): object =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
