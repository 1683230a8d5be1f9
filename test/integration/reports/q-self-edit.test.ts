import { describe, expect, it } from 'vitest';
import { attempt, type Tries } from '../../attempts.js';
import { nodeBinary } from '../../nodes.js';
import { dist, folder, run } from '../../run.js';

const POLICY = 'version: 1\nmode: enforce\nextends: [receiptbot:recommended]\nfs: { write: { allow: ["/**"] } }\n';
const head = "const cp = require('node:child_process');";
const files = { '.env': 'canary', x: 'version: 1\nmode: off\n', '.git/hooks/x': '', '.npmrc': '' };

/** Report 116: every way to put something else where `TARGET` is. */
const WRITES: Tries = {
  writeFile: "fs.writeFileSync(TARGET, '')",
  promise: "fs.promises.writeFile(TARGET, '')",
  append: "fs.appendFileSync(TARGET, ' ')",
  open: "fs.openSync(TARGET, 'r+')",
  stream: 'fs.createWriteStream(TARGET)',
  truncate: 'fs.truncateSync(TARGET)',
  'rename over': "fs.renameSync('x', TARGET)",
  'copy over': "fs.copyFileSync('x', TARGET)",
  cp: "fs.cpSync('x', TARGET)",
  unlink: 'fs.unlinkSync(TARGET)',
  rm: 'fs.rmSync(TARGET, { force: true })',
  'a link over it': "(fs.symlinkSync(require('node:path').resolve('x'), 'l'), fs.renameSync('l', TARGET))",
  'through a link': "(fs.symlinkSync(require('node:path').resolve(TARGET), 'to'), fs.writeFileSync('to', ''))",
  'a hard link': "(fs.linkSync(TARGET, 'hard'), fs.writeFileSync('hard', ''))",
  'a shell': "cp.execSync('echo > ' + TARGET, { stdio: 'pipe' })",
  tee: "cp.execSync('true | tee ' + TARGET, { stdio: 'pipe' })",
  mv: "cp.execSync('mv x ' + TARGET, { stdio: 'pipe' })",
};

describe.each([20, 24, 26])('on Node %i', (major) => {
  const node = major === 20 ? process.execPath : nodeBinary(major);

  it.each([
    ['the policy', "'receiptbot.config.yaml'"],
    ['a policy of another folder', "'sub/receiptbot.config.yml'"],
    ['ReceiptBot itself', JSON.stringify(`${dist}/policy.cjs`)],
    [
      'a receipt',
      "('.receiptbot/receipts/' + fs.readdirSync('.receiptbot/receipts').find((name) => name.endsWith('.json')))",
    ],
  ])('%s is written by none of them, though the policy allows to write everywhere', async (_, target) => {
    const { outcomes, cwd } = await attempt(WRITES, {
      node,
      head: `${head} const TARGET = ${target}; fs.mkdirSync('sub', { recursive: true });`,
      files,
      policy: POLICY,
    });
    for (const [name, outcome] of Object.entries(outcomes))
      expect([name, outcome]).toEqual([name, expect.stringMatching(/^self-protection$|^ENOENT$/)]);
    const again = await run('again.cjs', {
      cwd,
      node,
      files: { 'again.cjs': "try { require('fs').readFileSync('.env') } catch (error) { console.log(error.rule) }" },
    });
    expect(again.stdout).toMatch(/^fs\.read\.deny/);
  });

  it('nothing that a program can say at run time weakens the policy (report 118)', async () => {
    const tries: Tries = {
      'the mode': "process.env.RECEIPTBOT_MODE = 'off'",
      'the policy': "process.env.RECEIPTBOT_CONFIG = 'x'",
      NODE_OPTIONS: 'delete process.env.NODE_OPTIONS',
      'all variables': 'process.env = {}',
      'the cache of modules': 'Object.keys(require.cache).forEach((key) => delete require.cache[key])',
      'the symbol': "Object.defineProperty(process, Symbol.for('receiptbot'), { value: undefined })",
      'the global symbol': "globalThis[Symbol.for('receiptbot')] = {}",
      'the own copy': `require(${JSON.stringify(`${dist}/register.cjs`)})`,
      'emitted exit': "process.emit('exit', 0)",
    };
    const read = "(() => { try { return String(fs.readFileSync('.env')) } catch (error) { return error.rule } })()";
    const child =
      'String(cp.execFileSync(process.execPath, [\'-p\', \'try { fs.readFileSync(".env", "utf8") } catch (error) { error.rule }\'])).trim()';
    for (const [name, code] of Object.entries(tries)) {
      const { outcomes } = await attempt(
        { weakened: `(() => { try { ${code} } catch {} return show([${read}, ${child}]) })()` },
        { node, head, files, policy: POLICY },
      );
      const [here, below] = outcomes['weakened'] as [string, string];
      expect([name, here]).toEqual([name, expect.stringMatching(/^fs\.read\.deny/)]);
      expect([name, below]).toEqual([name, expect.stringMatching(/fs\.read\.deny/)]);
    }
  });
});

it('a policy inside a tree that may be written is in force as it was read (report 117)', async () => {
  const cwd = folder();
  const main = `
const fs = require('fs'), cp = require('child_process');
const tell = (fn) => { try { return String(fn()) } catch (error) { return error.rule } };
console.log(tell(() => fs.writeFileSync('receiptbot.config.yaml', 'version: 1\\nmode: off\\n')), tell(() => fs.readFileSync('.env')));`;
  const result = await run('main.cjs', {
    cwd,
    files: { ...files, 'main.cjs': main },
    policy: `version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] }, write: { allow: ["${cwd}/**"] } }\n`,
  });
  expect(result.stdout).toBe('self-protection fs.read.deny[0]\n');
});
