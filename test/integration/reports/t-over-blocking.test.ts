import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { nodeBinary } from '../../nodes.js';
import { run } from '../../run.js';

const head = "const cp = require('node:child_process'), os = require('node:os');";
const nodes = [20, 22, 24, 26] as const;
const binary = (major: number): string => (major === 20 ? process.execPath : nodeBinary(major));

describe.each(nodes)('work that nothing forbids on Node %i', (major) => {
  const node = binary(major);

  it('goes on with the devices and streams that every program has (report 138)', async () => {
    const tries: Tries = {
      'writes to null': "fs.writeFileSync('/dev/null', 'x')",
      'opens null': "fs.openSync('/dev/null', 'r+')",
      'streams to null': "fs.createWriteStream('/dev/null')",
      'reads zeroes': "fs.readSync(fs.openSync('/dev/zero'), Buffer.alloc(8))",
      'reads chance': "fs.readSync(fs.openSync('/dev/urandom'), Buffer.alloc(8))",
      'ignores streams': "cp.execFileSync('true', { stdio: 'ignore' })",
      'redirects to null': "cp.execSync('echo x > /dev/null 2>&1')",
      'a child with null': "cp.spawn('true', { stdio: ['ignore', 'pipe', 'ignore'] })",
      'its own streams': "fs.writeSync(2, '')",
      'its streams by name': "fs.openSync('/dev/stdin', 'r')",
    };
    const policy = 'version: 1\nmode: enforce\nfs: { read: { allow: ["./w/**"] }, write: { allow: ["./w/**"] } }\n';
    const { outcomes } = await attempt(tries, { node, head, policy });
    const bare = await attempt(tries, { node, head, via: 'none' });
    expect(others(outcomes, 'ok')).toEqual(others(bare.outcomes, 'ok'));
  });

  it('goes on under the recommended policy: temporary folders, caches, git, npm, examples of secrets (reports 139 and 143)', async () => {
    const tries: Tries = {
      'a temporary folder': "fs.writeFileSync(fs.mkdtempSync(os.tmpdir() + '/rb-') + '/x', '')",
      'a cache':
        "(fs.mkdirSync(os.homedir() + '/.cache/tool', { recursive: true }), fs.writeFileSync(os.homedir() + '/.cache/tool/x', ''))",
      git: "cp.execSync('git init -q . && git add a.txt && git -c user.name=a -c user.email=a@example.test commit -q -m x && git status && git log', { stdio: 'pipe' })",
      npm: "cp.execSync('npm --version && npm run --silent hello && npm ls', { stdio: 'pipe' })",
      '.env.example': "fs.readFileSync('.env.example')",
      '.env.sample': "fs.readFileSync('.env.sample')",
      '.env.template': "fs.readFileSync('.env.template')",
      'env.d.ts': "fs.readFileSync('env.d.ts')",
      'package.json': "fs.readFileSync('package.json')",
    };
    const files = {
      '.env.example': '',
      '.env.sample': '',
      '.env.template': '',
      'env.d.ts': '',
      'a.txt': '',
      'package.json': '{ "scripts": { "hello": "echo hello" } }',
    };
    const { outcomes } = await attempt(tries, {
      node,
      head,
      files,
      policy: 'version: 1\nmode: enforce\nextends: [receiptbot:recommended]\n',
    });
    expect(others(outcomes, 'ok')).toEqual({});
  });

  it('tells a refusal of another thread or process by its message, whatever becomes of the rest (reports 141 and 142)', async () => {
    const policy = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
    const main = `
const { Worker } = require('worker_threads'), cp = require('child_process'), util = require('util'), fs = require('fs');
const told = {};
const refusal = () => { try { fs.readFileSync('.env') } catch (error) { return error } };
const read = "require('fs').readFileSync('.env')";
const wait = (emitter, sign) => new Promise((done) => emitter.on(sign, done));
(async () => {
  told.here = refusal().message;
  told.inspect = util.inspect(refusal());
  told.json = JSON.stringify(refusal());
  told.cloned = structuredClone(refusal()).message;
  told.uncaught = (await wait(new Worker(read, { eval: true }), 'error')).message;
  told.posted = (await wait(new Worker("try { " + read + " } catch (error) { require('worker_threads').parentPort.postMessage(error) }", { eval: true }), 'message')).message;
  told.child = (await wait(cp.fork('child.cjs', { serialization: 'advanced' }), 'message')).message;
  console.log(JSON.stringify(told));
})();`;
    const child = "try { require('fs').readFileSync('.env') } catch (error) { process.send(error) }";
    const { stdout, stderr } = await run('main.cjs', {
      node,
      policy,
      files: { 'main.cjs': main, 'child.cjs': child, '.env': 'canary' },
    });
    expect(stdout, stderr).toMatch(/^\{/);
    const told = JSON.parse(stdout) as Record<string, string>;
    for (const [way, text] of Object.entries(told)) expect(text, way).toMatch(/fs\.read\.deny\[0\]/);
    expect(told['inspect']).toMatch(/PolicyViolationError/);
    expect(told['inspect']).toMatch(/ERR_ACCESS_DENIED/);
    expect(Object.keys(told)).toHaveLength(7);
  });
});

it.each([78, 0])('a start that fails says so in one message and a code of its own: %i (report 144)', async (code) => {
  const policy =
    code === 78
      ? 'version: 1\nfs: { read: { allow: ["~My"] } }\n'
      : 'version: 1\nmode: enforce\nfs: { read: { allow: ["./~My/**", "./main.cjs"] } }\n';
  const files = { 'main.cjs': "console.log(String(require('fs').readFileSync('~My/x')))", '~My/x': 'text' };
  const result = await run('main.cjs', { policy, files });
  expect(result.code).toBe(code);
  if (code === 0) expect(result.stdout).toBe('text\n');
  else expect(result.stderr).toMatch(/^receiptbot: /);
});
