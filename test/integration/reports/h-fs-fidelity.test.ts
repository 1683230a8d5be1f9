import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { nodeBinary } from '../../nodes.js';
import { run } from '../../run.js';

const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["./secret/**"] }, write: { deny: ["./secret/**"] } }\n';
const files = { 'open.txt': 'text', 'secret/file': 'canary', 'secret/dir/deep': 'canary' };
const nodes = [20, 22, 24, 26] as const;
const binary = (major: number): string => (major === 20 ? process.execPath : nodeBinary(major));

/** Reports 50 and 51: what `util.promisify` and other wrappers find on the functions. */
const PROMISIFIED: Tries = {
  exists: "util.promisify(fs.exists)('open.txt').then(show)",
  'exists of nothing': "util.promisify(fs.exists)('nothing').then(show)",
  read: "util.promisify(fs.read)(fs.openSync('open.txt'), Buffer.alloc(4), 0, 4, 0).then(({ bytesRead, buffer }) => show([bytesRead, String(buffer)]))",
  write:
    "util.promisify(fs.write)(fs.openSync('out', 'w'), 'abc').then(({ bytesWritten, buffer }) => show([bytesWritten, buffer]))",
  readv:
    "util.promisify(fs.readv)(fs.openSync('open.txt'), [Buffer.alloc(4)], 0).then(({ bytesRead, buffers }) => show([bytesRead, buffers.length]))",
  'a wrapper on top':
    "(fs.exists = Object.assign((...args) => exists(...args), Object.fromEntries(Reflect.ownKeys(exists).map((key) => [key, exists[key]]))), util.promisify(fs.exists)('open.txt').then(show))",
  execFile:
    "util.promisify(require('child_process').execFile)('echo', ['hi']).then(({ stdout, stderr }) => show([stdout, stderr]))",
  lookup: "util.promisify(require('dns').lookup)('127.0.0.1').then(({ address, family }) => show([address, family]))",
};

/** Report 55: every function in every form with every kind of path. */
const ONE_PATH =
  'access appendFile chmod copyFile cp lstat mkdir mkdtemp open opendir readFile readdir readlink realpath rename rm rmdir stat statfs symlink truncate unlink utimes writeFile'.split(
    ' ',
  );
const MORE: Readonly<Record<string, string>> = {
  appendFile: ", 'x'",
  chmod: ', 0o600',
  copyFile: ", 'to'",
  cp: ", 'to', {}",
  rename: ", 'to'",
  symlink: ', PATH',
  utimes: ', 1, 1',
  writeFile: ", 'x'",
};
const KINDS: Readonly<Record<string, string>> = {
  string: "'secret/file'",
  Buffer: "Buffer.from('secret/file')",
  Uint8Array: "new TextEncoder().encode('secret/file')",
  URL: "url.pathToFileURL('secret/file')",
};
const forms = (name: string, path: string): Tries => {
  const args = name === 'symlink' ? `'open.txt', ${path}` : path + (MORE[name] ?? '');
  const callback = name === 'mkdtemp' ? `(done) => fs.mkdtemp(${path}, done)` : `(done) => fs.${name}(${args}, done)`;
  return {
    [`${name} callback`]: callback,
    [`${name} sync`]: `fs.${name}Sync(${args})`,
    [`${name} promise`]: `fs.promises.${name}(${args})`,
  };
};

describe.each(nodes)('fs on Node %i', (major) => {
  const node = binary(major);
  const head = "const util = require('node:util'), url = require('node:url'), { exists } = fs;";

  it('is promisified as bare', async () => {
    const bare = await attempt(PROMISIFIED, { node, files, head, via: 'none' });
    expect((await attempt(PROMISIFIED, { node, files, head, policy: POLICY })).outcomes).toEqual(bare.outcomes);
    expect(bare.outcomes['exists']).toBe(true);
  });

  it.each(Object.keys(KINDS))('refuses a path that is a %s in every form, or Node itself does', async (kind) => {
    const tries = Object.assign({}, ...ONE_PATH.map((name) => forms(name, KINDS[kind] ?? ''))) as Tries;
    const { outcomes } = await attempt(tries, { node, files, head, policy: POLICY });
    const bare = await attempt(tries, { node, files, head, via: 'none' });
    const wrong = others(outcomes, 'fs.read.deny[0]');
    for (const [name, outcome] of Object.entries(wrong))
      expect([name, outcome]).toEqual([name, outcome === 'fs.write.deny[0]' ? outcome : bare.outcomes[name]]);
    expect(Object.values(wrong)).not.toContain('ok');
  });
});

it('a refusal is told by name and code where it is of another realm, as an error of Node (report 54)', async () => {
  const main = `
const code = "try { fs.readFileSync(file) } catch (error) { [error.name, error.code, typeof error.message, error instanceof Error] }";
const inRealm = (file) => require('vm').runInNewContext(code, { fs: require('fs'), file });
console.log(JSON.stringify([inRealm('secret/file'), inRealm('nothing')]));`;
  const result = await run('main.cjs', { policy: POLICY, files: { ...files, 'main.cjs': main } });
  expect(JSON.parse(result.stdout)).toEqual([
    ['PolicyViolationError', 'ERR_ACCESS_DENIED', 'string', false],
    ['Error', 'ENOENT', 'string', false],
  ]);
});
