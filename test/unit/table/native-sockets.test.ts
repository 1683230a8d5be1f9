import { describe, expect, it } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { nativeSocketRows } from '../../../src/table/native-sockets.js';
import type { Row } from '../../../src/table/row.js';
import { rowNamed, select } from './rig.js';

setChunkLoader(() => ip);

const named = (name: string): Row => rowNamed(nativeSocketRows, name.replace('.', '.prototype.'));
const done = (row: Row, result: unknown, self: unknown, args: unknown[]): unknown =>
  row.after?.(
    result,
    self,
    args,
    () => undefined,
    () => undefined,
  );

describe('connect of a handle', () => {
  it.each([
    ['TCP.connect', [{}, '127.0.0.2', 80], ['127.0.0.2:80']],
    ['TCP.connect', [{}, '127.0.0.2\0.example.com', 65_616], ['127.0.0.2:80']],
    ['TCP.connect6', [{}, '::ffff:127.0.0.2', 80], ['127.0.0.2:80']],
    ['UDP.connect', ['127.0.0.2', 53], ['127.0.0.2:53']],
    ['UDP.send', [{}, [], 1, 53, '127.0.0.2', true], ['127.0.0.2:53']],
    ['UDP.send', [{}, [], 1, true], []],
    ['Pipe.connect', [{}, '/run/x.sock'], ['unix:/run/x.sock']],
    ['ChannelWrap.queryA', [{}, 'Example.COM'], ['example.com']],
    ['ChannelWrap.setServers', [[[4, '127.0.0.2', 53]]], ['127.0.0.2:53']],
  ])('%s is judged by what it is told: %j', (name, args, expected) => {
    expect(select(named(name), args).resources).toEqual(expected);
  });

  it('is told what was judged, however the argument answers', () => {
    let asked = 0;
    const flips = { toString: () => (asked++ === 0 ? '127.0.0.1' : '127.0.0.2') };
    expect(select(named('TCP.connect'), [{}, flips, '80']).args).toEqual([{}, '127.0.0.1', 80]);
  });
});

describe('listen of a handle', () => {
  const listen = named('TCP.listen');
  const bind = named('TCP.bind');

  it('is judged by where it was bound; to bind alone is a thing that clients do', () => {
    const handle = {};
    const { args, accesses } = select(bind, ['127.0.0.1', 0], handle);
    expect(accesses).toEqual([]);
    expect(done(bind, 0, handle, args)).toBe(0);
    expect(select(listen, [511], handle).resources).toEqual(['127.0.0.1:0']);
  });

  it('is not judged by where binding failed', () => {
    const handle = {};
    done(bind, 0, handle, ['0.0.0.0', 80]);
    done(bind, -22, handle, ['127.0.0.1', 80]);
    expect(select(listen, [511], handle).resources).toEqual(['0.0.0.0:80']);
  });

  it('is anywhere for a descriptor', () => {
    const handle = {};
    done(named('TCP.open'), 0, handle, [7]);
    expect(select(listen, [511], handle).accesses).toMatchObject([{ resource: 'fd:7', address: '::' }]);
    expect(select(named('Pipe.listen'), [511]).accesses).toMatchObject([{ resource: 'fd:-1', address: '::' }]);
  });

  it('has nothing to add for a path, which was judged when it was bound', () => {
    const handle = {};
    expect(select(named('Pipe.bind'), ['/run/x.sock'], handle).resources).toEqual(['unix:/run/x.sock']);
    done(named('Pipe.bind'), 0, handle, ['/run/x.sock']);
    expect(select(named('Pipe.listen'), [511], handle).accesses).toEqual([]);
  });
});
