import { describe, expect, it } from 'vitest';
import { acts, run } from '../../run.js';

const POLICY =
  'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\nnet: { connect: { allow: [localhost] } }\n';

it('three thousand modules cost no more than 30 MiB, and do not flood the receipt (report 62)', async () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`many/m${String(i)}.js`, String(i)]));
  const main = `
for (let i = 0; i < 3000; i++) require('./many/m' + i + '.js');
console.log(process.resourceUsage().maxRSS);`;
  const files = { ...many, 'main.cjs': main };
  const bare = await run('main.cjs', { via: 'none', files });
  const held = await run('main.cjs', { policy: POLICY, files });
  expect((Number(held.stdout) - Number(bare.stdout)) / 1024).toBeLessThan(30);
  expect(held.receipts[0]?.seal?.totals.byType['module.load']).toBeGreaterThanOrEqual(3000);
});

describe('memory over a long time (report 64)', () => {
  it.each([
    ['requests to ever new addresses', "await get('/new/' + i)"],
    ['ever new files', "fs.existsSync('/nowhere/' + i)"],
    ['events', "fs.writeFileSync('out', String(i))"],
  ])('does not grow with the number of %s', async (_, act) => {
    const main = `
const http = require('http'), fs = require('fs');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const server = http.createServer((_, answer) => answer.end('ok')).listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const get = (path) => new Promise((done) => http.get({ port, host: '127.0.0.1', path, agent }, (answer) => answer.resume().on('end', done)));
  const heap = () => { gc(); gc(); return process.memoryUsage().heapUsed; };
  let i = 0;
  const some = async () => { for (const end = i + COUNT; i < end; i++) ${act}; await new Promise((done) => setTimeout(done, 200)); };
  await some();
  const before = heap();
  await some();
  console.log(Math.round((heap() - before) / 1024));
  agent.destroy(); server.close();
});`;
    const { stdout, stderr } = await run('main.cjs', {
      policy: POLICY,
      flags: ['--expose-gc'],
      files: { 'main.cjs': main },
      timeout: 60_000,
    });
    // KiB. What is remembered has a bound, which the first ten thousand reach.
    expect(Number(stdout), stderr).toBeLessThan(1500);
  });
});

it('a hot loop is a few lines (report 62)', async () => {
  const main =
    "const fs = require('fs'); for (let i = 0; i < 1e5; i++) fs.statSync('.'); for (let i = 0; i < 100; i++) try { fs.readFileSync('.env') } catch {}";
  const result = await run('main.cjs', { policy: POLICY, files: { 'main.cjs': main, '.env': '' } });
  expect(acts(result).length).toBeLessThan(20);
  expect(result.receipts[0]?.seal?.totals).toMatchObject({ blocked: 100 });
});
