import { describe, expect, it } from 'vitest';
import { type Context, openContext } from '../../../src/context/context.js';
import { within } from '../../../src/context/nesting.js';
import { decide } from '../../../src/policy/decide.js';
import type { Recorder } from '../../../src/receipt/recorder.js';
import { policyOf, read } from '../policy/layers.js';

const context = (name: string, parent?: Context, account: object = {}): Context =>
  openContext(parent, name, policyOf({ fs: { read: { deny: [`/secret/${name}`] } } }), {} as Recorder, { account });
/** The contexts whose rule refuses something. */
const rulesIn = ({ policy }: Context): string[] =>
  ['a', 'b', 'c'].filter((name) => !decide(policy, read(`/secret/${name}`)).allowed);

describe('a bound function that is called by another context', () => {
  const root = context('root');
  const a = context('a', root);
  const inner = context('b', a);
  const other = context('c', root);

  it('acts in the inner one of the two', () => {
    expect(within(a, root)).toBe(a);
    expect(within(inner, a)).toBe(inner);
    expect(within(a, inner)).toBe(inner);
    expect(within(inner, root)).toBe(inner);
  });

  it('acts in its own call when both are calls of one entry', () => {
    const again = context('a', root, a.account);
    expect(within(a, again)).toBe(again);
    expect(within(context('b', again, inner.account), a).name).toBe('b');
  });

  it('may do what both may when neither is in the other', () => {
    const both = within(inner, other);
    expect(both.name).toBe('c');
    expect(rulesIn(both)).toEqual(['b', 'c']);
    expect([both.account, both.parent]).toEqual([other.account, inner]);
    expect(within(inner, other)).toBe(both);
  });
});
