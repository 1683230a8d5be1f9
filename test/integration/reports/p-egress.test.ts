import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { nodeBinary } from '../../nodes.js';
import { acts, run } from '../../run.js';

/**
 * Two servers, `a` and `b`, each counting its connections; `a` redirects to `b`. The program's lines say what each way came to.
 * The policy is written with the port of `a`, which is chosen first.
 */
const HEAD = `
import http from 'node:http'; import net from 'node:net'; import dns from 'node:dns'; import http2 from 'node:http2';
const counts = { a: 0, b: 0 };
const serve = (name, port, host) => new Promise((done) => { const server = http.createServer((request, answer) => { if (request.url === '/to-b') answer.writeHead(302, { location: 'http://127.0.0.1:' + B + '/' }); answer.end('ok ' + name); }); server.on('connect', (_, socket) => { socket.write('HTTP/1.1 200 OK\\r\\n\\r\\n'); socket.end(); }); server.on('connection', () => counts[name]++); server.listen(port, host, () => done(server)); });
const A = Number(process.env.PORT_A), B = Number(process.env.PORT_B);
const servers = [await serve('a', A, '127.0.0.1'), await serve('b', B, '127.0.0.1')];
const settle = (emitter, ...signs) => new Promise((done) => { for (const sign of signs) emitter.on(sign, () => { emitter.destroy?.(); done('ok'); }); emitter.on('error', (error) => done(error.rule ?? error.code)); });
const get = (options) => settle(http.get(options), 'response', 'connect');
const load = (url) => fetch(url).then((answer) => answer.text()).then(() => 'ok', (error) => error.rule ?? error.cause?.rule ?? error.cause?.code ?? String(error));
const told = {};
const tries = (await import('./tries.mjs')).default({ http, net, dns, http2, A, B, settle, get, load });
for (const [name, go] of Object.entries(tries)) { try { told[name] = await go(); } catch (error) { told[name] = error.rule ?? error.code ?? String(error); } }
console.log(JSON.stringify({ told, counts }));
process.exit();
`;
interface Told {
  readonly told: Readonly<Record<string, string>>;
  readonly counts: { readonly a: number; readonly b: number };
}
/** A port that nobody has. */
const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        done(port);
      });
    });
  });

