import type { Access, Verdict } from './types.js';
import type { Guard, Judge, Outcome } from './table/row.js';
import { type Context, currentContext, type Seen } from './context/context.js';
import { asLoad, isLoad, isLook } from './context/loads.js';
import { withinLimits } from './context/limits.js';
import { judgeCall } from './llm/ledger.js';
import { callOf } from './llm/metered.js';
import { companions } from './access/processes.js';
import { decide } from './policy/decide.js';
import { bumpEpoch, epoch } from './policy/resolve-path.js';
import { callerOf } from './receipt/caller.js';
import { actionOf, draftOf } from './receipt/describe.js';
import { createViolation } from './errors.js';
import { apply, construct } from './primordials.js';

type Callable = (this: unknown, ...args: unknown[]) => unknown;

/** What a hook does instead of its original: the whole path of a call. */
export type Enforce = (row: Guard, original: Callable, self: unknown, args: unknown[], newTarget: unknown) => unknown;

/** Remembered decisions a group may hold before it starts anew; bounds memory under floods of distinct paths. */
const REMEMBERED = 8192;

/** How deep inside guarded calls of Node itself we are, and what the outermost one is about. */
let depth = 0;
let outermost: string | undefined;

/** The path of a call: select, context, decide, record, then the original with pinned arguments or the refusal. */
export const enforce: Enforce = (row, original, self, args, newTarget) => {
  const context = currentContext();
  const { policy } = context;
  if (policy.mode === 'off' || recall(row, context, args))
    return proceed(row, original, self, args, newTarget, context, undefined, undefined);

  let selected: readonly Access[] | undefined;
  let seq: number | undefined;
  let lasting = true;
  const judge: Judge = (access, only) => judgeOne(row, context, access, only).error;
  try {
    selected = row.select(args, self, judge);
    if (selected === undefined) return proceed(row, original, self, args, newTarget, context, undefined, judge);
    selected = selected.map((access) => asLoad(access, row.hook));
    for (const access of selected) {
      const judged = judgeOne(row, context, access);
      if (judged.error !== undefined) return row.deliver(judged.error, self, args);
      seq ??= judged.seq;
      lasting &&= judged.fleeting !== true;
    }
  } catch (error) {
    const refusal = internalError(row, context, error);
    if (refusal !== undefined) return row.deliver(refusal, self, args);
  }
  if (selected?.length === 1 && seq !== undefined && lasting && !selected.some(isLoad))
    remember(row, context, args, seq);
  return proceed(row, original, self, args, newTarget, context, selected?.[0]?.resource, judge, seq);
};

/** Calls the original; a throw is observed, never caught, so that its place in the program's source stays. */
function proceed(
  row: Guard,
  original: Callable,
  self: unknown,
  args: unknown[],
  newTarget: unknown,
  context: Context,
  resource: string | undefined,
  judge: Judge | undefined,
  seq?: number,
): unknown {
  const outer = outermost;
  outermost = resource ?? outer;
  depth += 1;
  let returned = false;
  if (row.unsettles === true) bumpEpoch();
  try {
    const result: unknown =
      newTarget === undefined ? apply(original, self, args) : construct(original, args, newTarget as Callable);
    returned = true;
    if (row.after === undefined) return result;
    const outcome: Outcome = (fields) => {
      if (seq !== undefined) context.recorder.outcome(seq, fields);
    };
    return row.after(
      result,
      self,
      args,
      judge ?? ((access, only) => judgeOne(row, context, access, only).error),
      outcome,
    );
  } finally {
    depth -= 1;
    if (row.unsettles === true) bumpEpoch();
    outermost = outer;
    row.lastly?.();
    if (!returned && seq !== undefined) context.recorder.outcome(seq, { status: 'failed' });
  }
}

