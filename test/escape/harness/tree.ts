import { randomBytes, randomInt } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { binary, major } from './node.js';
import { shelf, type Technique } from './technique.js';

/** What no technique may lay its hands on; another one each time the tests run. */
export const CANARY: string = `CANARY-7f3a-${randomBytes(6).toString('hex')}`;

/** The folders of one run: work is the only writable place, secret must not be read, outside not written. */
export interface Tree {
  readonly top: string;
  readonly work: string;
  readonly secret: string;
  readonly outside: string;
  readonly receipts: string;
  /** Where the receipt of an earlier run is. */
  readonly earlier: string;
  readonly policy: string;
  readonly markers: string;
  readonly bin: string;
  /** The program to start, and the size of the secret file whose size is asked for. */
  readonly main: string;
  readonly size: number;
}

const FOLDERS = ['work', 'secret', 'outside', 'receipts', 'policy', 'markers', 'bin'] as const;
const modules = resolve(shelf, '../../node_modules');

/** Lays a fresh tree for one run of a technique. */
export function lay(technique: Technique): Tree {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'receiptbot-escape-')));
  for (const name of [...FOLDERS, 'work-sib', 'work/data', 'secret/sub', 'outside/dir', 'receipts/earlier'])
    mkdirSync(join(top, name));
  const place = Object.fromEntries(FOLDERS.map((name) => [name, join(top, name)])) as Record<
    (typeof FOLDERS)[number],
    string
  >;
  const size = 20_000 + randomInt(900_000);
  layFiles(top, size);
  layCommands(top);
  return { ...place, earlier: join(place.receipts, 'earlier'), top, size, main: layProgram(place.work, technique) };
}

/** Removes a tree and what a technique may have moved beside it. */
export function clear(tree: Tree): void {
  for (const folder of [tree.top, `${tree.top}-x`, `${tree.top}-moved`])
    rmSync(folder, { recursive: true, force: true });
}

function layFiles(top: string, size: number): void {
  const files: Record<string, string | Buffer> = {
    'secret/.env': `CANARY=${CANARY}\n`,
    'secret/text.txt': `${CANARY}\n`,
    'secret/data.json': JSON.stringify({ canary: CANARY, version: 3, sources: [], mappings: '' }),
    'secret/mod.cjs': `module.exports = ${JSON.stringify(CANARY)};\n`,
    'secret/mod.mjs': `export default ${JSON.stringify(CANARY)};\n`,
    'secret/sub/package.json': JSON.stringify({ name: CANARY, type: 'commonjs' }),
    [`secret/name-${CANARY}.txt`]: 'x',
    'secret/sized.bin': Buffer.alloc(size),
    'outside/keep.txt': 'original\n',
    'work/data/ok.txt': 'fine\n',
    'receipts/earlier/0.json': '{"events":[]}',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(top, name), content);
  symlinkSync(`name-${CANARY}.txt`, join(top, 'secret/ptr'));
  if (major >= 22) copyFileSync(database(), join(top, 'secret/secret.sqlite'));
}

function layCommands(top: string): void {
  const denied = `#!/bin/sh\necho ran > '${join(top, 'markers/cmd-ran')}'\necho DENIED-RAN-${CANARY}\n`;
  writeFileSync(join(top, 'bin/denied-cmd'), denied, { mode: 0o755 });
  writeFileSync(join(top, 'bin/allowed-cmd'), '#!/bin/sh\necho allowed\n', { mode: 0o755 });
}

function layProgram(work: string, technique: Technique): string {
  const program = join(work, `case${extname(technique.file)}`);
  copyFileSync(technique.file, program);
  for (const name of technique.fix ?? []) {
    if (name === 'undici') cpSync(join(modules, name), join(work, 'node_modules', name), { recursive: true });
    else copyFileSync(join(shelf, name), join(work, name));
  }
  if (technique.entry === undefined) return program;
  const caller = join(work, 'main.cjs');
  writeFileSync(caller, `require('./${basename(program)}').${technique.entry}();\n`);
  return caller;
}

let sqlite: string | undefined;

/** A database that holds the canary, made once by a Node that has SQLite. */
function database(): string {
  if (sqlite !== undefined) return sqlite;
  const folder = mkdtempSync(join(tmpdir(), 'receiptbot-sqlite-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  sqlite = join(folder, 'secret.sqlite');
  const make = `const { DatabaseSync } = require('node:sqlite'); const d = new DatabaseSync(process.argv[1]);
    d.exec('create table t(v text)'); d.prepare('insert into t values(?)').run(process.argv[2]); d.close()`;
  execFileSync(binary, ['--no-warnings', '-e', make, sqlite, CANARY]);
  return sqlite;
}
