import type { Held, Guard } from '../table/row.js';
import type { PathAccess } from '../types.js';
import { isSettled } from '../access/epoch.js';
import { canHold, type Hold, holdPlace, mayHold } from '../access/hold.js';
import { climbs } from '../access/path.js';
import type { OpenUse } from '../access/open-flags.js';
import { type Context, currentContext } from '../context/context.js';
import { asLoad } from '../context/loads.js';
import { decide } from '../policy/decide.js';
import { apply, bytesToText, observed, throwError } from '../primordials.js';
import { type Enforce, judgeOne } from '../enforce.js';
import type { AnyFunction } from './hook.js';
import { respell, respellName } from './respell.js';

/** A name that a call is to open, as the program wrote it, and what is held of it. */
interface Name {
  readonly held: Held;
  readonly text: string;
  readonly hold: Hold;
}

/** What a call under way holds: its own inner calls use the same names, which the program never saw. */
let passing: readonly Name[] = [];

/**
 * `enforce` for a row that opens files. Between the judging of a name and its use another process may swap a folder or a
 * link. So what the name leads to is held by a descriptor, judged by where it is, and used through that descriptor. A
 * process that is alone need not: whatever it moves is judged by where it will lead (table/moving.ts). Only a name that
 * waits its turn is held even then where it is relative or goes up, for the folders may be others by that time; and one
 * that is written, for a link may lead to what can only be read.
 */
export function holding(guard: Guard, original: AnyFunction, enforce: Enforce): Enforce {
  const { holds } = guard;
  if (holds === undefined) return enforce;
  const waits = !guard.name.endsWith('Sync') && guard.inner !== true;
  const isSafe = ({ index, use }: Held, args: readonly unknown[]): boolean =>
    !waits || (!use.writes && leadsStraight(args[index]));
  function heldOriginal(this: unknown, ...args: unknown[]): unknown {
    if ((isSettled() && !waits) || isIncomplete(guard, args)) return apply(original, this, args);
    const wanted = (holds as NonNullable<Guard['holds']>)(args);
    if (!canHold() || (isSettled() && wanted.every((held) => isSafe(held, args)))) return apply(original, this, args);
    return callHeld(guard, original, this, args, wanted);
  }
  return (row, _original, self, args, newTarget) =>
    passing.length > 0 && isPart(holds(args), args)
      ? apply(original, self, args)
      : enforce(row, heldOriginal, self, args, newTarget);
}

/** True for a call that wants a callback and has none: Node complains before it does anything. */
const isIncomplete = ({ delivery }: Guard, args: readonly unknown[]): boolean =>
  typeof delivery === 'string' && delivery.startsWith('callback') && !args.some((arg) => typeof arg === 'function');

/** True for a name from the root that goes up nowhere; what is no name waits for nothing either. */
const leadsStraight = (value: unknown): boolean => {
  const text = textOf(value);
  return text === undefined || (text.startsWith('/') && !climbs(text));
};

const includes = (all: OpenUse, part: OpenUse): boolean => (all.reads || !part.reads) && (all.writes || !part.writes);

/** True when all that a call opens is held already by the call around it, for the same use. */
const isPart = (wanted: readonly Held[], args: readonly unknown[]): boolean =>
  wanted.length > 0 &&
  wanted.every(({ index, use }) =>
    passing.some(({ hold, held }) => hold.path === args[index] && includes(held.use, use)),
  );

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  const text = ArrayBuffer.isView(value) ? bytesToText(value as Buffer) : undefined;
  // What is not UTF-8 was refused where anything can be denied.
  return text?.includes('\ufffd') === true ? undefined : text;
};

/** False for what is no name, and for what Node's own permission model lets nobody hold. */
const isHeldName = (text: string | undefined, { use }: Held): text is string =>
  text !== undefined && text !== '' && !text.includes('\0') && mayHold(use);

function callHeld(
  guard: Guard,
  original: AnyFunction,
  self: unknown,
  args: unknown[],
  wanted: readonly Held[],
): unknown {
  const names: Name[] = [];
  const release = (): void => {
    for (const { hold } of names.splice(0)) hold.release();
  };
  for (const held of wanted) {
    const value = args[held.index];
    const text = textOf(value);
    if (!isHeldName(text, held)) continue;
    const name = { held, text, hold: holdPlace(value, text, held.meaning) };
    names.push(name);
    const refusal = judgeHeld(guard, currentContext(), name);
    if (refusal === undefined) continue;
    release();
    return guard.deliver(refusal, self, args);
  }
  for (const { held, hold } of names) {
    if (hold.place === undefined && hold.error === undefined) continue;
    args[held.index] = hold.path;
    if (hold.absent === true) held.stay?.(args);
  }
  return names.length === 0 ? apply(original, self, args) : callThrough(original, self, args, names, release);
}

/** The refusal of what is held, or undefined. */
function judgeHeld(guard: Guard, context: Context, { held: { use }, text, hold }: Name): unknown {
  const { place } = hold;
  if (place === undefined) return undefined;
  const uses = [...(use.reads ? (['read'] as const) : []), ...(use.writes ? (['write'] as const) : [])];
  for (const effect of uses) {
    const access: PathAccess = {
      kind: 'path',
      capability: `fs.${effect}`,
      requested: text,
      resource: place,
      effect,
      follow: false,
      tree: false,
      ...(place.includes('\ufffd') ? { unclear: 'garbled' as const } : {}),
    };
    if (decide(context.policy, access).allowed) continue;
    const { error } = judgeOne(guard, context, asLoad(access, guard.hook), 'refusals');
    if (error !== undefined) return error;
  }
  return undefined;
}

/** Calls the original, and lets go of what is held once it is opened. Errors tell the names that the program knows. */
function callThrough(
  original: AnyFunction,
  self: unknown,
  args: unknown[],
  names: readonly Name[],
  release: () => void,
): unknown {
  const spoken = [...names];
  const answers = names.filter(({ held }) => held.answers === true);
  const settle = (error: unknown): void => {
    release();
    respell(error, spoken);
  };
  const last = args.length - 1;
  const done = args[last];
  const hasCallback = typeof done === 'function';
  if (hasCallback)
    args[last] = function (this: unknown, ...values: unknown[]): unknown {
      settle(values[0]);
      if (answers.length > 0) values[1] = respellName(values[1], answers);
      return apply(done as AnyFunction, this, values);
    };
  const outer = passing;
  passing = spoken;
  let result: unknown;
  try {
    result = apply(original, self, args);
  } catch (error) {
    settle(error);
    return throwError(error);
  } finally {
    passing = outer;
  }
  if (typeof (result as { then?: unknown } | null | undefined)?.then === 'function')
    return observed(
      result as Promise<unknown>,
      (value) => {
        release();
        return respellName(value, answers);
      },
      settle,
    );
  if (!hasCallback) release();
  return respellName(result, answers);
}
