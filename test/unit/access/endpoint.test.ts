import { isIP } from 'node:net';
import { normalize } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endpointAccess,
  hostEndpoint,
  portOf,
  resolvedEndpoint,
  socketEndpoints,
  splitHostPort,
  urlEndpoint,
} from '../../../src/access/endpoint.js';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';

setChunkLoader(() => ip);

const use = { capability: 'net.connect', use: 'connect' } as const;

describe('hostEndpoint', () => {
  it('keeps what the caller wrote and judges its one spelling', () => {
    expect(hostEndpoint('API.Example.com.', 443, use)).toEqual({
      kind: 'endpoint',
      requested: 'API.Example.com.:443',
      resource: 'api.example.com:443',
      host: 'api.example.com',
      port: 443,
      ...use,
    });
  });

  it('puts brackets round IPv6 only', () => {
    expect(hostEndpoint('::1', 80, use)).toMatchObject({ requested: '[::1]:80', resource: '[::1]:80', address: '::1' });
    expect(hostEndpoint('[::1]', 80, use)).toMatchObject({ requested: '[::1]:80', resource: '[::1]:80', host: '::1' });
    expect(hostEndpoint('::ffff:10.0.0.1', 80, use)).toMatchObject({ resource: '10.0.0.1:80', address: '10.0.0.1' });
  });

  it('has no port where a name is only asked about', () => {
    expect(hostEndpoint('a.test', undefined, use)).toMatchObject({ resource: 'a.test' });
  });

  it.each([undefined, null, 5, {}, new String('127.0.0.1'), ['127.0.0.1'], '', 'a\0b'])('refuses %j', (host) => {
    expect(hostEndpoint(host, 80, use)).toBeUndefined();
  });
});

describe('resolvedEndpoint', () => {
  const named = hostEndpoint('a.test', 80, use);
  const written = hostEndpoint('2130706433', 80, use);
  if (named === undefined || written === undefined) throw new Error('both are hosts');

  it('keeps the name that was judged', () => {
    expect(resolvedEndpoint(named, '::ffff:7f00:2')).toMatchObject({
      host: 'a.test',
      address: '127.0.0.2',
      resource: 'a.test:80',
    });
  });

  it('judges another address than the one that was written by itself', () => {
    expect(resolvedEndpoint(written, '127.0.0.2')).toMatchObject({
      host: '127.0.0.2',
      address: '127.0.0.2',
      resource: '127.0.0.2:80',
    });
  });
});

describe('socketEndpoints', () => {
  it('is absolute, from where the process stands', () => {
    expect(socketEndpoints('/a/../b/./s.sock', use)).toMatchObject([
      { socketPath: '/b/s.sock', resource: 'unix:/b/s.sock' },
    ]);
    expect(socketEndpoints('s.sock', use)).toMatchObject([
      { socketPath: normalize(`${process.cwd()}/s.sock`), requested: 's.sock' },
    ]);
  });

  it('names abstract sockets with an @', () => {
    expect(socketEndpoints('\0name\0tail', use)).toMatchObject([
      { socketPath: '@name\0tail', resource: 'unix:@name\0tail' },
    ]);
  });

  it('judges what a NUL or the length of the system would make of it as well', () => {
    expect(socketEndpoints('/denied\0/allowed', use).map(({ socketPath }) => socketPath)).toEqual([
      '/denied\0/allowed',
      '/denied',
    ]);
    const long = `/${'x'.repeat(107)}`;
    expect(socketEndpoints(`${long}YYY`, use).map(({ socketPath }) => socketPath)).toEqual([`${long}YYY`, long]);
    expect(socketEndpoints(`/${'é'.repeat(60)}`, use).map(({ socketPath }) => socketPath)[1]).toBe(
      `/${'é'.repeat(53)}`,
    );
  });
});

describe('portOf', () => {
  it.each([
    [80, 80],
    ['80', 80],
    [' 0x50 ', 80],
    ['8e1', 80],
    [0, 0],
    [-0, 0],
    [65_535, 65_535],
  ])('%j is %i', (value, port) => {
    expect(portOf(value)).toBe(port);
  });

  it.each([undefined, null, '', ' ', 'http', -1, 65_536, 1.5, Number.NaN, {}, [80], true])('%j is none', (value) => {
    expect(portOf(value)).toBeUndefined();
  });
});

describe('splitHostPort', () => {
  it.each([
    ['a.test', { host: 'a.test' }],
    ['a.test:80', { host: 'a.test', port: 80 }],
    ['[::1]:80', { host: '[::1]', port: 80 }],
    ['[::1]', { host: '[::1]' }],
    ['::1', { host: '::1' }],
    ['a.test:99999', { host: 'a.test:99999' }],
  ])('%s', (text, parts) => {
    expect(splitHostPort(text)).toEqual(parts);
  });
});

describe('urlEndpoint', () => {
  it.each([
    ['https://api.example.com/v1', { resource: 'api.example.com:443', protocol: 'tls' }],
    ['http://API.example.com:8080', { resource: 'api.example.com:8080', protocol: 'tcp' }],
    ['ws://a.test/', { resource: 'a.test:80' }],
    ['http://user:p%40ss@a.test@b.test/@c.test', { resource: 'b.test:80' }],
    ['http:\\\\a.test\\@b.test', { resource: 'a.test:80' }],
    ['http://%31%32%37.0.0.%32:81', { resource: '127.0.0.2:81', address: '127.0.0.2' }],
    ['http://１２７。０。０。２', { resource: '127.0.0.2:80' }],
    ['http://[::ffff:7f00:2]:81/', { resource: '127.0.0.2:81' }],
  ])('%s', (url, access) => {
    expect(urlEndpoint(url, use)).toMatchObject(access);
  });

  it.each(['data:,x', 'blob:nodedata:1', '/relative', 'mailto:a@b.test', ''])('%s goes to no host', (url) => {
    expect(urlEndpoint(url, use)).toBeUndefined();
  });

  it('finds the host that the URL parser finds', () => {
    fc.assert(
      fc.property(
        fc.webUrl({
          withQueryParameters: true,
          withFragments: true,
          authoritySettings: { withIPv4Extended: true, withIPv6: true, withPort: true, withUserInfo: true },
        }),
        (url) => {
          const { hostname } = new URL(url);
          const access = urlEndpoint(url, use);
          if (isIP(hostname) !== 6 && !hostname.startsWith('['))
            expect(access?.host).toBe(hostname.replace(/\.+$/, ''));
          else expect(access?.address).toBeDefined();
        },
      ),
    );
  });
});

describe('endpointAccess', () => {
  it('takes a URL, a host, a host with a port and a port beside it', () => {
    expect(endpointAccess('https://a.test/x')).toMatchObject({ resource: 'a.test:443', url: 'https://a.test/x' });
    expect(endpointAccess('a.test:81', 80)).toMatchObject({ resource: 'a.test:81' });
    expect(endpointAccess('a.test', '80')).toMatchObject({ resource: 'a.test:80' });
    expect(endpointAccess('::1')).toMatchObject({ resource: '[::1]', address: '::1' });
  });
});
