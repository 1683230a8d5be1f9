import type { Entry } from './entry.js';
import {
  apply,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  isGeneratorObject,
  ProgramProxy,
  ProgramTypeError,
} from '../primordials.js';
import { DEFAULT_NAME } from './placement.js';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Runs `fn` in one context, with all that it starts. */
export type Enter = <T>(fn: () => T) => T;

/** What rewritten modules call: takes an exported value, gives back what to export in its place. */
export type WrapEntry = (id: number, kind: unknown, stage: unknown, value: unknown) => unknown;

/** Where the function of an entry is found: the export of the declaring module, then members of its value. */
export interface WrappedEntry {
  readonly entry: Entry;
  /** The declaring module: links resolved, re-exports followed. */
  readonly file: string;
  readonly path: readonly [exported: string, ...members: string[]];
}

/** Notes that the module of an entry begins (`early`) or ends (`final`) being evaluated. */
export type OnLoad = (id: number, stage: unknown, key: unknown) => void;

/**
 * Returns the function that the text of rewritten modules calls. `open` makes the context of one call.
 * It accepts anything from anyone: what it does to a function is only to narrow what its calls may do.
 */
export function createWrapEntry(
  entries: readonly WrappedEntry[],
  open: (name: string) => Enter,
  onLoad: OnLoad,
): WrapEntry {
  const wrappers = entries.map(() => new WeakMap<AnyFunction, AnyFunction>());

  const wrapped = (id: number, fn: AnyFunction): AnyFunction => {
    const known = wrappers[id];
    const name = entries[id]?.entry.name;
    if (known === undefined || name === undefined) return fn;
    let wrapper = known.get(fn);
    if (wrapper === undefined) {
      wrapper = inContext(fn, () => open(name));
      known.set(fn, wrapper);
      known.set(wrapper, wrapper); // an assignment met twice changes nothing
    }
    return wrapper;
  };

  return (id, kind, stage, value) => {
    const one = entries[id];
    if (one === undefined) return value;
    if (kind === 'load') {
      onLoad(id, stage, value);
      return undefined;
    }
    const [, ...members] = one.path;
    if (kind === 'exports') {
      if (typeof value === 'object' && value !== null && 'exports' in value) {
        wrapExports(value, one.path, stage === 'final', one.entry, (fn) => wrapped(id, fn));
      }
      return value;
    }
    if (members.length > 0) {
      wrapMember(value, members, stage === 'final', one.entry, (fn) => wrapped(id, fn));
      return value;
    }
    if (typeof value === 'function') return named(wrapped(id, value as AnyFunction));
    if (stage === 'final') throw notFound(one.entry, `it is ${describe(value)}, not a function`);
    return value;
  };
}

type Wrap = (fn: AnyFunction) => AnyFunction;

/** The exports of a CommonJS module: `module.exports` itself for a default export that is a function, else a property. */
function wrapExports(
  module: { exports: unknown },
  path: WrappedEntry['path'],
  final: boolean,
  entry: Entry,
  wrap: Wrap,
): void {
  const { exports } = module;
  const [exported, ...members] = path;
  const whole = exported === 'default' && !hasOwn(exports, 'default');
  if (whole && members.length === 0 && typeof exports === 'function') {
    module.exports = wrap(exports as AnyFunction);
    return;
  }
  wrapMember(exports, whole ? members : path, final, entry, wrap);
}

/** Replaces the method that `path` leads to from `holder` by its wrapper. */
function wrapMember(holder: unknown, path: readonly string[], final: boolean, entry: Entry, wrap: Wrap): void {
  const why = replaceMember(holder, path, final, wrap);
  if (why !== undefined && final) throw notFound(entry, why);
}

/** Returns why it could not be done, if it could not. */
function replaceMember(holder: unknown, path: readonly string[], final: boolean, wrap: Wrap): string | undefined {
  const object = path.slice(0, -1).reduce((at, step) => (isObject(at) ? (at as Members)[step] : undefined), holder);
  const key = path.at(-1);
  if (key === undefined || !isObject(object)) return 'nothing on the way to it is an object';
  const own = getOwnPropertyDescriptor(object, key);
  const computed = own?.get !== undefined;
  // A getter of compiled code reads a binding that may not be there yet.
  if (computed && !final) return undefined;
  const value = (object as Members)[key];
  if (typeof value !== 'function') return `it is ${describe(value)}, not a function`;
  const wrapper = wrap(value as AnyFunction);
  const shape = own === undefined || computed ? { writable: true, enumerable: false, configurable: true } : own;
  const done = wrapper === value || defineProperty(object, key, { ...shape, value: wrapper });
  return done ? undefined : 'the property that holds it cannot be replaced';
}

type Members = Readonly<Record<string, unknown>>;

/** Returns a stand-in for `fn` whose every call and construction runs in a context made for it. */
export function inContext(fn: AnyFunction, open: () => Enter): AnyFunction {
  const wrapper: AnyFunction = new ProgramProxy(fn, {
    apply(target, self, args: unknown[]) {
      const enter = open();
      return keepGenerator(
        enter(() => apply(target, self, args)),
        enter,
      );
    },
    construct(target, args: unknown[], newTarget) {
      return open()(() => construct(target, args, newTarget === wrapper ? target : newTarget) as object);
    },
  });
  const prototype = getOwnPropertyDescriptor(fn, 'prototype')?.value as object | null | undefined;
  if (typeof prototype === 'object' && prototype !== null) {
    const back = getOwnPropertyDescriptor(prototype, 'constructor');
    if (back?.value === fn && back.configurable === true)
      defineProperty(prototype, 'constructor', { ...back, value: wrapper });
  }
  return wrapper;
}

/** A generator's body runs in its context at every step, and its consumer in the consumer's own. */
function keepGenerator(result: unknown, enter: Enter): unknown {
  if (!isGeneratorObject(result)) return result;
  for (const step of ['next', 'return', 'throw'] as const) {
    const original = (result as Record<typeof step, AnyFunction>)[step];
    const value = new ProgramProxy(original, {
      apply: (target, self, args: unknown[]) =>
        self === result ? enter(() => apply(target, self, args)) : apply(target, self, args),
    });
    defineProperty(result as object, step, { value, writable: true, enumerable: false, configurable: true });
  }
  return result;
}

/** A default export that had no name was given one by the rewriting; it is called `default` again. */
function named(wrapper: AnyFunction): AnyFunction {
  const name = getOwnPropertyDescriptor(wrapper, 'name');
  if (name?.value === DEFAULT_NAME) defineProperty(wrapper, 'name', { ...name, value: 'default' });
  return wrapper;
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

const hasOwn = (value: unknown, key: string): boolean =>
  isObject(value) && getOwnPropertyDescriptor(value, key) !== undefined;

const describe = (value: unknown): string => (value === null ? 'null' : `of type ${typeof value}`);

function notFound(entry: Entry, why: string): Error {
  return new ProgramTypeError(
    `receiptbot: the entry of context "${entry.name}", ${entry.file}#${entry.exportName}, cannot be found: ${why}`,
  );
}
