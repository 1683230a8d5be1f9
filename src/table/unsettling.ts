import type { Row, Selector } from './row.js';
import { changeBegan } from '../access/epoch.js';
import { apply, observed } from '../primordials.js';

type Callback = (this: unknown, ...values: unknown[]) => unknown;

/** Callbacks of calls that wait for their start, with what is to be told when they are called. */
const waiting = new WeakMap<Callback, { done?: () => void }>();

/** Has the callback of a call, if it has one, tell that the change is made before the program hears of it. */
export const unsettling =
  (select: Selector): Selector =>
  (args, self, judge) => {
    const last = args.length - 1;
    const callback = args[last];
    if (last > 0 && typeof callback === 'function') args[last] = telling(callback as Callback);
    return select(args, self, judge);
  };

function telling(callback: Callback): Callback {
  const change: { done?: () => void } = {};
  const tells: Callback = function (...values) {
    change.done?.();
    return apply(callback, this, values);
  };
  waiting.set(tells, change);
  return tells;
}

/** Until the change is made, in Node's own time, nothing about paths is remembered. */
export const untilDone: NonNullable<Row['after']> = (result, _self, args) => {
  const change = waiting.get(args[args.length - 1] as Callback);
  if (change !== undefined) change.done = changeBegan();
  // Of the three forms only the promised one returns an object.
  if (typeof result !== 'object' || result === null) return result;
  const done = changeBegan();
  return observed(
    result as Promise<unknown>,
    (value) => {
      done();
      return value;
    },
    done,
  );
};
