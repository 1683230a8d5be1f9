// What a guarded call costs, as a ratio to the bare one in the same process: `node test/bench/calls.mjs`.
// Under a policy of 50 deny globs and 20 hosts, recording on.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { interleave, interleaveAsync } from './interleave.mjs';

const require = createRequire(import.meta.url);
const fs = require('node:fs');
const work = mkdtempSync(path.join(os.tmpdir(), 'receiptbot-bench-'));
process.chdir(work);
mkdirSync('files');
for (let i = 0; i < 256; i++) writeFileSync(`files/${i}.txt`, Buffer.alloc(1024, 97));
const globs = Array.from({ length: 50 }, (_, i) => [`**/.secret-${i}`, `~/.tool-${i}/**`, `**/*.key${i}`][i % 3]);
const hosts = Array.from({ length: 20 }, (_, i) => `host-${i}.example.com`);
writeFileSync(
  'receiptbot.config.yaml',
  `version: 1\nfs:\n  read: { deny: ${JSON.stringify(globs)} }\n  write: { deny: ${JSON.stringify(globs)} }\nnet: { connect: { deny: ${JSON.stringify(hosts)} } }\n`,
);
process.env.RECEIPTBOT_CONFIG = path.join(work, 'receiptbot.config.yaml');
process.env.RECEIPTBOT_LOG_LEVEL = 'silent';
// The receipts folder is out of the guarded program's reach: it must not lie in the folder that is removed at the end.
process.env.RECEIPTBOT_RECEIPT = mkdtempSync(path.join(os.tmpdir(), 'receiptbot-bench-receipts-'));

// Cleans up when this process has ended: from inside, the belt would not let its receipts go.
const cleaner = spawn('sh', ['-c', 'cat; rm -rf "$1" "$2"', 'sh', process.env.RECEIPTBOT_RECEIPT, work], {
  stdio: ['pipe', 'ignore', 'ignore'],
  detached: true,
});
cleaner.unref();
cleaner.stdin.unref();

const server = spawn(
  process.execPath,
  [
    '-e',
    `require('http').createServer((q,s)=>s.end('ok')).listen(0,'127.0.0.1',function(){console.log(this.address().port)})`,
  ],
  { stdio: ['ignore', 'pipe', 'ignore'] },
);
const port = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(Number(text))));

const bare = {
  readFileSync: fs.readFileSync,
  existsSync: fs.existsSync,
  statSync: fs.statSync,
  readFile: fs.promises.readFile,
  appendFileSync: fs.appendFileSync,
};
const bareRequest = http.Agent.prototype.addRequest;
const bareConnect = require('node:net').Socket.prototype.connect;
require('../../dist/register.cjs');
const guardedRequest = http.Agent.prototype.addRequest;
const guardedConnect = require('node:net').Socket.prototype.connect;
if (fs.readFileSync === bare.readFileSync || guardedRequest === bareRequest) throw new Error('the hooks are not on');

const names = Array.from({ length: 256 }, (_, i) => path.join(work, 'files', `${i}.txt`));
const same =
  (fn, ...rest) =>
  (i) =>
    fn(names[i & 255], ...rest);
const fresh =
  (fn, ...rest) =>
  (i) =>
    fn(`${work}/files/${i & 255}.txt`, ...rest);
const rows = {};
const sync = (name, make) => {
  rows[name] = interleave({ bare: make(bare), guarded: make(fs) }).guarded;
};
sync('readFileSync 1 KB, same strings', ({ readFileSync }) => same(readFileSync));
sync('readFileSync 1 KB, fresh strings', ({ readFileSync }) => fresh(readFileSync));
sync('existsSync, same strings', ({ existsSync }) => same(existsSync));
sync('existsSync, fresh strings', ({ existsSync }) => fresh(existsSync));
sync('statSync, same strings', ({ statSync }) => same(statSync));
sync('appendFileSync 100 B', ({ appendFileSync }) => {
  const text = 'x'.repeat(100);
  return () => appendFileSync('out.txt', text);
});
rows['fs.promises.readFile 1 KB'] = (
  await interleaveAsync({ bare: same(bare.readFile), guarded: same(fs.promises.readFile) })
).guarded;

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const get = (addRequest, connect) => () => {
  http.Agent.prototype.addRequest = addRequest;
  require('node:net').Socket.prototype.connect = connect;
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, agent }, (response) => response.resume().on('end', resolve))
      .on('error', reject);
  });
};
rows['http.get keep-alive'] = (
  await interleaveAsync({ bare: get(bareRequest, bareConnect), guarded: get(guardedRequest, guardedConnect) })
).guarded;
server.kill();

console.log(`Node ${process.version}, load ${os.loadavg()[0].toFixed(1)} on ${os.cpus().length} cores`);
for (const [name, { ns, ratio }] of Object.entries(rows))
  console.log(`${name.padEnd(36)} ${ratio.toFixed(2).padStart(6)}   ${String(ns).padStart(8)} ns`);
agent.destroy();
process.chdir('/');
