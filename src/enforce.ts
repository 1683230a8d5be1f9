import type { Access, Verdict } from './types.js';
import type { Guard, Judge, Outcome } from './table/row.js';
import { bumpEpoch, companyCame } from './access/epoch.js';
import { type Context, currentContext } from './context/context.js';
import { noteLetThrough, wasLetThrough } from './context/let-through.js';
import { asLoad, isLoad, isLook } from './context/loads.js';
import { withinLimits } from './context/limits.js';
import { recall, remember } from './context/memory.js';
import { judgeCall } from './llm/ledger.js';
import { callOf } from './llm/metered.js';
import { decide } from './policy/decide.js';
import { callerOf } from './receipt/caller.js';
import { actionOf, draftOf } from './receipt/describe.js';
import { createViolation } from './errors.js';
import { narrowStacks, widenStacks } from './stack-room.js';
import { isOwnError } from './own-error.js';
import { apply, construct, ProgramRangeError, throwError } from './primordials.js';

type Callable = (this: unknown, ...args: unknown[]) => unknown;

/** What a hook does instead of its original: the whole path of a call. */
export type Enforce = (row: Guard, original: Callable, self: unknown, args: unknown[], newTarget: unknown) => unknown;

/** How deep inside guarded calls of Node itself we are, and what the outermost one is about. */
let depth = 0;
let outermost: string | undefined;
/** The name that a guarded call reads right now, and nothing but reads. */
let reading: unknown;

/** What the judging of a call came to. */
interface Judgement {
  /** The error to deliver; undefined when the call is let through. */
  readonly refusal?: unknown;
  /** The event that recorded it. */
  readonly seq?: number | undefined;
  readonly resource?: string | undefined;
  /** True when the same call may be let through unjudged from now on. */
  readonly lasting?: boolean;
}

/** Nothing was judged: Node complains about the arguments itself, or the call is known. */
const UNJUDGED: Judgement = {};

/** The path of a call: select, context, decide, record, then the original with pinned arguments or the refusal. */
export const enforce: Enforce = (row, original, self, args, newTarget) => {
  if (row.inner === true && reading !== undefined && args[0] === reading && row.remember?.plain(args) === true)
    return apply(original, self, args);
  const context = currentContext();
  if (context.policy.mode === 'off' || recall(row, context, args, depth > 0))
    return proceed(row, original, self, args, newTarget, context, UNJUDGED);
  const judgement = judgeArguments(row, context, self, args);
  if (judgement.refusal !== undefined) return row.deliver(judgement.refusal, self, args);
  if (judgement.lasting === true && judgement.seq !== undefined) remember(row, context, args, judgement.seq);
  return proceed(row, original, self, args, newTarget, context, judgement);
};

/** Frames that must be left on the stack: far more than any judging takes. */
const ROOM = 256;

/**
 * Throws where the stack ends too soon, as the call itself would have: half of a judgement could come to another verdict,
 * for what fails on the way counts as absent.
 */
const needsRoom = (frames: number): number => (frames === 0 ? 0 : needsRoom(frames - 1) + 1);

/** Pins the arguments and judges what they ask for; the first access that is refused decides. */
function judgeArguments(row: Guard, context: Context, self: unknown, args: unknown[]): Judgement {
  needsRoom(ROOM);
  try {
    const selected = row.select(args, self, judgeIn(row, context));
    if (selected === undefined) return UNJUDGED;
    let seq: number | undefined;
    let lasting = selected.length === 1;
    for (const one of selected) {
      if (row.carriesOut === true && wasLetThrough(context, one)) continue;
      const access = asLoad(one, row.hook);
      const judged = judgeOne(row, context, access);
      if (judged.error !== undefined) return { refusal: judged.error };
      seq ??= judged.seq;
      lasting &&= judged.fleeting !== true && !isLoad(access);
    }
    return { seq, lasting, resource: selected[0]?.resource };
  } catch (error) {
    return refusedInside(row, context, error);
  }
}

const judgeIn =
  (row: Guard, context: Context): Judge =>
  (access, only) =>
    judgeOne(row, context, access, only).error;

