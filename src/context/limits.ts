import type { Access, PathEffect, Verdict } from '../types.js';
import { type Cap, effectiveLimits, type EffectiveLimits } from '../policy/budget.js';
import { refuse } from '../policy/verdict.js';
import type { Context } from './context.js';

/** What one context has done of what its limits count. Sets hold no more entries than the limit lets in. */
interface Done {
  readonly limits: EffectiveLimits;
  readonly written: Set<string>;
  readonly deleted: Set<string>;
  processes: number;
}

const accounts = new WeakMap<object, Done>();

function doneBy(context: Context): Done {
  let done = accounts.get(context.account);
  if (done === undefined) {
    done = { limits: effectiveLimits(context.policy), written: new Set(), deleted: new Set(), processes: 0 };
    accounts.set(context.account, done);
  }
  return done;
}

const WRITES = new Set<PathEffect>(['write', 'create', 'move', 'link']);

/**
 * Counts an access that is about to be let through against the limits of its context and of those around it
 * (`limits.filesWritten`, `filesDeleted`, `processes`); the one that would go past a limit is refused and not counted.
 */
export function withinLimits(context: Context, access: Access): Verdict | undefined {
  const chain: Done[] = [];
  for (let at: Context | undefined = context; at !== undefined; at = at.parent) chain.push(doneBy(at));
  if (access.kind === 'command') {
    const over = chain.find(
      ({ limits, processes }) => limits.processes !== undefined && processes >= limits.processes.value,
    )?.limits.processes;
    if (over !== undefined) return beyond(context, over, 'processes were started');
    for (const done of chain) done.processes += 1;
    return undefined;
  }
  if (access.kind !== 'path' || access.capability !== 'fs.write') return undefined;
  if (access.effect === 'delete') return countFile(context, chain, access.resource, 'filesDeleted', 'deleted');
  return WRITES.has(access.effect) ? countFile(context, chain, access.resource, 'filesWritten', 'written') : undefined;
}

function countFile(
  context: Context,
  chain: readonly Done[],
  file: string,
  limit: 'filesWritten' | 'filesDeleted',
  set: 'written' | 'deleted',
): Verdict | undefined {
  for (const done of chain) {
    const cap = done.limits[limit];
    if (cap !== undefined && done[set].size >= cap.value && !done[set].has(file))
      return beyond(context, cap, `files were ${set}`);
  }
  for (const done of chain) if (done.limits[limit] !== undefined) done[set].add(file);
  return undefined;
}

const beyond = (context: Context, { value, rule }: Cap<number>, what: string): Verdict =>
  refuse(
    context.policy,
    { ...rule, reason: `${String(value)} ${what}` },
    { fix: `raise ${rule.id.replace(/^[\w-]+:/, '')}` },
  );
