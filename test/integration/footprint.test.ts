import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../nodes.js';
import { run } from '../run.js';

/** What a program can see of the process it runs in. */
const LOOKS = `
const loaded = process.moduleLoadList.slice();
console.log(JSON.stringify({
  loaded,
  events: process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
  resources: process.getActiveResourcesInfo(),
  globals: Reflect.ownKeys(globalThis).map(String).sort(),
  process: Object.getOwnPropertyNames(process).sort(),
  symbols: Object.getOwnPropertySymbols(process).map(String),
  modules: Object.keys(require.cache).map((file) => require('node:path').basename(file)),
  env: Object.keys(process.env).filter((name) => !name.startsWith('RECEIPTBOT_')).sort(),
  argv: process.argv.slice(2),
  stack: [Error.stackTraceLimit, typeof Error.prepareStackTrace],
  extensions: Object.keys(require.extensions),
  builtins: [Object, Array, Function, String, RegExp, Promise, Map, Error, JSON, Reflect].map((one) => Reflect.ownKeys(one).length + Reflect.ownKeys(Object(one.prototype)).length),
  exitCode: process.exitCode ?? null,
  emit: process.emit === require('node:events').prototype.emit,
  chain: [process instanceof process.constructor, process instanceof require('node:events'), 'emit' in process, Object.hasOwn(process, 'emit')],
  named: (() => { 'use strict'; try { delete Object.defineProperty(process, 'fixed', { value: 1 }).fixed; } catch (error) { return error.message; } })(),
  shown: require('node:util').inspect(Object.getPrototypeOf(process)),
  found: (() => { for (let at = process; at !== null; at = Object.getPrototypeOf(at)) { const own = Object.getOwnPropertyDescriptor(at, 'emit'); if (own !== undefined) return Object.entries(own).map(String); } })(),
  mocked: (() => { const { mock } = require('node:test').mock.method(process, 'emit', () => 'mocked'); const told = process.emit('x'); mock.restore(); return [told, process.emit('x')]; })(),
}));
`;
interface Looks extends Record<string, unknown> {
  readonly loaded: readonly string[];
  readonly events: readonly (readonly [string, number])[];
  readonly symbols: readonly string[];
  readonly modules: readonly string[];
}

const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
const files = { 'main.cjs': LOOKS, 'empty.cjs': '' };
const HEAVY =
  /^NativeModule (?:internal\/)?(?:https?|http2|_http|tls|_tls|net|dgram|dns|worker|child_process|inspector|deps\/undici|wasi|sqlite|repl|cluster|url$)/;

describe.each(majors())('what a program sees of the belt on Node %i', (major) => {
  const node = nodeBinary(major);
  const looks = async (options: Parameters<typeof run>[1]): Promise<Looks> =>
    JSON.parse((await run('main.cjs', { files, node, ...options })).stdout) as Looks;

  it('is one symbol, and no module that it would not need itself', async () => {
    const bare = await looks({ via: 'none', flags: ['--require', './empty.cjs'] });
    const belted = await looks({ policy: POLICY });
    const { loaded, events, symbols, modules, ...rest } = belted;
    const { loaded: loadedBare, events: eventsBare, symbols: symbolsBare, modules: modulesBare, ...restBare } = bare;
    expect(rest).toEqual(restBare);
    expect(events).toEqual(eventsBare);
    expect(symbols).toEqual([...symbolsBare, 'Symbol(receiptbot)']);
    expect(modules).toEqual(modulesBare.filter((name) => name !== 'empty.cjs'));
    const early = loaded.filter((name) => !loadedBare.includes(name));
    expect(early.filter((name) => HEAVY.test(name))).toEqual([]);
  });

  it('is nothing at all with `off`', async () => {
    const bare = await looks({ via: 'none', flags: ['--require', './empty.cjs'] });
    const off = await looks({ policy: POLICY, env: { RECEIPTBOT_MODE: 'off' } });
    const { loaded, symbols, modules } = off;
    const same = { loaded: [], symbols: [], modules: [] };
    expect({ ...off, ...same }).toEqual({ ...bare, ...same });
    expect(loaded.filter((name) => HEAVY.test(name) && !bare.loaded.includes(name))).toEqual([]);
    expect([symbols.length, modules.length]).toEqual([bare.symbols.length + 1, bare.modules.length - 1]);
  });
});

