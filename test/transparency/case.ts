/** One thing that a program may do, or one way in which Node may be started: it must come out alike with the belt and without. */
export interface Case {
  /** A line for `sh`; `node` is the Node under test. */
  readonly line: string;
  /** Files of the working folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Majors of Node that have it, when not all do. */
  readonly nodes?: readonly number[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** What differs from run to run anyway (times, ports): each match is taken out before the comparison. */
  readonly mask?: RegExp;
  /** Lines that cannot be alike, for a reason that docs/differences.md tells. */
  readonly differs?: RegExp;
}

/** Cases by name: what they claim to be alike. */
export type Cases = Readonly<Record<string, Case>>;

/** The case of a program in one CommonJS file. */
export const program = (text: string, more: Partial<Case> = {}): Case => ({
  line: 'node main.cjs',
  ...more,
  files: { 'main.cjs': text, ...more.files },
});

/** The case of a flag before such a program. */
export const flagged = (flags: string, text: string, more: Partial<Case> = {}): Case =>
  program(text, { line: `node ${flags} main.cjs`, ...more });
