import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { readReceipts } from '../run.js';
import { differences, slips, untold } from './compare.js';
import type { Outcome, Program } from './neighbour.js';
import { bare, type Way, waysOf } from './ways.js';

/** What came of one program on one Node: what is wrong, by the side on which our preload stood. */
export interface Meeting {
  readonly before: readonly string[];
  readonly after: readonly string[] | undefined;
}

/** Runs a program of a neighbour with us and without; returns where that can be told. */
export async function meet(program: Program, app: string, node: string): Promise<Meeting> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const port = (server.address() as { port: number }).port;
  try {
    const place: Place = { app, node, port };
    const alone = { title: 'bare', side: 'before', flags: bare(program) } as const;
    const expected = await start(program, alone, place);
    const wrong = [
      ...notItself(program, expected),
      ...differences(expected, await start(program, alone, place), program.varies),
    ];
    if (wrong.length > 0) return { before: wrong.map((line) => `bare: ${line}`), after: undefined };
    const found = { before: [] as string[], after: [] as string[] };
    const ways = waysOf(program);
    for (const way of ways)
      for (const line of await guarded(program, way, place, expected)) found[way.side].push(`${way.title}: ${line}`);
    return { before: found.before, after: ways.some(({ side }) => side === 'after') ? found.after : undefined };
  } finally {
    server.close();
  }
}

interface Place {
  readonly app: string;
  readonly node: string;
  readonly port: number;
}

function notItself({ shows }: Program, { stdout, stderr, probes }: Outcome): string[] {
  const missing = shows.test(stdout) ? [] : [`shows ${JSON.stringify(stdout + stderr)}, not ${String(shows)}`];
  const unprobed =
    probes.length > 0 && probes.every((note) => note.endsWith(' ok')) ? [] : [`probes: ${probes.join()}`];
  return [...missing, ...unprobed];
}

const ALLOWING = 'version: 1\nmode: enforce\n';
const denying = ({ needs }: Program, port: number): string =>
  `${ALLOWING}${needs === undefined ? '' : `process: { ${needs}: allow }\n`}fs: { read: { deny: ['**/secret.txt'] } }\nnet: { connect: { deny: ['127.0.0.1:${String(port)}'] } }\n`;

async function guarded(program: Program, way: Way, place: Place, expected: Outcome): Promise<string[]> {
  const allowed = await start(program, way, place, ALLOWING);
  const unlike = differences(expected, allowed, program.varies);
  const silent = untold(readReceipts(join(place.app, '..', 'receipts')), 'success');
  const refused = await start(program, way, place, denying(program, place.port));
  const loose = slips(refused, expected.probes.length);
  const untoldRefusals = untold(readReceipts(join(place.app, '..', 'receipts')), 'BLOCKED_BY_POLICY');
  return [...unlike, ...silent, ...[...loose, ...untoldRefusals].map((line) => `where it is denied: ${line}`)];
}

/** Runs the program in one way; with a policy, the receipts of this run alone are kept. */
async function start(program: Program, way: Way, { app, node, port }: Place, policy?: string): Promise<Outcome> {
  const beside = (name: string): string => join(app, '..', name);
  rmSync(beside('receipts'), { recursive: true, force: true });
  rmSync(beside('probes.txt'), { force: true });
  mkdirSync(beside('home'), { recursive: true });
  if (policy !== undefined) writeFileSync(beside('policy.yaml'), policy);
  const env = {
    PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}`,
    HOME: beside('home'),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    PROBE: beside('probes.txt'),
    PROBE_PORT: String(port),
    RECEIPTBOT_CONFIG: beside('policy.yaml'),
    RECEIPTBOT_RECEIPT: beside('receipts'),
    ...program.env,
    ...(way.nodeOptions === undefined ? {} : { NODE_OPTIONS: way.nodeOptions }),
  };
  const ended = await finish(node, [...way.flags, ...program.argv], app, env);
  const notes = existsSync(env.PROBE) ? readFileSync(env.PROBE, 'utf8').split('\n') : [];
  return { ...ended, probes: notes.filter((note) => note !== '').sort() };
}

function finish(
  node: string,
  argv: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Omit<Outcome, 'probes'>> {
  return new Promise((done, fail) => {
    const child = spawn(node, argv, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 180_000,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', fail);
    child.on('close', (code, signal) => done({ code, signal, stdout, stderr }));
  });
}
