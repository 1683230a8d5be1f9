// Fails when a built file outgrows its limit; prints what a start costs, as a ratio to bare Node, without judging it.
import { existsSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const dist = new URL('../dist/', import.meta.url);

/** KB (1024 bytes). Everything in `core` is read and compiled at every start, the others only when they are needed. */
const LIMITS = {
  'register.cjs': 6,
  'index.cjs': 6,
  'core.cjs': 240,
  'policy.cjs': 260,
  'shell.cjs': 150,
  'glob.cjs': 40,
  'rewrite.cjs': 70,
  'presets.cjs': 20,
  'ip.cjs': 20,
  'prices.cjs': 600,
  'cli.cjs': 350,
};

let failed = 0;
for (const [name, limit] of Object.entries(LIMITS)) {
  const file = new URL(name, dist);
  if (!existsSync(file)) continue;
  const size = statSync(file).size / 1024;
  const ok = size <= limit;
  if (!ok) failed += 1;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${size.toFixed(1).padStart(7)} KB of ${String(limit)}`);
}

/** Median user+system CPU time of a start, in ms. */
function start(flags) {
  const times = [];
  const env = { ...process.env, RECEIPTBOT_RECEIPT: 'none', NODE_OPTIONS: '' };
  // On Node 20 this variable alone costs some 50 ms a start.
  delete env.NODE_EXTRA_CA_CERTS;
  const report =
    'process.once("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write("\\n" + (user + system)); })';
  for (let round = 0; round < 9; round += 1) {
    const { stderr } = spawnSync(process.execPath, [...flags, '-e', report], {
      env: { ...env, RECEIPTBOT_RECEIPT: 'none' },
      encoding: 'utf8',
    });
    times.push(Number(stderr.split('\n').at(-1)) / 1000);
  }
  return times.sort((a, b) => a - b)[4];
}

const bare = start([]);
const belted = start(['--require', fileURLToPath(new URL('register.cjs', dist))]);
console.log(
  `start  bare ${bare.toFixed(1)} ms, with the preload and no policy file ${belted.toFixed(1)} ms: x${(belted / bare).toFixed(2)} (printed, not judged)`,
);
process.exitCode = failed === 0 ? 0 : 1;
