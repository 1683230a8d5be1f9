import type { AnyFunction } from './hook.js';
import {
  apply,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  objectCreate,
  objectPrototype,
  process,
  ProgramProxy,
  reflectGet,
  reflectSet,
  setPrototypeOf,
} from '../primordials.js';

/** What is to be done when the thread ends; neither may throw. */
export interface Endings {
  /** `exit` is about to be emitted, or listeners of it are running; may be called more than once. */
  readonly exiting: () => void;
  /** `process.reallyExit` was called with that code: nothing of the program runs any more. */
  readonly leaving: (code: number | undefined) => void;
}

/** Watches the thread's end without a listener that a program could see, remove or run before. */
export function watchEnd({ exiting, leaving }: Endings): void {
  beforeExitEvent(exiting);
  beforeReallyExit(leaving);
}

/**
 * Calls `exiting` whenever `process.emit` is looked up while the thread ends: Node does so to emit `exit`, with or without
 * listeners. Between the object that is the prototype of `process` alone and EventEmitter.prototype we put a link that has
 * nothing of its own and sees what is looked up through it. It is on no list of listeners, and whoever looks for the
 * property (mocks that put a function over it do) finds that of EventEmitter.prototype, as ever.
 */
function beforeExitEvent(exiting: Endings['exiting']): void {
  const holder = getPrototypeOf(process);
  const isExiting = getOwnPropertyDescriptor(process, '_exiting')?.get;
  if (holder === null || isExiting === undefined) return;
  const looked = (): void => {
    if (apply(isExiting, process, []) === true) exiting();
  };
  const traps: Required<Pick<ProxyHandler<object>, 'get' | 'set'>> = {
    get: (target, key, receiver) => {
      if (key === 'emit') looked();
      return reflectGet(target, key, receiver) as unknown;
    },
    set: (target, key, value, receiver) =>
      key === 'emit' && receiver === process ? watchAssigned(value, looked) : reflectSet(target, key, value, receiver),
  };
  // Nothing that could be called on them, for whoever has the proxy shown.
  for (const trap of [traps.get, traps.set, traps]) {
    setPrototypeOf(trap, null);
    Object.freeze(trap);
  }
  // V8 looks through no proxy for what it calls `process` in its messages, so it finds that before.
  const toString = getOwnPropertyDescriptor(objectPrototype, 'toString');
  if (toString !== undefined) defineProperty(holder, 'toString', toString);
  setPrototypeOf(holder, new ProgramProxy(objectCreate(getPrototypeOf(holder)) as object, traps));
}

/** What the program assigns hides the link: it is held by an accessor that sees it being looked up. */
function watchAssigned(value: unknown, looked: () => void): boolean {
  let own = value;
  const get = (): unknown => {
    looked();
    return own;
  };
  const { set } = {
    set(next: unknown): void {
      own = next;
    },
  };
  // Functions of the program's realm, for whoever looks.
  for (const accessor of [get, set]) setPrototypeOf(accessor, getPrototypeOf(apply));
  return defineProperty(process, 'emit', { get, set, enumerable: true, configurable: true });
}

/** Calls `leaving` before `process.reallyExit` ends the process, be it Node or the program that calls it. */
function beforeReallyExit(leaving: Endings['leaving']): void {
  const descriptor = getOwnPropertyDescriptor(process, 'reallyExit');
  const original = descriptor?.value as AnyFunction | undefined;
  if (typeof original !== 'function') return;
  const reallyExit = reallyExiting(original, leaving);
  setPrototypeOf(reallyExit, getPrototypeOf(original));
  for (const key of ['name', 'length'] as const)
    defineProperty(reallyExit, key, { value: original[key], configurable: true });
  defineProperty(process, 'reallyExit', { ...descriptor, value: reallyExit });
}

const reallyExiting = (original: AnyFunction, leaving: Endings['leaving']): AnyFunction =>
  ({
    reallyExit(this: unknown, ...args: unknown[]): unknown {
      leaving(typeof args[0] === 'number' ? args[0] : undefined);
      return apply(original, this, args);
    },
  }).reallyExit;
