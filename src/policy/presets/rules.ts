import type { Rule } from '../document.js';

/** Line, column, rule, reason and exceptions of a rule. */
export type Row = readonly [line: number, column: number, rule: string, reason: string, except?: readonly string[]];

/** The rules of a list that is written under `key` in `file`. */
export const rules = (file: string, key: string, rows: readonly Row[]): Rule[] =>
  rows.map(([line, column, rule, reason, except], i) => ({
    rule,
    ...(except === undefined ? {} : { except }),
    reason,
    at: { file, line, column, key: `${key}[${i}]` },
  }));
