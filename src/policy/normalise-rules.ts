import type { Rule, Section } from './document.js';
import { filled, present } from './present.js';
import type { WrittenRule, WrittenSection } from './written-policy.js';
import type { Source } from './yaml.js';
import type { Path } from './yaml-tree.js';

/** Where things of a file are written. */
export type Where = Source['at'];

/** A section with its rules; undefined when it says nothing. */
export function section(written: WrittenSection | undefined, path: Path, at: Where): Section | undefined {
  if (written === undefined) return undefined;
  const allowPath = [...path, 'allow'];
  return filled({
    allow: written.allow && ruleList(written.allow, allowPath, at),
    allowAt: written.allow && at(allowPath),
    deny: rules(written.deny, [...path, 'deny'], at),
  });
}

/** Rules with their places; a deny list that is empty may as well be missing. */
export const rules = (written: readonly WrittenRule[] | undefined, path: Path, at: Where): Rule[] | undefined =>
  written === undefined || written.length === 0 ? undefined : ruleList(written, path, at);

/** Rules with their places; an allow list that is empty allows nothing. */
export const ruleList = (written: readonly WrittenRule[], path: Path, at: Where): Rule[] =>
  written.map((rule, i) => ({ ...(typeof rule === 'string' ? { rule } : withoutEmpty(rule)), at: at([...path, i]) }));

function withoutEmpty({ rule, except = [], reason, runs = [] }: Exclude<WrittenRule, string>): Omit<Rule, 'at'> {
  return present({ rule, except: nonEmpty(except), reason, runs: nonEmpty(runs) });
}

const nonEmpty = (list: readonly string[]): readonly string[] | undefined => (list.length === 0 ? undefined : list);
