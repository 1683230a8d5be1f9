import type { Rule } from './document.js';
import { nameMatcher, type NameMatcher } from './name-globs.js';
import { type Owner, ruleRef } from './rule-ref.js';
import type { RuleRef } from '../types.js';

/** A deny rule for names of environment variables. */
export interface NameRule {
  readonly ref: RuleRef;
  readonly matches: NameMatcher;
}

/** Compiles rules for names. Windows does not tell `Path` from `PATH`. */
export function compileNames(rules: readonly Rule[] | undefined, owner: Owner, platform: string): NameRule[] {
  const fold = platform === 'win32' ? (name: string) => name.toUpperCase() : undefined;
  return (rules ?? []).map((rule) => {
    const hit = nameMatcher(rule.rule, fold);
    const spared = (rule.except ?? []).map((glob) => nameMatcher(glob, fold));
    return { ref: ruleRef(owner, rule), matches: (name) => hit(name) && !spared.some((matches) => matches(name)) };
  });
}

/** The first rule that hits the name. */
export const nameRuleFor = (rules: readonly NameRule[], name: string): RuleRef | undefined =>
  rules.find((rule) => rule.matches(name))?.ref;
