import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, folder, refusals } from '../../run.js';
import { type Servers, startServers } from '../../servers.js';

const undici = pathToFileURL(resolve(import.meta.dirname, '../../../node_modules/undici/index.js')).href;

const head = `
const net = require('node:net'), tls = require('node:tls'), http = require('node:http'), https = require('node:https'), http2 = require('node:http2');
const dgram = require('node:dgram'), { promisify } = require('node:util');
const [TCP, HTTP, HTTPS, HTTP2, UDP] = JSON.parse(process.env.PORTS), UNIX = process.env.UNIX, UNDICI = process.env.UNDICI;
const insecure = { rejectUnauthorized: false };
const url = (path = '/', port = HTTP) => 'http://127.0.0.1:' + port + path;
const body = async (made) => { const response = await made; if (response.status !== 200) throw Error(response.status); return response.text(); };
const sent = (socket, ...rest) => (done) => socket.on('error', done).send('x', ...rest, (error) => { socket.close(); done(error); });
`;

const SOCKETS: Tries = {
  'net.connect': "net.connect(TCP, '127.0.0.1')",
  'net.connect by options': "net.connect({ port: TCP, host: '127.0.0.1' })",
  'net.createConnection': "net.createConnection(TCP, '127.0.0.1')",
  'net.connect without a host': 'net.connect(TCP)',
  'new Socket': "new net.Socket().connect(TCP, '127.0.0.1')",
  'Socket without new': "net.Socket().connect(TCP, '127.0.0.1')",
  'prototype method': "net.Socket.prototype.connect.call(new net.Socket(), { port: TCP, host: '127.0.0.1' })",
  localhost: "net.connect(TCP, 'localhost')",
  'an address in decimal': "net.connect(TCP, '2130706433')",
  'a mapped address': "net.connect(TCP, '::ffff:127.0.0.1')",
  'a lookup of its own':
    "net.connect({ port: TCP, host: 'example.invalid', lookup: (host, options, done) => options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4) })",
  tls: "tls.connect(HTTPS, '127.0.0.1', insecure)",
  'tls over a socket': "tls.connect({ socket: net.connect(HTTPS, '127.0.0.1'), ...insecure })",
};

const REQUESTS: Tries = {
  'http.get': 'http.get(url())',
  'http.get by URL': 'http.get(new URL(url()))',
  'http.request': "http.request({ host: '127.0.0.1', port: HTTP, path: '/' }).end()",
  'http.request with an agent': 'http.request(url(), { agent: new http.Agent({ keepAlive: true }) }).end()',
  'http.request without an agent': 'http.request(url(), { agent: false }).end()',
  'new ClientRequest': 'new http.ClientRequest(url()).end()',
  'promise of http.get': 'new Promise((resolve, reject) => http.get(url(), resolve).on("error", reject))',
  'https.get': "https.get('https://127.0.0.1:' + HTTPS + '/', insecure)",
  'https.request': "https.request({ host: '127.0.0.1', port: HTTPS, ...insecure }).end()",
  http2: "http2.connect('http://127.0.0.1:' + HTTP2)",
  'http2 request':
    "new Promise((resolve, reject) => http2.connect('http://127.0.0.1:' + HTTP2).on('error', reject).request({ ':path': '/' }).on('response', resolve).on('error', () => {}))",
  fetch: 'body(fetch(url()))',
  'fetch by URL': 'body(fetch(new URL(url())))',
  'fetch by Request': 'body(fetch(new Request(url())))',
  'fetch with a body': "body(fetch(url(), { method: 'POST', body: 'x' }))",
  'fetch of https':
    "fetch('https://127.0.0.1:' + HTTPS).catch((error) => error.cause?.code?.includes('CERT') || error.cause?.code?.includes('SELF_SIGNED') ? 'met' : Promise.reject(error))",
  undici: 'import(UNDICI).then(({ request }) => request(url()))',
  'undici fetch':
    'import(UNDICI).then(({ fetch }) => body(fetch(url()))).catch((error) => Promise.reject(error.cause ?? error))',
  'undici dispatcher': 'import(UNDICI).then(({ Agent }) => body(fetch(url(), { dispatcher: new Agent() })))',
};

const WEB_SOCKETS: Tries = {
  WebSocket:
    "new Promise((done, fail) => { const socket = new WebSocket('ws://127.0.0.1:' + HTTP); socket.onopen = done; socket.onerror = () => fail('an error event'); })",
};

