import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, refusals, run, type RunOptions, type RunResult } from '../../run.js';

const POLICY = `version: 1
mode: enforce
contexts:
  tool: { entry: "./tool.mjs#run", fs: { write: { allow: ["./out/**"] } }, limits: { filesWritten: 2 } }
`;

/** The rule that is the tool's own. */
const OWN = 'contexts.tool.fs.write.allow';

const TELL = `
import fs from 'node:fs';
export const told = {};
export const write = (name) => {
  try { fs.writeFileSync(name, 'x'); told[name] = 'done'; } catch (error) { told[name] = error.rule ?? error.code; }
};
/** Call it last: listeners are called in the order in which they came. */
export const tellAtExit = () => process.once('exit', () => console.log(JSON.stringify(told)));
`;

const go = (tool: string, main: string, options: RunOptions = {}): Promise<RunResult> =>
  run('main.mjs', {
    policy: POLICY,
    ...options,
    files: { 'out/.keep': '', 'tell.mjs': TELL, 'tool.mjs': tool, 'main.mjs': main, ...options.files },
  });

const toldBy = ({ stdout }: RunResult): Record<string, string> => JSON.parse(stdout) as Record<string, string>;

describe.each(majors())('on Node %i', (major) => {
  const node = nodeBinary(major);

  it.each([
    ['require', "import { callBack, Emits, later, run, untagged } from './tool.mjs';"],
    ['import', "import { callBack, Emits, later, run, untagged } from './tool.mjs';"],
    ['import', "const { callBack, Emits, later, run, untagged } = await import('./tool.mjs');"],
  ] as const)('the root is not held by a context (--%s, %s)', async (via, importing) => {
    const tool = `
import { setTimeout as sleep } from 'node:timers/promises';
import { write } from './tell.mjs';
export const run = async () => { await sleep(2); write('no-run'); return 'result'; };
export const untagged = (name) => write(name);
export const later = async (name) => { await sleep(2); write(name); await null; write(name + '-again'); };
export const callBack = (name, done) => setTimeout(() => { write(name); done(); }, 2);
export class Emits extends EventTarget { now() { this.dispatchEvent(new Event('now')); } }`;
    const main = `
import { EventEmitter } from 'node:events';
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { tellAtExit, write } from './tell.mjs';
import './others.mjs';
${importing}
const bound = AsyncResource.bind(write);
const emits = new Emits();
emits.addEventListener('now', () => write('event'));
await run();
write('awaited');
untagged('untagged');
await later('later');
await new Promise((done) => callBack('callback', done));
await Promise.all([1, 2].map((i) => later('all' + i)));
run().then(() => write('then')).finally(() => write('finally'));
emits.now();
bound('bound');
AsyncLocalStorage.snapshot()(write, 'snapshot');
setTimeout(write, 1, 'timer');
process.once('beforeExit', () => { write('before-exit'); setImmediate(write, 'before-exit-later'); });
process.once('exit', () => write('exit'));
process.once('exit', () => untagged('exit-untagged'));
tellAtExit();`;
    const others = `
import { write } from './tell.mjs';
let turns = 0;
const timer = setInterval(() => { if (++turns > 8) clearInterval(timer); write('interval'); }, 2);
process.once('exit', () => write('others-exit'));`;
    const result = await go(tool, main, { via, node, files: { 'others.mjs': others } });
    const { 'no-run': refused, ...rest } = toldBy(result);
    expect(refused).toBe(OWN);
    expect(Object.entries(rest).filter(([, how]) => how !== 'done')).toEqual([]);
    expect(Object.keys(rest)).toHaveLength(21);
    expect(refusals(result).every(({ context }) => context === 'tool')).toBe(true);
  });
});

/** Does `work` in what was prepared while the tool was loaded, once the tool was called. */
const EARLY = (work: string): string => `
import { execFileSync } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { write } from './tell.mjs';
let called = false;
const timer = setInterval(() => { if (!called) return; clearInterval(timer); ${work}; }, 2);
export const run = () => { called = true; write('out/a'); write('out/b'); };`;
const MAIN = "import { tellAtExit, write } from './tell.mjs'; import { run } from './tool.mjs'; run(); tellAtExit();";

