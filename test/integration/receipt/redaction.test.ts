import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acts, folder, run } from '../../run.js';
import { type Servers, startServers } from '../../servers.js';

/** Shaped like true keys, and put together here so that no scanner takes this file for a leak. */
const key = (...parts: readonly string[]): string => parts.join('');
const SECRETS = {
  OPENAI_API_KEY: key('sk-', 'proj-', 'Ab3dEf6hIj9kLm2n'.repeat(3)),
  ANTHROPIC_API_KEY: key('sk-', 'ant-api03-', 'Qw3rTy6uIo9pAs2d'.repeat(5), '-AA'),
  AWS_ACCESS_KEY_ID: key('AKIA', 'J5QK7WN2XZ4BTHRV'),
  GITHUB: key('gh', 'p_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'),
  SLACK: key('xox', 'b-', '123456789012-210987654321-', 'AbCdEfGhIjKlMnOpQrStUvWx'),
} as const;
/** Values of variables that look secret by their name; no pattern knows them. */
const VALUES = { MY_SERVICE_PASSWORD: 'correct horse battery', INTERNAL_TOKEN: 'tiny-ünïcode-canary' } as const;
const CANARIES = [...Object.values(SECRETS), ...Object.values(VALUES), 'hunter2secret'];

const POLICY = `version: 1
mode: enforce
fs: { read: { deny: ["**/denied-*"] } }
redact: { patterns: [{ label: ACME_TOKEN, regex: "acme_[a-z0-9]{16}" }] }
`;

const program = (port: number): string => `
const fs = require('node:fs'), cp = require('node:child_process'), http = require('node:http');
const secrets = ${JSON.stringify(SECRETS)}, values = ${JSON.stringify(VALUES)};
const attempt = (fn) => { try { return fn(); } catch {} };
for (const secret of [...Object.values(secrets), ...Object.values(values), 'acme_0123456789abcdef']) {
  attempt(() => fs.writeFileSync('made-' + secret.replace(/ /g, '_') + '.txt', secret));
  attempt(() => fs.readFileSync('/nowhere/' + secret));
  attempt(() => fs.readFileSync('denied-' + secret));
  attempt(() => cp.execFileSync('true', ['--token', secret]));
  attempt(() => cp.execSync('true --password=' + JSON.stringify(secret)));
  attempt(() => cp.execSync('true', { env: { ...process.env, X: secret } }));
}
attempt(() => cp.execFileSync('true', ['-H', 'Authorization: Bearer ' + secrets.OPENAI_API_KEY]));
const ask = (path, options) => new Promise((done) => http.get('http://user:hunter2secret@127.0.0.1:${String(port)}' + path, options ?? {}, (response) => response.resume().on('end', done)).on('error', done));
(async () => {
  await ask('/?token=' + secrets.GITHUB + '&api_key=hunter2secret');
  await ask('/' + secrets.SLACK, { headers: { authorization: 'Bearer ' + secrets.OPENAI_API_KEY } });
  await fetch('http://127.0.0.1:${String(port)}/?key=' + secrets.AWS_ACCESS_KEY_ID + '&password=hunter2secret', { headers: { 'x-api-key': secrets.ANTHROPIC_API_KEY } }).then((response) => response.text());
  throw new Error('at last ' + secrets.OPENAI_API_KEY);
})();
`;

let servers: Servers;
beforeAll(async () => {
  servers = await startServers(folder());
});
afterAll(() => {
  servers.close();
});

describe('a receipt', () => {
  it('holds no secret of any string of its events, nor of its head', async () => {
    const env = { ...VALUES, OPENAI_API_KEY: SECRETS.OPENAI_API_KEY };
    const args = ['--key', SECRETS.GITHUB, `--password=${VALUES.MY_SERVICE_PASSWORD}`];
    const result = await run('main.cjs', { files: { 'main.cjs': program(servers.http) }, policy: POLICY, env, args });
    expect(result.code).toBe(1);
    const receipts = join(result.cwd, '.receiptbot', 'receipts');
    const texts = readdirSync(receipts)
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(receipts, name), 'utf8'));
    for (const text of texts) for (const canary of CANARIES) expect(text.includes(canary), canary).toBe(false);
    const [text = ''] = texts;
    for (const label of [
      'OPENAI_API_KEY',
      'ANTHROPIC_API_KEY',
      'AWS_ACCESS_KEY',
      'GITHUB',
      'SLACK',
      'ACME_TOKEN',
      'MY_SERVICE_PASSWORD',
      'INTERNAL_TOKEN',
    ])
      expect(text, label).toMatch(new RegExp(`\\[REDACTED_${label}`));
    expect(acts(result).filter(({ type }) => type === 'tool.net').length).toBeGreaterThanOrEqual(3);
    expect(servers.requests.some((request) => request.includes(SECRETS.GITHUB))).toBe(true);
  });

  it('lets what only looks like one stand', async () => {
    const names = [
      '3f786850e387550fdab836ed7e6dc881de23001b',
      '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      'sketch-of-a-plan.md',
      'task-list-of-the-year.txt',
    ];
    const main = `for (const name of ${JSON.stringify(names)}) require('fs').writeFileSync(name, 'x');`;
    const result = await run('main.cjs', { files: { 'main.cjs': main }, policy: POLICY });
    for (const name of names)
      expect(
        acts(result).some(({ action }) => action.includes(name)),
        name,
      ).toBe(true);
  });
});
