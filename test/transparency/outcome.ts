import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dist, folder } from '../run.js';
import type { Case } from './case.js';

/** What anybody can see of a process from outside. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Whether the preload is there. */
export type Way = 'bare' | 'belted';

/** Runs a case in a working folder of its own and tells how it came out; under the belt with a policy that allows everything. */
export async function outcome(one: Case, node: string, way: Way): Promise<Outcome> {
  const base = folder();
  const cwd = join(base, 'cwd');
  for (const [name, text] of Object.entries(one.files ?? {})) write(join(cwd, name), text);
  mkdirSync(cwd, { recursive: true });
  write(join(base, 'allow.yaml'), 'version: 1\nmode: enforce\n');
  const env = {
    PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}`,
    HOME: cwd,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    BELT: dist,
    ...(way === 'belted' ? belt(base) : {}),
    ...one.env,
  };
  const seen = await finish(one, cwd, env);
  return { ...seen, stdout: plain(seen.stdout, base, one), stderr: plain(seen.stderr, base, one) };
}

const belt = (base: string): Record<string, string> => ({
  NODE_OPTIONS: `--require ${join(dist, 'register.cjs')}`,
  RECEIPTBOT_CONFIG: join(base, 'allow.yaml'),
  RECEIPTBOT_RECEIPT: join(base, 'receipts'),
});

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const LIMIT = 40_000;

function finish({ line, stdin = '' }: Case, cwd: string, env: Record<string, string>): Promise<Outcome> {
  return new Promise((settle, fail) => {
    const child = spawn('sh', ['-c', line], { cwd, env, stdio: 'pipe', detached: true });
    const late = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, LIMIT);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined).end(stdin);
    child.on('error', fail);
    child.on('close', (code, signal) => {
      clearTimeout(late);
      settle({ code, signal, stdout, stderr });
    });
  });
}

/** Takes out what is never the same twice, and of a stack all but its first line and those of the program. */
function plain(text: string, base: string, { mask, differs }: Case): string {
  const named = text
    .replaceAll(base, '<base>')
    .replace(/\(node:\d+\)/g, '(node:pid)')
    .replace(/0x[\da-f]{6,}/g, '0x');
  const kept = own(mask === undefined ? named : named.replace(mask, '<masked>'));
  return differs === undefined
    ? kept
    : kept
        .split('\n')
        .filter((line) => !differs.test(line))
        .join('\n');
}

const FRAME = /^\s+at /;
/** How stacks name the frames of the core. */
const OURS = 'node:internal/receiptbot/';

function own(text: string): string {
  const kept: string[] = [];
  let first = true;
  for (const line of text.split('\n')) {
    if (!FRAME.test(line)) first = true;
    else if (line.includes(OURS) || line.includes(dist)) continue;
    else if (!first && !line.includes('<base>')) continue;
    else first = false;
    kept.push(line);
  }
  return kept.join('\n');
}
