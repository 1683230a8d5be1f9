import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, run } from '../../run.js';

const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
const SERVER = `
const server = http.createServer((_, answer) => answer.end('ok'));
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const url = 'http://127.0.0.1:' + port + '/';
  const get = (from, path) => new Promise((done) => from.get(url + path, (answer) => answer.resume().on('end', done)));
`;

describe.each(majors())('on Node %i', (major) => {
  const node = nodeBinary(major);

  it('a request is one event whichever handle of the module made it (report 14)', async () => {
    const main = `
import { createRequire } from 'node:module';
import fromDefault from 'node:http';
import * as namespace from 'http';
import { get as named } from 'node:http';
const http = createRequire(import.meta.url)('http');
${SERVER}
  await get(http, 'required'); await get(fromDefault, 'default'); await get(namespace, 'namespace');
  await get({ get: named }, 'named'); await (await fetch(url + 'fetch')).text();
  server.close(); server.closeAllConnections();
});`;
    const result = await run('main.mjs', { node, policy: POLICY, files: { 'main.mjs': main } });
    expect(result.stderr).toBe('');
    for (const way of ['required', 'default', 'namespace', 'named', 'fetch'])
      expect(JSON.stringify(acts(result).map(({ action }) => action)).split(`/${way}`), way).toHaveLength(2);
  });

  it('preloaded by all ways at once, and with hooks of its own, it is one receipt a thread (reports 13 and 16)', async () => {
    const main = `
require('node:module').register?.('data:text/javascript,export const resolve = (s, c, next) => next(s, c)');
try { require('fs').readFileSync('.env') } catch (error) { console.log(error.rule) }
import('node:path').then(() => console.log('done'));`;
    const flags = [
      '--no-warnings',
      '--require',
      `${process.cwd()}/dist/register.cjs`,
      '--import',
      `file://${process.cwd()}/dist/register.mjs`,
    ];
    const result = await run('main.cjs', {
      node,
      flags,
      via: 'NODE_OPTIONS',
      policy: POLICY,
      files: { 'main.cjs': main, '.env': 'x' },
    });
    expect(result).toMatchObject({ code: 0, stdout: 'fs.read.deny[0]\ndone\n' });
    const threads = result.receipts.map(({ process: { pid, threadId } }) => `${String(pid)}-${String(threadId)}`);
    expect(new Set(threads).size).toBe(threads.length);
    expect(acts(result).filter(({ action }) => action.includes('.env'))).toHaveLength(1);
  });
});
