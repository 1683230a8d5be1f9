import type { DeliveryName } from '../types.js';
import type { Delivery } from '../table/row.js';
import {
  apply,
  defineProperty,
  nextTick,
  ownKeys,
  programFunction,
  programObject,
  rejected,
  resolved,
  throwError,
} from '../primordials.js';
import { throwingUnlessCandidate } from './looking.js';
import { toWalkers } from './walking.js';
import { throwingUnlessWatched } from './watching.js';

/** Throws the refusal, as every synchronous API does. */
export const throwing: Delivery = (error) => throwError(error);

const lastFunction = (args: unknown[]): ((...values: unknown[]) => unknown) | undefined => {
  for (let i = args.length - 1; i >= 0; i--) {
    if (typeof args[i] === 'function') return args[i] as (...values: unknown[]) => unknown;
  }
  return undefined;
};

/** Calls the callback with the refusal at once, as Node's bindings do (seen on 24 and 26); throws it when there is no callback. */
export const callback: Delivery = (error, _self, args) => {
  const done = lastFunction(args);
  if (done === undefined) throw error;
  apply(done, undefined, [error]);
};

/** Calls the callback with the refusal on the next tick: the way of what Node does in several steps (`fs.cp`, `fs.realpath`, dns). */
export const callbackLater: Delivery = (error, _self, args) => {
  const done = lastFunction(args);
  if (done === undefined) throw error;
  nextTick(() => {
    apply(done, undefined, [error]);
  });
};

/** Calls back `false`: the way of `fs.exists`. */
export const callbackFalse: Delivery = (error, _self, args) => {
  const done = lastFunction(args);
  if (done === undefined) throw error;
  apply(done, undefined, [false]);
};

/** Returns a promise of the program's realm, rejected with the refusal. */
export const rejection: Delivery = (error) => rejected(error);

/** Returns an asynchronous iterator whose first step is rejected with the refusal: the way of `fs.promises.watch`. */
export const iteration: Delivery = (error) => {
  let told = false;
  const done = (): unknown => resolved(Object.assign(programObject(), { value: undefined, done: true }));
  const next = (): unknown => {
    if (told) return done();
    told = true;
    return rejected(error);
  };
  const iterator = programObject();
  const methods = {
    next,
    return: done,
    throw: (reason: unknown) => rejected(reason),
    [Symbol.asyncIterator]: () => iterator,
  };
  for (const key of ownKeys(methods))
    defineProperty(iterator, key, {
      value: programFunction(methods[key as keyof typeof methods]),
      writable: true,
      configurable: true,
    });
  return iterator;
};

/** Destroys the stream or socket with the refusal, which it then emits as `error`; returns the stream, as the call would. */
export const emission: Delivery = (error, self) => {
  const stream = self as { destroy?: (error: unknown) => unknown };
  nextTick(() => {
    if (typeof stream.destroy === 'function') apply(stream.destroy, stream, [error]);
  });
  return self;
};

/** The ways a refusal reaches the caller, by the name that rows use. */
export const deliveries: Readonly<Record<DeliveryName, Delivery>> = {
  throwing,
  throwingUnlessWatched,
  throwingUnlessCandidate,
  callback: toWalkers(callback),
  callbackLater: toWalkers(callbackLater),
  callbackFalse,
  rejection: toWalkers(rejection),
  iteration,
  emission,
};
