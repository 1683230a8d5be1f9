import type { LayerName, Rule } from './document.js';
import type { Origin, RuleRef } from '../types.js';

/** Whose rules are being named: a layer's, or within it a context's. */
export interface Owner {
  readonly layer: LayerName;
  readonly context?: string;
}

/** The id of a clause: its key path, under its context's key, with the layer before it when that is not the project's. */
export function ruleId({ layer, context }: Owner, key: string): string {
  const path = context === undefined || key.startsWith('contexts.') ? key : `contexts.${context}.${key}`;
  return layer === 'project' ? path : `${layer}:${path}`;
}

/** Names one rule. */
export function ruleRef(owner: Owner, rule: Rule): RuleRef {
  return {
    id: ruleId(owner, rule.at.key),
    text: rule.rule,
    ...(rule.reason === undefined ? {} : { reason: rule.reason }),
    at: rule.at,
  };
}

/** Names a whole list or a single key: what decides when no rule of it does. */
export function keyRef(owner: Owner, key: string, at?: Origin, reason?: string): RuleRef {
  return {
    id: ruleId(owner, at?.key ?? key),
    ...(reason === undefined ? {} : { reason }),
    ...(at === undefined ? {} : { at }),
  };
}
