import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Receipt, PolicyEngine } from '../../../src/index.js';
import { nodeBinary } from '../../nodes.js';
import { acts, run, type RunResult } from '../../run.js';

const join_ = (...parts: string[]): string => parts.join('');
/** Made up, and put together here so that no scanner takes them for keys. */
const OPENAI = join_('sk', '-proj-', 'Ab3dEf9hIjKlMnOpQrStUvWx'.repeat(2));
const GOOGLE = join_('AIza', 'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q');
const GITHUB = join_('ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8');
const PEM = join_(
  '-----BEGIN ',
  'PRIVATE KEY-----\n',
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj'.repeat(3),
  '\n-----END ',
  'PRIVATE KEY-----\n',
);
const PEM64 = Buffer.from(PEM).toString('base64');
const PLAIN = 'hunter2-correct-horse';

const bytesOf = ({ cwd }: RunResult): string => {
  const at = join(cwd, '.receiptbot/receipts');
  return readdirSync(at)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(at, name), 'utf8'))
    .join('\n');
};
const spellings = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
];

describe('what a program hands to calls (reports 126, 127, 129 and 130)', () => {
  const main = `
const cp = require('child_process'), fs = require('fs'), http = require('http');
const { OPENAI, GOOGLE, GITHUB, PLAIN } = JSON.parse(fs.readFileSync('keys.json', 'utf8'));
const quiet = (fn) => { try { const made = fn(); made?.on?.('error', () => {}); made?.catch?.(() => {}); } catch {} };
quiet(() => cp.spawnSync('true', ['--token', PLAIN, '--header', 'Authorization: Bearer ' + OPENAI, 'https://u:' + PLAIN + '@127.0.0.1/'], { env: { ...process.env, SECRET_VALUE: PLAIN, OPENAI_API_KEY: OPENAI } }));
quiet(() => cp.execSync('API_KEY=' + PLAIN + ' true --password=' + PLAIN + ' # ' + GITHUB));
quiet(() => fetch('http://127.0.0.1:9/?key=' + GOOGLE + '&X-Amz-Signature=' + 'a1'.repeat(32) + '&password=' + PLAIN));
quiet(() => fetch('http://u:' + PLAIN + '@127.0.0.1:9/'));
quiet(() => http.get({ host: '127.0.0.1', port: 9, path: '/?access_token=' + GITHUB, headers: { AUTHORIZATION: 'Bearer ' + OPENAI, 'X-Api-Key': PLAIN, Cookie: 'sid=' + PLAIN }, auth: 'u:' + PLAIN }));
quiet(() => http.request('http://127.0.0.1:9/', { headers: ['X-API-KEY', PLAIN] }).end());
quiet(() => require('tls').connect({ host: '127.0.0.1', port: 9, passphrase: PLAIN, key: undefined }));
quiet(() => fs.writeFileSync('/nowhere/' + OPENAI, PLAIN));
quiet(() => fs.readFileSync('x'.repeat(380) + OPENAI));
quiet(() => cp.spawnSync('true', ['x'.repeat(16370) + OPENAI + 'y'.repeat(100)]));
new (require('worker_threads').Worker)("try { require('fs').readFileSync('/nowhere/" + GITHUB + "') } catch {}", { eval: true });
quiet(() => cp.execFileSync(process.execPath, ['-e', "try { fs.readFileSync('/nowhere/" + GOOGLE + "') } catch {}"]));
`;
  const keys = JSON.stringify({ OPENAI, GOOGLE, GITHUB, PLAIN });

  it.each([20, 22, 24, 26])('is in no receipt of process, child or thread on Node %i', async (major) => {
    const node = major === 20 ? process.execPath : nodeBinary(major);
    for (const policy of [
      'version: 1\nmode: enforce\n',
      'version: 1\nmode: enforce\nnet: { connect: { allow: [] } }\nexec: { allow: [node] }\n',
    ]) {
      const result = await run('main.cjs', { node, policy, files: { 'main.cjs': main, 'keys.json': keys } });
      const bytes = bytesOf(result);
      expect(acts(result).length).toBeGreaterThan(10);
      for (const [name, secret] of Object.entries({ OPENAI, GOOGLE, GITHUB, PLAIN }))
        for (const text of spellings(secret)) expect([name, bytes.includes(text)]).toEqual([name, false]);
      // Nor any piece of it: what is cut is cut after it was taken out (report 131).
      expect(bytes).not.toContain(OPENAI.slice(0, 14));
      expect(result.stderr).not.toContain(PLAIN);
    }
  });
});

