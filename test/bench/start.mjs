// What the preload adds to a start, in CPU ms over an empty preload, processes in turn: `node test/bench/start.mjs [rounds]`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const rounds = Number(process.argv[2] ?? 21);
const node = process.env.BENCH_NODE ?? process.execPath;
const register = path.resolve(import.meta.dirname, '../../dist/register.cjs');
const work = mkdtempSync(path.join(os.tmpdir(), 'receiptbot-start-'));
const folder = (name, policy) => {
  const made = path.join(work, name);
  mkdirSync(made);
  writeFileSync(path.join(made, 'app.cjs'), '');
  writeFileSync(path.join(made, 'empty.cjs'), '');
  if (policy !== undefined) writeFileSync(path.join(made, 'receiptbot.config.yaml'), policy);
  return made;
};
const rules = Array.from(
  { length: 50 },
  (_, i) => `      - "${[`**/.secret-${i}`, `~/.tool-${i}/**`, `**/*.key${i}`][i % 3]}"`,
).join('\n');
const plain = folder('plain');
const yaml = folder('yaml', `version: 1\nfs:\n  read:\n    deny:\n${rules}\n`);
const variants = {
  'empty preload': [plain, ['--require', './empty.cjs']],
  'no policy': [plain, ['--require', register]],
  'YAML policy, 50 rules': [yaml, ['--require', register]],
};

const env = { PATH: process.env.PATH, HOME: work, RECEIPTBOT_LOG_LEVEL: 'silent' };
const measure = ([cwd, flags]) => {
  const script =
    'const r=process.resourceUsage();require("fs").writeSync(3,JSON.stringify([(r.userCPUTime+r.systemCPUTime)/1000,r.maxRSS]))';
  writeFileSync(path.join(cwd, 'app.cjs'), `process.on('exit',()=>{${script}})`);
  const { output, status, stderr } = spawnSync(node, [...flags, 'app.cjs'], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(String(stderr));
  return JSON.parse(String(output[3]));
};
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const taken = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
for (let round = 0; round < rounds; round++)
  for (const [name, variant] of Object.entries(variants)) taken[name].push(measure(variant));
const [cpu0, rss0] = [0, 1].map((at) => median(taken['empty preload'].map((one) => one[at])));
console.log(`Node ${spawnSync(node, ['-v']).stdout}`.trim(), `load ${os.loadavg()[0].toFixed(1)}`);
for (const [name, values] of Object.entries(taken)) {
  const [cpu, rss] = [0, 1].map((at) => median(values.map((one) => one[at])));
  console.log(
    `${name.padEnd(24)} ${cpu.toFixed(1).padStart(7)} ms CPU  ${(cpu - cpu0 >= 0 ? '+' : '') + (cpu - cpu0).toFixed(1)}   ${((rss - rss0) / 1024).toFixed(1)} MB over`,
  );
}
rmSync(work, { recursive: true, force: true });