const DATAGRAMS: Tries = {
  'dgram.send': "sent(dgram.createSocket('udp4'), UDP, '127.0.0.1')",
  'new dgram.Socket': "sent(new dgram.Socket('udp4'), UDP, '127.0.0.1')",
  'dgram.send without a host': "sent(dgram.createSocket('udp4'), UDP)",
  'dgram.connect': "((socket) => (socket.connect(UDP, '127.0.0.1'), socket))(dgram.createSocket('udp4'))",
};

const FILES: Tries = {
  'a socket in the file system': 'net.connect(UNIX)',
  'http over it': "http.get({ socketPath: UNIX, path: '/' })",
};

const DNS: Tries = {
  'dns.lookup': "done => require('dns').lookup('localhost', done)",
  'promisify(dns.lookup)': "promisify(require('dns').lookup)('localhost')",
  'dns.promises.lookup': "require('dns').promises.lookup('localhost')",
  'dns/promises lookup': "require('dns/promises').lookup('localhost')",
};

/** Asked of nobody: the names lead nowhere. */
const QUESTIONS: Tries = {
  resolve4: "done => require('dns').resolve4('name.invalid', done)",
  resolveTxt: "require('dns').promises.resolveTxt('name.invalid')",
  Resolver: "new (require('dns').promises.Resolver)().resolve('name.invalid')",
  reverse: "done => require('dns').reverse('127.0.0.1', done)",
  setServers: "new (require('dns').Resolver)().setServers(['127.0.0.1:1'])",
  'dns.setServers': "require('dns').setServers(['127.0.0.1:1'])",
  'the method behind setServers': `((resolver) => {
    const base = Object.getPrototypeOf(Object.getPrototypeOf(resolver));
    const inner = Object.getOwnPropertySymbols(base).find((key) => key.description === 'dns:resolver:setServers');
    resolver[inner]([[4, '127.0.0.1', 1]], ['127.0.0.1:1']);
  })(new (require('dns').Resolver)())`,
};

const policy = (net: string): string => `version: 1\nmode: enforce\nnet: ${net}\n`;

let servers: Servers;
let env: Record<string, string>;
beforeAll(async () => {
  servers = await startServers(folder());
  const { tcp, http, https, http2, udp, unix } = servers;
  env = { PORTS: JSON.stringify([tcp, http, https, http2, udp]), UNIX: unix, UNDICI: undici };
});
afterAll(() => {
  servers.close();
});

const ALL: Tries = { ...SOCKETS, ...REQUESTS, ...DATAGRAMS, ...FILES, ...DNS };

describe.each(majors())('every way to another host on Node %i', (major) => {
  const node = nodeBinary(major);
  const { 'undici dispatcher': dispatcher = '', ...rest } = ALL;
  const tries: Tries = {
    ...rest,
    ...(major === 26 ? {} : { 'undici dispatcher': dispatcher }),
    ...(major === 20 ? {} : WEB_SOCKETS),
  };
  const options = () => ({ head, env, node, flags: ['--no-warnings'] });

  it('works bare', async () => {
    const { outcomes } = await attempt(tries, { ...options(), via: 'none' });
    expect(others(outcomes, 'ok')).toEqual({});
  });

  it('works where it is allowed', async () => {
    const allowed = policy(`{ connect: { allow: [localhost, loopback, "unix:${servers.unix}", example.invalid] } }`);
    const result = await attempt(tries, { ...options(), policy: allowed });
    expect(others(result.outcomes, 'ok')).toEqual({});
    expect(refusals(result)).toEqual([]);
  });

  it('is refused where nothing is', async () => {
    const before = servers.requests.length;
    const result = await attempt(
      { ...tries, ...QUESTIONS },
      { ...options(), policy: policy('{ connect: { allow: [] } }') },
    );
    // A WebSocket tells no reasons.
    expect(others(result.outcomes, 'net.connect.allow')).toEqual(major === 20 ? {} : { WebSocket: 'an error event' });
    expect(servers.requests.length).toBe(before);
  });

  it('is refused by its address, however that is spelt', async () => {
    const result = await attempt(
      { ...SOCKETS, ...REQUESTS },
      { ...options(), policy: policy('{ connect: { deny: [loopback] } }') },
    );
    expect(others(result.outcomes, 'net.connect.deny[0]')).toEqual({});
  });
});

