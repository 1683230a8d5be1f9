import type { PolicyLayer } from '../policy/document.js';
import { type CompiledPolicy, narrow } from '../policy/compile.js';
import { type Context, currentContext, enterContext, openContext } from './context.js';
import type { Enter } from './wrap-entry.js';

/** The named contexts of a run: what each may do besides what the root may. */
export interface NamedContexts {
  /** Opens a context of that name for one call, within the acting one. */
  readonly open: (name: string) => Enter;
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

  return {
    open: (name) => {
      const parent = currentContext();
      const call = (calls.get(name) ?? 0) + 1;
      calls.set(name, call);
      const context = openContext(parent, name, policyFor(parent, name), parent.recorder, {
        call,
        account: accountFor(parent, name),
      });
      return (fn) => enterContext(context, fn);
    },
  };
}
