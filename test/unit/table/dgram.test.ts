import dgram from 'node:dgram';
import { afterEach, describe, expect, it } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { dgramRows } from '../../../src/table/dgram.js';
import { rowNamed, select } from './rig.js';

setChunkLoader(() => ip);

const send = rowNamed(dgramRows, 'Socket.prototype.send');
const connect = rowNamed(dgramRows, 'Socket.prototype.connect');
const bind = rowNamed(dgramRows, 'Socket.prototype.bind');

type Answer = (error: unknown, address?: unknown, family?: unknown) => void;
const open: dgram.Socket[] = [];
function socket(
  type: 'udp4' | 'udp6' = 'udp4',
  lookup?: (host: string, options: unknown, done: Answer) => void,
): dgram.Socket {
  const made = dgram.createSocket({ type, ...(lookup === undefined ? {} : { lookup: lookup as never }) });
  open.push(made);
  return made;
}
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** The function by which a socket looks its peers up. */
function lookupOf(made: dgram.Socket): (host: string, done: Answer) => void {
  const symbol = Object.getOwnPropertySymbols(made).find(({ description }) => description === 'state symbol') as symbol;
  const { handle } = (made as unknown as Record<symbol, { handle: { lookup: (host: string, done: Answer) => void } }>)[
    symbol
  ] as never as {
    handle: { lookup: (host: string, done: Answer) => void };
  };
  return (host, done) => {
    handle.lookup(host, done);
  };
}
const refuses = ({ address }: { readonly address?: string }): boolean => address === '127.0.0.2';

describe('Socket.prototype.send', () => {
  const done = (): void => undefined;
  it.each([
    [['leak', 53, '127.0.0.2', done], '127.0.0.2:53'],
    [['leak', 0, 4, 53, '127.0.0.2'], '127.0.0.2:53'],
    [['leak', 0, 4, 53, done], '127.0.0.1:53'],
    [['leak', 53, done], '127.0.0.1:53'],
    [['leak', '53', 'Denied.Test.'], 'denied.test:53'],
    [[['le', 'ak'], 53, '::ffff:7f00:2'], '127.0.0.2:53'],
  ] as [unknown[], string][])('%j', (args, resource) => {
    expect(select(send, args, socket()).accesses).toMatchObject([{ resource, use: 'udp', capability: 'net.connect' }]);
  });

  it('goes to the loopback of its own family', () => {
    expect(select(send, ['x', 53], socket('udp6')).resources).toEqual(['[::1]:53']);
  });

  it.each([[['x', 0, '127.0.0.1']], [['x', 'dns', '127.0.0.1']], [['x', 53, {}]]] as [unknown[]][])(
    'leaves %j to Node',
    (args) => {
      expect(select(send, args, socket()).accesses).toBeUndefined();
    },
  );

  it('has the answer about a name judged before it is used', () => {
    const made = socket('udp4', (_host, _options, answer) => {
      answer(null, '127.0.0.2', 4);
    });
    const { judged } = select(send, ['x', 53, 'a.test'], made, refuses);
    const told: unknown[] = [];
    lookupOf(made)('a.test', (...values) => told.push(...values));
    expect(told).toMatchObject([{ message: 'refused' }]);
    expect(judged).toMatchObject([{ host: 'a.test', address: '127.0.0.2', port: 53 }]);
  });

  it('has another answer than the address it was given judged too', () => {
    const made = socket('udp4', (_host, _options, answer) => {
      answer(null, '127.0.0.2', 4);
    });
    select(send, ['x', 53, '127.0.0.1'], made, refuses);
    const told: unknown[] = [];
    lookupOf(made)('127.0.0.1', (...values) => told.push(...values));
    expect(told).toMatchObject([{ message: 'refused' }]);
  });

  it('takes no answer that nobody asked for', () => {
    const made = socket('udp4', (_host, _options, answer) => {
      answer(null, '127.0.0.3', 4);
    });
    select(send, ['x', 53, 'a.test'], made);
    const told: unknown[] = [];
    lookupOf(made)('b.test', (...values) => told.push(...values));
    expect(told).toMatchObject([{ message: expect.stringContaining('not asked for') as string }]);
  });
});

