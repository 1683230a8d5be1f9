import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { folder, refusals } from '../../run.js';

const POLICY = `version: 1
mode: enforce
fs:
  read: { deny: ["./denied/**"] }
  write: { deny: ["./denied/**"] }
`;

/** Each function with its arguments; FILE, FOLDER, LINK and NEW are of the attempt's own. */
const READS: Readonly<Record<string, string>> = {
  readFile: 'FILE',
  access: 'FILE',
  stat: 'FILE',
  statfs: 'FILE',
  lstat: 'FILE',
  readlink: 'LINK',
  realpath: 'FILE',
  readdir: 'FOLDER',
  opendir: 'FOLDER',
  open: "FILE, 'r'",
};

const WRITES: Readonly<Record<string, string>> = {
  writeFile: "FILE, 'x'",
  appendFile: "FILE, 'x'",
  truncate: 'FILE, 0',
  open: "NEW, 'w'",
  mkdir: 'NEW',
  mkdtemp: 'NEW',
  chmod: 'FILE, 0o600',
  chown: 'FILE, process.getuid(), process.getgid()',
  utimes: 'FILE, 1, 1',
  lchown: 'FILE, process.getuid(), process.getgid()',
  lutimes: 'FILE, 1, 1',
  rename: 'FILE, NEW',
  copyFile: 'FILE, NEW',
  cp: 'FILE, NEW',
  link: 'FILE, NEW',
  symlink: 'FILE, NEW',
  unlink: 'FILE',
  rm: 'FILE',
  rmdir: 'EMPTY',
};

/** Out of the denied folder and into it: either end is enough. */
const CROSSING: Readonly<Record<string, string>> = {
  rename: "FILE, 'out/NAME'",
  copyFile: "FILE, 'out/NAME'",
  cp: "FILE, 'out/NAME'",
  link: "FILE, 'out/NAME'",
  symlink: "path.resolve('denied/NAME/file.txt'), 'out/NAME'",
};
const INWARD: Readonly<Record<string, string>> = {
  rename: "'open/NAME.txt', NEW",
  copyFile: "'open/NAME.txt', NEW",
  cp: "'open/NAME.txt', NEW",
  link: "'open/NAME.txt', NEW",
  symlink: "'open/NAME.txt', NEW",
};

const OTHER: Tries = {
  exists: 'show(new Promise(done => fs.exists(FILE, done)))',
  existsSync: 'show(fs.existsSync(FILE))',
  'realpath.native': 'done => fs.realpath.native(FILE, done)',
  'realpathSync.native': 'fs.realpathSync.native(FILE)',
  openAsBlob: 'fs.openAsBlob(FILE)',
  watch: 'fs.watch(FILE).close()',
  watchFile: 'fs.watchFile(FILE, () => {}) && (fs.unwatchFile(FILE))',
  'promises.watch':
    "fs.promises.watch(FILE, { signal: AbortSignal.timeout(20) })[Symbol.asyncIterator]().next().catch(error => error.name === 'AbortError' || Promise.reject(error))",
  'readFile by descriptor': 'fs.readFileSync(fs.openSync(FILE))',
  'readFile by URL': 'fs.readFileSync(pathToFileURL(FILE))',
  'readFile by bytes': 'fs.readFileSync(Buffer.from(FILE))',
  'readFile by absolute path': 'fs.readFileSync(path.resolve(FILE))',
  'readFile from elsewhere': "fs.readFileSync('open/../' + FILE)",
  'readFile as a write': "fs.readFileSync(FILE, { flag: 'r+' })",
  createReadStream: 'fs.createReadStream(FILE)',
  'new createReadStream': 'new fs.createReadStream(FILE)',
  ReadStream: 'fs.ReadStream(FILE)',
  'new ReadStream': 'new fs.ReadStream(FILE)',
  'new FileReadStream': 'new fs.FileReadStream(FILE)',
  createWriteStream: 'fs.createWriteStream(FILE)',
  'new createWriteStream': 'new fs.createWriteStream(FILE)',
  'new WriteStream': 'new fs.WriteStream(FILE)',
  'createReadStream by URL': 'fs.createReadStream(pathToFileURL(FILE))',
  'promisify(readFile)': 'promisify(fs.readFile)(FILE)',
  'promisify(stat)': 'promisify(fs.stat)(FILE)',
  'promisify(opendir)': 'promisify(fs.opendir)(FOLDER)',
  'bound readFile': 'fs.readFile.bind(fs)(FILE, () => {}) ?? promisify(fs.readFile.bind(fs))(FILE)',
  'a symbolic link outside': "fs.readFileSync('open/link-to-NAME')",
  require: "require('./' + FOLDER + '/code.cjs')",
  import: "import('./' + FOLDER + '/code.mjs')",
  'require of JSON': "require('./' + FOLDER + '/data.json')",
  'import of JSON by query': "import('./' + FOLDER + '/code.mjs?x=1')",
};

/** Spells an attempt out in a folder of its own, so that the bare run of one does not spoil another. */
function spell(code: string, name: string): string {
  return code
    .replaceAll('FILE', `'denied/${name}/file.txt'`)
    .replaceAll('LINK', `'denied/${name}/link'`)
    .replaceAll('NEW', `'denied/${name}/new'`)
    .replaceAll('EMPTY', `'denied/${name}/empty'`)
    .replaceAll('FOLDER', `'denied/${name}'`)
    .replaceAll('NAME', name);
}

