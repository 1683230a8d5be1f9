import { type Cases, program } from '../case.js';

const ESM =
  'import fs, { readFileSync } from "node:fs"; console.log(fs.readFileSync === readFileSync, import.meta.filename === process.argv[1], this);';
const WHERE =
  'console.log(require.main === module, module.parent, module.children.length, module.paths.length > 0, __filename === process.argv[1], process.argv.slice(2), process.execArgv, process.argv0, Object.keys(require.cache).length, Object.keys(module.constructor._pathCache).length);';
/** Kills the watcher, which would wait for ever. */
const STOPS_WATCHER =
  'console.log("ran", process.env.WATCH_REPORT_DEPENDENCIES, process.execArgv); setTimeout(() => process.kill(process.ppid), 50); setInterval(() => {}, 1000);';

/** Ways in which a program is started. */
export const starts: Cases = {
  'a CommonJS file': program(WHERE, { line: 'node main.cjs a b' }),
  'an ES module': { line: 'node main.mjs', files: { 'main.mjs': ESM } },
  'a file without an extension': { line: 'node ./main', files: { main: WHERE } },
  'a folder': { line: 'node .', files: { 'package.json': '{"main":"lib/start.js"}', 'lib/start.js': WHERE } },
  'a module by package type': { line: 'node main.js', files: { 'package.json': '{"type":"module"}', 'main.js': ESM } },
  'a module by its syntax': {
    line: 'node main.js',
    files: { 'main.js': 'import fs from "fs"; console.log(typeof fs.readFile, typeof require);' },
  },
  'a file that is not there': { line: 'node none.cjs' },
  'a module that is not there': { line: 'node none.mjs' },
  'a dependency that is not there': program('require("./none")'),
  'an import that is not there': { line: 'node main.mjs', files: { 'main.mjs': 'import "./none.mjs"' } },
  'a file with a mistake': program('const x = ;'),
  'a module with a mistake': { line: 'node main.mjs', files: { 'main.mjs': 'const x = ;' } },
  'JSON as a program': { line: 'node main.json', files: { 'main.json': '{"a":1}' } },
  'a link': program(WHERE, {
    line: 'mkdir d; ln -s ../main.cjs d/link.cjs; node d/link.cjs; node --preserve-symlinks --preserve-symlinks-main d/link.cjs',
  }),
  '-e': {
    line: `node -e 'console.log(__filename, module.id, require.main, module.paths.length > 0, typeof fs.readFile, process.argv.length, this === globalThis, Object.keys(require.cache))' x`,
  },
  '-e that throws': { line: `node -e 'function inner() { fs.readFileSync("none") }\ninner()'` },
  '-e of a module': {
    line: `node --input-type=module -e 'import fs from "fs"; console.log(typeof fs.readFile, import.meta.url, await 5)'`,
  },
  '-p': { line: `node -p '[1, { fs: fs.existsSync("none") }]'; node -p 'process.title'` },
  '--check': program('if (', {
    line: 'node --check main.cjs; node -c ok.cjs; node --check ok.mjs; echo $?',
    files: { 'ok.cjs': '1', 'ok.mjs': 'import "./none.mjs"' },
  }),
  'a script on stdin': {
    line: 'node',
    stdin:
      'console.log(__filename, module.id, typeof require, process.argv.length, Object.keys(require.cache)); null.x',
  },
  'a module on stdin': {
    line: 'node --input-type=module -',
    stdin: 'import fs from "fs"; console.log(typeof fs.readFile, import.meta.url); null.x',
  },
  'the REPL': {
    line: 'node -i',
    stdin:
      'var a = 1\na + 1\nfs.readFileSync("none")\nfs.existsSync\nlet p = await fs.promises.readFile("none").catch((e) => e.code)\np\nthrow new Error("x")\n.exit\n',
    env: { NODE_REPL_HISTORY: '' },
  },
  '--watch': program(STOPS_WATCHER, { line: 'node --watch main.cjs' }),
  '--watch-path': program(STOPS_WATCHER, { line: 'node --watch-path=. main.cjs' }),
  '--test': {
    line: 'node --test --test-reporter=tap; echo $?',
    files: {
      'a.test.cjs':
        'const { test, mock } = require("node:test"), assert = require("assert"), fs = require("fs");\ntest("mocks", () => { const m = mock.method(fs, "readFileSync", () => "x"); assert.equal(fs.readFileSync("none"), "x"); m.mock.restore(); assert.throws(() => fs.readFileSync("none"), { code: "ENOENT" }); });\ntest("fails", () => { fs.readFileSync("none"); });',
      'b.test.mjs': 'import test from "node:test"; test("passes", async (t) => { await t.test("inner", () => {}); });',
    },
    mask: /duration_ms:? [\d.]+|stack: \|-[^]*?\.\.\./g,
  },
  '--test of a file': {
    line: 'node main.test.mjs',
    files: { 'main.test.mjs': 'import test from "node:test"; test("x", () => { throw new Error("no"); });' },
    mask: /\(?[\d.]+ ?ms\)?|duration_ms:? [\d.]+/g,
  },
  '--inspect': program(
    'const inspector = require("inspector"); console.log(inspector.url() !== undefined, process.execArgv); inspector.close(); console.log(inspector.url());',
    { line: 'node --inspect=0 main.cjs', mask: /ws:\S+/g },
  ),
  'the inspector by the program': program(
    'const inspector = require("inspector"); const s = new inspector.Session(); s.connect(); s.post("Runtime.evaluate", { expression: "1 + 1" }, (e, r) => console.log(e, r)); s.disconnect();',
  ),
  '--run': {
    line: 'node --run greet',
    files: { 'package.json': '{"scripts":{"greet":"node -p 6*7"}}' },
    nodes: [22, 24, 26],
  },
  '--version, --help and no such flag': {
    line: 'node --version; node --help | wc -l; node --no-such-flag; echo $?; node --v8-options | wc -l',
  },
  'TypeScript by flag': {
    line: 'node --experimental-strip-types main.ts',
    files: { 'main.ts': 'const a: number = 1; console.log(a); throw new Error("x" as string);' },
    nodes: [22, 24],
  },
  TypeScript: {
    line: 'node main.ts',
    files: {
      'main.ts':
        'import type { A } from "./none.ts"; const a: number = 1; console.log(a); throw new Error("x" as string);',
    },
    nodes: [24, 26],
  },
  'TypeScript by -e': {
    line: `node --input-type=module-typescript -e 'const a: number = 1; console.log(a)'`,
    nodes: [24, 26],
  },
  '--env-file': program('console.log(process.env.FROM_FILE)', {
    line: 'node --env-file=my.env main.cjs; node --env-file=none.env main.cjs',
    files: { 'my.env': 'FROM_FILE=yes\n' },
  }),
  'a preload of the program': program('console.log("main", globalThis.early, Object.keys(require.cache).length)', {
    line: 'node -r ./early.cjs main.cjs; node --import ./early.mjs main.cjs; node -r ./none.cjs main.cjs',
    files: {
      'early.cjs': 'globalThis.early = [module.id, module.parent?.id, require.main];',
      'early.mjs': 'globalThis.early = process.argv[1] !== undefined;',
    },
  }),
  'a loader of the program': {
    line: 'node --no-warnings --experimental-loader ./hooks.mjs main.mjs',
    files: {
      'hooks.mjs':
        'export async function resolve(s, c, next) { return s === "virtual:x" ? { url: "data:text/javascript,export default 5", shortCircuit: true } : next(s, c); }',
      'main.mjs': 'import x from "virtual:x"; console.log(x);',
    },
  },
  'a registered loader': {
    line: 'node main.mjs',
    files: {
      'hooks.mjs':
        'export async function load(u, c, next) { const l = await next(u, c); if (u.endsWith("dep.mjs")) l.source = String(l.source) + "\\nexport const b = 2;"; return l; }',
      'dep.mjs': 'export const a = 1;',
      'main.mjs':
        'import { register } from "node:module"; register("./hooks.mjs", import.meta.url); console.log(await import("./dep.mjs"));',
    },
  },
  'a snapshot': {
    line: 'node --snapshot-blob s.blob --build-snapshot main.cjs; echo $?; node --snapshot-blob s.blob other.cjs a; echo $?',
    files: {
      'main.cjs':
        'const { startupSnapshot } = require("v8"); const fs = require("fs"); globalThis.kept = fs.readFileSync(__filename, "utf8").length; startupSnapshot.setDeserializeMainFunction(() => { console.log(globalThis.kept > 5, process.argv.length, fs.existsSync("s.blob")); });',
    },
  },
  'the blob of a single executable': {
    line: 'node --experimental-sea-config sea.json; echo $?; test -s sea.blob && echo made',
    files: {
      'sea.json': '{"main":"main.js","output":"sea.blob","disableExperimentalSEAWarning":true}',
      'main.js': 'console.log(1)',
    },
  },
  '--entry-url': { line: `node --entry-url 'data:text/javascript,console.log(import.meta.url)'`, nodes: [24, 26] },
};
