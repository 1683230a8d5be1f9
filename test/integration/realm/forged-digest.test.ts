import { expect, it } from 'vitest';
import { run } from '../../run.js';

const POLICY = `version: 1
mode: enforce
contexts:
  narrow:
    entry: "./agent.cjs#run"
    fs: { read: { deny: ["**/.env"] } }
`;

const AGENT = `exports.run = () => String(require('node:child_process').spawnSync(process.execPath, ['-p', 'fs.readFileSync(".env", "utf8")']).stdout);`;

const MAIN = `
const { spawnSync } = require('node:child_process'), crypto = require('node:crypto');
const { run } = require('./agent.cjs');
const digest = JSON.parse(String(spawnSync('printenv', ['RECEIPTBOT_HANDOVER']).stdout)).policy.sha256;
crypto.Hash.prototype.digest = () => digest;
console.log(run());
`;

const files = { 'main.cjs': MAIN, 'agent.cjs': AGENT, '.env': 'KEY=canary' };

it('a program cannot pass the root policy off as that of a narrower context to a child', async () => {
  expect((await run('main.cjs', { policy: POLICY, files })).stdout).not.toContain('canary');
});

it('the child reads the file when nothing narrows it', async () => {
  expect((await run('main.cjs', { policy: 'version: 1\nmode: enforce\n', files })).stdout).toContain('canary');
});
