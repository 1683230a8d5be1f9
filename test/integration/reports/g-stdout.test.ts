import { describe, expect, it } from 'vitest';
import { run } from '../../run.js';

/** A server that speaks JSON-RPC on its standard streams, and does things that a policy refuses. */
const SERVER = `
const fs = require('fs');
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  let result = method;
  try { if (method === 'secret') result = fs.readFileSync('.env', 'utf8'); } catch (error) { result = error.message; }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});`;
const files = { 'server.cjs': SERVER, '.env': 'canary' };
const stdin = ['initialize', 'secret', 'secret', 'ping']
  .map((method, id) => `${JSON.stringify({ jsonrpc: '2.0', id, method })}\n`)
  .join('');

const RULES = 'fs: { read: { deny: ["**/.env"] } }\n';
const CASES: readonly (readonly [string, string | undefined, Record<string, string>])[] = [
  ['no policy', undefined, {}],
  ['a policy in force', `version: 1\nmode: enforce\n${RULES}`, {}],
  ['an audit', `version: 1\nmode: audit\n${RULES}`, {}],
  ['off', 'version: 1\nmode: off\n', {}],
  ['a broken policy', 'version: 1\nnonsense: [\n', {}],
  ['a policy that is missing', undefined, { RECEIPTBOT_CONFIG: 'nowhere.yaml' }],
  ['every word', `version: 1\nmode: enforce\n${RULES}`, { RECEIPTBOT_LOG_LEVEL: 'debug' }],
  ['receipts on stderr', `version: 1\nmode: enforce\n${RULES}`, { RECEIPTBOT_RECEIPT: 'fd:2' }],
  ['receipts that cannot be written', `version: 1\nmode: audit\n${RULES}`, { RECEIPTBOT_RECEIPT: '/dev/null/x' }],
];

describe('a server on its standard streams (reports 45, 46 and 48)', () => {
  it.each(CASES)('says nothing but its own lines with %s', async (_, policy, env) => {
    const result = await run('server.cjs', { ...(policy === undefined ? {} : { policy }), env, files, stdin });
    const lines = result.stdout.split('\n').filter((line) => line !== '');
    expect(lines).toHaveLength(result.code === 78 ? 0 : 4);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it.each(['require', 'import', 'NODE_OPTIONS'] as const)(
    'a program that prints nothing prints nothing, by %s',
    async (via) => {
      expect((await run('main.cjs', { via, files: { 'main.cjs': '' } })).stdout).toBe('');
    },
  );
});

describe('output before process.exit (report 49)', () => {
  it.each([
    ['to a pipe', "console.log('x'.repeat(3 << 20)); process.exit(0)"],
    ['in pieces', "for (let i = 0; i < 3000; i++) process.stdout.write('x'.repeat(1024)); process.exitCode = 0"],
  ])('%s is never less than bare', async (_, main) => {
    const options = { files: { 'main.cjs': main } };
    const bare = await run('main.cjs', { ...options, via: 'none' });
    const held = await run('main.cjs', { ...options, policy: `version: 1\nmode: enforce\n${RULES}` });
    expect(held.stdout.length).toBeGreaterThanOrEqual(Math.min(bare.stdout.length, 65_536));
    expect(held.code).toBe(bare.code);
  });
});
