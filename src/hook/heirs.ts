import { construct, defineProperty, getPrototypeOf, setPrototypeOf } from '../primordials.js';
import type { AnyFunction } from './hook.js';

/**
 * Node has classes of its own that extend a guarded one (`InternalWorker`, the thread of loader hooks). No module exports
 * them, but whoever meets an instance has the class, and by it the original. So the original gets a parent that sees who
 * is being constructed, and what extends the original is made to extend `guarded`.
 */
export function watchHeirs(original: AnyFunction, guarded: AnyFunction): void {
  const parent = getPrototypeOf(original) as AnyFunction | null;
  // A class that extends nothing: nobody inside Node extends such a one in turn.
  if (typeof parent?.prototype !== 'object') return;
  const watcher = function (this: unknown, ...args: unknown[]): object {
    const heir = heirOf(new.target, original);
    if (heir !== undefined) setPrototypeOf(heir, guarded);
    return construct(parent, args, new.target as unknown as AnyFunction) as object;
  };
  setPrototypeOf(watcher, parent);
  defineProperty(watcher, 'prototype', { value: parent.prototype });
  setPrototypeOf(original, watcher);
}

/** The class in the line of `newTarget` that extends the original itself, and not the guarded class. */
function heirOf(newTarget: unknown, original: AnyFunction): object | undefined {
  let step = newTarget as object | null;
  while (step !== null) {
    const above = getPrototypeOf(step);
    if (above === original) return step;
    step = above;
  }
  return undefined;
}
