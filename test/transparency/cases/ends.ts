import { type Cases, program } from '../case.js';

const LISTENS =
  'for (const name of ["beforeExit", "exit"]) process.on(name, (code) => console.log(name, code, process.exitCode)); ';
const throws = (thrown: string): ReturnType<typeof program> =>
  program(`${LISTENS}setTimeout(() => {\n  throw ${thrown};\n}, 1);`);

/** The place that Node shows of a rejection which nobody handles: not that of one whose name was held. */
const PLACE = /^[^\n]*\n[^\n]*\n\s*\^\n/;

/** Ways in which a process ends. */
export const ends: Cases = {
  'nothing left to do': program(
    `${LISTENS}let n = 0; process.on("beforeExit", () => { if (n++ < 2) setTimeout(() => console.log("more"), 1); });`,
  ),
  'process.exit': program(`${LISTENS}process.exit(3);`),
  'process.exitCode': program(`${LISTENS}process.exitCode = 4;`),
  'an exit code that is none': program(`${LISTENS}process.exit("x");`),
  'a code set by a listener': program(`${LISTENS}process.on("exit", () => { process.exitCode = 9; });`),
  'process.exit in a listener': program(
    `${LISTENS}process.on("exit", () => { process.exit(7); }); process.on("exit", () => console.log("never"));`,
  ),
  'a throw in a listener': program(`${LISTENS}process.on("exit", () => {\n  throw new Error("late");\n});`),
  'process.reallyExit': program(`${LISTENS}console.log("now"); process.reallyExit(5);`),
  'process.reallyExit replaced': program(
    'const real = process.reallyExit; process.reallyExit = function (code) { console.log("mine", code, this === process); return real.call(process, code + 1); }; process.exit(2);',
  ),
  'process.emit replaced': program(
    'const emit = process.emit; process.emit = function (name, ...rest) { if (name === "exit") console.log("saw", name, rest); return emit.call(this, name, ...rest); }; console.log(process.emit === emit); process.on("exit", (c) => console.log("exit", c));',
  ),
  'process.emit put back': program(
    'const d = Object.getOwnPropertyDescriptor(process, "emit"); const emit = process.emit; process.emit = () => {}; delete process.emit; console.log(d, process.emit === emit, Object.hasOwn(process, "emit"), Object.hasOwn(Object.getPrototypeOf(process), "emit"));',
  ),
  'a listener of exit put on late': program(
    'setTimeout(() => process.once("exit", () => console.log("once", process._exiting)), 5);',
  ),
  'an error': throws('new Error("x")'),
  'an error with more to tell': throws(
    'Object.assign(new TypeError("x", { cause: new Error("y") }), { code: "ODD", more: [1] })',
  ),
  text: throws('"text"'),
  'nothing at all': throws('undefined'),
  'an object': throws('{ message: "m", stack: "s" }'),
  'an error of Node': program('const fs = require("fs");\nsetTimeout(() => {\n  fs.mkdirSync("none/none");\n}, 1);'),
  'an error in a callback of Node': program('require("fs").readFile("none", (error) => {\n  throw error;\n});'),
  'an error in a callback': program('require("fs").stat(".", () => {\n  throw new Error("x");\n});'),
  'an error nobody listens to': program('require("fs").createReadStream("none");'),
  'a connection nobody listens to': program('require("net").connect(1, "127.0.0.1");'),
  'a child nobody listens to': program('require("child_process").spawn("./none");'),
  'a bad argument': program('require("fs").readFile("none", "utf8");'),
  uncaughtException: program(
    `${LISTENS}process.on("uncaughtException", (e, origin) => console.log(e.message, origin)); process.on("uncaughtExceptionMonitor", (e, origin) => console.log("monitor", origin)); setTimeout(() => { throw new Error("x"); }); Promise.reject(new Error("y"));`,
  ),
  'a handler that throws': program(
    'process.on("uncaughtException", () => { throw new Error("again"); }); throw new Error("x");',
  ),
  'a rejection': program(`${LISTENS}require("fs").promises.mkdir("none/none");`, { mask: PLACE }),
  'a rejection without an error': program(`${LISTENS}Promise.reject({ a: 1 });`),
  'rejections that are told': program(
    'process.on("unhandledRejection", (reason, promise) => console.log("unhandled", reason.code, promise === kept)); process.on("rejectionHandled", (p) => console.log("handled", p === kept)); const kept = require("fs").promises.mkdir("none/none"); setTimeout(() => kept.catch(() => console.log("caught")), 30);',
  ),
  'a module that waits for ever': {
    line: 'node main.mjs',
    files: { 'main.mjs': 'process.on("exit", (c) => console.log("exit", c)); await new Promise(() => {});' },
  },
  'a module that rejects': {
    mask: PLACE,
    line: 'node main.mjs',
    files: { 'main.mjs': 'import fs from "fs";\nawait fs.promises.readFile("none");' },
  },
  'a signal': program(`${LISTENS}process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 5000);`),
  'a signal with a handler': program(
    `${LISTENS}process.on("SIGTERM", (name, number) => { console.log(name, number); process.exit(); }); process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 5000);`,
  ),
  SIGINT: program('process.kill(process.pid, "SIGINT"); setTimeout(() => {}, 5000);'),
  SIGHUP: program('process.kill(process.pid, "SIGHUP"); setTimeout(() => {}, 5000);'),
  SIGKILL: program('process.kill(process.pid, "SIGKILL"); setTimeout(() => {}, 5000);'),
  'an abort': program(`${LISTENS}process.abort();`, { line: 'ulimit -c 0; node main.cjs 2>/dev/null; echo $?' }),
  'out of memory': program('const a = []; for (;;) a.push(new Array(1e5).fill({}));', {
    line: 'ulimit -c 0; node --max-old-space-size=20 main.cjs 2>/dev/null; echo $?',
  }),
  'the stack overflows': program('const f = () => f(); f();', { mask: /\n\s+at .*/g }),
  'a closed pipe': program(
    'process.stdout.on("error", (e) => { console.error(e.code); process.exit(3); }); const write = () => { for (let i = 0; i < 50; i++) process.stdout.write("x".repeat(1000) + "\\n"); setImmediate(write); }; write();',
    { line: 'node main.cjs | head -1 | wc -c' },
  ),
  'much to write, then exit': program('console.log("x".repeat(1 << 15)); process.exit(0);', {
    line: 'node main.cjs | wc -c',
  }),
  'closed stdio': program(
    'require("fs").writeFileSync("seen", [0, 1, 2].map((fd) => { try { return require("fs").fstatSync(fd).isCharacterDevice() } catch (e) { return e.code } }).join());',
    { line: 'node main.cjs <&- >&- 2>&-; cat seen' },
  ),
  warnings: program(
    'process.on("warning", (w) => console.log(w.name)); process.emitWarning("x", { type: "Odd", code: "O1", detail: "d" }); for (let i = 0; i < 11; i++) process.on("exit", () => {}); require("url").parse("http://a:b"); setTimeout(() => {}, 2 ** 40);',
  ),
  'a worker': program(
    'const { Worker } = require("worker_threads"); const tell = (n) => (...a) => console.log(n, ...a.map((x) => x?.message ?? x)); const run = (code, options) => new Promise((done) => { const w = new Worker(code, { eval: true, ...options }); for (const n of ["online", "message", "error", "exit"]) w.on(n, tell(n)); w.on("exit", done); }); (async () => { await run("require(\'worker_threads\').parentPort.postMessage([process.execArgv, process.argv.length, Object.keys(require.cache), process.eventNames()])"); await run("process.exit(5)"); await run("throw new Error(\'x\')"); await run("process.exitCode = 6", { argv: ["a"] }); await run("require(\'worker_threads\').parentPort.postMessage([process.argv.slice(2), process.env.A, Object.keys(process.env).length])", { env: { A: "1" }, argv: ["z"] }); })();',
  ),
  'a child with a channel': program(
    'const cp = require("child_process"); const c = cp.fork(__dirname + "/child.cjs", ["a"], { execArgv: ["--no-warnings"] }); c.on("message", (m) => { console.log(m); c.send("bye"); }); c.on("exit", (...a) => console.log("exit", ...a)); c.on("close", () => console.log("close", c.spawnfile === process.execPath, c.spawnargs.slice(1).length, c.connected));',
    {
      files: {
        'child.cjs':
          'process.send([process.execArgv, process.argv.slice(2), process.connected, process.eventNames()]); process.on("message", (m) => { console.log(m, process.listenerCount("message")); process.disconnect(); });',
      },
    },
  ),
  children: program(
    'const cp = require("child_process"); console.log(cp.execSync("echo a; exit 0").toString(), cp.spawnSync("sh", ["-c", "echo b >&2; exit 4"], { encoding: "utf8" }).stderr, cp.execFileSync(process.execPath, ["-p", "process.execArgv.length + process.argv.length"]).toString()); try { cp.execSync("exit 3", { stdio: "pipe" }) } catch (e) { console.log(Object.keys(e), e.message, e.status) } cp.exec("exit 5", (e, out, err) => console.log(Object.keys(e), e.message, e.code, e.cmd, [out, err])).on("close", () => { const c = cp.spawn("sleep", ["9"]); c.on("exit", (code, signal) => console.log(code, signal, c.killed, c.signalCode)); c.kill(); });',
  ),
  'a cluster': program(
    'const cluster = require("cluster"); if (cluster.isPrimary) { const w = cluster.fork({ A: "1" }); w.on("message", (m) => console.log(m)); w.on("exit", (code, signal) => console.log(code, signal, w.exitedAfterDisconnect)); w.on("listening", (a) => { console.log(a.addressType); w.disconnect(); }); } else { process.send([process.env.A, cluster.worker.id]); require("http").createServer().listen(0); }',
  ),
};