function threefold(kind: string, calls: Readonly<Record<string, string>>): Tries {
  const forms = Object.entries(calls).flatMap(([name, args]) => [
    [`${kind}: ${name}`, `done => fs.${name}(${args}, done)`],
    [`${kind}: ${name}Sync`, `fs.${name}Sync(${args})`],
    [`${kind}: promises.${name}`, `fs.promises.${name}(${args})`],
  ]);
  return Object.fromEntries(forms) as Tries;
}

const ALL = Object.entries({
  ...threefold('read', READS),
  ...threefold('write', WRITES),
  ...threefold('out', CROSSING),
  ...threefold('in', INWARD),
  ...OTHER,
});
const names = ALL.map((_, i) => `t${String(i)}`);
const tries = Object.fromEntries(ALL.map(([name, code], i) => [name, spell(code, `t${String(i)}`)]));

/** A working folder with what every attempt finds. */
function prepared(): string {
  const cwd = folder();
  const put = (name: string, text: string): void => {
    writeFileSync(join(cwd, name), text);
  };
  mkdirSync(join(cwd, 'open'));
  mkdirSync(join(cwd, 'out'));
  ALL.forEach((_, i) => {
    const name = `t${String(i)}`;
    mkdirSync(join(cwd, 'denied', name, 'empty'), { recursive: true });
    put(`denied/${name}/file.txt`, 'canary');
    put(`denied/${name}/code.cjs`, 'module.exports = 1;');
    put(`denied/${name}/code.mjs`, 'export default 1;');
    put(`denied/${name}/data.json`, '{}');
    put(`open/${name}.txt`, 'open');
    symlinkSync('file.txt', join(cwd, 'denied', name, 'link'));
    symlinkSync(`../denied/${name}/file.txt`, join(cwd, 'open', `link-to-${name}`));
  });
  return cwd;
}

const head =
  "const { promisify } = require('node:util'), path = require('node:path'), { pathToFileURL } = require('node:url');";

describe('every function of fs that takes a path, in every form', () => {
  it('works bare', async () => {
    const { outcomes } = await attempt(tries, { head, cwd: prepared(), via: 'none' });
    expect(others(outcomes, 'ok')).toEqual({ exists: true, existsSync: true });
  });

  it('is refused below a denied folder', async () => {
    const result = await attempt(tries, { head, cwd: prepared(), policy: POLICY });
    const unexpected = Object.entries(result.outcomes).filter(
      ([, outcome]) => !/^fs\.(read|write)\.deny\[0\]$/.test(String(outcome)),
    );
    expect(Object.fromEntries(unexpected)).toEqual({ exists: false });
    for (const [name, outcome] of Object.entries(result.outcomes)) {
      if (name.startsWith('read: ')) expect(outcome, name).toBe('fs.read.deny[0]');
    }
    const refused = refusals(result).map(({ payload }) => String(payload['realPath'] ?? payload['path']));
    const blocked = new Set(refused.map((path) => path.slice(result.cwd.length).split('/')[2]));
    expect(names.filter((name) => !blocked.has(name))).toEqual([]);
  });
});

describe('a text that no system takes for a path', () => {
  // Programs ask of contents whether they are a file.
  const texts: Tries = {
    'one long name': "'a'.repeat(1e6)",
    'many folders': "'a/'.repeat(1e5)",
    'many steps up': "'../'.repeat(1e5) + 'a'.repeat(1e4)",
    'many steps to and fro': "'a/../'.repeat(2e4) + 'b'.repeat(1e4)",
    base64: "require('node:crypto').randomBytes(7e5).toString('base64')",
    'a line of many words': "'word word/word.'.repeat(1e4)",
  };
  const tries = Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => [
      [`existsSync of ${name}`, `show(fs.existsSync(${text}))`],
      [`readFileSync of ${name}`, `fs.readFileSync(${text})`],
      [`writeFile of ${name}`, `fs.promises.writeFile(${text}, 'x')`],
      [`rename of ${name}`, `done => fs.rename(${text}, 'open.txt', done)`],
    ]),
  );

  it('is answered as it is bare, and at once', async () => {
    const bare = await attempt(tries, { via: 'none' });
    const belted = await attempt(tries, { policy: POLICY });
    expect(belted.outcomes).toEqual(bare.outcomes);
    expect(new Set(Object.values(bare.outcomes))).toEqual(new Set([false, 'ENAMETOOLONG']));
    expect(refusals(belted)).toEqual([]);
  });

  it('does not hide a path that is long only as it is written', async () => {
    const long = "fs.readFileSync('denied/../'.repeat(5000) + 'denied/file.txt')";
    const { outcomes } = await attempt(
      { long, short: "fs.readFileSync('denied/../'.repeat(300) + 'denied/file.txt')" },
      { policy: POLICY, files: { 'denied/file.txt': 'canary' } },
    );
    expect(outcomes).toEqual({ long: 'fs.read.deny[0]', short: 'fs.read.deny[0]' });
  });
});
