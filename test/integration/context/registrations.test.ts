import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { run, type RunOptions, type RunResult } from '../../run.js';

const POLICY = `version: 1
mode: enforce
contexts:
  tool: { entry: "./tool.cjs#run", fs: { write: { allow: [] } } }
`;

/** The rule that is the tool's own. */
const OWN = 'contexts.tool.fs.write.allow';

const FILES = {
  'other.cjs': '',
  'tell.cjs': `
const fs = require('node:fs');
exports.told = {};
exports.write = (name) => {
  try { fs.writeFileSync(name, 'x'); exports.told[name] = 'done'; } catch (error) { exports.told[name] = error.rule ?? error.code; }
};
exports.sleep = require('node:timers/promises').setTimeout;`,
};

interface Way {
  /** The first Node that has it. */
  readonly since?: number;
  /** What a tool does; `go` writes to a file named like this way and returns true, once the tool was called. */
  readonly register: string;
  /** How the root sets it off. */
  readonly fire: string;
}

const WAYS: Readonly<Record<string, Way>> = {
  'async hooks': {
    register: "const hook = require('async_hooks').createHook({ before() { go() && hook.disable(); } }).enable()",
    fire: 'await sleep(1)',
  },
  'promise hooks': {
    register: "const stop = require('v8').promiseHooks.createHook({ init() { go() && stop(); } })",
    fire: 'await Promise.resolve()',
  },
  'a promise hook': {
    register: "const stop = require('v8').promiseHooks.onSettled(() => { go() && stop(); })",
    fire: 'await Promise.resolve()',
  },
  'an observer': {
    register: "new (require('perf_hooks').PerformanceObserver)(go).observe({ entryTypes: ['mark'] })",
    fire: "performance.mark('here'); await sleep(20)",
  },
  'the global observer': {
    register: "new PerformanceObserver(go).observe({ entryTypes: ['mark'] })",
    fire: "performance.mark('here'); await sleep(20)",
  },
  'a listener': { register: "process.on('told', go)", fire: "process.emit('told')" },
  'a listener for one time': { register: "process.prependOnceListener('told', go)", fire: "process.emit('told')" },
  'a listener by a borrowed method': {
    register: "require('events').prototype.once.call(process, 'told', go)",
    fire: "process.emit('told')",
  },
  'a rejection that is handled': {
    register: "process.on('unhandledRejection', () => {}); process.on('rejectionHandled', go)",
    fire: "const bad = Promise.reject(new Error('now')); await sleep(5); bad.catch(() => {}); await sleep(5)",
  },
  'a signal': {
    register: "process.on('SIGUSR2', go)",
    fire: "process.on('SIGUSR2', () => {}); process.kill(process.pid, 'SIGUSR2'); await sleep(20)",
  },
  'a channel': {
    register: "require('diagnostics_channel').subscribe('told', go)",
    fire: "require('diagnostics_channel').channel('told').publish({})",
  },
  'a traced channel': {
    register: "require('diagnostics_channel').tracingChannel('told').subscribe({ start: go })",
    fire: "require('diagnostics_channel').tracingChannel('told').traceSync(() => {})",
  },
  'a bound store': {
    register:
      "require('diagnostics_channel').channel('store').bindStore(new (require('async_hooks').AsyncLocalStorage)(), go)",
    fire: "require('diagnostics_channel').channel('store').runStores({}, () => {})",
  },
  finalization: {
    register: 'globalThis.registry = new FinalizationRegistry(go); (() => registry.register({}, 1))()',
    fire: 'for (let i = 0; i < 50 && told.finalization === undefined; i++) { gc(); await sleep(5); }',
  },
  'module hooks': {
    since: 22,
    register: `require('module').registerHooks({
      resolve(name, context, next) { if (name === './other.cjs') go(); return next(name, context); },
    })`,
    fire: "require('./other.cjs')",
  },
  'an error that nobody caught': {
    register: 'process.setUncaughtExceptionCaptureCallback(go)',
    fire: "setTimeout(() => { throw new Error('now'); }, 1); await sleep(10)",
  },
  'the last word': {
    since: 22,
    register: 'process.finalization.register((globalThis.kept = {}), go)',
    fire: 'process.exit()',
  },
};

