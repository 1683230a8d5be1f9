import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import { decide } from '../../../src/policy/decide.js';
import * as ip from '../../../src/access/ip.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import type { EndpointAccess } from '../../../src/types.js';
import { connect, layerOf, listen, policyOf, socket, type WrittenSection } from './layers.js';

beforeAll(() => {
  setChunkLoader((name) => (name === 'ip' ? ip : oddGlob));
});

const outcome = (section: WrittenSection, access: EndpointAccess): string => {
  const verdict = decide(policyOf({ net: { connect: section, listen: section } }), access);
  return verdict.allowed ? 'allowed' : (verdict.rule?.id.replace(/^net\.(?:connect|listen)\./, '') ?? '');
};
const to = (host: string, address: string, port = 443) => connect(host, port, { address });

describe('names and ports', () => {
  const list: WrittenSection = {
    allow: ['api.openai.com:443', '*.anthropic.com', 'B\u00fccher.example', 'LOCALHOST.:*', 'x-*.test.example:80'],
    deny: ['evil.anthropic.com', 'closed.example:25'],
  };
  it.each([
    [connect('api.openai.com', 443), 'allowed'],
    [connect('api.openai.com', 80), 'allow'],
    [connect('x.api.openai.com', 443), 'allow'],
    [connect('a.anthropic.com', 1), 'allowed'],
    [connect('a.b.anthropic.com', 1), 'allowed'],
    [connect('anthropic.com', 1), 'allow'],
    [connect('notanthropic.com', 1), 'allow'],
    [connect('evil.anthropic.com', 443), 'deny[0]'],
    [connect('xn--bcher-kva.example', 1), 'allowed'],
    [connect('localhost', 99), 'allowed'],
    [connect('127.0.0.9', 1), 'allowed'],
    [connect('::1', 1), 'allowed'],
    [connect('x-1.test.example', 80), 'allowed'],
    [connect('x-1.y.test.example', 80), 'allow'],
    [connect('8.8.8.8', 443), 'allow'],
    [connect('api.openai.com', undefined, { use: 'resolve' }), 'allowed'],
    [connect('evil.anthropic.com', undefined, { use: 'resolve' }), 'deny[0]'],
    [connect('other.example', undefined, { use: 'resolve' }), 'allow'],
  ])('%j: %s', (access, expected) => {
    expect(outcome(list, access)).toBe(expected);
  });

  it('lets a name be looked up whose ports are denied in part', () => {
    expect(outcome({ deny: ['closed.example:25'] }, connect('closed.example', undefined, { use: 'resolve' }))).toBe(
      'allowed',
    );
    expect(outcome({ deny: ['closed.example:25'] }, connect('closed.example', 25))).toBe('deny[0]');
    expect(outcome({ deny: ['closed.example:25'] }, connect('closed.example', 26))).toBe('allowed');
  });

  it('spares what is excepted', () => {
    const section: WrittenSection = {
      deny: [
        { rule: '*.corp', except: ['ok.corp:443'] },
        { rule: 'private', except: ['10.0.0.5', 'db.corp.example'] },
      ],
    };
    expect(outcome(section, connect('ok.corp', 443))).toBe('allowed');
    expect(outcome(section, connect('ok.corp', 80))).toBe('deny[0]');
    expect(outcome(section, connect('10.0.0.5', 80))).toBe('allowed');
    expect(outcome(section, connect('10.0.0.6', 80))).toBe('deny[1]');
    expect(outcome(section, to('db.corp.example', '10.9.9.9'))).toBe('allowed');
  });
});

