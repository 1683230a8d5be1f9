import { describe, expect, it, vi } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { takeLabel } from '../../../src/access/lookup.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { httpRows } from '../../../src/table/http.js';
import { http2Rows } from '../../../src/table/http2.js';
import type { Delivery } from '../../../src/table/row.js';
import { rowNamed, select } from './rig.js';

setChunkLoader(() => ip);

const addRequest = rowNamed(httpRows, 'Agent.prototype.addRequest');
const onSocket = rowNamed(httpRows, 'ClientRequest.prototype.onSocket');
const fetched = rowNamed(httpRows, 'fetch');
const created = rowNamed(httpRows, 'undici:request:create');

const request = (more: object = {}): Record<string, unknown> => ({
  method: 'GET',
  path: '/x',
  protocol: 'http:',
  host: '127.0.0.1',
  onSocket: vi.fn(),
  ...more,
});

describe('Agent.prototype.addRequest', () => {
  it('describes the request', () => {
    expect(select(addRequest, [request(), { host: '127.0.0.2', port: 81 }]).accesses).toMatchObject([
      { resource: '127.0.0.2:81', method: 'GET', url: 'http://127.0.0.2:81/x', use: 'connect' },
    ]);
  });

  it("lets the agent's own options win, as Node does", () => {
    expect(
      select(addRequest, [request(), { host: '127.0.0.1', port: 81 }], { options: { host: '127.0.0.2' } }).resources,
    ).toEqual(['127.0.0.2:81']);
  });

  it('takes the old form and sockets in the file system', () => {
    expect(select(addRequest, [request(), '127.0.0.2', 81]).resources).toEqual(['127.0.0.2:81']);
    expect(select(addRequest, [request(), { socketPath: '/denied.sock', host: '127.0.0.1' }]).resources).toEqual([
      'unix:/denied.sock',
    ]);
  });

  it('goes through the proxy that the agent has', () => {
    const config = {
      shouldUseProxy: (host: string) => host !== 'near.test',
      proxyConnectionOptions: { host: '127.0.0.1', port: 3128 },
    };
    const agent = { [Symbol('kProxyConfig')]: config };
    expect(select(addRequest, [request(), { host: 'far.test', port: 80 }], agent).accesses).toMatchObject([
      { use: 'proxied', proxy: '127.0.0.1:3128' },
    ]);
    expect(select(addRequest, [request(), { host: 'near.test', port: 80 }], agent).accesses).toMatchObject([
      { use: 'connect' },
    ]);
  });

  it('hands a refusal to the request in place of a socket', () => {
    const asked = request();
    const refusal = new Error('refused');
    (addRequest.delivery as Delivery)(refusal, {}, [asked, {}]);
    expect(asked['onSocket']).toHaveBeenCalledWith(null, refusal);
  });
});

describe('ClientRequest.prototype.onSocket', () => {
  it('has nothing to say of a request that an agent of Node described', () => {
    const asked = request();
    select(addRequest, [asked, { host: 'a.test', port: 80 }]);
    expect(select(onSocket, [{}], asked)).toMatchObject({ accesses: [], judged: [] });
  });

  it('judges the others once, by the port of their Host header', () => {
    const asked = request({ host: 'a.test', getHeader: () => 'a.test:8080' });
    expect(select(onSocket, [{}], asked).judged).toMatchObject([{ resource: 'a.test:8080' }]);
    expect(select(onSocket, [{}], asked).judged).toEqual([]);
    expect(select(onSocket, [{}], request({ host: 'a.test', getHeader: () => 'b.test:8080' })).judged).toMatchObject([
      { resource: 'a.test:80' },
    ]);
  });

  it('puts the refusal where the error of the agent would stand', () => {
    const { args, accesses } = select(onSocket, [{}], request(), () => true);
    expect(accesses).toEqual([]);
    expect(args[1]).toMatchObject({ message: 'refused' });
  });
});

describe('fetch and undici', () => {
  const told = (url: string, method = 'GET'): { request: Record<string, unknown> } => {
    const { origin, pathname } = new URL(url);
    return { request: { method, origin, path: pathname } };
  };

  it('make one event of one request, and judge it twice', () => {
    expect(select(fetched, ['http://a.test/one']).accesses).toMatchObject([
      { resource: 'a.test:80', url: 'http://a.test/one' },
    ]);
    const again = select(created, [told('http://a.test/one')]);
    expect(again.accesses).toEqual([]);
    expect(again.judged).toMatchObject([{ resource: 'a.test:80' }]);
    expect(select(created, [told('http://a.test/one')]).resources).toEqual(['a.test:80']);
  });

  it('refuse what another context may not reach on a kept connection', () => {
    select(fetched, ['http://a.test/two']);
    const message = told('http://a.test/two');
    select(created, [message], undefined, () => true);
    expect(message.request['error']).toMatchObject({ message: 'refused' });
  });

  it('forget what was refused', async () => {
    select(fetched, ['http://a.test/three']);
    await expect((fetched.delivery as Delivery)(new Error('refused'), undefined, [])).rejects.toThrow('refused');
    expect(select(created, [told('http://a.test/three')]).resources).toEqual(['a.test:80']);
  });

  it('see the target behind a proxy', () => {
    expect(
      select(created, [{ request: { method: 'CONNECT', origin: 'http://127.0.0.1:3128', path: 'denied.test:443' } }])
        .resources,
    ).toEqual(['127.0.0.1:3128', 'denied.test:443']);
    expect(
      select(created, [{ request: { method: 'GET', origin: 'http://denied.test', path: 'http://denied.test/x' } }])
        .accesses,
    ).toMatchObject([{ resource: 'denied.test:80', use: 'proxied' }]);
  });

  it('say nothing of what is no request', () => {
    expect(select(created, [{}]).accesses).toEqual([]);
    expect(select(created, []).accesses).toEqual([]);
  });

  it('tell which address a label stands for', () => {
    select(rowNamed(httpRows, 'undici:client:beforeConnect'), [
      { connectParams: { hostname: '127.0.0.1', port: '3128', servername: 'a.test' } },
    ]);
    expect(takeLabel('a.test', 3128)).toBe('127.0.0.1');
  });

  it('leave out what goes to no host', () => {
    expect(select(fetched, ['data:,x']).accesses).toBeUndefined();
    expect(select(fetched, []).accesses).toBeUndefined();
  });
});

describe('http2', () => {
  const session = { [Symbol('authority')]: 'denied.test:8443', [Symbol('protocol')]: 'https:' };
  const row = rowNamed(http2Rows, 'ClientHttp2Session.prototype.request');

  it('judges each request by what the session was made for', () => {
    expect(select(row, [{ ':path': '/x', ':method': 'POST' }], session).accesses).toMatchObject([
      { resource: 'denied.test:8443', method: 'POST', url: 'https://denied.test:8443/x' },
    ]);
    expect(select(row, [[':path', '/x']], session).accesses).toMatchObject([
      { method: 'GET', url: 'https://denied.test:8443/x' },
    ]);
    expect(select(row, [], session).accesses).toMatchObject([{ url: 'https://denied.test:8443/' }]);
    expect(select(row, [], {}).accesses).toEqual([]);
  });

  it('reads headers that change once', () => {
    const targets = ['/one', '/two'];
    const { args, accesses } = select(
      row,
      [
        {
          get ':path'() {
            return targets.shift();
          },
        },
      ],
      session,
    );
    expect(accesses).toMatchObject([{ url: 'https://denied.test:8443/one' }]);
    expect({ ...(args[0] as object) }).toEqual({ ':path': '/one' });
  });
});
