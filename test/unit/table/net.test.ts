import net from 'node:net';
import { describe, expect, it } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { netRows } from '../../../src/table/net.js';
import { rowNamed, select } from './rig.js';

setChunkLoader(() => ip);

const connect = rowNamed(netRows, 'Socket.prototype.connect');
const listen = rowNamed(netRows, 'Server.prototype.listen');
const listening = rowNamed(netRows, 'Server.prototype._listen2');
const normalise = (net as unknown as { _normalizeArgs: (args: unknown[]) => unknown[] })._normalizeArgs;

type Answer = (error: unknown, answer?: unknown, family?: unknown) => void;
type Lookup = (host: unknown, options: object, done: Answer) => void;
const lookupOf = (args: unknown[]): Lookup | undefined => (args[0] as { lookup?: Lookup }).lookup;

describe('Socket.prototype.connect', () => {
  it.each([
    [[81, '127.0.0.2'], '127.0.0.2:81'],
    [['81', '127.0.0.2'], '127.0.0.2:81'],
    [[{ port: 81, host: '127.0.0.2' }], '127.0.0.2:81'],
    [[normalise([{ port: 81, host: '127.0.0.2' }])], '127.0.0.2:81'],
    [[81, '2130706434'], '127.0.0.2:81'],
    [[81, '0x7f000002'], '127.0.0.2:81'],
    [[81, '0177.0.0.02'], '127.0.0.2:81'],
    [[81, '127.2'], '127.0.0.2:81'],
    [[81, '::ffff:7f00:2'], '127.0.0.2:81'],
    [[{ port: 81, host: 'denied\u3002test' }], 'denied.test:81'],
    [[{ port: 81, host: 'a.b.Denied.Test.' }], 'a.b.denied.test:81'],
    [[81], 'localhost:81'],
    [[{ port: 81, host: '' }], 'localhost:81'],
    [[{ port: 81, path: '' }], 'localhost:81'],
    [['/denied.sock'], 'unix:/denied.sock'],
    [[{ path: '/denied.sock', host: '127.0.0.1', port: 80 }], 'unix:/denied.sock'],
    [['\0denied'], 'unix:@denied'],
  ] as [unknown[], string][])('%j', (args, resource) => {
    expect(select(connect, args).resources).toEqual([resource]);
  });

  it('judges and passes on one reading of options that change', () => {
    const hosts = ['127.0.0.1', '127.0.0.2'];
    const { args, resources } = select(connect, [
      {
        get host() {
          return hosts.shift();
        },
        port: 81,
      },
    ]);
    expect(resources).toEqual(['127.0.0.1:81']);
    expect((args[0] as { host: string }).host).toBe('127.0.0.1');
  });

  it('keeps the callback and what else the options say', () => {
    const done = (): void => undefined;
    const { args } = select(connect, [
      { port: 81, host: '127.0.0.1', localAddress: '127.0.0.1', timeout: 5, signal: undefined },
      done,
    ]);
    expect({ ...(args[0] as object) }).toEqual({
      port: 81,
      host: '127.0.0.1',
      localAddress: '127.0.0.1',
      timeout: 5,
      signal: undefined,
    });
    expect(args[1]).toBe(done);
  });

  it.each([new String('127.0.0.2'), ['127.0.0.2'], 'a.test\0.allowed.test', Buffer.from('127.0.0.2')])(
    'makes Node refuse the host %j',
    (host) => {
      const { args, accesses } = select(connect, [{ port: 81, host, lookup: () => undefined }]);
      expect(accesses).toBeUndefined();
      const pinned = args[0] as { host: unknown; lookup: unknown };
      expect(typeof pinned.host).toBe('object');
      expect(pinned.lookup).toBeUndefined();
      expect(() => new net.Socket().connect(pinned as never)).toThrow(/must be of type string/);
    },
  );

  it.each([undefined, null, -1, 65_536, {}, 'http'])('leaves the port %j to Node', (port) => {
    expect(select(connect, [{ port, host: '127.0.0.1' }]).accesses).toBeUndefined();
  });

  it('judges what the lookup of the caller answers, and drops what is refused', () => {
    const own: Lookup = (_host, _options, done) => {
      done(null, [
        { address: '127.0.0.2', family: 4 },
        { address: '::1', family: 6 },
      ]);
    };
    const { args, judged } = select(
      connect,
      [{ port: 81, host: 'localhost', lookup: own }],
      {},
      ({ address }) => address === '127.0.0.2',
    );
    let told: unknown[] = [];
    lookupOf(args)?.('localhost', { all: true }, (...values) => (told = values));
    expect(told).toEqual([null, [{ address: '::1', family: 6 }]]);
    expect(judged).toMatchObject([
      { host: 'localhost', address: '127.0.0.2', port: 81 },
      { host: 'localhost', address: '::1', port: 81 },
    ]);
  });

  it('judges another answer than the address that was written in an odd way', () => {
    const own: Lookup = (_host, _options, done) => {
      done(null, '127.0.0.2', 4);
    };
    const { args, judged } = select(connect, [{ port: 81, host: '2130706433', lookup: own }]);
    lookupOf(args)?.('2130706433', {}, () => undefined);
    expect(judged).toMatchObject([{ host: '127.0.0.2', address: '127.0.0.2', resource: '127.0.0.2:81' }]);
  });

  it('takes host and lookup away where there is a path', () => {
    const { args } = select(connect, [{ path: '/s.sock', host: '127.0.0.2', port: 81, lookup: () => undefined }]);
    expect(args[0]).toMatchObject({ path: '/s.sock', host: undefined, port: undefined, lookup: undefined });
  });

  it('tells TLS by the socket', () => {
    expect(select(connect, [81], { encrypted: true }).accesses).toMatchObject([{ protocol: 'tls' }]);
  });
});

