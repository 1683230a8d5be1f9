import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { events, run, type RunResult } from '../../run.js';

/** One way to start a program under the preload. */
export interface Route {
  readonly name: string;
  readonly flags: (product: string) => string[];
  readonly env?: (product: string) => Record<string, string>;
}

const url = (product: string): string => pathToFileURL(join(product, 'dist', 'register.mjs')).href;
const file = (product: string): string => join(product, 'dist', 'register.cjs');
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** By name, as the README shows them; the package is in the program's node_modules. */
export const BY_NAME: readonly Route[] = [
  { name: '--import', flags: () => ['--import', 'receiptbot/register'] },
  { name: '--require', flags: () => ['--require', 'receiptbot/register'] },
  { name: 'both', flags: () => ['--import', 'receiptbot/register', '--require', 'receiptbot/register'] },
  { name: '--import twice', flags: () => ['--import', 'receiptbot/register', '--import', 'receiptbot/register'] },
  { name: '--require twice', flags: () => ['--require', 'receiptbot/register', '--require', 'receiptbot/register'] },
  { name: 'NODE_OPTIONS', flags: () => [], env: () => ({ NODE_OPTIONS: '--require receiptbot/register' }) },
  {
    name: 'NODE_OPTIONS and flag',
    flags: () => ['--import', 'receiptbot/register'],
    env: () => ({ NODE_OPTIONS: '--import receiptbot/register' }),
  },
];

/** By absolute path, as for a global install. */
export const BY_PATH: readonly Route[] = [
  { name: '--import file URL', flags: (product) => ['--import', url(product)] },
  { name: '--require path', flags: (product) => ['--require', file(product)] },
  { name: 'both by path', flags: (product) => ['--import', url(product), '--require', file(product)] },
  {
    name: 'NODE_OPTIONS path',
    flags: () => [],
    env: (product) => ({ NODE_OPTIONS: `--require ${quoted(file(product))}` }),
  },
];

const POLICY = `version: 1
mode: enforce
fs:
  read:
    deny: ["**/.env"]
`;

const READS = `
const read = (name) => { try { return fs.readFileSync(name, 'utf8'); } catch (error) { return error.code + ' ' + error.rule; } };
console.log(JSON.stringify({ notes: read('notes.txt'), secret: read('.env') }));
`;

const FILES: Readonly<Record<string, string>> = {
  '.env': 'KEY=canary',
  'notes.txt': 'notes',
  'main.cjs': `const fs = require('node:fs');${READS}`,
  'main.mjs': `import fs from 'node:fs';${READS}`,
  'api.mjs': `import { createRequire } from 'node:module';
import * as api from 'receiptbot';
const required = createRequire(import.meta.url)('receiptbot');
const names = Object.keys(api);
console.log(JSON.stringify({ names, same: names.every((name) => required[name] === api[name]) }));
`,
};

/** Runs the smoke program by `route` from the folder `app`; returns what is wrong, or undefined when all is well. */
export async function smoke(node: string, app: string, product: string, route: Route): Promise<string | undefined> {
  for (const main of ['main.cjs', 'main.mjs']) {
    rmSync(join(app, '.receiptbot'), { recursive: true, force: true });
    const env = route.env?.(product) ?? {};
    const result = await run(main, {
      node,
      cwd: app,
      files: FILES,
      policy: POLICY,
      via: 'none',
      flags: route.flags(product),
      env,
    });
    const wrong = judge(result);
    if (wrong !== undefined) return `${main}: ${wrong}\n${result.stderr}`;
  }
  return undefined;
}

function judge(result: RunResult): string | undefined {
  if (result.code !== 0) return `exit code ${String(result.code)}`;
  const { notes, secret } = JSON.parse(result.stdout) as { notes: string; secret: string };
  if (notes !== 'notes') return `honest work failed: ${notes}`;
  if (secret !== 'ERR_ACCESS_DENIED fs.read.deny[0]') return `not refused: ${secret}`;
  if (result.receipts.length !== 1) return `${String(result.receipts.length)} receipts`;
  const blocked = events(result).filter(({ status }) => status === 'BLOCKED_BY_POLICY');
  return blocked.length === 1 ? undefined : `${String(blocked.length)} events of the refusal`;
}

/** Imports and requires the API without a preload; returns what is wrong, or undefined. */
export async function apiSmoke(node: string, app: string): Promise<string | undefined> {
  const result = await run('api.mjs', { node, cwd: app, files: FILES, via: 'none' });
  if (result.code !== 0) return result.stderr;
  const { names, same } = JSON.parse(result.stdout) as { names: string[]; same: boolean };
  if (!names.includes('PolicyEngine')) return `exports ${names.join(', ')}`;
  return same ? undefined : 'import and require give different objects';
}
