import type { Guard } from '../table/row.js';
import {
  bind,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isConstructor,
  ownKeys,
  setPrototypeOf,
} from '../primordials.js';
import type { Enforce } from '../enforce.js';

export type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/**
 * The function put in place of `original`: it asks `enforce`, then passes on exactly the arguments it got.
 * Constructible only where the original is; it keeps name, length and own properties, and no way back to the original.
 * Never a proxy: `util.inspect` looks through one, and hands what it finds to getters of the program.
 */
export function createHook(row: Guard, original: AnyFunction, enforce: Enforce): AnyFunction {
  const guarded = makers[kindOf(original)](row, original, enforce);
  setPrototypeOf(guarded, getPrototypeOf(original));
  copyOwn(original, guarded);
  return guarded;
}

/** A function that looks like `original` where it is no door that stands there. */
export const createStandIn = (
  original: AnyFunction,
  call: (original: AnyFunction, self: unknown, args: unknown[]) => unknown,
): AnyFunction => createHook(NO_DOOR, original, (_row, _original, self, args) => call(original, self, args));

const NO_DOOR = {} as Guard;

/** A method (as are generators, which have a prototype that makes nothing), what `new` takes, or what `bind` made. */
type Kind = 'method' | 'constructor' | 'bound';
type Maker = (row: Guard, original: AnyFunction, enforce: Enforce) => AnyFunction;

function kindOf(original: AnyFunction): Kind {
  if (!isConstructor(original)) return 'method';
  return getOwnPropertyDescriptor(original, 'prototype') === undefined ? 'bound' : 'constructor';
}

const method: Maker = (row, original, enforce) =>
  ({
    guarded(this: unknown, ...args: unknown[]): unknown {
      return enforce(row, original, this, args, undefined);
    },
  }).guarded;

const constructor: Maker = (row, original, enforce) =>
  function guarded(this: unknown, ...args: unknown[]): unknown {
    return enforce(row, original, this, args, targetOf(new.target, guarded, original));
  };

const makers: Readonly<Record<Kind, Maker>> = {
  method,
  constructor,
  bound: (row, original, enforce) => bind(constructor(row, original, enforce)),
};

type Constructed = AnyFunction | undefined;

/** What `new.target` is to be for the original: itself where the hook was constructed, a subclass where that was. */
const targetOf = (newTarget: Constructed, guarded: AnyFunction, original: AnyFunction): Constructed =>
  newTarget === guarded ? original : newTarget;

/** Gives `hook` the own properties of `original`, symbols included; a prototype is given a constructor that leads to the hook. */
export function copyOwn(original: AnyFunction, hook: AnyFunction): void {
  for (const key of ownKeys(original)) {
    const descriptor = getOwnPropertyDescriptor(original, key);
    if (descriptor === undefined) continue;
    if (key === 'prototype') sharePrototype(original, hook);
    // `promisify` gives functions that are their own promisified form.
    else defineProperty(hook, key, descriptor.value === original ? { ...descriptor, value: hook } : descriptor);
  }
}

/** Both share one prototype, so `instanceof` holds; its `constructor` names the hook. */
function sharePrototype(original: AnyFunction, hook: AnyFunction): void {
  const own = getOwnPropertyDescriptor(original, 'prototype');
  const prototype: unknown = own?.value;
  if (own === undefined || typeof prototype !== 'object' || prototype === null) return;
  defineProperty(hook, 'prototype', own);
  const back = getOwnPropertyDescriptor(prototype, 'constructor');
  if (back?.value === original && back.configurable === true)
    defineProperty(prototype, 'constructor', { ...back, value: hook });
}
