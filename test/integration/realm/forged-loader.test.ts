import { expect, it } from 'vitest';
import { run } from '../../run.js';

const POLICY = `version: 1
mode: enforce
contexts:
  narrow:
    entry: "./agent.cjs#run"
    fs: { read: { deny: ["**/.env"] } }
`;

const AGENT = `exports.run = (Worker) => new Worker('console.log(require("fs").readFileSync(".env", "utf8"))', { eval: true }).on('error', (error) => console.log(error.name));`;

const MAIN = `
const { run } = require('./agent.cjs');
const Module = require('node:module');
const { _load } = Module;
const asked = [];
Module._load = function (request) {
  asked.push(request);
  return /worker_threads/.test(request) ? { setEnvironmentData() {}, getEnvironmentData() {} } : _load.apply(this, arguments);
};
run(process.getBuiltinModule('worker_threads').Worker).on('exit', () => console.log('asked for ' + asked.join()));
`;

const files = { 'main.cjs': MAIN, 'agent.cjs': AGENT, '.env': 'KEY=canary' };

it('a loader that hands out something else does not come between the engine and Node', async () => {
  const { stdout } = await run('main.cjs', { policy: POLICY, files });
  expect(stdout).not.toContain('canary');
  expect(stdout).toContain('PolicyViolationError');
  expect(stdout).toMatch(/^asked for $/m);
});

it('the worker reads the file when nothing narrows it', async () => {
  expect((await run('main.cjs', { policy: 'version: 1\nmode: enforce\n', files })).stdout).toContain('canary');
});
