import dns from 'node:dns';
import { describe, expect, it } from 'vitest';
import { expectQuestion } from '../../../src/access/lookup.js';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { dnsRows } from '../../../src/table/dns.js';
import { rowNamed, select } from './rig.js';

setChunkLoader(() => ip);

const lookup = rowNamed(dnsRows, 'lookup');
const setServers = rowNamed(dnsRows, 'Resolver.prototype.setServers');

describe('dns questions', () => {
  it('are judged by name', () => {
    expect(select(lookup, ['Denied.Test.', () => undefined]).accesses).toMatchObject([
      { resource: 'denied.test', use: 'resolve', protocol: 'dns', capability: 'net.connect' },
    ]);
    expect(select(rowNamed(dnsRows, 'Resolver.prototype.resolveTxt'), ['leak.secret.test']).resources).toEqual([
      'leak.secret.test',
    ]);
    expect(select(rowNamed(dnsRows, 'reverse'), ['::ffff:7f00:2']).resources).toEqual(['127.0.0.2']);
  });

  it('are none where a plain address is its own answer', () => {
    expect(select(lookup, ['127.0.0.1', () => undefined]).accesses).toEqual([]);
    expect(select(lookup, ['127.1', () => undefined]).resources).toEqual(['127.0.0.1']);
  });

  it('are judged once when a connection asks', () => {
    expectQuestion('a.test');
    expect(select(lookup, ['a.test']).accesses).toEqual([]);
    expect(select(lookup, ['a.test']).resources).toEqual(['a.test']);
  });

  it('are made to fail where a NUL would cut the name off', () => {
    const { args, accesses } = select(lookup, ['denied.test\0.allowed.test', () => undefined]);
    expect(accesses).toBeUndefined();
    expect(() => {
      dns.lookup(args[0] as string, () => undefined);
    }).toThrow(/must be (?:of type string|a string without null bytes)/);
  });

  it.each([undefined, null, 5, {}, ''])('leave %j to Node', (name) => {
    expect(select(lookup, [name]).accesses).toBeUndefined();
  });
});

describe('setServers', () => {
  it('is a connection to each server', () => {
    expect(select(setServers, [['127.0.0.2', '127.0.0.2:5353', '[::1]:53', '::1', '::ffff:7f00:2']]).resources).toEqual(
      ['127.0.0.2:53', '127.0.0.2:5353', '[::1]:53', '[::1]:53', '127.0.0.2:53'],
    );
  });

  it('reads a list that changes once', () => {
    const list = ['127.0.0.1', '127.0.0.2'];
    const sly = new Proxy(['x'], {
      get: (target, key) => (key === '0' ? list.shift() : (Reflect.get(target, key) as unknown)),
    });
    const { args, resources } = select(setServers, [sly]);
    expect(resources).toEqual(['127.0.0.1:53']);
    expect(args).toEqual([['127.0.0.1']]);
  });

  it('is judged in the form that the method behind it has', () => {
    const { args, resources } = select(setServers, [
      [
        [4, '127.0.0.2', 5353],
        [6, '::1', 53],
      ],
    ]);
    expect(resources).toEqual(['127.0.0.2:5353', '[::1]:53']);
    expect(args).toEqual([
      [
        [4, '127.0.0.2', 5353],
        [6, '::1', 53],
      ],
    ]);
    expect(select(setServers, [[[4, '127.0.0.1\0x', 53]]]).args).toEqual([[[4, '', 53]]]);
  });

  it('is found on the class that both kinds of resolvers share, once', () => {
    const [first, inner] = setServers.reach?.(dns) ?? [];
    const [second] = setServers.reach?.(dns.promises) ?? [];
    expect(first?.object).toBe(Object.getPrototypeOf(dns.Resolver.prototype));
    expect(second?.object).not.toBe(first?.object);
    expect(inner?.object).toBe(first?.object);
    expect(String(inner?.key)).toBe('Symbol(dns:resolver:setServers)');
  });
});
