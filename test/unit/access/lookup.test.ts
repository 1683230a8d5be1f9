import dns from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { judgedAnswer, judgedLookup, noteLabel, takeLabel, takeQuestion } from '../../../src/access/lookup.js';
import { setChunkLoader } from '../../../src/chunks.js';

setChunkLoader(() => ip);

const refusal = new Error('refused');
const judge = (address: string): unknown => (/^(?:127\.0\.0\.2|::ffff:7f00:2)$/.test(address) ? refusal : undefined);
type Done = (error: unknown, answer?: unknown, family?: unknown) => void;

function ask(all: boolean, answer: (done: Done) => void): unknown[] {
  const told: unknown[][] = [];
  answer(judgedAnswer((...values) => void told.push(values), all, judge));
  expect(told).toHaveLength(1);
  return told[0] ?? [];
}

describe('judgedAnswer', () => {
  it('passes a single address on, or the refusal in its place', () => {
    expect(ask(false, (done) => done(null, '127.0.0.1', 4))).toEqual([null, '127.0.0.1', 4]);
    expect(ask(false, (done) => done(null, '127.0.0.2', 4))).toEqual([refusal]);
    expect(ask(false, (done) => done(null, '::ffff:7f00:2', 6))).toEqual([refusal]);
  });

  it('leaves refused addresses out of a list', () => {
    const answer = [
      { address: '127.0.0.2', family: 4 },
      { address: '::1', family: 6 },
    ];
    const [error, kept] = ask(true, (done) => done(null, answer));
    expect(error).toBeNull();
    expect(kept).toEqual([{ address: '::1', family: 6 }]);
  });

  it('is the refusal when none is left, and nothing else when there was none', () => {
    expect(ask(true, (done) => done(null, [{ address: '127.0.0.2', family: 4 }]))).toEqual([refusal]);
    expect(ask(true, (done) => done(null, []))).toEqual([null, []]);
  });

  it('reads an entry that changes once', () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const entry = {
      get address() {
        return answers.shift();
      },
      family: 4,
    };
    expect(ask(true, (done) => done(null, [entry]))).toEqual([null, [{ address: '127.0.0.1', family: 4 }]]);
  });

  it('passes on no address that is not text', () => {
    const sly = { toString: () => '127.0.0.2' };
    expect(ask(false, (done) => done(null, sly, 4))).toEqual([null, undefined, 4]);
    expect(ask(false, (done) => done(null, ['127.0.0.2'], 4))).toEqual([null, undefined, 4]);
    expect(ask(true, (done) => done(null, [{ address: sly, family: 4 }]))).toEqual([
      null,
      [{ address: undefined, family: 4 }],
    ]);
    expect(ask(true, (done) => done(null, '127.0.0.2'))).toEqual([null, [{ address: undefined, family: undefined }]]);
  });

  it('lets errors through', () => {
    const failed = new Error('ENOTFOUND');
    expect(ask(true, (done) => done(failed))[0]).toBe(failed);
  });
});

describe('judgedLookup', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("asks the caller's own function, as it would have been asked", () => {
    const own = vi.fn(function (this: unknown, host: string, _options: object, done: Done) {
      done(null, host === 'a.test' ? '127.0.0.2' : '127.0.0.1', 4);
    });
    const told: unknown[] = [];
    judgedLookup(own, judge).call(undefined, 'a.test', { family: 4 }, (...values: unknown[]) => told.push(...values));
    expect(told).toEqual([refusal]);
    expect(own).toHaveBeenCalledTimes(1);
  });

  it('asks dns.lookup as it is then, and tells that the question is judged', () => {
    const taken: boolean[] = [];
    vi.spyOn(dns, 'lookup').mockImplementation(((host: string, _options: object, done: Done) => {
      taken.push(takeQuestion(host), takeQuestion(host));
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    }) as never);
    const told: unknown[] = [];
    judgedLookup(undefined, judge).call(undefined, 'a.test', { all: true }, (...values: unknown[]) =>
      told.push(...values),
    );
    expect(told).toEqual([null, [{ address: '127.0.0.1', family: 4 }]]);
    expect(taken).toEqual([true, false]);
    expect(takeQuestion('a.test')).toBe(false);
  });
});

describe('labels', () => {
  it('stand for the address that undici told of just before', () => {
    noteLabel({ hostname: '127.0.0.1', port: '3128', servername: 'api.test' });
    expect(takeLabel('api.test', 3128)).toBe('127.0.0.1');
    expect(takeLabel('api.test', 3128)).toBeUndefined();
  });

  it('stand for nothing else', () => {
    noteLabel({ hostname: 'proxy.test', port: '3128', servername: 'api.test' });
    expect(takeLabel('api.test', 3128)).toBeUndefined();
    noteLabel({ hostname: '127.0.0.1', port: '', servername: 'api.test' });
    expect(takeLabel('other.test', 80)).toBeUndefined();
    noteLabel({ hostname: '127.0.0.1', port: '', servername: 'api.test' });
    expect(takeLabel('api.test', 80)).toBe('127.0.0.1');
  });
});
