import { meet } from '../policy/compile.js';
import type { Context } from './context.js';

const joined = new WeakMap<Context, WeakMap<Context, Context>>();

/**
 * Who acts when code that was bound to `bound` is called by `caller`: the inner one of the two when one is in the other,
 * else one that may do what both may. Calls of one entry are the same in this.
 */
export function within(caller: Context, bound: Context): Context {
  if (bound.account === caller.account || isAround(caller, bound)) return bound;
  if (isAround(bound, caller)) return caller;
  let known = joined.get(caller);
  if (known === undefined) joined.set(caller, (known = new WeakMap<Context, Context>()));
  let both = known.get(bound);
  if (both === undefined) known.set(bound, (both = graft(caller, bound)));
  return both;
}

function isAround(outer: Context, inner: Context): boolean {
  for (let at: Context | undefined = inner; at !== undefined; at = at.parent)
    if (at.account === outer.account) return true;
  return false;
}

/** `context` with `onto` around it, in place of those that are around both. */
function graft(onto: Context, context: Context): Context {
  if (context.parent === undefined || isAround(context, onto)) return onto;
  return {
    ...context,
    parent: graft(onto, context.parent),
    policy: meet(onto.policy, context.policy),
    recorder: onto.recorder,
    asked: new Set(),
    seen: new Map(),
  };
}