describe('a program that ends early', () => {
  it('is not kept alive by the belt', async () => {
    const started = Date.now();
    const result = await run('main.cjs', { files: { 'main.cjs': "require('fs').existsSync('x')" }, policy: POLICY });
    expect(result.code).toBe(0);
    expect(Date.now() - started).toBeLessThan(20_000);
  });
});

const WHERE = `
const fs = require('fs'), cp = require('child_process'), net = require('net'), { Worker } = require('worker_threads');
const here = (error) => /main\\.cjs:(\\d+)/.exec(String(error.stack).split('\\n')[1])?.[1];
const line = () => /main\\.cjs:(\\d+)/.exec(new Error().stack.split('\\n')[2])[1];
const tell = {};
const at = (name, fn) => { try { fn(); } catch (error) { tell[name] = [here(error), error.rule]; } };
let l = 0;
at('sync', () => { l = line(); fs.readFileSync('.env'); }); tell.sync[2] = l;
at('exec', () => { l = line(); cp.execSync('ls'); }); tell.exec[2] = l;
at('worker', () => { l = line(); new Worker('', { eval: true }); }); tell.worker[2] = l;
at('spawn', () => { l = line(); cp.spawn('ls'); }); tell.spawn[2] = l;
const asked = line(); fs.readFile('.env', (error) => { tell.callback = [here(error), error.rule, asked]; });
(async () => {
  try { l = line(); await fs.promises.readFile('.env'); } catch (error) { tell.promise = [here(error), error.rule, l]; }
  try { l = line(); await fetch('http://127.0.0.1:1/'); } catch (error) { tell.fetch = [here(error), error.rule, l]; }
  await new Promise((done) => setTimeout(done, 20));
  console.log(JSON.stringify(tell));
})();
`.trimStart();

describe('the stack of a refusal', () => {
  const policy = `version: 1
mode: enforce
fs: { read: { deny: ["**/.env"] } }
net: { connect: { allow: [] } }
exec: { allow: [] }
process: { workers: deny }
`;

  it('starts at the line that asked, in every form', async () => {
    const result = await run('main.cjs', { files: { 'main.cjs': WHERE, '.env': 'canary' }, policy });
    const told = JSON.parse(result.stdout) as Record<string, [string | undefined, string, string]>;
    expect(Object.keys(told).sort()).toEqual(['callback', 'exec', 'fetch', 'promise', 'spawn', 'sync', 'worker']);
    for (const [form, [line, rule, expected]] of Object.entries(told)) {
      expect(rule, form).toMatch(/allow|deny|workers/);
      if (form !== 'spawn') expect(line, form).toBe(expected);
    }
    expect(result.stderr).not.toContain('receiptbot/core');
  });

  it('is what Node prints of one that nobody caught: the message, the line, no line of ours', async () => {
    const main = "const fs = require('fs');\nfunction reads() {\n  return fs.readFileSync('.env');\n}\nreads();\n";
    const result = await run('main.cjs', { files: { 'main.cjs': main, '.env': 'canary' }, policy });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/PolicyViolationError: fs\.readFileSync\("\.env"\)/);
    expect(result.stderr).toMatch(/at reads \(.*main\.cjs:3:\d+\)/);
    const frames = result.stderr.split('\n').filter((line) => /^\s+at /.test(line));
    expect(frames.filter((line) => line.includes('receiptbot/'))).toEqual([]);
  });

  it('keeps what the program did to stacks', async () => {
    const main =
      "Error.stackTraceLimit = 1; Error.prepareStackTrace = (error, sites) => 'own ' + sites.length; try { require('fs').readFileSync('.env'); } catch (error) { console.log(error.stack, error.rule); }";
    const result = await run('main.cjs', { files: { 'main.cjs': main, '.env': 'canary' }, policy });
    expect(result.stdout).toBe('own 1 fs.read.deny[0]\n');
  });

  it('names its caller in the receipt', async () => {
    const main = "const fs = require('fs');\n\ntry { fs.readFileSync('.env'); } catch {}\n";
    const { receipts } = await run('main.cjs', { files: { 'main.cjs': main, '.env': 'canary' }, policy });
    const [blocked] = receipts
      .flatMap(({ events }) => events)
      .filter((event) => event['status'] === 'BLOCKED_BY_POLICY');
    expect(blocked?.['caller']).toMatch(/main\.cjs:3/);
  });
});
