import { describe, expect, it } from 'vitest';
import { events, run } from '../../run.js';

const POLICY = `version: 1
mode: enforce
fs:
  read: { deny: ["**/.env", "**/[s]ecret*/**"] }
  write: { allow: ["./out/**"] }
net: { connect: { deny: [metadata, private] } }
exec: { deny: ["git push"] }
process: { workers: deny }
`;

/** Every method of the shared prototypes answers wrongly; Node itself cannot start commands without array iterators, so these stay. */
const poison = (body: string): string => `
const wrong = function () { ${body} };
const spared = { constructor: 0, toString: 0, valueOf: 0, [Symbol.iterator]: 0 };
const prototypes = [Array, Map, Set, WeakMap, WeakSet, String, RegExp, Number, Date].map(({ prototype }) => prototype);
for (const target of [...prototypes, JSON, Math, Array, String, Number]) {
  for (const key of Reflect.ownKeys(target)) if (typeof Reflect.getOwnPropertyDescriptor(target, key).value === 'function' && !(key in spared)) later.push([target, key]);
}
// One by one and without any of them, the last ones being those that this loop uses.
for (let i = 0; i < later.length; i += 1) try { later[i][0][later[i][1]] = wrong; } catch {}
`;

const program = (body: string): string => `
const fs = require('node:fs'), cp = require('node:child_process'), net = require('node:net'), { Worker } = require('node:worker_threads');
const write = fs.writeSync, later = [], results = [];
const attempt = (name, act) => { try { act(); results[results.length] = name + ' passed'; } catch (error) { results[results.length] = name + ' ' + error.code; } };
const attempts = {
  read: () => fs.readFileSync('.env'),
  url: () => fs.readFileSync(fileUrl),
  glob: () => fs.readFileSync('secrets/key'),
  write: () => fs.writeFileSync('elsewhere.txt', 'x'),
  honest: () => fs.writeFileSync('out/note.txt', 'x'),
  shell: () => cp.execSync('true; git -C . push origin'),
  spawn: () => cp.spawnSync('git', ['push']),
  worker: () => new Worker('', { eval: true }),
};
const fileUrl = new URL('.env', 'file://' + __dirname + '/');
${poison(body)}
for (const name in attempts) attempt(name, attempts[name]);
let text = ''; for (let i = 0; i < results.length; i += 1) text += results[i] + '\\n';
write(1, text);
`;

const files = { '.env': 'KEY=canary', 'secrets/key': 'canary', 'out/.keep': '' };

const outcomes = (stdout: string): Record<string, string> =>
  Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')),
  ) as Record<string, string>;

describe.each([
  ['answer nothing', 'return undefined;'],
  ['answer true', 'return true;'],
  ['answer their receiver', 'return this;'],
  ['throw', "throw 'poisoned';"],
])('a program whose built-in methods all %s', (_, body) => {
  const own = { ...files, 'main.cjs': program(body) };

  it('reaches the files when it runs bare', async () => {
    const { stdout } = await run('main.cjs', { files: own, via: 'none' });
    expect(outcomes(stdout)).toMatchObject({ read: 'passed', url: 'passed', glob: 'passed', write: 'passed' });
  });

  it('is judged as before, and recorded', async () => {
    const result = await run('main.cjs', { policy: POLICY, files: own });
    const { honest, ...others } = outcomes(result.stdout);
    expect(honest).toBe('passed');
    for (const [name, outcome] of Object.entries(others)) expect(outcome, name).toBe('ERR_ACCESS_DENIED');
    const blocked = events(result).filter(({ status }) => status === 'BLOCKED_BY_POLICY');
    expect(blocked.map(({ rule }) => rule)).toEqual([
      'fs.read.deny[0]',
      'fs.read.deny[0]',
      'fs.read.deny[1]',
      'fs.write.allow',
      'exec.deny[0]',
      'exec.deny[0]',
      'process.workers',
    ]);
  });
});
