import type { PolicyLayer } from '../policy/document.js';
import { type CompiledPolicy, narrow } from '../policy/compile.js';
import { callingContext, type Context, enterContext, openContext } from './context.js';
import type { Enter } from './wrap-entry.js';

/** The named contexts of a run: what each may do besides what the root may. */
export interface NamedContexts {
  /** Opens a context of that name for one call, within the acting one. */
  readonly open: (name: string) => Enter;
  /** True once the context's entry was called. */
  readonly entered: (name: string) => boolean;
  /** The context of that name within `parent` for what belongs to none of its calls. */
  readonly stray: (name: string, parent: Context) => Context;
}

/** Reads the contexts of every layer; each layer that speaks of a name adds a gate to it. */
export function namedContexts(layers: readonly PolicyLayer[]): NamedContexts {
  const narrowed = new WeakMap<CompiledPolicy, Map<string, CompiledPolicy>>();
  const calls = new Map<string, number>();

  const policyFor = ({ policy }: Context, name: string): CompiledPolicy => {
    let known = narrowed.get(policy);
    if (known === undefined) narrowed.set(policy, (known = new Map<string, CompiledPolicy>()));
    let compiled = known.get(name);
    if (compiled === undefined) {
      compiled = layers.reduce((result, layer) => {
        const document = layer.document.contexts?.[name];
        return document === undefined
          ? result
          : narrow(result, name, document, layer.places, { layer: layer.name, context: name });
      }, policy);
      known.set(name, compiled);
    }
    return compiled;
  };

  const accounts = new WeakMap<object, Map<string, object>>();
  const accountFor = ({ account }: Context, name: string): object => {
    let known = accounts.get(account);
    if (known === undefined) accounts.set(account, (known = new Map<string, object>()));
    let shared = known.get(name);
    if (shared === undefined) known.set(name, (shared = {}));
    return shared;
  };

  const inside = (parent: Context, name: string, call?: number): Context =>
    openContext(parent, name, policyFor(parent, name), parent.recorder, { call, account: accountFor(parent, name) });

  const strays = new WeakMap<Context, Map<string, Context>>();

  return {
    open: (name) => {
      const call = (calls.get(name) ?? 0) + 1;
      calls.set(name, call);
      const context = inside(callingContext(), name, call);
      return (fn) => enterContext(context, fn);
    },
    entered: (name) => calls.has(name),
    stray: (name, parent) => {
      let known = strays.get(parent);
      if (known === undefined) strays.set(parent, (known = new Map<string, Context>()));
      let context = known.get(name);
      if (context === undefined) known.set(name, (context = inside(parent, name)));
      return context;
    },
  };
}
