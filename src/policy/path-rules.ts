import type { Rule, Section } from './document.js';
import { PathIndex, type PathRule } from './path-index.js';
import { type Ground, pathForms, throughLink } from './places.js';
import { keyRef, type Owner, ruleRef } from './rule-ref.js';
import type { RuleRef } from '../types.js';

/** The path rules of one section of one gate. */
export interface PathGate {
  readonly owner: Owner;
  readonly ground: Ground;
  readonly index: PathIndex;
  readonly denies: readonly PathRule[];
  /** The allow list, when there is one: what it does not name is denied. */
  readonly list: RuleRef | undefined;
  /** Folders (canonical) whose code Node's own loader may read without an allow; for `fs.read` only. */
  readonly code?: () => readonly string[];
}

/** Compiles a section; `key` is its key path. Denials that are not written in it may be added. */
export function compilePaths(
  section: Section,
  owner: Owner,
  key: string,
  ground: Ground,
  added: readonly PathRule[] = [],
): PathGate {
  const compiled = (rule: Rule, deny: boolean): PathRule => ({
    order: 0,
    deny,
    ref: ruleRef(owner, rule),
    forms: pathForms(rule.rule, ground),
    except: (rule.except ?? []).flatMap((pattern) => pathForms(pattern, ground)),
  });
  const rules = [
    ...(section.deny ?? []).map((rule) => compiled(rule, true)),
    ...added,
    ...(section.allow ?? []).map((rule) => compiled(rule, false)),
  ].map((rule, order) => ({ ...rule, order }));
  return {
    owner,
    ground,
    index: new PathIndex(rules),
    denies: rules.filter((rule) => rule.deny),
    list: section.allow === undefined ? undefined : keyRef(owner, `${key}.allow`, section.allowAt),
  };
}

/** A denial that the engine itself adds under the name `ref`. */
export function addedDenial(ref: RuleRef, patterns: readonly string[], ground: Ground): PathRule {
  return { order: 0, deny: true, ref, forms: patterns.flatMap((pattern) => pathForms(pattern, ground)), except: [] };
}

/** A warning for every allow pattern that leads through a link and so would match nothing. */
export function linkWarnings(section: Section | undefined, owner: Owner, ground: Ground): string[] {
  return (section?.allow ?? []).flatMap((rule) => {
    const instead = throughLink(rule.rule, ground);
    if (instead === undefined) return [];
    const { id } = ruleRef(owner, rule);
    return [
      `${rule.at.file}:${String(rule.at.line)}: ${id} ${JSON.stringify(rule.rule)} leads through a link and allows nothing; write ${JSON.stringify(instead)}`,
    ];
  });
}