describe('Server.prototype.listen', () => {
  it.each([
    [[], '[::]:0'],
    [[8080], '[::]:8080'],
    [[8080, '127.0.0.1'], '127.0.0.1:8080'],
    [[{ port: 8080, host: 'LOCALHOST' }], 'localhost:8080'],
    [[{ port: null }], '[::]:0'],
    [['/tmp/s.sock'], 'unix:/tmp/s.sock'],
    [[{ path: '/tmp/s.sock' }], 'unix:/tmp/s.sock'],
    [[{ fd: 3 }], 'fd:3'],
    [[{ handle: { fd: 3 } }], 'handle'],
    [
      [{ _handle: { getsockname: (out: object) => void Object.assign(out, { address: '127.0.0.1', port: 80 }) } }],
      '127.0.0.1:80',
    ],
  ] as [unknown[], string][])('%j', (args, resource) => {
    expect(select(listen, args).resources).toEqual([resource]);
  });

  it('passes on one reading of options that change', () => {
    const ports = [8080, 22];
    const { args } = select(listen, [
      {
        get port() {
          return ports.shift();
        },
        host: '127.0.0.1',
      },
    ]);
    expect((args[0] as { port: number }).port).toBe(8080);
  });

  it.each([[{}], [{ port: 'x' }], [{ port: 80, host: {} }], [{ path: 5 }]])('leaves %j to Node', (options) => {
    expect(select(listen, [options]).accesses).toBeUndefined();
  });
});

describe('Server.prototype._listen2', () => {
  it('judges what a host has become, once', () => {
    const server = {};
    select(listen, [8080, 'LOCALHOST'], server);
    expect(select(listening, ['127.0.0.1', 8080, 4, 511, undefined], server).accesses).toMatchObject([
      { host: 'localhost', address: '127.0.0.1', port: 8080 },
    ]);
    const other = {};
    select(listen, [8080], other);
    expect(select(listening, [null, 8080, 4, 511, undefined], other).accesses).toEqual([]);
  });

  it('judges a call by hand, and a handle that was no handle', () => {
    expect(select(listening, ['0.0.0.0', 8080, 4]).resources).toEqual(['0.0.0.0:8080']);
    expect(select(listening, ['0.0.0.0', { valueOf: () => 65_536 + 22 }, 4])).toMatchObject({
      args: ['0.0.0.0', 22, 4],
      resources: ['0.0.0.0:22'],
    });
    expect(select(listening, ['/tmp/s.sock', -1, -1]).resources).toEqual(['unix:/tmp/s.sock']);
    expect(select(listening, [null, null, null, 511, 3]).resources).toEqual(['fd:3']);
    const server = {};
    select(listen, [{ handle: { port: 22, host: '0.0.0.0' } }], server);
    expect(select(listening, ['0.0.0.0', 22, 4], server).resources).toEqual(['0.0.0.0:22']);
  });

  it('leaves a handle that was bound before to the handle itself', () => {
    expect(select(listening, [null, -1, -1, 511], { _handle: {} }).accesses).toBeUndefined();
  });
});

describe('what binds without a server', () => {
  it.each([
    ['_createServerHandle', ['127.0.0.1', 80, 4], '127.0.0.1:80'],
    ['_createServerHandle', [null, 80, 4], '[::]:80'],
    ['_createServerHandle', ['127.0.0.1', 65_536 + 80, 4], '127.0.0.1:80'],
    ['_createServerHandle', ['/tmp/s.sock', -1, -1], 'unix:/tmp/s.sock'],
    ['BoundSocket', [], '[::]:0'],
    ['BoundSocket', [{ host: '127.0.0.1', port: 80 }], '127.0.0.1:80'],
    ['BoundSocket', [{ path: '/tmp/s.sock' }], 'unix:/tmp/s.sock'],
  ] as [string, unknown[], string][])('%s%j', (name, args, resource) => {
    expect(select(rowNamed(netRows, name), args).resources).toEqual([resource]);
  });
});
