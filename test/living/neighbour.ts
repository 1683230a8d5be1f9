/**
 * The form of an entry of the table of neighbours, `test/living/neighbours/<name>.ts`: one file each, exporting
 * `neighbour: Neighbour`. `npm run living [name …]` installs `packages` and the product into `.matrix/living/<name>/app`,
 * writes `files` there and runs each program bare and guarded, with our preload before and after the neighbour's, as
 * flags and in NODE_OPTIONS, under a policy that allows everything (nothing may differ from the bare run) and under one
 * that denies what `probe.cjs` tries.
 *
 * Every program calls `await probe()` once or more, wherever the neighbour is at work:
 * `const { probe } = require('./probe.cjs')` or `import { probe } from './probe.cjs'`. It reads a file, connects to a
 * loopback port, and notes both outside the program's output.
 */
export interface Neighbour {
  /** Its folder's name and its name in the table. */
  readonly name: string;
  /** Exact versions, installed together; the first is the neighbour itself. */
  readonly packages: Readonly<Record<string, string>>;
  /** What installs them, where it is not npm; it is installed itself, beside the folder of the programs. */
  readonly manager?: Manager;
  /** Texts to write into the folder, by relative name; `package.json` gets its dependencies added. */
  readonly files: Readonly<Record<string, string>>;
  readonly programs: readonly Program[];
}

/** A package manager: its package, the exact version, and the file of it that Node runs. */
export interface Manager {
  readonly package: string;
  readonly version: string;
  readonly bin: string;
}

/** One way in which the neighbour is used. */
export interface Program {
  /** What sets it apart from the neighbour's other programs. */
  readonly title: string;
  /** The package that it is about; the first of the neighbour's unless given. */
  readonly of?: string;
  /** The neighbour's own flags of Node: `['--require', 'dd-trace/init']`; none where it is no preload. */
  readonly preload?: readonly string[];
  /** What follows Node's flags: the program, or the neighbour's command line (`node_modules/tsx/dist/cli.mjs`) and its words. */
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What standard output shows where the neighbour does its work. */
  readonly shows: RegExp;
  /** What differs from run to run (times, ports, numbers of processes); taken out before outputs are compared. */
  readonly varies?: readonly RegExp[];
  /** Node majors on which it runs; 20 and 24 unless given. */
  readonly nodes?: readonly number[];
  /** The power over the process that it uses itself: denied by every policy that restricts anything, unless it is allowed. */
  readonly needs?: 'internals';
  /** By what name our preload is asked for; `receiptbot/register` unless given, and `GLOBAL` is one installed elsewhere. */
  readonly ours?: string;
  /** The side on which it can be found by that name; both unless given. */
  readonly side?: 'before' | 'after';
}

/** Our preload in an installation of its own, seen from the folder of the programs. */
export const GLOBAL = '../../global/lib/node_modules/receiptbot/dist/register.cjs';

/** What a run left, apart from receipts. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The notes of the probe: `read ok`, `connect refused`. */
  readonly probes: readonly string[];
}
