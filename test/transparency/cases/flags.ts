import { type Cases, flagged, program } from '../case.js';

const DENIED =
  'const fs = require("fs"); try { console.log(fs.readFileSync("secret.txt", "utf8")); } catch (e) { console.log(e.code, e.permission, e.message.split(",")[0]); } console.log(process.permission.has("fs.read", __filename));';
const REJECTS =
  'process.on("exit", (code) => console.log("exit", code)); setTimeout(() => console.log("later"), 20); require("fs").promises.readFile("none"); Promise.reject(5);';
const FAILS =
  'const fs = require("fs");\nfunction inner() {\n  return fs.readFileSync("none");\n}\nfunction outer() {\n  return inner();\n}\nouter();\n';
const MAP = Buffer.from(
  JSON.stringify({
    version: 3,
    sources: ['source.ts'],
    sourcesContent: ['\n\nreadFileSync("none");\n'],
    names: [],
    mappings: 'AAEA',
  }),
).toString('base64');

/** Flags of Node, each with a program that would notice. */
export const flags: Cases = {
  '--enable-source-maps': flagged(
    '--enable-source-maps',
    `require("fs").readFileSync("none");\n//# sourceMappingURL=data:application/json;base64,${MAP}\n`,
  ),
  '--frozen-intrinsics': flagged(
    '--frozen-intrinsics',
    'try { Array.prototype.x = 1 } catch (e) { console.log(e.name) } Array.prototype.map = 1; console.log([].x, [1].map((x) => x), require("fs").existsSync(__filename), Object.isFrozen(Function.prototype));',
  ),
  '--disallow-code-generation-from-strings': flagged(
    '--disallow-code-generation-from-strings',
    'for (const f of [() => eval("1"), () => new Function("1"), () => require("vm").runInNewContext("1 + 1")]) try { console.log(f()) } catch (e) { console.log(e.name, e.message) }',
  ),
  '--disable-proto=delete': flagged(
    '--disable-proto=delete',
    'console.log(({}).__proto__, "__proto__" in Object.prototype, require("fs").existsSync(__filename));',
  ),
  '--disable-proto=throw': flagged(
    '--disable-proto=throw',
    'try { ({}).__proto__ } catch (e) { console.log(e.code) } console.log(require("fs").readdirSync("."));',
  ),
  '--max-old-space-size': flagged(
    '--max-old-space-size=32 --max-semi-space-size=1',
    'console.log(require("v8").getHeapStatistics().heap_size_limit, process.execArgv);',
  ),
  '--stack-size': flagged(
    '--stack-size=400',
    'let n = 0; const f = () => { n++; f(); }; try { f() } catch (e) { console.log(e.name, e instanceof RangeError, n > 100) } const g = (i) => i === 0 ? require("fs").existsSync(__filename) : g(i - 1); console.log(g(500));',
  ),
  'a low ulimit -n': program(
    'const fs = require("fs"); const open = []; let code; try { for (;;) open.push(fs.openSync(__filename)); } catch (e) { code = e.code } console.log(code, open.length > 3); console.log(fs.existsSync(__filename)); try { fs.readFileSync(__filename) } catch (e) { console.log(e.code, e.syscall) } open.forEach((fd) => fs.closeSync(fd)); console.log(fs.readFileSync(__filename).length > 5);',
    { line: 'ulimit -n 64; node main.cjs' },
  ),
  'a low ulimit -s': program(
    'const f = (i) => i === 0 ? require("fs").readFileSync(__filename, "utf8").length > 5 : f(i - 1); console.log(f(300));',
    { line: 'ulimit -s 1024; node main.cjs' },
  ),
  'a low ulimit -f': program(
    'process.on("SIGXFSZ", () => {}); try { require("fs").writeFileSync("x", Buffer.alloc(1e6)); } catch (e) { console.log(e.code) }',
    { line: 'ulimit -f 64; node main.cjs' },
  ),
  '--force-fips': {
    line: 'node --force-fips -p 1; node --enable-fips -p "crypto.getFips()"',
    mask: /[\dA-F]{8,}:error.*|openssl[^\n]*/gi,
  },
  '--no-addons': flagged(
    '--no-addons',
    'try { process.dlopen(module, "none.node") } catch (e) { console.log(e.code, e.message) } console.log(process.execArgv)',
  ),
  '--stack-trace-limit': flagged(
    '--stack-trace-limit=2',
    'console.log(Error.stackTraceLimit); const f = (n) => { if (n === 0) throw new Error("x"); f(n - 1); }; f(5);',
  ),
  'a deep failure': program(FAILS),
  '--trace-uncaught': flagged('--trace-uncaught', 'setTimeout(() => { throw new Error("x"); });'),
  '--trace-exit': flagged('--trace-exit', 'function leave() { process.exit(3); }\nleave();'),
  '--trace-warnings': flagged(
    '--trace-warnings',
    'function warn() { process.emitWarning("x", "Odd"); }\nwarn(); require("fs").exists("none", () => {});',
  ),
  '--trace-deprecation': flagged('--trace-deprecation', 'function old() { return new Buffer(1); }\nold();'),
  '--throw-deprecation': flagged(
    '--throw-deprecation',
    'try { new Buffer(1); } catch (e) { console.log(e) } process.on("uncaughtException", (e) => console.log(e.name, e.code));',
  ),
  '--pending-deprecation': flagged(
    '--pending-deprecation',
    'process.binding("fs"); require("fs"); new Buffer(1); require("module")._debug;',
  ),
  '--no-deprecation': flagged('--no-deprecation', 'new Buffer(1); console.log(process.noDeprecation);'),
  '--report-uncaught-exception': flagged(
    '--report-uncaught-exception --report-filename=r.json',
    'throw new Error("x");',
    { line: 'node --report-uncaught-exception --report-filename=r.json main.cjs; ls' },
  ),
  'a report': program(
    'const r = process.report.getReport(); console.log(Object.keys(r), r.header.trigger, r.javascriptStack.message); console.log(r.libuv.filter((h) => h.type !== "async").map((h) => [h.type, h.is_referenced]).sort().join());',
  ),
  '--cpu-prof': flagged('', 'for (let i = 0; i < 1e5; i++) Math.sqrt(i);', {
    line: 'node --cpu-prof --cpu-prof-name=p main.cjs; ls; node --heap-prof --heap-prof-name=h main.cjs; ls',
  }),
  '--heapsnapshot-signal': flagged(
    '--heapsnapshot-signal=SIGUSR2',
    'const fs = require("fs"); process.kill(process.pid, "SIGUSR2"); const t = setInterval(() => { if (fs.readdirSync(".").some((n) => n.endsWith("heapsnapshot"))) { console.log("written"); clearInterval(t); } }, 20); console.log(process.listenerCount("SIGUSR2"));',
  ),
  '--title': flagged('--title=mine', 'console.log(process.title); process.title = "other"; console.log(process.title)'),
  '--permission': program(DENIED, {
    line: 'mkdir ../receipts; node --permission --allow-fs-read="$PWD/main.cjs" --allow-fs-read="$BELT" --allow-fs-read="${PWD%/cwd}/allow.yaml" --allow-fs-read=/etc/receiptbot/policy.yaml --allow-fs-write="${PWD%/cwd}/receipts" main.cjs',
    files: { 'secret.txt': 'x' },
    nodes: [22, 24, 26],
  }),
  '--trace-event-categories': flagged('--trace-event-categories v8', '1', {
    line: 'node --trace-event-categories v8 --trace-event-file-pattern t.log main.cjs; ls',
  }),
  '--expose-gc': flagged('--expose-gc', 'console.log(typeof gc, gc())'),
  '--jitless': flagged(
    '--jitless',
    'console.log(typeof WebAssembly, require("fs").readFileSync(__filename).length > 5);',
  ),
  '--no-experimental-require-module': flagged(
    '--no-experimental-require-module',
    'try { console.log(require("./x.mjs")) } catch (e) { console.log(e.code) }',
    { files: { 'x.mjs': 'export default 1' }, nodes: [22, 24] },
  ),
  '--experimental-vm-modules': flagged(
    '--experimental-vm-modules --no-warnings',
    'const vm = require("vm"); (async () => { const m = new vm.SourceTextModule("export default 5"); await m.link(() => {}); await m.evaluate(); console.log(m.namespace.default); })();',
  ),
  '--conditions': {
    line: 'node -C mine main.cjs',
    files: {
      'main.cjs': 'console.log(require("dep"))',
      'node_modules/dep/package.json': '{"exports":{"mine":"./a.js","default":"./b.js"}}',
      'node_modules/dep/a.js': 'module.exports = "a"',
      'node_modules/dep/b.js': 'module.exports = "b"',
    },
  },
  '--dns-result-order': flagged('--dns-result-order=ipv6first', 'console.log(require("dns").getDefaultResultOrder())'),
  '--expose-internals': flagged(
    '--expose-internals',
    'console.log(typeof require("internal/util").kEmptyObject, require("internal/bootstrap/realm").BuiltinModule.exists("fs"))',
  ),
  '--no-experimental-global-navigator': flagged(
    '--no-experimental-global-navigator --no-experimental-websocket',
    'console.log("navigator" in globalThis, "WebSocket" in globalThis)',
    { nodes: [22, 24, 26] },
  ),
  '--abort-on-uncaught-exception': flagged('', 'throw new Error("x")', {
    line: 'ulimit -c 0; node --abort-on-uncaught-exception main.cjs 2>/dev/null; echo $?',
  }),
  ...Object.fromEntries(
    ['strict', 'warn', 'none', 'throw', 'warn-with-error-codes'].map((mode) => [
      `--unhandled-rejections=${mode}`,
      flagged(`--unhandled-rejections=${mode}`, REJECTS),
    ]),
  ),
};
