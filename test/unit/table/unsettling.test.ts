import { beforeEach, describe, expect, it } from 'vitest';
import { epoch, isSettled } from '../../../src/access/epoch.js';
import { unsettling, untilDone } from '../../../src/table/unsettling.js';

const judge = (): undefined => undefined;
const outcome = (): undefined => undefined;
const after = (result: unknown, args: unknown[]): unknown => untilDone(result, undefined, args, judge, outcome);

describe('a change that is made in Node’s own time', () => {
  beforeEach(() => expect(isSettled()).toBe(true));

  it('is over when its callback is called, and before the program hears of it', () => {
    const heard: unknown[] = [];
    const args: unknown[] = [
      'from',
      'to',
      function (this: unknown, ...values: unknown[]) {
        heard.push(this, ...values, isSettled());
      },
    ];
    unsettling(() => undefined)(args, undefined, judge);
    after(undefined, args);
    expect(isSettled()).toBe(false);
    const before = epoch.now;
    Reflect.apply(args[2] as (...values: unknown[]) => void, 'self', [null, 7]);
    expect(heard).toEqual(['self', null, 7, true]);
    expect(epoch.now).toBe(before + 1);
  });

  it('is none when the call was refused', () => {
    const args: unknown[] = ['x', () => undefined];
    unsettling(() => undefined)(args, undefined, judge);
    (args[1] as () => void)();
    expect(isSettled()).toBe(true);
  });

  it('is over when its promise is settled, which stays what it was', async () => {
    const kept = after(Promise.resolve(7), []) as Promise<unknown>;
    expect(isSettled()).toBe(false);
    expect(await kept).toBe(7);
    expect(isSettled()).toBe(true);
    await expect(after(Promise.reject(new Error('no')), []) as Promise<unknown>).rejects.toThrow('no');
    expect(isSettled()).toBe(true);
  });

  it('is over at once when the call is synchronous', () => {
    expect(after('made', ['folder'])).toBe('made');
    expect(after(undefined, [])).toBeUndefined();
    expect(isSettled()).toBe(true);
  });
});