describe('Socket.prototype.connect', () => {
  it.each([
    [[53, '127.0.0.2'], '127.0.0.2:53'],
    [[53], '127.0.0.1:53'],
    [[53, () => undefined], '127.0.0.1:53'],
  ] as [unknown[], string][])('%j', (args, resource) => {
    expect(select(connect, args, socket()).resources).toEqual([resource]);
  });
});

describe('Socket.prototype.bind', () => {
  it.each([
    [[], '0.0.0.0:0'],
    [[53], '0.0.0.0:53'],
    [[53, '127.0.0.1'], '127.0.0.1:53'],
    [[53, () => undefined], '0.0.0.0:53'],
    [[{ port: 53, address: 'LOCALHOST' }], 'localhost:53'],
    [[{ fd: 5 }], 'fd:5'],
    [[{ port: 0, exclusive: true }, null], '0.0.0.0:0'],
    [[{ recvStart: () => undefined }], 'UDP handle'],
  ] as [unknown[], string][])('%j', (args, resource) => {
    expect(select(bind, args, socket()).resources).toEqual([resource]);
  });

  it('is no listening when Node binds a socket that was let through to its peer, once', () => {
    const made = socket();
    select(send, ['x', 53, '127.0.0.1'], made);
    expect(select(bind, [{ port: 0, exclusive: true }, null], made).accesses).toEqual([]);
    expect(select(bind, [{ port: 0, exclusive: true }, null], made).resources).toEqual(['0.0.0.0:0']);
  });

  it('is one when the peer was refused', () => {
    const made = socket();
    select(send, ['x', 53, '127.0.0.2', () => undefined], made);
    (send.delivery as (error: unknown, self: unknown, args: unknown[]) => unknown)(new Error('refused'), made, [
      'x',
      53,
      '127.0.0.2',
      () => undefined,
    ]);
    expect(select(bind, [{ port: 0, exclusive: true }, null], made).resources).toEqual(['0.0.0.0:0']);
  });

  it('judges the port that the system makes of any value', () => {
    expect(select(bind, [65_536 + 53], socket())).toMatchObject({ args: [53], resources: ['0.0.0.0:53'] });
    expect(select(bind, [{ port: { valueOf: () => 53 } }], socket())).toMatchObject({
      args: [{ port: 53 }],
      resources: ['0.0.0.0:53'],
    });
  });

  it('judges the answer of a lookup that takes a host which is none', () => {
    const made = socket('udp4', (_host, _options, answer) => {
      answer(null, '127.0.0.2', 4);
    });
    expect(select(bind, [53, 'denied.test\0.allowed.test'], made, refuses).accesses).toBeUndefined();
    expect(select(send, ['x', 53, 'denied.test\0.allowed.test'], made, refuses).accesses).toBeUndefined();
    const told: unknown[] = [];
    lookupOf(made)('denied.test\0.allowed.test', (...values) => told.push(...values));
    expect(told).toMatchObject([{ message: 'refused' }]);
  });

  it('reads options that change once', () => {
    const ports = [5353, 53];
    const { args } = select(
      bind,
      [
        {
          get port() {
            return ports.shift();
          },
        },
      ],
      socket(),
    );
    expect((args[0] as { port: number }).port).toBe(5353);
  });
});

describe('multicast groups', () => {
  it('are listened to', () => {
    expect(
      select(rowNamed(dgramRows, 'Socket.prototype.addMembership'), ['224.0.0.114'], socket()).accesses,
    ).toMatchObject([{ resource: '224.0.0.114', capability: 'net.listen' }]);
    expect(
      select(rowNamed(dgramRows, 'Socket.prototype.addSourceSpecificMembership'), ['127.0.0.1', '232.1.1.1'], socket())
        .resources,
    ).toEqual(['232.1.1.1']);
  });
});
