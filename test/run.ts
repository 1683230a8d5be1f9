import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folder } from './temporary.js';

export { folder };

/** The built files that the tests of the product use. */
export const dist: string = resolve(import.meta.dirname, '../dist');

/** How the preload gets in; `none` runs the program bare. */
export type Via = 'import' | 'require' | 'NODE_OPTIONS' | 'none';

/** What a run of a program needs; everything has a default. */
export interface RunOptions {
  /** YAML text, written as `receiptbot.config.yaml` into the working folder. */
  readonly policy?: string;
  readonly via?: Via;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Node's own flags, before the file. */
  readonly flags?: readonly string[];
  /** The Node binary. */
  readonly node?: string;
  /** Files to write into the working folder first, by relative name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Working folder; a fresh temporary one unless given. */
  readonly cwd?: string;
  /** Folder with the built product, when it is not this checkout's. */
  readonly product?: string;
  readonly stdin?: string;
  /** Milliseconds until SIGKILL. */
  readonly timeout?: number;
}

/** What a run left behind. */
export interface RunResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The receipts of this run, parsed; a file that is no JSON fails the test here. */
  readonly receipts: readonly ReceiptJson[];
  readonly cwd: string;
}

/** A receipt as it is on disk; tests look into it as they need. */
export interface ReceiptJson {
  readonly id: string;
  readonly run: string;
  readonly parent?: string;
  readonly process: { readonly pid: number; readonly threadId: number };
  readonly events: readonly Record<string, unknown>[];
  readonly seal?: { readonly exitCode?: number; readonly totals: TotalsJson };
  readonly [key: string]: unknown;
}

/** Runs `file` (relative to the working folder, or absolute) in a real process and returns what it left. */
export async function run(file: string, options: RunOptions = {}): Promise<RunResult> {
  const { cwd = folder(), files = {}, node = process.execPath, via = 'require', product = dist } = options;
  for (const [name, text] of Object.entries(files)) write(join(cwd, name), text);
  const { flags, nodeOptions } = preload(via, product);
  const env = {
    ...plainEnvironment(cwd),
    RECEIPTBOT_RECEIPT: join(cwd, '.receiptbot', 'receipts'),
    ...nodeOptions,
    ...policy(file, cwd, options.policy),
    ...options.env,
  };
  const argv = [...flags, ...(options.flags ?? []), file, ...(options.args ?? [])];
  const ended = await finish(node, argv, { cwd, env }, options);
  return { ...ended, receipts: readReceipts(env.RECEIPTBOT_RECEIPT), cwd };
}

/** Writes the policy where the search finds it, or names it when the program lies elsewhere. */
function policy(file: string, cwd: string, text: string | undefined): Record<string, string> {
  if (text === undefined) return {};
  const policyFile = join(cwd, 'receiptbot.config.yaml');
  write(policyFile, text);
  return isAbsolute(file) ? { RECEIPTBOT_CONFIG: policyFile } : {};
}

/** Every receipt in a folder, in order of file name; none when there is no such folder. */
export function readReceipts(from: string): ReceiptJson[] {
  if (!existsSync(from)) return [];
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(from, name), 'utf8')) as ReceiptJson);
}

/** All events of all receipts. */
export function events(result: RunResult): Record<string, unknown>[] {
  return result.receipts.flatMap((receipt) => receipt.events);
}

/** Totals as far as tests look into them. */
export interface TotalsJson {
  readonly events: number;
  readonly blocked: number;
  readonly wouldBlock: number;
  readonly byType: Readonly<Record<string, number>>;
  readonly files: { readonly read: number; readonly written: number; readonly deleted: number };
  readonly costUsd: number;
  readonly contexts: Readonly<Record<string, Omit<TotalsJson, 'contexts'>>>;
}

/** An event of a receipt as far as tests look into it. */
export interface EventJson {
  readonly seq: number;
  readonly context: string;
  readonly call?: number;
  readonly type: string;
  readonly capability?: string;
  readonly action: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly rule?: string;
  readonly policyTrigger?: string;
  readonly caller?: string;
  readonly costImpactUsd?: number;
}

/** The events of all receipts that were refused, or would have been. */
export function refusals(result: Pick<RunResult, 'receipts'>): EventJson[] {
  return acts(result).filter(({ status }) => status === 'BLOCKED_BY_POLICY' || status === 'WOULD_BLOCK');
}

/** The events of all receipts without the lines that only add to one. */
export function acts({ receipts }: Pick<RunResult, 'receipts'>): EventJson[] {
  return receipts.flatMap(({ events: lines }) => lines.filter((line) => 'seq' in line)) as unknown as EventJson[];
}

function preload(via: Via, product: string): { flags: string[]; nodeOptions: Record<string, string> } {
  const core = join(product, 'register.cjs');
  if (via === 'import')
    return { flags: ['--import', pathToFileURL(join(product, 'register.mjs')).href], nodeOptions: {} };
  if (via === 'require') return { flags: ['--require', core], nodeOptions: {} };
  const quoted = core.replace(/["\\]/g, '\\$&');
  return { flags: [], nodeOptions: via === 'none' ? {} : { NODE_OPTIONS: `--require "${quoted}"` } };
}

/** Nothing of the developer's own environment but what a process needs to live. */
function plainEnvironment(cwd: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: cwd, LANG: 'C.UTF-8', NO_COLOR: '1' };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

type Ended = Pick<RunResult, 'code' | 'signal' | 'stdout' | 'stderr'>;

function finish(
  node: string,
  argv: string[],
  where: { cwd: string; env: Record<string, string> },
  options: RunOptions,
): Promise<Ended> {
  return new Promise((settle, fail) => {
    const child = spawn(node, argv, {
      ...where,
      stdio: 'pipe',
      timeout: options.timeout ?? 30_000,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined).end(options.stdin ?? '');
    child.on('error', fail);
    child.on('close', (code, signal) => settle({ code, signal, stdout, stderr }));
  });
}
