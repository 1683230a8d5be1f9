import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dist } from '../../run.js';
import { knocker } from './knock.js';
import { binary, knowsFlag, major, SYSTEM_PATH } from './node.js';
import { policyFile, policyFor } from './policy.js';
import { refusalsIn, type Refusal } from './refusals.js';
import { ALLOWED_ADDRESS, DENIED_ADDRESS, DENIED_NAME, NAMED_ADDRESS, serve, type Servers } from './servers.js';
import type { Technique, Via } from './technique.js';
import { CANARY, clear, lay, type Tree } from './tree.js';
import { escape, untouchable } from './verdict.js';

/** How one run of a technique ended. */
export interface Attempt {
  /** How it got through; undefined when it did not. */
  readonly escaped: string | undefined;
  /** Exit code, the signal that ended it, or `too slow`. */
  readonly end: number | string;
  readonly output: string;
  readonly refusals: readonly Refusal[];
}

const TOO_SLOW = 25_000;
const NO_SERVERS: Servers = {
  ports: { denied: 1, push: 1, named: 1, allowed: 1, udp: 1 },
  socket: '/nowhere/denied.sock',
  heard: [],
  close: () => undefined,
};

/** The built file for each way in. */
const PRELOAD: Readonly<Record<Via, string>> = { require: 'register.cjs', import: 'register.mjs' };

/** Runs a technique once in a process and a tree of its own, with the policy in force or without. */
export async function attempt(technique: Technique, how: Via | 'bare'): Promise<Attempt> {
  const tree = lay(technique);
  const servers = ['net', 'control'].includes(technique.group) ? await serve(tree) : NO_SERVERS;
  const victim = technique.victim === true ? spawn('sleep', ['60'], { stdio: 'ignore' }) : undefined;
  const ticker = technique.tick === true ? setInterval(() => tick(tree), 150) : undefined;
  try {
    writeFileSync(policyFile(tree), policyFor(technique, tree, servers.socket));
    const before = untouchable(tree);
    const door = knocker();
    const guard = how === 'bare' ? [] : [`--${how}`, join(dist, PRELOAD[how])];
    const env = environment(technique, tree, servers, victim?.pid);
    const { end, output } = await finish([...flags(technique), ...guard, tree.main], tree.work, env, door.hear);
    const victimDead = victim !== undefined && (victim.exitCode !== null || victim.signalCode !== null);
    const traces = { tree, output, before, heard: servers.heard, answered: door.answered(), victimDead };
    return {
      escaped: escape(technique.detect, traces),
      end,
      output,
      refusals: how === 'bare' ? [] : refusalsIn(tree.receipts),
    };
  } finally {
    clearInterval(ticker);
    victim?.kill('SIGKILL');
    servers.close();
    clear(tree);
  }
}

/** Something happens in the secret folder, for those who watch it. */
function tick(tree: Tree): void {
  writeFileSync(join(tree.secret, `tick-${CANARY}`), String(Date.now()));
  utimesSync(join(tree.secret, 'sized.bin'), new Date(), new Date());
}

const flags = ({ flags: wanted = [] }: Technique): string[] => ['--no-warnings', ...wanted.filter(knowsFlag)];

/** What a technique is told of the place it runs in, under the names that the programs use. */
function environment(
  technique: Technique,
  tree: Tree,
  servers: Servers,
  victim: number | undefined,
): Record<string, string> {
  const { ports, socket } = servers;
  const told = {
    tmp: tree.top,
    work: tree.work,
    sdir: tree.secret,
    secret: join(tree.secret, '.env'),
    outside: tree.outside,
    bin: tree.bin,
    receipts: tree.receipts,
    earlier: join(tree.earlier, '0.json'),
    policyFile: policyFile(tree),
    okFile: join(tree.work, 'data/ok.txt'),
    deniedCmd: join(tree.bin, 'denied-cmd'),
    sock: socket,
    denyIP: DENIED_ADDRESS,
    nameIP: NAMED_ADDRESS,
    allowIP: ALLOWED_ADDRESS,
    denyName: DENIED_NAME,
    denyPort: ports.denied,
    pushPort: ports.push,
    namePort: ports.named,
    allowPort: ports.allowed,
    udpPort: ports.udp,
    victim,
    major,
  };
  return {
    PATH: `${tree.bin}:${SYSTEM_PATH}`,
    HOME: tree.work,
    ESC: JSON.stringify(told),
    ESC_SO_TARGET: told.secret,
    RECEIPTBOT_CONFIG: policyFile(tree),
    RECEIPTBOT_RECEIPT: tree.receipts,
    ...(technique.group === 'env' ? { ESC_SECRET_TOKEN: CANARY } : {}),
  };
}

/** Runs to the end, with all that it starts in one process group, which is ended with it. */
async function finish(
  argv: string[],
  cwd: string,
  env: Record<string, string>,
  hear: (output: string) => void,
): Promise<{ end: number | string; output: string }> {
  const child = spawn(binary, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => hear((output += text)));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const began = performance.now();
  const timer = setTimeout(() => endGroup(child.pid), TOO_SLOW);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  // What was sent last is still on its way to the servers.
  await wait(15);
  endGroup(child.pid);
  return { end: performance.now() - began > TOO_SLOW ? 'too slow' : (code ?? signal ?? 'unknown'), output };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