const here = (major: number): [string, Way][] => Object.entries(WAYS).filter(([, { since = 20 }]) => major >= since);

/** The tool registers every way, each with a function of its own. */
const registering = (ways: readonly [string, Way][]): string =>
  ways
    .map(([name, { register }]) => `{ const go = () => armed && (write(${JSON.stringify(name)}), true); ${register}; }`)
    .join('\n');

const TOOL: Readonly<Record<string, (text: string) => string>> = {
  'in a call': (text) => `let armed = true; exports.run = () => { ${text} };`,
  'at load': (text) => `let armed = false; ${text} exports.run = () => { armed = true; };`,
};

const program = (tool: string, main: string, options: RunOptions = {}): Promise<RunResult> =>
  run('main.cjs', {
    policy: POLICY,
    ...options,
    flags: ['--expose-gc'],
    files: {
      ...FILES,
      'tool.cjs': `const { write } = require('./tell.cjs'); ${tool}`,
      'main.cjs': `const { sleep, told, write } = require('./tell.cjs');
const { run } = require('./tool.cjs');
(async () => {
await sleep(1);
await run();
process.once('exit', () => console.log(JSON.stringify(told)));
${main}
})();`,
    },
  });

const toldBy = ({ stdout, stderr }: RunResult): unknown => (stdout === '' ? stderr : JSON.parse(stdout));

describe.each(majors())('on Node %i, what a context registers', (major) => {
  const node = nodeBinary(major);
  const ways = here(major);

  it.each(
    Object.keys(TOOL).flatMap((when) =>
      (['require', 'import', 'NODE_OPTIONS'] as const).map((via) => [when, via] as const),
    ),
  )('%s acts in it when the root sets it off (%s)', async (when, via) => {
    const fire = ways.map(([, way]) => `{ ${way.fire}; write('root'); }`).join('\n');
    const result = await program(TOOL[when]!(registering(ways)), fire, { node, via });
    expect(toldBy(result)).toEqual({ root: 'done', ...Object.fromEntries(ways.map(([name]) => [name, OWN])) });
  });

  it('is to the program what it would be without', async () => {
    const tool = `
const dc = require('diagnostics_channel');
const { AsyncLocalStorage } = require('async_hooks');
const own = new AsyncLocalStorage();
exports.own = own;
exports.run = () => {
  const seen = [];
  const heard = function (...args) { seen.push([this === process, ...args]); return 7; };
  process.on('newListener', (type, fn) => { if (type === 'told') seen.push(fn === heard); });
  process.on('told', heard);
  process.once('told', heard);
  seen.push(process.listeners('told').every((fn) => fn === heard), process.listenerCount('told'));
  process.emit('told', 1, 2);
  seen.push(process.listenerCount('told'));
  process.off('told', heard);
  seen.push(process.listenerCount('told'));
  process.once('told', heard).removeListener('told', heard);
  seen.push(process.listenerCount('told'));
  dc.subscribe('told', heard);
  seen.push(dc.unsubscribe('told', heard), dc.unsubscribe('told', heard), dc.hasSubscribers('told'));
  dc.subscribe('enters', (value) => own.enterWith(value));
  try { require('v8').promiseHooks.onInit(async () => {}); } catch ({ code }) { seen.push(code); }
  for (const wrong of [() => process.on('told', 1), () => new FinalizationRegistry(1), () => new PerformanceObserver()])
    try { wrong(); } catch (error) { seen.push(error.name); }
  seen.push(new PerformanceObserver(heard).constructor === PerformanceObserver);
  seen.push(Object.prototype.toString.call(new FinalizationRegistry(heard)), require('perf_hooks').PerformanceObserver === PerformanceObserver);
  return JSON.stringify(seen);
};`;
    const main = `require('diagnostics_channel').channel('enters').publish(5);
console.log(JSON.stringify([await run(), require('./tool.cjs').own.getStore()]));
process.removeAllListeners('exit');`;
    const bare = await program(tool, main, { node, via: 'none' });
    expect(bare.stdout).toContain('[object FinalizationRegistry]');
    for (const via of ['require', 'import'] as const)
      expect(toldBy(await program(tool, main, { node, via }))).toEqual(toldBy(bare));
  });
});