/** Calls the original; a throw is observed, never caught, so that its place in the program's source stays. */
function proceed(
  row: Guard,
  original: Callable,
  self: unknown,
  args: unknown[],
  newTarget: unknown,
  context: Context,
  { seq, resource }: Judgement,
): unknown {
  const outer = outermost;
  const outerReading = reading;
  outermost = resource ?? outer;
  reading = readOf(row, args);
  const stacks = depth === 0 ? widenStacks() : undefined;
  depth += 1;
  let returned = false;
  row.before?.(self, args);
  prepare(row, context);
  try {
    const result: unknown =
      newTarget === undefined ? apply(original, self, args) : construct(original, args, newTarget as Callable);
    returned = true;
    return row.after === undefined
      ? result
      : row.after(result, self, args, judgeIn(row, context), outcomeOf(context, seq));
  } finally {
    depth -= 1;
    if (row.unsettles === true) bumpEpoch();
    outermost = outer;
    reading = outerReading;
    narrowStacks(stacks);
    row.lastly?.();
    if (!returned && seq !== undefined) context.recorder.outcome(seq, { status: 'failed' });
  }
}

/** What a call reads, where its name alone decides what it does. */
const readOf = ({ remember: how }: Guard, args: unknown[]): unknown =>
  how?.group === 'read' && how.plain(args) ? args[how.index] : undefined;

/** What is done right before the original of a call that is let through. */
function prepare(row: Guard, context: Context): void {
  if (row.unsettles === true) bumpEpoch();
  if (row.starts !== undefined) companyCame();
  if (row.ends === true) context.recorder.flush();
  row.firstly?.();
}

const outcomeOf =
  ({ recorder }: Context, seq: number | undefined): Outcome =>
  (fields) => {
    if (seq !== undefined) recorder.outcome(seq, fields);
  };

/** The policy's word, then the limits of the contexts that act; a call of a model is the budget's business too. */
function judge(context: Context, access: Access): Verdict {
  const verdict = access.kind === 'llm' ? judgeCall(context, access, callOf(access)) : decide(context.policy, access);
  if (!verdict.allowed) return verdict;
  const watched = context.watching === undefined ? verdict : decide(context.watching, access);
  return withinLimits(context, access) ?? watched;
}

/** What judging needs of a row. */
type Judged = Pick<Guard, 'module' | 'name' | 'label' | 'type' | 'hook'>;

/** Endpoints remembered for one context. */
const ASKED = 1024;

/** True for what belongs to something that is recorded already: a nested call on the same resource, a loader's look, a request's socket. */
function isPartOfAnother({ asked }: Context, access: Access): boolean {
  if (isLook(access) || (depth > 0 && outermost === access.resource)) return true;
  if (access.kind !== 'endpoint' || access.capability !== 'net.connect') return false;
  if (access.method === undefined) return access.use === 'connect' && asked.has(access.resource);
  if (asked.size >= ASKED) asked.clear();
  asked.add(access.resource);
  return false;
}

/** Decides and records one access. What is part of another one is judged like any other but makes no event of its own. */
export function judgeOne(
  row: Judged,
  context: Context,
  access: Access,
  only?: 'refusals',
): { error?: unknown; seq?: number; fleeting?: boolean } {
  const verdict = judge(context, access);
  if (verdict.allowed || !verdict.enforced) noteLetThrough(context, access);
  if (verdict.allowed && (only === 'refusals' || isPartOfAnother(context, access))) return {};
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

/**
 * An error inside the engine is a denial, never a pass; in audit it is recorded and lets the call through. What is no error
 * of the engine's realm was thrown by a getter of the program, and reaches the program as it would have.
 */
function refusedInside(row: Guard, context: Context, error: unknown): Judgement {
  if (!isOwnError(error)) throwError(error);
  // A pattern that is compiled on the way takes more of it than any call, and says so in its own words.
  if (error.message.endsWith(': Stack overflow')) throw new ProgramRangeError('Maximum call stack size exceeded');
  const verdict: Verdict = {
    allowed: false,
    enforced: context.policy.mode === 'enforce',
    rule: { id: 'internal-error', reason: error.message },
  };
  const access: Access = { kind: 'power', capability: 'process.internals', requested: row.name, resource: row.name };
  const { seq, error: refusal } = settle(row, context, access, verdict);
  return { seq, refusal };
}
