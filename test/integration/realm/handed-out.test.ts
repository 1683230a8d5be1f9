import { describe, expect, it } from 'vitest';
import { attempt, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';

const POLICY = `version: 1
mode: enforce
fs: { read: { deny: ["**/.env"] } }
net: { connect: { allow: ["localhost:*"] } }
`;

/** Functions of ours that a program comes by; each tells whether it, and all on the way up from it, is of the program's realm. */
const FUNCTIONS: Tries = {
  'the callback of a lookup':
    "show(new Promise((done) => require('node:net').connect({ host: 'localhost', port: 1, lookup: (h, o, cb) => { done(own(cb)); cb(new Error('no')); } }).on('error', () => {})))",
  'the handler of a child': "((child) => show(own(child._handle.onexit)))(require('node:child_process').spawn('true'))",
  'the steps of a refused iterator':
    "((it) => (it.next().catch(() => {}), show([it.next, it.return, it.throw, it[Symbol.asyncIterator]].every(own))))(require('node:fs').promises.watch('.env'))",
  'the list of what is loaded': 'show(Object.getPrototypeOf(process.moduleLoadList) === Array.prototype)',
  'the functions of the engine':
    "show(Object.values(process[Symbol.for('receiptbot')]).filter((one) => typeof one === 'function').every(own))",
  'a guarded function':
    "show([fs.readFileSync, fs.opendirSync, require('node:worker_threads').Worker].every((one) => one instanceof Function))",
};

const head = `
const own = (fn) => Object.getPrototypeOf(fn) === Function.prototype && fn.constructor === Function
  && (fn.prototype === undefined || Object.getPrototypeOf(fn.prototype) === Object.prototype);
`;

/** Asks for a denied file at every depth near the end of the stack, and counts how each call ended. */
const OVERFLOW = `
const seen = {};
const tell = (how) => (seen[how] = (seen[how] ?? 0) + 1);
const ask = () => { try { fs.readFileSync('.env'); tell('passed'); } catch (error) { tell(error instanceof RangeError && error.constructor === RangeError ? 'RangeError' : error.rule ?? 'foreign ' + error.name); } };
let asks = false;
const down = (depth) => { if (depth > 0) down(depth - 1); else if (asks) ask(); };
const reaches = (depth) => { try { down(depth); return true; } catch { return false; } };
let low = 0, high = 65536;
while (high - low > 1) { const middle = (low + high) >> 1; if (reaches(middle)) low = middle; else high = middle; }
asks = true;
for (let depth = low + 100; depth > low - 2000; depth -= 1) reaches(depth);
`;

describe.each(majors())('what the engine hands out on Node %i', (major) => {
  const node = nodeBinary(major);
  const options = { node, policy: POLICY, files: { '.env': 'canary' }, flags: ['--no-warnings'] };

  it('is of the realm of the program', async () => {
    const { outcomes } = await attempt(FUNCTIONS, { ...options, head });
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(FUNCTIONS).map((name) => [name, true])));
  });

  it('where the stack ends is an error of the program, and never what is denied', async () => {
    // What is compiled on the way makes frames smaller, and the end is never met twice at the same depth.
    const flags = [...options.flags, '--no-opt', '--no-sparkplug', '--no-maglev'];
    const { outcomes } = await attempt({ seen: 'show(seen)' }, { ...options, flags, head: OVERFLOW });
    const seen = outcomes['seen'] as Record<string, number>;
    expect(Object.keys(seen).sort()).toEqual(['RangeError', 'fs.read.deny[0]']);
  });
});
