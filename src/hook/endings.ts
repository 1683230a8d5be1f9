import type { AnyFunction } from './hook.js';
import {
  apply,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  process,
  setPrototypeOf,
} from '../primordials.js';

type Setter = (this: unknown, value: unknown) => void;

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
 * listeners. Between `process` and EventEmitter.prototype stands an object that is nobody else's; an accessor there is on no
 * list of listeners, and goes on seeing a function that the program puts over `process.emit`.
 */
function beforeExitEvent(exiting: Endings['exiting']): void {
  const holder = getPrototypeOf(process);
  const isExiting = getOwnPropertyDescriptor(process, '_exiting')?.get;
  if (holder === null || isExiting === undefined) return;
  const watch = (object: object, emit: () => unknown, set: Setter, enumerable: boolean): void => {
    const get = (): unknown => {
      if (apply(isExiting, process, []) === true) exiting();
      return emit();
    };
    // Functions of the program's realm, for whoever looks.
    for (const accessor of [get, set]) setPrototypeOf(accessor, getPrototypeOf(apply));
    defineProperty(object, 'emit', { get, set, enumerable, configurable: true });
  };
  const assigned = setter((self, value) => {
    if (self !== process) {
      defineProperty(Object(self) as object, 'emit', { value, writable: true, enumerable: true, configurable: true });
      return;
    }
    let own = value;
    const replaced = setter((_, next) => void (own = next));
    watch(process, () => own, replaced, true);
  });
  watch(holder, () => (getPrototypeOf(holder) as { emit?: unknown } | null)?.emit, assigned, false);
}

const setter = (set: (self: unknown, value: unknown) => void): Setter =>
  ({
    set(this: unknown, value: unknown): void {
      set(this, value);
    },
  }).set;

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
