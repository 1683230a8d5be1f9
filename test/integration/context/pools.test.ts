import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, folder, refusals, run } from '../../run.js';
import { type Servers, startServers } from '../../servers.js';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers(folder());
});
afterAll(() => {
  servers.close();
});

const POLICY = `version: 1
mode: enforce
contexts:
  open: { entry: "./agents.mjs#open" }
  closed: { entry: "./agents.mjs#closed", net: { connect: { allow: [] } } }
`;

/** Two entries that share what keeps connections: an agent, the pool of fetch, a session of HTTP/2, a socket. */
const AGENTS = `
import http from 'node:http'; import http2 from 'node:http2';
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const url = (path) => 'http://127.0.0.1:' + process.env.HTTP + path;
const told = (promise) => promise.then((value) => value, (error) => error.rule ?? error.code ?? String(error));
let session;
const ask = async (who) => ({
  agent: await told(new Promise((done, fail) => http.get(url('/agent-' + who), { agent }, (response) => response.resume().on('end', () => done(response.statusCode))).on('error', fail))),
  fetch: await told(fetch(url('/fetch-' + who)).then(async (response) => (await response.text(), response.status))),
  http2: await told(new Promise((done, fail) => { session ??= http2.connect('http://127.0.0.1:' + process.env.HTTP2).on('error', () => {}); session.request({ ':path': '/h2-' + who }).on('response', (headers) => done(headers[':status'])).on('error', fail).end(); })),
});
export const open = () => ask('open');
export const closed = () => ask('closed');
export const end = () => { session?.destroy(); agent.destroy(); };
`;

const MAIN = `import { open, closed, end } from './agents.mjs';
const first = await open(), second = await closed(), third = await open();
const both = await Promise.all([open(), closed(), open(), closed()]);
console.log(JSON.stringify({ first, second, third, both }));
end();
`;

describe.each(majors(20, 24, 26))('connections that are kept, on Node %i', (major) => {
  it('serve each context by its own policy, whoever opened them', async () => {
    const node = nodeBinary(major);
    const env = { HTTP: String(servers.http), HTTP2: String(servers.http2) };
    const before = servers.requests.length;
    const result = await run('main.mjs', {
      files: { 'agents.mjs': AGENTS, 'main.mjs': MAIN },
      policy: POLICY,
      env,
      node,
      flags: ['--no-warnings'],
    });
    const { first, second, third, both } = JSON.parse(result.stdout) as Record<string, unknown>;
    const fine = { agent: 200, fetch: 200, http2: 200 };
    const rule = 'contexts.closed.net.connect.allow';
    const refused = { agent: rule, fetch: rule, http2: rule };
    expect({ first, second, third }).toEqual({ first: fine, second: refused, third: fine });
    expect(both).toEqual([fine, refused, fine, refused]);
    expect(servers.requests.slice(before).filter((request) => request.includes('closed'))).toEqual([]);
    expect(new Set(refusals(result).map(({ context }) => context))).toEqual(new Set(['closed']));
    const asked = acts(result).filter(
      ({ payload, status }) => status === 'success' && String(payload['url']).includes('/fetch-open'),
    );
    expect(new Set(asked.map(({ context }) => context))).toEqual(new Set(['open']));
    expect(result.receipts[0]?.seal?.totals.contexts['closed']?.blocked).toBe(9);
  });
});
