import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { createWrapEntry, inContext, type Enter, type WrapEntry } from '../../../src/context/wrap-entry.js';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
const store = new AsyncLocalStorage<string>();
const who = (): string => store.getStore() ?? 'root';
let calls = 0;
const open = (name: string): Enter => {
  calls += 1;
  return (fn) => store.run(`${name}${calls}`, fn);
};
const entry = (exportName: string): WrapEntry => {
  calls = 0;
  const [exported = '', ...members] = exportName.split('.');
  const path = [exported, ...members] as const;
  return createWrapEntry(
    [{ entry: { name: 'a', file: '/x.js', exportName }, file: '/x.js', path }],
    open,
    () => undefined,
  );
};
/** What `run = wrapEntry(…)` makes of a function. */
const wrap = <F>(fn: F): F => entry('run')(0, 'binding', 'final', fn) as F;
const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a wrapped function', () => {
  it('runs each call in a context of its own, with all that the call starts', async () => {
    const started: string[] = [];
    const run = wrap(async (n: number) => {
      setTimeout(() => started.push(who()), 1);
      await later();
      return `${n}:${who()}`;
    });
    expect(await Promise.all(Array.from({ length: 10 }, (_, n) => run(n)))).toEqual(
      Array.from({ length: 10 }, (_, n) => `${n}:a${n + 1}`),
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(started.sort()).toEqual(Array.from({ length: 10 }, (_, n) => `a${n + 1}`).sort());
    expect(who()).toBe('root');
  });

  it('passes on this, arguments, results and throws', () => {
    const failure = new Error('as it was');
    const run = wrap(function (this: unknown, ...args: unknown[]) {
      if (args.length === 0) throw failure;
      return [this, ...args];
    });
    const self = {};
    expect(run.call(self, 1, undefined)).toEqual([self, 1, undefined]);
    expect(() => run()).toThrow(failure);
  });

  it('keeps what can be seen of it', () => {
    const original = Object.assign(
      async function run(a: unknown, b: unknown) {
        return await Promise.all([a, b]);
      },
      { label: 'kept' },
    );
    const run = wrap(original);
    expect([run.name, run.length, run.label, Object.keys(run)]).toEqual(['run', 2, 'kept', ['label']]);
    expect(Object.getPrototypeOf(run)).toBe(Object.getPrototypeOf(original));
    expect(Object.getOwnPropertyDescriptor(run, 'prototype')).toBeUndefined();
    expect(() => Reflect.construct(run, []) as unknown).toThrow(TypeError);
  });

  it('is wrapped once, however often', () => {
    const wrapEntry = entry('run');
    const once = wrapEntry(0, 'binding', 'early', () => who()) as () => string;
    expect(wrapEntry(0, 'binding', 'final', once)).toBe(once);
    expect(once()).toBe('a1');
    expect(calls).toBe(1);
  });

  it('is called default again when the rewriting had to name it', () => {
    const wrapEntry = entry('default');
    const named = { $receiptbot_default: () => undefined }.$receiptbot_default;
    expect((wrapEntry(0, 'binding', 'early', named) as AnyFunction).name).toBe('default');
  });
});

describe('a wrapped constructor', () => {
  it('constructs in its context and stays the class that it was', () => {
    class Agent {
      static kind = 'kept';
      made = who();
      target: boolean;
      constructor() {
        this.target = new.target === Agent;
      }
    }
    const Wrapped = wrap(Agent);
    class Sub extends Wrapped {}
    const agent = new Wrapped();
    expect([agent.made, agent.target, Wrapped.kind, Wrapped.name]).toEqual(['a1', true, 'kept', 'Agent']);
    expect(agent).toBeInstanceOf(Wrapped);
    expect(agent.constructor).toBe(Wrapped);
    expect(new Sub()).toBeInstanceOf(Agent);
    expect(Object.getPrototypeOf(new Sub())).toBe(Sub.prototype);
    expect(() => (Wrapped as unknown as () => void)()).toThrow(TypeError);
  });
});