/** True when this very call was decided and recorded before; it is then only counted. */
function recall(row: Guard, context: Context, args: unknown[]): boolean {
  const { remember: how } = row;
  if (how === undefined || companions.live > 0) return false;
  const key = args[how.index];
  if (typeof key !== 'string') return false;
  const seen = context.seen.get(how.group)?.get(key);
  if (seen === undefined || seen.epoch !== epoch.now || !how.plain(args)) return false;
  if (depth === 0) count(context, seen);
  return true;
}

function remember(row: Guard, context: Context, args: unknown[], seq: number): void {
  const { remember: how } = row;
  if (how === undefined) return;
  const key = args[how.index];
  if (typeof key !== 'string' || !how.plain(args)) return;
  let group = context.seen.get(how.group);
  if (group === undefined || group.size >= REMEMBERED) {
    tellRepeats(context);
    group = new Map();
    context.seen.set(how.group, group);
  }
  group.set(key, { epoch: epoch.now, seq, pending: 0 });
}

const PENDING = 4096;
const pending = new Map<Context, Seen[]>();

function count(context: Context, seen: Seen): void {
  seen.pending += 1;
  if (seen.pending > 1) return;
  context.recorder.wake();
  let list = pending.get(context);
  if (list === undefined) pending.set(context, (list = []));
  list.push(seen);
  if (list.length >= PENDING) tellRepeats(context);
}

/** Hands the counted repeats of a context to its recorder. */
export function tellRepeats(context: Context): void {
  const list = pending.get(context);
  if (list === undefined) return;
  for (const seen of list) {
    context.recorder.repeat(seen.seq, seen.pending);
    seen.pending = 0;
  }
  list.length = 0;
}

/** Hands over the repeats of every context; before a receipt is sealed. */
export function tellAllRepeats(): void {
  for (const context of pending.keys()) tellRepeats(context);
}

/** The policy's word, then the limits of the contexts that act; a call of a model is the budget's business too. */
function judge(context: Context, access: Access): Verdict {
  const verdict = access.kind === 'llm' ? judgeCall(context, access, callOf(access)) : decide(context.policy, access);
  return verdict.allowed ? (withinLimits(context, access) ?? verdict) : verdict;
}

/** What judging needs of a row. */
type Judged = Pick<Guard, 'module' | 'name' | 'label' | 'type' | 'hook'>;

/** Decides and records one access. A nested call on the same resource is judged like any other but makes no event of its own. */
export function judgeOne(
  row: Judged,
  context: Context,
  access: Access,
  only?: 'refusals',
): { error?: unknown; seq?: number; fleeting?: boolean } {
  const verdict = judge(context, access);
  if (verdict.allowed && (only === 'refusals' || isLook(access) || (depth > 0 && outermost === access.resource)))
    return {};
  return settle(row, context, access, verdict);
}

function settle(
  row: Judged,
  context: Context,
  access: Access,
  verdict: Verdict,
): { error?: unknown; seq?: number; fleeting?: boolean } {
  const call = {
    label: row.label ?? `${row.module}.${row.name}`,
    type: row.type,
    context: context.name,
    call: context.call,
  };
  const seq = context.recorder.record(draftOf(call, access, verdict, verdict.allowed ? undefined : callerOf()));
  if (verdict.allowed || !verdict.enforced) return { seq, fleeting: verdict.fleeting === true };
  return {
    seq,
    error: createViolation(
      { access, verdict, action: actionOf(call.label, access), type: row.type, context: context.name, eventId: seq },
      row.hook,
    ),
  };
}

/** An error inside the engine is a denial, never a pass; in audit it is recorded and lets the call through. An error of the program's own getters is the program's. */
function internalError(row: Guard, context: Context, error: unknown): unknown {
  if (!(error instanceof Error)) throw error;
  const verdict: Verdict = {
    allowed: false,
    enforced: context.policy.mode === 'enforce',
    rule: { id: 'internal-error', reason: error.message },
  };
  const access: Access = { kind: 'power', capability: 'process.internals', requested: row.name, resource: row.name };
  return settle(row, context, access, verdict).error;
}
