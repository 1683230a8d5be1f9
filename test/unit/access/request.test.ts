import { afterEach, describe, expect, it, vi } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { fetchInput, requestAccesses, undiciLine } from '../../../src/access/request.js';
import { setChunkLoader } from '../../../src/chunks.js';

setChunkLoader(() => ip);

const line = { method: 'GET', protocol: 'http:', host: 'a.test', port: 80, target: '/x' };

describe('requestAccesses', () => {
  it('is one connection, described by method and URL', () => {
    expect(requestAccesses(line)).toEqual([
      {
        kind: 'endpoint',
        capability: 'net.connect',
        use: 'connect',
        protocol: 'tcp',
        method: 'GET',
        url: 'http://a.test/x',
        requested: 'http://a.test/x',
        resource: 'a.test:80',
        host: 'a.test',
        port: 80,
      },
    ]);
  });

  it('shows the port where it is not the default, and fills it in where it is missing', () => {
    expect(requestAccesses({ ...line, protocol: 'https:', port: '8443' })).toMatchObject([
      { url: 'https://a.test:8443/x', resource: 'a.test:8443', protocol: 'tls' },
    ]);
    expect(requestAccesses({ ...line, protocol: 'https:', port: undefined })).toMatchObject([
      { url: 'https://a.test/x', resource: 'a.test:443' },
    ]);
    expect(requestAccesses({ ...line, host: '::ffff:7f00:2' })).toMatchObject([
      { url: 'http://[::ffff:7f00:2]/x', resource: '127.0.0.2:80' },
    ]);
  });

  it('is an access to a socket in the file system where one is named', () => {
    expect(requestAccesses({ ...line, socketPath: '/run/docker.sock' })).toMatchObject([
      { socketPath: '/run/docker.sock', method: 'GET', protocol: 'unix' },
    ]);
  });

  it('reaches what CONNECT names beside the proxy', () => {
    expect(requestAccesses({ ...line, method: 'CONNECT', port: 3128, target: 'Denied.Test:8443' })).toMatchObject([
      { resource: 'a.test:3128', use: 'connect' },
      { resource: 'denied.test:8443', use: 'proxied' },
    ]);
    expect(requestAccesses({ ...line, method: 'CONNECT', target: '[::ffff:7f00:2]:443' })).toMatchObject([
      {},
      { resource: '127.0.0.2:443', address: '127.0.0.2' },
    ]);
  });

  it('reaches what an absolute target names beside the host it is sent to', () => {
    expect(requestAccesses({ ...line, target: 'http://denied.test/y' })).toMatchObject([
      { resource: 'a.test:80', use: 'connect' },
      { resource: 'denied.test:80', use: 'proxied', url: 'http://denied.test/y' },
    ]);
  });

  it('is judged by name through a proxy, and says which', () => {
    expect(requestAccesses({ ...line, proxy: '127.0.0.1:3128' })).toMatchObject([
      { resource: 'a.test:80', use: 'proxied', proxy: '127.0.0.1:3128' },
    ]);
    expect(requestAccesses({ ...line, target: 'http://a.test/x', proxy: '127.0.0.1:3128' })).toMatchObject([
      { resource: 'a.test:80', use: 'proxied', proxy: '127.0.0.1:3128' },
    ]);
  });
});

describe('fetchInput', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('passes on the text that was judged', () => {
    const hosts = ['allowed.test', 'denied.test'];
    const { value, access } = fetchInput({ toString: () => `http://${hosts.shift() ?? ''}/` }, undefined);
    expect(value).toBe('http://allowed.test/');
    expect(access).toMatchObject({ resource: 'allowed.test:80', method: 'GET', url: 'http://allowed.test/' });
  });

  it('takes URLs and what they normalise', () => {
    expect(fetchInput(new URL('http://%31%32%37.0.0.%32:81/a#b'), { method: 'post' })).toMatchObject({
      access: { resource: '127.0.0.2:81', method: 'POST', url: 'http://127.0.0.2:81/a' },
    });
  });

  it('leaves a Request as it is and reads it', () => {
    const request = new Request('https://a.test/x', { method: 'PUT' });
    expect(fetchInput(request, undefined)).toMatchObject({
      value: request,
      access: { resource: 'a.test:443', method: 'PUT' },
    });
    expect(fetchInput(request, { method: 'PATCH' }).access).toMatchObject({ method: 'PATCH' });
  });

  it("leaves a polyfill's Request as it is", () => {
    const request = { url: 'https://a.test/x', method: 'GET', toString: () => 'http://denied.test/' };
    expect(fetchInput(request, undefined)).toMatchObject({ value: request, access: { resource: 'a.test:443' } });
  });

  it.each(['data:,x', 'blob:nodedata:1', '/relative', 5, undefined])('%j goes to no host', (input) => {
    expect(fetchInput(input, undefined)).toEqual({ value: String(input), access: undefined });
  });

  it('leaves symbols to Node', () => {
    const symbol = Symbol('s');
    expect(fetchInput(symbol, undefined)).toEqual({ value: symbol, access: undefined });
  });
});

describe('undiciLine', () => {
  it('reads what undici tells of a request', () => {
    expect(undiciLine({ method: 'GET', origin: 'https://a.test:8443', path: '/x' })).toEqual({
      method: 'GET',
      protocol: 'https:',
      host: 'a.test',
      port: '8443',
      target: '/x',
    });
    expect(undiciLine({ method: 'GET', origin: new URL('http://[::1]:80/'), path: '/x' })).toMatchObject({
      host: '[::1]',
    });
  });

  it.each([undefined, {}, { method: 'GET', path: '/x' }, { method: 'GET', origin: 'x:', path: '/' }])(
    'knows nothing of %j',
    (request) => {
      expect(undiciLine(request)).toBeUndefined();
    },
  );
});
