import type { Context } from './context.js';

/** Who acts where a token is in the store; asked again each time. */
export type Acting = () => Context;

const known = new WeakMap<object, Acting>();

/** What the async store holds. On Node 20 and 22 the program can read it off any async resource, and finds nothing. */
export type Token = object;

/** A new token for what `acting` tells. */
export function tokenOf(acting: Acting): Token {
  const token = Object.freeze(Object.create(null) as object);
  known.set(token, acting);
  return token;
}

/** True for a token of ours, and not something that the program put into the store. */
export const isToken = (held: unknown): held is Token => typeof held === 'object' && held !== null && known.has(held);

/** Who acts by what the store holds; undefined when it holds nothing, or something that the program put there. */
export const actingBy = (held: unknown): Context | undefined =>
  typeof held === 'object' && held !== null ? known.get(held)?.() : undefined;
