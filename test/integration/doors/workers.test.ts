import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';
import { refusals } from '../../run.js';

/** What a worker tells: how its own attempts ended. */
const INSIDE = `
const { parentPort } = require('node:worker_threads');
const attempt = (fn) => { try { return String(fn()); } catch (error) { return error.rule ?? error.code ?? String(error); } };
const told = {
  secret: attempt(() => require('node:fs').readFileSync('.env')),
  notes: attempt(() => require('node:fs').readFileSync('notes.txt')),
  command: attempt(() => require('node:child_process').execSync('ls').length > 0),
  variable: attempt(() => process.env.AWS_SECRET),
};
`;
const TELLS = `${INSIDE}parentPort.postMessage(told);`;
const files = {
  '.env': 'canary',
  'notes.txt': 'notes',
  'worker.cjs': TELLS,
  'worker.mjs': `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);${TELLS}`,
  'nested.cjs': `const { Worker, parentPort } = require('node:worker_threads'); new Worker(__dirname + '/worker.cjs', { execArgv: [], env: {} }).on('message', (told) => parentPort.postMessage(told)).on('error', (error) => parentPort.postMessage({ error: String(error) }));`,
};

const POLICY = `version: 1
mode: enforce
fs: { read: { deny: ["**/.env"] } }
exec: { allow: [] }
env: { deny: ["AWS_*"] }
`;

const head = `
const { Worker, SHARE_ENV, setEnvironmentData, getEnvironmentData } = require('node:worker_threads');
const { pathToFileURL } = require('node:url'), path = require('node:path');
const CODE = ${JSON.stringify(TELLS)};
const told = (worker) => show(new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject)));
`;

/** Every way to start a thread. */
const WORKERS: Tries = {
  file: "told(new Worker('./worker.cjs'))",
  'ES module': "told(new Worker('./worker.mjs'))",
  URL: "told(new Worker(pathToFileURL(path.resolve('worker.cjs'))))",
  eval: 'told(new Worker(CODE, { eval: true }))',
  'data URL':
    'told(new Worker(new URL(\'data:text/javascript,\' + encodeURIComponent(\'import { createRequire } from "node:module"; const require = createRequire(process.cwd() + "/x.js");\' + CODE))))',
  'no execArgv': "told(new Worker('./worker.cjs', { execArgv: [] }))",
  'execArgv of its own': "told(new Worker('./worker.cjs', { execArgv: ['--no-warnings'] }))",
  'empty environment': "told(new Worker('./worker.cjs', { env: {} }))",
  'shared environment': "told(new Worker('./worker.cjs', { env: SHARE_ENV }))",
  neither: 'told(new Worker(CODE, { eval: true, execArgv: [], env: {} }))',
  nested: "told(new Worker('./nested.cjs', { execArgv: [], env: {} }))",
  subclass: "told(new (class extends Worker {})('./worker.cjs'))",
  reflected: "told(Reflect.construct(Worker, ['./worker.cjs']))",
  'by its constructor': "told(new (Worker.prototype.constructor)('./worker.cjs'))",
};

describe.each(majors())('every way to start a thread on Node %i', (major) => {
  const node = nodeBinary(major);
  const options = { head, files, node, flags: ['--no-warnings'], env: { AWS_SECRET: 'canary-of-the-environment' } };

  it('gives a thread that may do everything when it runs bare', async () => {
    const { outcomes } = await attempt(WORKERS, { ...options, via: 'none' });
    for (const [name, told] of Object.entries(outcomes))
      expect(told, name).toMatchObject({ secret: 'canary', notes: 'notes', command: 'true' });
  });

  it('gives one that the same policy holds, with a receipt that names its parent', async () => {
    const result = await attempt(WORKERS, { ...options, policy: POLICY });
    const expected = { secret: 'fs.read.deny[0]', notes: 'notes', command: 'exec.allow', variable: 'undefined' };
    for (const [name, told] of Object.entries(result.outcomes)) expect(told, name).toEqual(expected);
    expect(result.receipts.length).toBe(Object.keys(WORKERS).length + 2);
    const [main, ...rest] = result.receipts;
    expect(new Set(result.receipts.map(({ run }) => run)).size).toBe(1);
    expect(new Set(result.receipts.map((receipt) => receipt.process.threadId)).size).toBe(result.receipts.length);
    expect(main).not.toHaveProperty('parent');
    const ids = new Set(result.receipts.map(({ id }) => id));
    for (const receipt of rest) expect(ids).toContain(receipt.parent);
    expect(refusals(result).filter(({ rule }) => rule === 'fs.read.deny[0]').length).toBe(rest.length - 1);
  });

  it('is refused where threads are denied', async () => {
    const result = await attempt(WORKERS, {
      ...options,
      policy: 'version: 1\nmode: enforce\nprocess: { workers: deny }\n',
    });
    expect(others(result.outcomes, 'process.workers')).toEqual({});
    expect(result.receipts.length).toBe(1);
  });
});

