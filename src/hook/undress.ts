import type { Dressed } from '../types.js';
import type { Enforce } from '../enforce.js';
import type { Guard } from '../table/row.js';
import { dressedWith } from '../access/dressed.js';
import { apply, throwError } from '../primordials.js';
import type { AnyFunction } from './hook.js';

interface Told {
  message?: unknown;
  stack?: unknown;
  spawnargs?: unknown;
  error?: unknown;
}

/**
 * `enforce` for a row that starts processes: whatever words were started, what the program is told of them (`spawnargs`,
 * errors) is what it gave.
 */
export function undressing({ starts }: Guard, original: AnyFunction, enforce: Enforce): Enforce {
  if (starts !== 'child' && starts !== 'childOptions') return enforce;
  function dressedOriginal(this: unknown, ...args: unknown[]): unknown {
    const dressed = dressedWith(args.at(-1));
    if (dressed === undefined) return apply(original, this, args);
    try {
      const result = apply(original, this, args);
      restore(starts === 'child' ? this : (result as Told).error, dressed);
      return result;
    } catch (error) {
      restore(error, dressed);
      return throwError(error);
    }
  }
  return (row, _original, self, args, newTarget) => enforce(row, dressedOriginal, self, args, newTarget);
}

/** Puts the words of the program where an error or a child speaks of those that were started. */
function restore(object: unknown, { changed }: Dressed): void {
  if (typeof object !== 'object' || object === null) return;
  const told = object as Told;
  for (const [dressed, given] of changed) {
    const said = (text: string): string => text.replace(dressed, () => given);
    const { message, stack, spawnargs } = told;
    if (Array.isArray(spawnargs)) {
      const at = spawnargs.indexOf(dressed);
      if (at >= 0) spawnargs[at] = given;
    }
    if (typeof message !== 'string' || !message.includes(dressed)) continue;
    told.message = said(message);
    if (typeof stack === 'string') told.stack = said(stack);
  }
}