describe('addresses', () => {
  it('judges a name by name rules and what it resolves to by deny rules', () => {
    const section: WrittenSection = { allow: ['good.example', '10.0.0.0/8'], deny: ['metadata', '192.168.0.0/16'] };
    expect(outcome(section, to('good.example', '93.184.215.14'))).toBe('allowed');
    expect(outcome(section, to('good.example', '169.254.169.254'))).toBe('deny[0]');
    expect(outcome(section, to('good.example', '192.168.1.1'))).toBe('deny[1]');
    expect(outcome(section, to('inner.example', '10.0.0.1'))).toBe('allow'); // the caller wrote a name
    expect(outcome(section, to('10.0.0.1', '10.0.0.1'))).toBe('allowed');
    expect(outcome(section, connect('good.example', 443, { use: 'proxied', address: '192.168.1.1' }))).toBe('allowed'); // the proxy's business
    expect(outcome(section, connect('169.254.169.254', 80, { use: 'proxied' }))).toBe('deny[0]');
    expect(outcome(section, connect('good.example', undefined, { use: 'resolve', address: '192.168.1.1' }))).toBe(
      'allowed',
    );
    expect(outcome(section, connect('10.1.1.1', 53, { use: 'udp' }))).toBe('allowed');
  });

  it.each([
    [
      'metadata',
      [
        '169.254.169.254',
        'fd00:ec2::254',
        '168.63.129.16',
        '100.100.100.200',
        'metadata.google.internal',
        '64:ff9b:1::a9fe:a9fe',
        '::ffff:0:a9fe:a9fe',
        '2002:a9fe:a9fe::1',
      ],
      ['169.254.1.1', '8.8.8.8', 'metadata.example'],
    ],
    [
      'private',
      [
        '10.0.0.1',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.0.1',
        '100.64.0.1',
        '100.127.1.1',
        'fc00::1',
        'fdff::1',
        'fec0::1',
        '::ffff:0:a00:1',
        '2002:c0a8:101::',
        '::a00:1',
      ],
      ['172.32.0.1', '172.15.0.1', '100.128.0.1', '127.0.0.1', '169.254.1.1', '2600::1', '11.0.0.1', '::1'],
    ],
    [
      'loopback',
      ['127.0.0.1', '127.255.255.255', '0.0.0.0', '0.1.2.3', '::1', '::', '2002:7f00:1::', '::7f00:1'],
      ['128.0.0.1', '126.255.255.255', '::2:0:1', '10.0.0.1', 'localhost'],
    ],
    ['localhost', ['localhost', '127.0.0.1', '::1', '0.0.0.0'], ['x.localhost', '10.0.0.1']],
    ['link-local', ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'], ['fec0::1', '169.253.0.1', '169.255.0.1']],
    ['10.0.0.0/9', ['10.127.255.255'], ['10.128.0.0']],
    ['2001:db8::/33', ['2001:db8:7fff::1'], ['2001:db8:8000::1', '2001:db9::1']],
    ['::ffff:10.0.0.0/104', ['10.9.9.9'], ['11.0.0.0', '::1']],
    ['[2001:db8::1]:443', ['2001:db8::1'], ['2001:db8::2']],
    ['2001:db8::1', ['2001:db8::1'], ['2001:db8::']],
    ['0x7f.1:*', ['127.0.0.1'], ['127.0.0.2']],
    ['0.0.0.0/0', ['1.2.3.4', '255.255.255.255'], ['2600::1']],
    ['*', ['1.2.3.4', '::1', 'any.example'], []],
  ])('%s denies %j but not %j', (rule, inside, outside) => {
    for (const host of inside) expect([host, outcome({ deny: [rule] }, connect(host, 443))]).toEqual([host, 'deny[0]']);
    for (const host of outside)
      expect([host, outcome({ deny: [rule] }, connect(host, 443))]).toEqual([host, 'allowed']);
  });

  it('compares prefixes as arithmetic does', () => {
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
    const number = ([a, b, c, d]: readonly number[]) =>
      (a ?? 0) * 2 ** 24 + (b ?? 0) * 2 ** 16 + (c ?? 0) * 256 + (d ?? 0);
    fc.assert(
      fc.property(octets, octets, fc.nat(32), (block, address, bits) => {
        const size = 2 ** (32 - bits);
        const same = Math.floor(number(block) / size) === Math.floor(number(address) / size);
        expect(outcome({ deny: [`${block.join('.')}/${String(bits)}`] }, connect(address.join('.'), 1))).toBe(
          same ? 'deny[0]' : 'allowed',
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('listening', () => {
  const local: WrittenSection = { allow: ['localhost:*', '127.0.0.1:*'] };
  it.each([
    [local, listen('127.0.0.1', 3000), 'allowed'],
    [local, listen('::1', 3000), 'allowed'],
    [local, listen('::', 3000), 'allow'],
    [local, listen('0.0.0.0', 3000), 'allow'],
    [{ allow: ['[::]:3000'] }, listen('::', 3000), 'allowed'],
    [{ allow: ['[::]:3000'] }, listen('::', 3001), 'allow'],
    [{ allow: ['0.0.0.0/0'] }, listen('0.0.0.0', 1), 'allowed'],
    [{ deny: ['loopback'] }, listen('::', 1), 'deny[0]'],
    [{ deny: ['192.168.0.0/16'] }, listen('0.0.0.0', 1), 'deny[0]'],
    [{ deny: ['192.168.0.0/16'] }, listen('127.0.0.1', 1), 'allowed'],
  ])('%j, %j: %s', (section, access, expected) => {
    expect(outcome(section, access)).toBe(expected);
  });

  it('says to pass a host', () => {
    const verdict = decide(policyOf({ net: { listen: local } }), listen('::', 3000));
    expect(verdict.fix).toBe('pass a host, as in listen(3000, "127.0.0.1"), or add "[::]:3000" to net.listen.allow');
  });

  it('is another section than connecting', () => {
    expect(decide(policyOf({ net: { listen: { allow: [] } } }), connect('x.example', 1)).allowed).toBe(true);
  });
});

describe('sockets in the file system', () => {
  const section: WrittenSection = {
    allow: ['unix:/run/app/*.sock', 'unix:./s', 'unix:@ok-*', 'a.example'],
    deny: ['unix:/app/secret/**', 'unix:@ok-not', { rule: 'unix:**/docker.sock', except: ['unix:/mine/docker.sock'] }],
  };
  const files = {
    '/app/link': { to: 'secret/db' },
    '/app/s': 'file',
    '/app/l2': { to: '/run/app/x.sock' },
  } as const;
  it.each([
    ['/run/app/x.sock', 'allowed'],
    ['/run/app/y/x.sock', 'net.connect.allow'],
    ['/app/s', 'allowed'],
    ['/app/secret/db', 'net.connect.deny[0]'],
    ['/app/link', 'net.connect.deny[0]'],
    ['/app/l2', 'allowed'],
    ['@ok-1', 'allowed'],
    ['@ok-/x', 'allowed'],
    ['@ok-not', 'net.connect.deny[1]'],
    ['@other', 'net.connect.allow'],
    ['/var/docker.sock', 'net.connect.deny[2]'],
    ['/mine/docker.sock', 'net.connect.allow'],
  ])('%s: %s', (path, expected) => {
    const verdict = decide(policyOf({ net: { connect: section } }, { files }), socket(path));
    expect(verdict.allowed ? 'allowed' : verdict.rule?.id).toBe(expected);
  });

  it('are not named by a list of hosts', () => {
    expect(outcome({ allow: ['*'] }, socket('/run/x'))).toBe('allow');
    expect(outcome({ deny: ['*'] }, socket('/run/x'))).toBe('allowed');
    expect(outcome({ deny: ['unix:@*'] }, socket('@x'))).toBe('deny[0]');
  });

  it('are named with their prefix', () => {
    const verdict = decide(policyOf({ net: { connect: section } }, { files }), socket('/app/link'));
    expect(verdict.rule?.text).toBe('unix:/app/secret/**');
    expect(decide(policyOf({ net: { connect: section } }, { files }), socket('/app/x')).fix).toBe(
      'add "unix:./x" to net.connect.allow',
    );
  });
});

it('names the smallest change', () => {
  const policy = policyOf([
    layerOf('managed', { net: { connect: { allow: ['a.example:443'], deny: ['b.example'] } } }),
  ]);
  expect(decide(policy, connect('c.example', 443))).toMatchObject({
    rule: { id: 'managed:net.connect.allow' },
    fix: 'add "c.example:443" to net.connect.allow in /app/receiptbot.config.yaml',
  });
  expect(decide(policy, connect('2600::1', 443)).fix).toContain('add "[2600::1]:443"');
  expect(decide(policy, connect('c.example', undefined, { use: 'resolve' })).fix).toContain('add "c.example"');
  expect(decide(policy, connect('b.example', 80)).fix).toBe('add except: ["b.example:80"] to that rule');
});