describe('what is recorded of a connection', () => {
  it('is one event for a request, with its method and address', async () => {
    const own: Tries = {
      'http.get': "http.get(url('/one?a=b'))",
      fetch: "body(fetch(url('/two'), { method: 'POST', body: 'x' }))",
    };
    const result = await attempt(own, { head, env, policy: 'version: 1\n' });
    const asked = acts(result).filter(({ payload }) => payload['method'] !== undefined);
    expect(asked.map(({ payload: { method, url } }) => `${String(method)} ${String(url)}`)).toEqual([
      `GET http://127.0.0.1:${String(servers.http)}/one?a=b`,
      `POST http://127.0.0.1:${String(servers.http)}/two`,
    ]);
  });

  it('is nothing more than that', async () => {
    const result = await attempt({ fetch: "body(fetch(url('/two')))" }, { head, env, policy: 'version: 1\n' });
    expect(acts(result).filter(({ type }) => type === 'tool.net').length).toBe(1);
  });

  it('is every request over a connection that is kept alive', async () => {
    const own: Tries = {
      get: "new Promise((resolve, reject) => { const agent = new http.Agent({ keepAlive: true, maxSockets: 1 }); let left = 5; const next = () => left-- > 0 ? http.get(url('/' + left), { agent }, (response) => response.resume().on('end', next)).on('error', reject) : resolve(); next(); })",
      fetch: "(async () => { for (let i = 0; i < 5; i += 1) await body(fetch(url('/f' + i))); })()",
    };
    const result = await attempt(own, { head, env, policy: 'version: 1\n' });
    const asked = acts(result).filter(({ payload }) => payload['method'] !== undefined);
    expect(asked.length).toBe(10);
  });

  it('is judged again where a redirect or a name leads, and refused as itself', async () => {
    const to = `http://localhost:${String(servers.http)}/`;
    const own: Tries = {
      redirect: `body(fetch(url('/moved'), { headers: { 'x-to': '${to}' } }))`,
      http2:
        "new Promise((done, fail) => http2.connect('http://localhost:' + HTTP2).on('error', fail).on('connect', done))",
    };
    const { outcomes } = await attempt(own, { head, env, policy: policy('{ connect: { allow: ["127.0.0.1:*"] } }') });
    expect(outcomes).toEqual({ redirect: 'net.connect.allow', http2: 'net.connect.allow' });
    const byName: Tries = { fetch: `body(fetch('${to}'))`, get: `http.get('${to}')` };
    const named = await attempt(byName, { head, env, policy: policy('{ connect: { deny: ["127.0.0.0/8", "::1"] } }') });
    expect(named.outcomes).toEqual({ fetch: 'net.connect.deny[0]', get: 'net.connect.deny[0]' });
  });
});

const LISTENING: Tries = {
  'net.listen': "net.createServer().listen(0, '127.0.0.1')",
  'net.listen by options': "net.createServer().listen({ port: 0, host: '127.0.0.1' })",
  'net.listen by name': "net.createServer().listen(0, 'localhost')",
  'net.listen anywhere': 'net.createServer().listen(0)',
  'http.listen': "http.createServer().listen(0, '127.0.0.1')",
  'https.listen': "https.createServer().listen(0, '127.0.0.1')",
  'http2.listen': "http2.createServer().listen(0, '127.0.0.1')",
  'new Server': "new net.Server().listen(0, '127.0.0.1')",
  'a socket in the file system': "net.createServer().listen(process.cwd() + '/own.sock')",
  'dgram.bind': "dgram.createSocket('udp4').bind(0, '127.0.0.1')",
  'dgram.bind anywhere': "dgram.createSocket('udp4').bind()",
};

describe.each(majors(20, 24, 26))('every way to listen on Node %i', (major) => {
  const options = () => ({
    head,
    env,
    node: nodeBinary(major),
    flags: ['--no-warnings'],
  });

  it('works bare, and where it is allowed', async () => {
    expect(others((await attempt(LISTENING, { ...options(), via: 'none' })).outcomes, 'ok')).toEqual({});
    const allowed = policy('{ listen: { allow: ["*:*", "unix:/**"] } }');
    expect(others((await attempt(LISTENING, { ...options(), policy: allowed })).outcomes, 'ok')).toEqual({});
  });

  it('is refused where nothing is allowed', async () => {
    const { outcomes } = await attempt(LISTENING, { ...options(), policy: policy('{ listen: { allow: [] } }') });
    expect(others(outcomes, 'net.listen.allow')).toEqual({});
  });

  it('is refused without a host where only an address is allowed', async () => {
    const { outcomes } = await attempt(LISTENING, {
      ...options(),
      policy: policy('{ listen: { allow: ["127.0.0.1:*"] } }'),
    });
    const refused = Object.keys(others(outcomes, 'ok'));
    const elsewhere = [
      'a socket in the file system',
      'dgram.bind anywhere',
      'net.listen anywhere',
      'net.listen by name',
    ];
    expect(refused.sort()).toEqual(elsewhere);
  });
});
