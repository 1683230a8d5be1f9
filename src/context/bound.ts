import {
  apply,
  defineProperty,
  getPrototypeOf,
  isAsyncFunction,
  objectCreate,
  setOwn,
  setPrototypeOf,
} from '../primordials.js';
import { registrant } from './context.js';
import type { Enter } from './wrap-entry.js';

type Callback = (this: unknown, ...args: unknown[]) => unknown;

/** What each stand-in stands for. */
const originals = new WeakMap<Callback, Callback>();

/** `value`, or where it is a function that another than the root registers: one that calls it as who registers it. */
export function bound(value: unknown): unknown {
  const enter = typeof value === 'function' ? registrant() : undefined;
  if (enter === undefined) return value;
  const fn = value as Callback;
  const standIn = standingFor(fn, enter);
  // A function of the program's realm, for whoever looks.
  setPrototypeOf(standIn, getPrototypeOf(fn));
  for (const key of ['name', 'length'] as const) defineProperty(standIn, key, { value: fn[key], configurable: true });
  originals.set(standIn, fn);
  return standIn;
}

/** A method, since what is constructible could be told from a function that is not. */
function standingFor(fn: Callback, enter: Enter): Callback {
  const holder: { readonly bound: Callback } = {
    bound(this: unknown, ...args: unknown[]): unknown {
      return enter(() => apply(fn, this, args));
    },
  };
  return holder.bound;
}

/** The same where Node takes no async function: it is left for Node to refuse. */
export const boundUnlessAsync = (value: unknown): unknown => (isAsyncFunction(value) ? value : bound(value));

/** `options` with those of its members that are functions bound, each read once. */
export function boundMembers(
  options: unknown,
  keys: readonly string[],
  bind: (value: unknown) => unknown = bound,
): unknown {
  if (typeof options !== 'object' || options === null || registrant() === undefined) return options;
  const copy = objectCreate(options) as object;
  for (const key of keys) {
    const value = bind((options as Readonly<Record<string, unknown>>)[key]);
    setOwn(copy, key, value);
  }
  return copy;
}

/** A listener bound, and marked as Node marks its wrappers for `once`: to the program it is the listener itself. */
export function boundListener(listener: unknown): unknown {
  const standIn = bound(listener);
  if (standIn === listener) return listener;
  const { listener: wrapped } = listener as { readonly listener?: unknown };
  const value = typeof wrapped === 'function' ? wrapped : listener;
  setOwn(standIn as object, 'listener', value);
  return standIn;
}

/** What stands for `fn` in the list of those that are called, or `fn`: what to take off when `fn` is to be taken off. */
export function standInAmong(called: unknown, fn: unknown): unknown {
  const list: readonly unknown[] = Array.isArray(called) ? called : [called];
  for (let at = list.length - 1; at >= 0; at -= 1)
    if (list[at] === fn || originals.get(list[at] as Callback) === fn) return list[at];
  return fn;
}