describe('a wrapped generator function', () => {
  it('runs its body in one context at every step, and its consumer in its own', async () => {
    const ends: string[] = [];
    const stream = wrap(async function* () {
      try {
        yield who();
        await later();
        yield who();
      } finally {
        ends.push(who());
      }
    });
    const seen: string[] = [];
    for await (const step of stream()) seen.push(step, who());
    expect(seen).toEqual(['a1', 'root', 'a1', 'root']);
    const numbers = wrap(function* (): Generator<string, string, string> {
      try {
        return `${yield who()}:${who()}`;
      } catch (error) {
        return `${String(error)}:${who()}`;
      } finally {
        ends.push(who());
      }
    });
    const first = numbers();
    expect([first.next('ignored').value, first.next('sent').value]).toEqual(['a1', 'sent:a1']);
    const second = numbers();
    second.next('');
    expect(second.throw('thrown').value).toBe('thrown:a2');
    const third = numbers();
    third.next('');
    expect(third.return('returned')).toEqual({ value: 'returned', done: true });
    expect(ends).toEqual(['a1', 'a1', 'a2', 'a3']);
  });

  it('may be delegated to and spread', () => {
    const inner = wrap(function* () {
      yield who();
    });
    const outer = function* (): Generator<string> {
      yield who();
      yield* inner();
      yield who();
    };
    expect([...outer()]).toEqual(['root', 'a1', 'root']);
    expect(Object.keys(inner())).toEqual([]);
  });
});

describe('members', () => {
  it('wraps a method on its prototype, whose this and super stay', async () => {
    class Base {
      hello(): string {
        return `hello ${who()}`;
      }
    }
    class Agent extends Base {
      #name = 'x';
      async run(): Promise<string> {
        await later();
        return `${this.#name} ${super.hello()}`;
      }
    }
    const before = Object.getOwnPropertyDescriptor(Agent.prototype, 'run');
    expect(entry('Agent.prototype.run')(0, 'binding', 'final', Agent)).toBe(Agent);
    expect(await new Agent().run()).toBe('x hello a1');
    expect(Object.getOwnPropertyDescriptor(Agent.prototype, 'run')).toEqual({
      ...before,
      value: expect.any(Function) as unknown,
    });
    expect(new Base().hello()).toBe('hello root');
  });

  it('wraps an inherited method for the class that was named only', () => {
    class Base {
      run(): string {
        return who();
      }
    }
    class Agent extends Base {}
    entry('Agent.prototype.run')(0, 'binding', 'final', Agent);
    expect([new Agent().run(), new Base().run()]).toEqual(['a1', 'root']);
  });

  it('waits for what is not there yet, and not for ever', () => {
    const wrapEntry = entry('agent.run');
    const agent: { run?: () => string } = {};
    wrapEntry(0, 'binding', 'early', agent);
    expect(() => wrapEntry(0, 'binding', 'final', agent)).toThrow(/cannot be found: it is of type undefined/);
    agent.run = who;
    wrapEntry(0, 'binding', 'final', agent);
    expect(agent.run()).toBe('a1');
    expect(who()).toBe('root');
  });
});

describe('CommonJS exports', () => {
  it('wraps a property, or the whole for a default export', () => {
    const module: { exports: { run?: () => string; default?: () => string } | (() => string) } = {
      exports: { run: who },
    };
    entry('run')(0, 'exports', 'final', module);
    expect((module.exports as { run: () => string }).run()).toBe('a1');
    module.exports = () => who();
    entry('default')(0, 'exports', 'final', module);
    expect(module.exports()).toBe('a1');
    module.exports = { default: who };
    entry('default')(0, 'exports', 'final', module);
    expect(module.exports.default?.()).toBe('a1');
  });

  it('leaves getters alone until the module has run, and refuses those that it cannot replace', () => {
    const wrapEntry = entry('run');
    const exports = {};
    let reads = 0;
    Object.defineProperty(exports, 'run', { enumerable: true, get: () => (reads += 1) && who });
    wrapEntry(0, 'exports', 'early', { exports });
    expect(reads).toBe(0);
    expect(() => wrapEntry(0, 'exports', 'final', { exports })).toThrow(/cannot be replaced/);
  });
});

it('refuses what is no function, and takes no harm from strangers', () => {
  const wrapEntry = entry('run');
  expect(wrapEntry(0, 'binding', 'early', undefined)).toBeUndefined();
  expect(() => wrapEntry(0, 'binding', 'final', null)).toThrow(/context "a", \/x\.js#run, cannot be found: it is null/);
  expect(wrapEntry(9, 'binding', 'final', who)).toBe(who);
  expect(wrapEntry(0, 'exports', 'final', null)).toBeNull();
});

it('lets a context be opened by the call, not by the wrapping', () => {
  calls = 0;
  inContext(who, () => open('b'));
  expect(calls).toBe(0);
});
