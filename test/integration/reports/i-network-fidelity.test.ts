import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeBinary } from '../../nodes.js';
import { acts, folder, run } from '../../run.js';

const HEAD = `
const server = http.createServer((request, answer) => {
  seen.push(request.url);
  if (request.url !== '/stream') { answer.end('ok'); return; }
  let left = 5;
  const next = () => { answer.write('data: ' + left + '\\n\\n'); if (--left > 0) setTimeout(next, 20); else answer.end(); };
  next();
});
const seen = [];
server.on('connection', () => (server.connections_ = (server.connections_ ?? 0) + 1));
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address();
const url = 'http://127.0.0.1:' + port;
const settle = (emitter, ...signs) => new Promise((done) => { for (const sign of signs) emitter.on(sign, () => done('GOT')); emitter.on('error', (error) => done(error.rule ?? error.code)); });
const drained = (request) => { request.on('response', (answer) => answer.resume()); request.end?.(); return settle(request, 'response'); };
`;
const END = 'server.closeAllConnections(); server.close();';
const esm = (body: string): string =>
  `import http from 'node:http'; import net from 'node:net'; import tls from 'node:tls'; import http2 from 'node:http2';\n${HEAD}${body}\n${END}`;
const cjs = (body: string): string =>
  `const http = require('node:http'), net = require('node:net'), tls = require('node:tls'), http2 = require('node:http2');\n(async () => {${HEAD}${body}\n${END}})();`;

/** Report 59: ways that do not pass by the usual functions. */
const ROUTES = `
const routes = {
  ClientRequest: () => drained(new http.ClientRequest(url + '/a')),
  'agent.createConnection': () => settle(new http.Agent().createConnection({ port, host: '127.0.0.1' }), 'connect'),
  'net.connect': () => settle(net.connect(port, '127.0.0.1'), 'connect'),
  'new Socket': () => settle(new net.Socket().connect(port, '127.0.0.1'), 'connect'),
  'tls.connect': () => settle(tls.connect(port, '127.0.0.1'), 'secureConnect'),
  'http2.connect': () => settle(http2.connect(url), 'connect'),
  fetch: () => fetch(url).then(() => 'GOT', (error) => error.rule ?? error.cause?.code),
};
const told = {};
for (const [name, go] of Object.entries(routes)) { try { told[name] = await go(); } catch (error) { told[name] = error.rule ?? String(error); } }
console.log(JSON.stringify({ told, connections: server.connections_ ?? 0 }));
`;

describe.each([20, 22, 24, 26])('on Node %i', (major) => {
  const node = major === 20 ? process.execPath : nodeBinary(major);

  it('every route is refused and recorded, and nothing is on the wire (reports 59 and 110)', async () => {
    const policy = 'version: 1\nmode: enforce\nnet: { connect: { allow: [github.com] } }\n';
    const result = await run('main.mjs', { node, policy, files: { 'main.mjs': esm(ROUTES) } });
    const { told, connections } = JSON.parse(result.stdout) as { told: Record<string, string>; connections: number };
    expect(new Set(Object.values(told)), JSON.stringify(told)).toEqual(new Set(['net.connect.allow']));
    expect(connections).toBe(0);
    expect(result.receipts[0]?.seal?.totals.blocked).toBe(Object.keys(told).length);
  });

  it('the same program as CommonJS and as an ES module leaves the same events (report 60)', async () => {
    const body =
      "await drained(http.get(url + '/one')); await (await fetch(url + '/two')).text(); await settle(net.connect(port, '127.0.0.1'), 'connect');";
    const policy = 'version: 1\nmode: enforce\n';
    const told = async (name: string, text: string) => {
      const result = await run(name, { node, policy, files: { [name]: text } });
      expect(result.stderr).toBe('');
      return acts(result)
        .filter(({ type }) => type === 'tool.net')
        .map(({ action }) => action.replace(/:\d+/g, ':PORT'));
    };
    const events = await told('main.mjs', esm(body));
    expect(events.length).toBeGreaterThanOrEqual(3);
    expect(await told('main.cjs', cjs(body))).toEqual(events);
  });

  it('a stream of events reaches a slow reader whole, and one that stops or never reads hinders nobody (report 61)', async () => {
    const body = `
const open = () => fetch(url + '/stream');
const chunks = [];
const reader = (await open()).body.getReader();
for (let part = await reader.read(); !part.done; part = await reader.read()) { chunks.push(new TextDecoder().decode(part.value)); await new Promise((done) => setTimeout(done, 30)); }
const aborted = new AbortController();
const half = await fetch(url + '/stream', { signal: aborted.signal });
const halfReader = half.body.getReader();
await halfReader.read(); aborted.abort();
const after = await halfReader.read().then(() => 'read', (error) => error.name);
const unread = await open();
const locked = await open(); locked.body.getReader();
console.log(JSON.stringify([chunks.join(''), after, unread.bodyUsed, locked.bodyUsed, await locked.text().catch((error) => error.name)]));`;
    const options = { node, files: { 'main.mjs': esm(body) } };
    const bare = await run('main.mjs', { ...options, via: 'none' });
    const policy = 'version: 1\nmode: enforce\nbudget: { maxCalls: 100 }\n';
    const held = await run('main.mjs', { ...options, policy });
    expect(held.stderr).toBe('');
    expect(held.stdout).toBe(bare.stdout);
    expect(held.stdout).toContain('data: 1');
  });
});

it('modules export the same names (reports 56 and 57)', async () => {
  const names = [
    'openai',
    'openai/resources/index.mjs',
    'undici',
    'valibot',
    'yaml',
    'picomatch',
    'ipaddr.js',
    'commander',
    'fast-check',
    'es-module-lexer',
    'typescript',
    'vite',
    'eslint',
    'prettier',
  ];
  const main = `
const told = {};
for (const name of ${JSON.stringify(names)}) { try { told[name] = Object.keys(await import(name)); } catch (error) { told[name] = error.code; } }
console.log(JSON.stringify(told));`;
  const cwd = folder();
  symlinkSync(`${process.cwd()}/node_modules`, `${cwd}/node_modules`);
  const options = { cwd, files: { 'main.mjs': main } };
  const bare = await run('main.mjs', { ...options, via: 'none' });
  const held = await run('main.mjs', { ...options, policy: 'version: 1\nmode: enforce\n' });
  expect(held.stdout).toBe(bare.stdout);
  expect(bare.stdout).toContain('OpenAI');
});
