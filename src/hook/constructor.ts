import type { Guard } from '../table/row.js';
import { defineProperty, getOwnPropertyDescriptor, ProgramProxy } from '../primordials.js';
import type { Enforce } from '../enforce.js';
import type { AnyFunction } from './hook.js';

/**
 * A guarded class: a proxy with a construct trap, so that `instanceof`, subclasses and static members hold.
 * `prototype.constructor` is pointed at the proxy; the class itself is not reachable through it.
 */
export function createConstructor(row: Guard, original: AnyFunction, enforce: Enforce): AnyFunction {
  const construct = (_target: AnyFunction, args: unknown[], newTarget: unknown): object =>
    enforce(row, original, undefined, [...args], newTarget === guarded ? original : newTarget) as object;
  const guarded: AnyFunction = new ProgramProxy(original, {
    __proto__: null,
    construct,
  } as ProxyHandler<AnyFunction>);
  // The stack of a refusal starts below the trap: a proxy has no frame of its own.
  row.hook = construct;
  const prototype = (original as { prototype?: object }).prototype;
  if (prototype !== undefined) {
    const back = getOwnPropertyDescriptor(prototype, 'constructor');
    if (back?.configurable === true) defineProperty(prototype, 'constructor', { ...back, value: guarded });
  }
  return guarded;
}
