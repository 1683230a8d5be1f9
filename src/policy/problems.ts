import type { Origin } from '../types.js';

/** One thing that is wrong with a policy. Line and column are 1-based; 0 when the file as a whole is meant. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Key path, `fs.read.deny[1]`; empty for the file as a whole. */
  readonly key: string;
  readonly message: string;
}

/** Every problem of every policy file at once; its message is the whole text for stderr. */
export class PolicyProblems extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(formatProblems(problems));
    this.name = 'PolicyProblems';
    this.problems = problems;
  }
}

/** True for a PolicyProblems of any copy of this class: the part that reads files is bundled by itself. */
export function isPolicyProblems(error: unknown): error is PolicyProblems {
  return typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'PolicyProblems';
}

/** A problem of a file as a whole, or of a setting that is named like one. */
export const problemOf = (file: string, message: string): Problem => ({ file, line: 0, column: 0, key: '', message });

/** A problem at a clause. */
export const problemAt = ({ file, line, column, key }: Origin, message: string): Problem => ({
  file,
  line,
  column,
  key,
  message,
});

const SHOWN = 50;

/** The text for stderr and for the receipts folder: one line a problem, in the order of the files. */
export function formatProblems(problems: readonly Problem[]): string {
  const lines = problems.slice(0, SHOWN).map((problem) => `  ${formatProblem(problem)}`);
  const rest = problems.length - lines.length;
  return [
    'receiptbot: the policy cannot be used, so the program was not started.',
    ...lines,
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ].join('\n');
}

/** `file:line:column: key.path: expected X, received Y`. */
export function formatProblem({ file, line, column, key, message }: Problem): string {
  const place = line === 0 ? plain(file) : `${plain(file)}:${line}:${column}`;
  return [place, ...(key === '' ? [] : [plain(key)]), plain(message)].join(': ');
}

/** Removes what a terminal would act on: the text comes from files that anyone may have written. */
const plain = (text: string): string => text.replace(UNPRINTABLE, escaped);
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const UNPRINTABLE = /[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

const LONGEST = 80;

/** A value as a message shows it: JSON, cut when long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A path of keys as people write it: `fs.read.deny[1]`, `budget.perModel["gpt-*"].maxCostUsd`. */
export function keyPath(path: readonly (string | number)[]): string {
  return path
    .map((key, i) => {
      if (typeof key === 'number') return `[${key}]`;
      if (!/^[\w-]+$/.test(key)) return `[${JSON.stringify(key)}]`;
      return i === 0 ? key : `.${key}`;
    })
    .join('');
}
