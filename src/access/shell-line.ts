import type { Belt } from './belt.js';
import type { Standing } from './line-folders.js';
import type { Word } from './word.js';

/** What a shell brings to the line it reads. */
export interface ShellSetting {
  /** `sh` is whatever the system has there: what only Bash reads so makes the line opaque. */
  readonly dialect: 'bash' | 'sh';
  /** The value of a variable from outside the line; undefined for unset, null for not known. */
  readonly variable: (name: string) => string | undefined | null;
  /** `$1`, `$2`, …; absent when they are not known. */
  readonly positionals?: readonly string[];
  /** What carries the policy into Node children. */
  readonly belt?: Belt | undefined;
}

/** A file that a redirection opens. */
export interface RedirectedFile {
  readonly word: Word;
  readonly effect: 'read' | 'write';
}

/** Where the standard input of a command comes from, as far as the line says. */
export type Input =
  | { readonly from: 'outside' | 'pipe' | 'file' }
  | { readonly from: 'text'; /** Absent when it is not known. */ readonly text?: string };

/** A simple command as the line has it; its words may be none (assignments or redirections alone). */
export interface ShellCommand {
  readonly words: readonly Word[];
  readonly assignments: readonly (readonly [name: string, value: Word])[];
  readonly redirects: readonly RedirectedFile[];
  readonly input: Input;
  /** True when another program or the line itself reads what it prints. */
  readonly feeds: boolean;
  /** Words that may be files although no program has them for arguments (the list of a `for`). */
  readonly mentions?: readonly Word[];
  /** Where it stands: a change of folder ends with its subshell, and may not take place in a branch. */
  readonly standing: Standing;
  /** Why it runs without what carries the policy into a Node child. */
  readonly unbelted?: string;
}

/** A command line taken apart, in the order written. */
export interface ShellLine {
  readonly commands: readonly ShellCommand[];
  /** True when a command in it changes the folder of others. */
  readonly moves?: boolean;
  /** Why not all that may run is listed. */
  readonly opaque?: string;
  /** Variables that the line sets, certainly or perhaps. */
  readonly changed: ReadonlySet<string>;
  /** Why its commands may all run without what carries the policy into a Node child. */
  readonly unbelted?: string;
}
