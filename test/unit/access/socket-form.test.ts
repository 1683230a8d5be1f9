import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { connectForm, listenForm, pinOptions } from '../../../src/access/socket-form.js';

const normalise = (net as unknown as { _normalizeArgs: (args: unknown[]) => unknown[] })._normalizeArgs;

describe('connectForm', () => {
  const done = (): void => undefined;

  it.each([
    [[80], { port: 80 }],
    [['80', 'a.test'], { port: '80', host: 'a.test' }],
    [[80, 'a.test', done], { port: 80, host: 'a.test' }],
    [[80, new String('a.test')], { port: 80 }],
    [['/s.sock', done], { path: '/s.sock' }],
    [['-1'], { path: '-1' }],
    [[''], { port: '' }],
    [[], {}],
    [[undefined], { port: undefined }],
    [[done], { port: done }],
  ] as [unknown[], object][])('%j', (args, options) => {
    expect({ ...connectForm(args).options }).toEqual(options);
  });

  it('reads the forms as Node does', () => {
    for (const args of [
      [],
      [80],
      ['80'],
      ['/s'],
      [80, 'h'],
      ['', 'h'],
      ['0x10'],
      [null],
      [80, 5],
      [{ port: 1, host: 'h' }, done],
    ]) {
      const [options, callback] = normalise(args) as [object, unknown];
      expect({ ...connectForm(args).options }).toEqual({ ...options });
      expect(connectForm(args).callback ?? null).toBe(callback);
    }
  });

  it('takes the list that Node made before', () => {
    const form = connectForm([normalise([{ port: 80, host: 'denied.test' }, done])]);
    expect({ ...form.options }).toEqual({ port: 80, host: 'denied.test' });
    expect(form.callback).toBe(done);
  });

  it('reads a list that only looks like it once', () => {
    let reads = 0;
    const list = normalise([{ port: 80 }]);
    Object.defineProperty(list, 0, { get: () => ({ port: ++reads, host: 'a.test' }) });
    expect({ ...connectForm([list]).options }).toEqual({ port: 1, host: 'a.test' });
    expect(reads).toBe(1);
  });

  it('is empty for such a list without options', () => {
    const list = normalise([]);
    list[0] = undefined;
    expect(connectForm([list]).options).toEqual({});
  });
});

describe('pinOptions', () => {
  it('reads each property once, whatever gives it', () => {
    const reads: string[] = [];
    const source = new Proxy(
      { port: 80 },
      {
        get: (_target, key) => (reads.push(String(key)), key === 'host' ? 'a.test' : 80),
        has: () => true,
        ownKeys: () => ['port', 'host'],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    );
    expect({ ...pinOptions(source, ['host', 'port']) }).toEqual({ port: 80, host: 'a.test' });
    expect(reads.sort()).toEqual(['host', 'port']);
  });

  it('reads getters of a class, and what is inherited', () => {
    class Options {
      get host(): string {
        return 'a.test';
      }
    }
    const source = Object.assign(Object.create(new Options()) as object, { own: 1 });
    expect({ ...pinOptions(source, ['host', 'port']) }).toEqual({ own: 1, host: 'a.test' });
  });

  it('inherits nothing itself', () => {
    expect(Object.getPrototypeOf(pinOptions({}, []))).toBeNull();
  });
});

describe('listenForm', () => {
  it.each([
    [[], { port: 0 }],
    [[undefined], { port: 0 }],
    [[null], { port: 0 }],
    [[() => undefined], { port: 0 }],
    [[{ port: null }], { port: 0 }],
    [[{ port: undefined, host: 'h' }], { port: 0, host: 'h' }],
    [[{ path: '/s' }], { path: '/s' }],
    [[8080, 'h', 511], { port: 8080, host: 'h' }],
  ] as [unknown[], object][])('%j', (args, options) => {
    expect({ ...listenForm(args).options }).toEqual(options);
  });
});