describe('a stray', () => {
  it('acts in the context of its module, by its rules and within its limits', async () => {
    const result = await go(EARLY("write('no'); write('out/a'); write('out/c')"), MAIN);
    expect(toldBy(result)).toEqual({
      no: OWN,
      'out/a': 'done',
      'out/b': 'done',
      'out/c': 'contexts.tool.limits.filesWritten',
    });
    expect(refusals(result).map(({ context, call }) => [context, call])).toEqual([
      ['tool', undefined],
      ['tool', undefined],
    ]);
  });

  it('is told of in audit', async () => {
    const result = await go(EARLY("write('no')"), MAIN, { policy: POLICY.replace('enforce', 'audit') });
    expect(toldBy(result)['no']).toBe('done');
    const event = acts(result).find(({ action }) => action.includes('"no"'));
    expect(event).toMatchObject({ status: 'WOULD_BLOCK', context: 'tool' });
  });

  it('hands the policy of its context down', async () => {
    const child =
      "try { require('fs').writeFileSync(process.argv[2], 'x') } catch (error) { console.error(error.rule) }";
    const work =
      "execFileSync(process.execPath, ['child.cjs', 'no'], { stdio: 'inherit' }); new Worker('./child.cjs', { argv: ['no'] })";
    const result = await go(EARLY(work), MAIN, { files: { 'child.cjs': child } });
    expect(result.stderr.match(/contexts\.\S+/g)).toEqual([OWN, OWN]);
  });

  it('may do what both contexts may when one calls what the other has bound', async () => {
    const policy = `version: 1
mode: enforce
contexts:
  one: { entry: "./one.mjs#run", fs: { write: { deny: ["./of-one"] } } }
  two: { entry: "./two.mjs#run", fs: { write: { deny: ["./of-two"] } } }
`;
    const one = `import { AsyncResource } from 'node:async_hooks'; import { write } from './tell.mjs';
export const run = () => AsyncResource.bind(() => { write('of-one'); write('of-two'); write('of-none'); });`;
    const two = 'export const run = (bound) => bound();';
    const main = `import { tellAtExit } from './tell.mjs'; import { run as one } from './one.mjs'; import { run as two } from './two.mjs';
two(one()); tellAtExit();`;
    const result = await go('', main, { policy, files: { 'one.mjs': one, 'two.mjs': two } });
    expect(toldBy(result)).toEqual({
      'of-one': 'contexts.one.fs.write.deny[0]',
      'of-two': 'contexts.two.fs.write.deny[0]',
      'of-none': 'done',
    });
  });
});

describe('other code', () => {
  const other = "import { write } from './tell.mjs'; setTimeout(() => write('other'), 10);";

  it('of the module that the program was started with stays the root', async () => {
    const main = `import { tellAtExit, write } from './tell.mjs'; import './other.mjs';
export async function run() { write('no'); }
setTimeout(() => write('timer'), 5);
await run();
write('after');
process.once('exit', () => write('exit'));
tellAtExit();`;
    const policy = POLICY.replace('tool.mjs', 'main.mjs');
    const result = await go('', main, { policy, files: { 'other.mjs': other } });
    expect(toldBy(result)).toEqual({ no: OWN, after: 'done', timer: 'done', other: 'done', exit: 'done' });
  });

  it('evaluated while a tagged module awaits stays the root, and what is prepared there does not', async () => {
    const tool = `import { write } from './tell.mjs';
let wake;
const woken = new Promise((resolve) => (wake = resolve));
await null;
woken.then(() => write('no'));
export const run = () => wake();`;
    const main = `import { tellAtExit, write } from './tell.mjs'; import { run } from './tool.mjs'; import './other.mjs';
run(); setTimeout(() => write('main'), 2); tellAtExit();`;
    const result = await go(tool, main, { files: { 'other.mjs': other } });
    expect(toldBy(result)).toEqual({ no: OWN, main: 'done', other: 'done' });
  });

  it.each(['return', "throw new Error('enough')"])(
    'that loads a tagged module which ends by %s stays the root',
    async (end) => {
      const tool = `const { write } = require('./tell.cjs');
exports.run = () => write('no');
if (write !== undefined) { ${end}; }`;
      const main = `const { tellAtExit, write } = require('./tell.cjs');
let run;
try { ({ run } = require('./tool.cjs')); } catch { ({ run } = require('./again.cjs')); }
run(); write('main'); setTimeout(() => write('main-later'), 2); tellAtExit();`;
      const files = {
        'tell.cjs': `module.exports = (() => {${TELL.replace(/^import.*$/m, "const fs = require('node:fs');").replace(/^export /gm, '')} return { write, tellAtExit }; })();`,
        'tool.cjs': tool,
        'again.cjs': "exports.run = () => require('./tell.cjs').write('no');",
        'main.cjs': main,
      };
      const policy = `version: 1
mode: enforce
contexts:
  tool: { entry: "./tool.cjs#run", fs: { write: { allow: [] } } }
  again: { entry: "./again.cjs#run", fs: { write: { allow: [] } } }
`;
      const result = await run('main.cjs', { policy, files });
      expect(toldBy(result)).toMatchObject({ main: 'done', 'main-later': 'done' });
      expect(toldBy(result)['no']).toMatch(/^contexts\.\w+\.fs\.write\.allow$/);
    },
  );
});