/** The bytes of a receipt that was told of `payload`. */
const recorded = (payload: unknown): string => {
  const receipt = new Receipt(new PolicyEngine());
  receipt.addEvent({ type: 'tool.call', action: 'tool', payload: payload as Record<string, unknown> });
  receipt.finalize();
  return JSON.stringify(receipt.toJSON());
};
const nested = (depth: number, value: unknown): unknown => (depth === 0 ? value : { in: [nested(depth - 1, value)] });

describe('an event that code records', () => {
  class Client {
    apiKey = PLAIN;
    get password(): string {
      return PLAIN;
    }
  }
  it.each([
    ...Array.from(
      { length: 10 },
      (_, depth) => [`depth ${String(depth + 1)}`, nested(depth + 1, { password: PLAIN, text: OPENAI })] as const,
    ),
    [
      'a Map',
      new Map<string, unknown>([
        ['password', PLAIN],
        ['text', OPENAI],
      ]),
    ],
    ['a Set', new Set([OPENAI])],
    ['an error', new Error(`failed with ${OPENAI}`, { cause: new Error(GITHUB) })],
    ['an instance', new Client()],
    ['bytes', Buffer.from(OPENAI)],
    ['parameters', new URLSearchParams({ key: GOOGLE, password: PLAIN })],
    ['headers', new Headers({ authorization: `Bearer ${OPENAI}`, 'x-api-key': PLAIN })],
    [
      'raw headers',
      { rawHeaders: ['AUTHORIZATION', `Bearer ${PLAIN}`, 'X-Api-Key', PLAIN, 'Set-Cookie', `sid=${PLAIN}`] },
    ],
    ['odd case', { PassWord: PLAIN, 'X-API-Key': PLAIN, 'set-cookie': `a=${PLAIN}` }],
    ['a value that looks like base64', { sasl_password: join_('LIka/ITK+', 'p4Nq8s2Vx/7Zt+', 'Qw==') }],
    ['a private key', { text: PEM }],
    ['an encoded private key', { text: PEM64 }],
    ['an escaped private key', { text: JSON.stringify({ key: PEM }) }],
    ['a long text', { text: 'x'.repeat(395) + OPENAI + 'y'.repeat(50_000) }],
  ] as readonly (readonly [string, unknown])[])('holds no secret in %s', (_, payload) => {
    const text = recorded({ payload });
    for (const secret of [PLAIN, OPENAI, GOOGLE, GITHUB, PEM64, join_('LIka/ITK+', 'p4Nq8s2Vx')])
      for (const spelling of spellings(secret)) expect(text.includes(spelling)).toBe(false);
    expect(text).not.toContain('MIIEvQIBADANBgkq');
  });

  /** Reports 134, 135 and 137: what is no secret stays, so that a receipt is of use. */
  it.each([
    { id: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' },
    { commit: '9fceb02d0ae598e95dc970b74767f19372d61af8' },
    { traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
    { integrity: 'sha512-n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg9vIyjZ7JQ4kdrTBxLT4tWfQ6mNkMy2LlbGYPfVKPKHQ==' },
    { value: 'deadbeefcafebabe' },
    { publishable: join_('pk', '_test_', '51H8x2kLkDmZ3yQ9sVbNcFgHj') },
    { tokenizationId: 'tok-run-17' },
    { key: 'ctrl+shift+down' },
    { token_count: 17, max_tokens: 4096, author: 'Ann Example', secretary: 'Bob Example' },
    { keyboard: 'qwerty', monkey: 'banana', passage: 'long text', tokens: 12 },
    { url: 'https://example.com/a?page=2&sort=asc' },
  ])('keeps %j readable', (payload) => {
    const text = recorded(payload);
    for (const value of Object.values(payload)) expect(text).toContain(String(value));
  });

  it('keeps an id that two events share the same in both', () => {
    const id = '0af7651916cd43dd8448eb211c80319c';
    expect(recorded({ list: [{ requestId: id }, { parentRequest: id }] }).split(id)).toHaveLength(3);
  });
});
