import { afterEach, describe, expect, it } from 'vitest';
import { lacksOption, takeOptions, takeOwnOptions, takePath } from '../../../src/table/take.js';

const polluted = Object.prototype as Record<string, unknown>;
afterEach(() => {
  delete polluted['flag'];
  delete polluted['encoding'];
});

const taken = (take: typeof takeOptions, given: unknown, ...names: string[]): { read: unknown; used: unknown } => {
  const args = ['path', given];
  const read = take(args, 1, names);
  return { read: names.map((name) => read[name]), used: args[1] };
};

describe('takeOptions', () => {
  it('reads a getter once, and passes on what it answered', () => {
    let asked = 0;
    const { read, used } = taken(
      takeOptions,
      {
        get flag() {
          asked += 1;
          return asked > 1 ? 'w' : undefined;
        },
      },
      'flag',
    );
    expect(read).toEqual([undefined]);
    expect((used as { flag: unknown }).flag).toBeUndefined();
    expect(asked).toBe(1);
  });

  it('sees what another getter sets', () => {
    const given = {
      get encoding() {
        (this as { flag?: string }).flag = 'w';
        return 'utf8';
      },
    };
    expect(taken(takeOptions, given, 'flag').read).toEqual(['w']);
  });

  it('pins what is inherited and what is absent, without making it the own of the options', () => {
    const { read, used } = taken(takeOptions, Object.create({ recursive: true }), 'recursive', 'flag');
    polluted['flag'] = 'w';
    expect(read).toEqual([true, undefined]);
    expect((used as { flag: unknown }).flag).toBeUndefined();
    expect({ ...(used as object) }).toEqual({});
  });

  it('passes on what cannot be changed', () => {
    const given = { flag: 'r', signal: 1 };
    const { used } = taken(takeOptions, given, 'flag');
    given.flag = 'w';
    expect(() => Object.defineProperty(used, 'flag', { value: 'w' })).toThrow();
    expect(used).toMatchObject({ flag: 'r', signal: 1 });
  });

  it('leaves alone what is no object', () => {
    for (const given of ['utf8', undefined, null, 7]) expect(taken(takeOptions, given, 'flag').used).toBe(given);
  });
});

describe('takeOwnOptions', () => {
  it('makes options of what stands for them', () => {
    expect({ ...(taken(takeOwnOptions, 'utf8', 'recursive').used as object) }).toEqual({
      encoding: 'utf8',
      recursive: undefined,
    });
    for (const given of [undefined, null])
      expect(Object.keys(taken(takeOwnOptions, given, 'recursive').used as object)).toEqual(['recursive']);
    expect(taken(takeOwnOptions, 7, 'recursive').used).toBe(7);
  });

  it('leaves the callback the last', () => {
    const done = (): void => undefined;
    const args: unknown[] = ['path', done];
    takeOwnOptions(args, 1, ['recursive']);
    expect(args).toHaveLength(3);
    expect(args[2]).toBe(done);
  });
});

describe('lacksOption', () => {
  it('trusts none but plain options', () => {
    const lacks = (given: unknown): boolean => lacksOption(['path', given], 1, 'flag');
    expect([undefined, 'utf8', {}, { encoding: 'utf8' }, Object.create(null)].map(lacks)).toEqual(Array(5).fill(true));
    const getter = { get: () => 'utf8' };
    const hidden = Object.defineProperty({}, 'encoding', getter);
    expect([{ flag: 'r' }, new Proxy({}, {}), Object.create({}), hidden].map(lacks)).toEqual(Array(4).fill(false));
    Object.defineProperty(polluted, 'encoding', { ...getter, configurable: true });
    expect(lacks({})).toBe(false);
  });
});

describe('takePath', () => {
  it('tells of a name that is not UTF-8', () => {
    expect(takePath([Buffer.from([0x61, 0xff])], 0)).toEqual({ text: 'a\ufffd', unclear: 'garbled' });
    expect(takePath([Buffer.from('a')], 0)).toEqual({ text: 'a' });
  });

  it('keeps what looks like a file handle from becoming an address', () => {
    let isAddress = false;
    const prototype = new Proxy(
      {},
      {
        has: (_target, key) => key === 'fd',
        get: (_target, key) => (isAddress && key === 'href' ? 'file:///etc/passwd' : undefined),
      },
    );
    const args = [Object.create(prototype) as { href?: unknown }];
    expect(takePath(args, 0)).toBeUndefined();
    isAddress = true;
    expect(args[0]?.href).toBeUndefined();
  });
});