async function knock(net: (a: number, b: number) => string, tries: string, major = 20) {
  const [a, b] = [await freePort(), await freePort()];
  const node = major === 20 ? process.execPath : nodeBinary(major);
  const result = await run('main.mjs', {
    node,
    env: { PORT_A: String(a), PORT_B: String(b) },
    files: {
      'main.mjs': HEAD,
      'tries.mjs': `export default ({ http, net, dns, http2, A, B, settle, get, load }) => (${tries});`,
    },
    policy: `version: 1\nmode: enforce\nnet: { connect: ${net(a, b)} }\n`,
  });
  expect(result.stdout, result.stderr).toMatch(/^\{/);
  return { ...result, ...(JSON.parse(result.stdout) as Told) };
}
const ports = `{
  'the port': () => get({ host: '127.0.0.1', port: A }),
  'the port by name': () => load('http://localhost:' + A),
  'another port': () => get({ host: '127.0.0.1', port: B }),
  'another port by fetch': () => load('http://127.0.0.1:' + B),
  'another port by name': () => load('http://localhost:' + B),
  'another port by net': () => settle(net.connect(B, '127.0.0.1'), 'connect'),
}`;
/** Reports 107 and 108: the same address in every spelling. */
const SPELLINGS = [
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '0x7f.1',
  '127.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:7f00:1',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  'localhost.',
];
const spellings = `Object.fromEntries(${JSON.stringify(SPELLINGS)}.flatMap((host) => [
  ['http.get ' + host, () => get({ host, port: B })],
  ['net.connect ' + host, () => settle(net.connect(B, host), 'connect')],
  ['fetch ' + host, () => load('http://' + (host.includes(':') ? '[' + host + ']' : host) + ':' + B + '/')],
  ['http2 ' + host, () => settle(http2.connect('http://' + (host.includes(':') ? '[' + host + ']' : host) + ':' + B), 'connect')],
]))`;

describe.each([20, 22, 24, 26])('hosts on Node %i', (major) => {
  it('a rule with a port is for that port, one without for all (report 106)', async () => {
    const one = await knock((a) => `{ allow: ["127.0.0.1:${String(a)}", "localhost:${String(a)}"] }`, ports, major);
    expect(one.told).toMatchObject({ 'the port': 'ok', 'the port by name': 'ok' });
    for (const [name, outcome] of Object.entries(one.told))
      if (name.startsWith('another')) expect(outcome, name).toBe('net.connect.allow');
    expect(one.counts.b).toBe(0);
    const all = await knock(() => '{ allow: [localhost] }', ports, major);
    expect(new Set(Object.values(all.told))).toEqual(new Set(['ok']));
  });

  it('an address is denied in every spelling, and nothing is on the wire (reports 107 and 108)', async () => {
    const { told, counts } = await knock(() => '{ deny: [loopback] }', spellings, major);
    // A resolver need not know the name with its dot.
    const unknown = (name: string): boolean => name.endsWith('localhost.') && told[name] === 'ENOTFOUND';
    for (const [name, outcome] of Object.entries(told))
      if (!unknown(name)) expect([name, outcome]).toEqual([name, 'net.connect.deny[0]']);
    expect(counts).toEqual({ a: 0, b: 0 });
  });

  it('where a redirect leads is judged anew (report 109)', async () => {
    const tries =
      "{ redirect: () => load('http://127.0.0.1:' + A + '/to-b'), direct: () => load('http://127.0.0.1:' + A + '/') }";
    const { told, counts } = await knock((a) => `{ allow: ["127.0.0.1:${String(a)}"] }`, tries, major);
    expect(told).toEqual({ redirect: 'net.connect.allow', direct: 'ok' });
    expect(counts.b).toBe(0);
  });

  it('a name is no more than what it leads to (report 110)', async () => {
    const tries = `{
      'a lookup of its own': () => get({ host: 'github.com', port: B, lookup: (_, options, done) => options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4) }),
      'an address': () => get({ host: '127.0.0.1', port: B, headers: { host: 'github.com' } }),
      'a user before it': () => load('http://github.com:80@127.0.0.1:' + B + '/'),
      'a backslash': () => load('http://127.0.0.1:' + B + '\\\\@github.com/'),
      'a socket that was given': () => settle(net.connect({ host: '127.0.0.1', port: B, servername: 'github.com' }), 'connect'),
    }`;
    const { told, counts } = await knock(() => '{ allow: [github.com], deny: [loopback] }', tries, major);
    for (const [name, outcome] of Object.entries(told))
      expect([name, outcome]).toEqual([name, expect.stringMatching(/^net\.connect\./)]);
    expect(counts.b).toBe(0);
  });

  it('a proxy that is allowed leads only where that is allowed too (report 111)', async () => {
    const tries = `{
      CONNECT: () => settle(http.request({ host: '127.0.0.1', port: A, method: 'CONNECT', path: 'evil.test:443' }).on('connect', () => {}).end(), 'connect'),
      'the whole address': () => get({ host: '127.0.0.1', port: A, path: 'http://evil.test/' }),
      allowed: () => settle(http.request({ host: '127.0.0.1', port: A, method: 'CONNECT', path: 'fine.test:443' }).end(), 'connect'),
    }`;
    const { told } = await knock((a) => `{ allow: ["127.0.0.1:${String(a)}", fine.test] }`, tries, major);
    expect(told).toEqual({ CONNECT: 'net.connect.allow', 'the whole address': 'net.connect.allow', allowed: 'ok' });
  });

  it('one rule for localhost is enough for local servers, by name and by address (report 112)', async () => {
    const tries = `{
      name: () => load('http://localhost:' + A), address: () => load('http://127.0.0.1:' + A), net: () => settle(net.connect(A, 'localhost'), 'connect'),
      'the sixth version': () => new Promise((done) => net.createServer((socket) => socket.end()).listen(0, '::1', function () { done(settle(net.connect(this.address().port, '::1'), 'connect')); })),
    }`;
    const { told } = await knock(() => '{ allow: [localhost] }', tries, major);
    expect(told).toEqual({ name: 'ok', address: 'ok', net: 'ok', 'the sixth version': 'ok' });
  });
});

it('the receipt has the peer that was really connected to, proxy variables or none (report 114)', async () => {
  const result = await knock(() => '{ allow: [localhost] }', "{ get: () => load('http://127.0.0.1:' + A + '/') }");
  const events = acts(result).filter(({ type }) => type === 'tool.net');
  expect(JSON.stringify(events)).toContain('127.0.0.1');
  expect(JSON.stringify(events)).not.toContain('proxied');
});