describe('a thread', () => {
  const KEY = "'receiptbot.handover'";

  it('has the environment data of the program, and nobody has what it was handed down', async () => {
    const tries: Tries = {
      before: "(setEnvironmentData('mine', 1), show('set'))",
      worker:
        'show(new Promise((resolve) => new Worker(\'const { getEnvironmentData, parentPort } = require("node:worker_threads"); let rule; try { getEnvironmentData("receiptbot.handover"); } catch (error) { rule = error.rule; } parentPort.postMessage([getEnvironmentData("mine"), rule])\', { eval: true }).on(\'message\', resolve)))',
      after: "show(getEnvironmentData('mine'))",
      get: `getEnvironmentData(${KEY})`,
      set: `setEnvironmentData(${KEY}, 'x')`,
      'set nothing': `setEnvironmentData(${KEY})`,
    };
    const rule = 'self-protection';
    const expected = { before: 'set', worker: [1, rule], after: 1, get: rule, set: rule, 'set nothing': rule };
    for (const policy of [POLICY, POLICY.replace('enforce', 'audit')])
      expect((await attempt(tries, { head, files, policy })).outcomes).toEqual(expected);
  });

  it('that cannot be made fails as it would', async () => {
    const tries: Tries = {
      bad: "new Worker('not a path.cjs')",
      none: 'new Worker()',
      number: 'new Worker(5)',
      object: 'new Worker({ href: 5, protocol: 5 })',
      argv: "new Worker('./worker.cjs', { argv: 5 })",
      env: "new Worker('./worker.cjs', { env: 5 })",
      option: "new Worker('./worker.cjs', { execArgv: ['--no-such-flag'] })",
    };
    const bare = await attempt(tries, { head, files, via: 'none' });
    const { outcomes } = await attempt(tries, { head, files, policy: POLICY });
    expect(outcomes).toEqual(bare.outcomes);
  });

  it('is given its arguments and its environment as it would be', async () => {
    const tells =
      'require("node:worker_threads").parentPort.postMessage([process.argv.slice(2), ["A", "B", "C", "D"].map((name) => process.env[name]), process.env.NODE_OPTIONS ?? null])';
    const given = "argv: [1, null, undefined, { toString: () => 'x' }, [2, 3]]";
    const env = "env: { A: undefined, B: null, C: 5, __proto__: { D: 'inherited' } }";
    const tries: Tries = {
      told: `show(new Promise((resolve) => new Worker(${JSON.stringify(tells)}, { eval: true, ${given}, ${env} }).on('message', resolve)))`,
      shared: `(process.env.NODE_OPTIONS = '--no-warnings', new Worker('0', { eval: true, env: SHARE_ENV }), show(process.env.NODE_OPTIONS))`,
    };
    const bare = await attempt(tries, { head, files, via: 'none' });
    const { outcomes } = await attempt(tries, { head, files, policy: POLICY });
    expect(outcomes).toEqual(bare.outcomes);
  });

  it('keeps the environment that it shares', async () => {
    const tries: Tries = {
      shared:
        'show(new Promise((resolve) => new Worker(\'process.env.FROM_WORKER = "yes"; require("node:worker_threads").parentPort.postMessage(1)\', { eval: true, env: SHARE_ENV }).on(\'message\', () => resolve(process.env.FROM_WORKER))))',
      own: "show(new Promise((resolve) => new Worker('require(\"node:worker_threads\").parentPort.postMessage(Object.keys(process.env))', { eval: true, env: { MINE: '1' } }).on('message', resolve)))",
    };
    const { outcomes } = await attempt(tries, { head, files, policy: POLICY });
    expect(outcomes).toEqual({ shared: 'yes', own: ['MINE'] });
  });

  it('passes its exit code, its messages and its errors on as before', async () => {
    const tries: Tries = {
      code: "show(new Promise((resolve) => new Worker('process.exit(7)', { eval: true }).on('exit', resolve)))",
      error:
        "show(new Promise((resolve) => new Worker('throw new RangeError(\"of the worker\")', { eval: true }).on('error', (error) => resolve(error.name + ' ' + error.message))))",
      data: "show(new Promise((resolve) => new Worker('const { workerData, parentPort } = require(\"node:worker_threads\"); parentPort.postMessage(workerData)', { eval: true, workerData: { a: [1] } }).on('message', resolve)))",
      argv: "show(new Promise((resolve) => new Worker('require(\"node:worker_threads\").parentPort.postMessage(process.argv.slice(2))', { eval: true, argv: ['a', 'b'] }).on('message', resolve)))",
      terminate:
        "show((async () => { const worker = new Worker('setInterval(() => {}, 1000)', { eval: true }); await new Promise((done) => worker.once('online', done)); return worker.terminate(); })())",
    };
    const { outcomes } = await attempt(tries, { head, files, policy: POLICY });
    expect(outcomes).toEqual({
      code: 7,
      error: 'RangeError of the worker',
      data: { a: [1] },
      argv: ['a', 'b'],
      terminate: 1,
    });
  });
});
