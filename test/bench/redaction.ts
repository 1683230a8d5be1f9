/**
 * Recall, false alarms and speed of the redactor: `npx tsx test/bench/redaction.ts [folder …]`.
 * Folders, when given, are read for their .js, .json, .md and .ts files, and every alarm in them is printed to be judged by eye.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { createRedactor } from '../../src/receipt/redact.js';
import { cases, leak } from '../corpus/judge.js';
import { lookAlikes } from '../corpus/look-alikes.js';

const redact = createRedactor({
  secrets: Array.from({ length: 6 }, (_, n) => ({
    name: `SERVICE_${String(n)}_KEY`,
    value: `value-of-${String(n)}-${'x'.repeat(20 + n)}`,
  })),
});

const short = (text: string): string => JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}…` : text);

const all = cases(20260101, 5);
const missed = all.filter((item) => leak(item, redact(item.text)) !== undefined);
console.log(`recall: ${String(all.length - missed.length)} of ${String(all.length)}`);
for (const { family, carrier, text } of missed.slice(0, 20))
  console.log(`  missed ${family} in ${carrier}: ${short(text)} -> ${short(redact(text))}`);

const innocent = lookAlikes(20260102, 50);
const alarms = innocent.filter(({ text }) => redact(text) !== text);
console.log(`false alarms: ${String(alarms.length)} of ${String(innocent.length)}`);
for (const { kind, text } of alarms.slice(0, 20))
  console.log(`  alarm ${kind}: ${short(text)} -> ${short(redact(text))}`);

/** Best CPU time of a few runs, in ns a call. */
function cost(run: () => unknown, calls: number): number {
  let best = Infinity;
  for (let round = 0; round < 7; round += 1) {
    const before = process.cpuUsage();
    for (let n = 0; n < calls; n += 1) run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, ((user + system) * 1000) / calls);
  }
  return best;
}

const path60 = '/home/somebody/projects/agent/node_modules/lib/dist/index.js';
const url240 = `https://api.example.com/v1/projects/4711/items?page=2&sort=name&filter=${'abcdefgh/'.repeat(18)}`;
const body20k = JSON.stringify({
  list: Array.from({ length: 200 }, (_, n) => ({ id: n, name: `item ${String(n)}`, path: path60 })),
}).slice(0, 20_000);
for (const [name, text, calls] of [
  ['60-character path', path60, 200_000],
  ['240-character URL', url240, 50_000],
  ['20 KB of JSON', body20k, 500],
] as const) {
  console.log(`${name}: ${cost(() => redact(text), calls).toFixed(0)} ns`);
}

/** Pieces that, repeated, set a careless expression backtracking. */
const hostile = [
  'sk-',
  'sk-proj-',
  'eyJ',
  '-eyJ',
  'eyJaaaaaaaaaa.',
  '://',
  '://a:',
  'redis://a:',
  'password',
  'password=',
  'password: "',
  'password=$(',
  'passw: \'a"',
  'token_count=',
  'token=,a',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN A PRIVATE KEY-----\nAbc: ',
  'AKIA',
  'Authorization: ',
  'authorization: digest',
  'Bearer ',
  'basic ',
  'Basic aaaa',
  'cookie: a=',
  'cookie',
  'SG.',
  'SG.aaaaaaaaaaaaaaaaaaaa',
  '[REDACTED_A]',
  '[REDACTED_',
  'LS0tLS1CRUdJTi',
  '"',
  '\\"',
  'a',
  '=',
  ' ',
  '\\n',
  '%3D',
  'key=',
  '_key',
  '-u a:',
  '1//0',
  'value-of-',
  'x',
  '(password',
  'secret:;a,',
  '<password>',
  '\0',
  '+ASt',
  'AccountKey=',
  'sig=',
  '?sig=a',
];
let worst = { piece: '', ratio: 0, ms: 0 };
for (const piece of hostile) {
  const of = (size: number): string => piece.repeat(Math.ceil(size / piece.length));
  const [small, large] = [of(1 << 17), of(1 << 20)];
  const [few, many] = [cost(() => redact(small), 1), cost(() => redact(large), 1)];
  const ratio = many / few;
  if (many / 1e6 > worst.ms) worst = { piece, ratio, ms: many / 1e6 };
  if (ratio > 14 || many > 300e6)
    console.log(
      `  slow: ${JSON.stringify(piece)} 128 KB ${(few / 1e6).toFixed(1)} ms, 1 MB ${(many / 1e6).toFixed(1)} ms`,
    );
}
console.log(
  `1 MB of hostile text, worst of ${String(hostile.length)}: ${worst.ms.toFixed(0)} ms (${JSON.stringify(worst.piece)}; 8 times the text took ${worst.ratio.toFixed(1)} times as long)`,
);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.(?:js|cjs|mjs|json|md|ts)$/.test(file) && statSync(file).isFile());
for (const folder of process.argv.slice(2)) {
  let bytes = 0;
  let lines = 0;
  const found = new Map<string, string[]>();
  for (const file of filesBelow(folder)) {
    const text = readFileSync(file, 'utf8');
    bytes += text.length;
    for (const line of text.split('\n')) {
      lines += 1;
      const redacted = redact(line);
      if (redacted === line) continue;
      for (const [, label = ''] of redacted.matchAll(/\[REDACTED_([A-Z0-9_]+)\]/g)) {
        const at = redacted.indexOf(`[REDACTED_${label}]`);
        found.set(label, [
          ...(found.get(label) ?? []),
          `${path.relative(folder, file)}: ${line.slice(Math.max(0, at - 60), at + 100).trim()}`,
        ]);
      }
    }
  }
  console.log(`${folder}: ${(bytes / 1e6).toFixed(1)} MB, ${String(lines)} lines`);
  for (const [label, where] of found)
    console.log(`  ${label}: ${String(where.length)}\n    ${where.slice(0, 12).join('\n    ')}`);
}
