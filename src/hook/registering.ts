import { registrations } from '../context/registrations.js';
import { apply, construct } from '../primordials.js';
import type { Enforce } from '../enforce.js';
import type { AnyFunction } from './hook.js';
import { install } from './install.js';

let done = false;

/**
 * Binds the callbacks that Node calls on nobody's behalf to who registers them, from now on: for a process that has named
 * contexts, and for no other. `onMissing` is told each function that this Node should have and that is not there.
 */
export function bindRegistrations(onMissing: (name: string) => void): void {
  if (done) return;
  done = true;
  install(registrations, passing, onMissing);
}

/** Nothing is judged here: only the arguments are not the same. */
const passing: Enforce = (row, original, self, args, newTarget) => {
  row.select(args, self, notJudged);
  return newTarget === undefined ? apply(original, self, args) : construct(original, args, newTarget as AnyFunction);
};

const notJudged = (): undefined => undefined;
