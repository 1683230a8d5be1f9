/** Calls the functions that are guarded in the ways that programs do, and prints what each call came to, when and to whom. */
const fs = require('node:fs');
const path = require('node:path');
const util = require('node:util');
const cp = require('node:child_process');
const dns = require('node:dns');
const net = require('node:net');
const http = require('node:http');
const { Worker } = require('node:worker_threads');
const { mock } = require('node:test');
const { back, tell, turns } = require('./tell.cjs');

const cases = {
  'an order of a rejection for bad arguments': ({ log }) => turns(log, () => fs.promises.mkdir(5)),
  'an order of a rejection for bad options': ({ log }) =>
    turns(log, () => fs.promises.readFile('a', { encoding: 'odd' })),
  'an order of a promise of dns': ({ log }) => turns(log, () => dns.promises.lookup('127.0.0.1')),
  'an order of what nobody looks up': ({ log }) => back(log, (done) => dns.lookup('::1', done)),
  'fs by callback': ({ log, dir }) => back(log, (done) => fs.mkdir(dir('a'), done)),
  'fs by callback, with an answer': ({ log, dir }) =>
    back(log, (done) => fs.mkdtemp(dir('t-'), { encoding: 'buffer' }, (e, name) => done(e, name.length))),
  'fs by callback, when it fails': ({ log }) => back(log, (done) => fs.readFile('none', done)),
  'fs by callback, when writing fails': ({ log }) => back(log, (done) => fs.writeFile('none/none', 'x', done)),
  'fs.exists': ({ log }) => back(log, (done) => fs.exists('none', (...all) => done(null, ...all))),
  'fs.realpath': ({ log }) => back(log, (done) => fs.realpath('.', (e, p) => done(e, p === process.cwd()))),
  'fs.access': ({ log }) => back(log, (done) => fs.access('none', done)),
  'fs.rename that fails': () => fs.renameSync('none', 'none2'),
  'fs.copyFile that fails': () => fs.promises.copyFile('none', 'none2'),
  'fs.readFileSync that fails': () => fs.readFileSync('none'),
  'fs.readFileSync of a folder': () => fs.readFileSync('.'),
  'fs.openSync that fails': () => fs.openSync(path.resolve('none')),
  'fs.promises that fail': () => fs.promises.readFile(path.resolve('none'), 'utf8'),
  'fs.rmSync that fails': () => fs.rmSync('none'),
  'fs.cpSync that fails': () => fs.cpSync('none', 'none2'),
  'fs.opendirSync that fails': () => fs.opendirSync('none'),
  'a bad callback': () => fs.readFile('none', 5),
  'a bad path': () => fs.readFileSync({}),
  'a bad flag': () => fs.openSync('none', 'zz'),
  'no arguments': () => fs.statSync(),
  throwIfNoEntry: () => [
    fs.statSync('none', { throwIfNoEntry: false }),
    fs.lstatSync('none', { throwIfNoEntry: false }),
  ],
  'getters of options are read as often': ({ log, dir }) => {
    const options = {};
    for (const key of ['encoding', 'flag', 'mode', 'signal', 'flush'])
      Object.defineProperty(options, key, { enumerable: true, get: () => void log('read', key) });
    fs.writeFileSync(dir('b'), 'x', options);
  },
  'options are not changed': ({ dir }) => {
    const options = Object.freeze({ encoding: 'utf8', flag: 'w' });
    fs.writeFileSync(dir('c'), 'x', options);
    const spawned = Object.freeze({ env: Object.freeze({ A: '1' }), stdio: 'pipe', encoding: 'utf8' });
    return [options, cp.spawnSync('sh', ['-c', 'echo $A'], spawned).stdout, spawned];
  },
  'promisified forms': async () => {
    const { stdout, stderr } = await util.promisify(cp.exec)('echo a; echo b >&2');
    const file = await util.promisify(cp.execFile)('echo', ['c']);
    const fd = fs.openSync(__filename);
    const read = await util.promisify(fs.read)(fd, Buffer.alloc(4), 0, 4, 0);
    fs.closeSync(fd);
    const child = util.promisify(cp.exec)('exit 3');
    const failed = await child.catch((error) => Object.keys(error));
    return [
      stdout,
      stderr,
      file,
      Object.keys(read),
      await util.promisify(fs.exists)(__filename),
      child.child instanceof cp.ChildProcess,
      failed,
      util.promisify(fs.promises.opendir) === fs.promises.opendir,
      Object.keys(await util.promisify(dns.lookup)('127.0.0.1')),
    ];
  },
  'the same object again and again': () => [
    fs.promises === require('fs/promises'),
    fs === require('node:fs'),
    process.getBuiltinModule?.('fs') !== undefined,
    fs.promises.constants === fs.constants,
    dns.promises === require('dns/promises'),
    process.moduleLoadList === process.moduleLoadList,
    fs.FileReadStream === fs.ReadStream,
  ],
  streams: async ({ dir, log }) => {
    const out = fs.createWriteStream(dir('d'));
    log(
      out instanceof fs.WriteStream,
      out.path === dir('d'),
      out.pending,
      new fs.ReadStream(__filename).destroy() instanceof fs.ReadStream,
      new fs.createReadStream(__filename).destroy().constructor.name,
    );
    out.end('x');
    await new Promise((done) => out.on('close', done));
    for await (const chunk of fs.createReadStream(dir('d'))) log(String(chunk));
    const missing = fs.createReadStream('none');
    return new Promise((done) => missing.on('error', (error) => done(tell(error))));
  },
  'a stream with functions of its own': async ({ log, dir }) => {
    const own = {
      open: (...args) => (log('open', args.length), fs.open(...args)),
      write: (...args) => (log('write', args.length), fs.write(...args)),
      close: (...args) => (log('close', args.length), fs.close(...args)),
    };
    const out = fs.createWriteStream(dir('e'), { fs: own });
    out.end('x');
    await new Promise((done) => out.on('close', done));
  },
  'a file handle': async ({ dir }) => {
    const handle = await fs.promises.open(dir('f'), 'w+');
    await handle.writeFile('abc');
    const { bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    const own = Reflect.ownKeys(handle).length;
    const text = util.inspect(handle).split('\n')[0].replace(/\d+/g, 'n');
    await handle.close();
    return [bytesRead, own, text, handle.fd, handle.constructor.name];
  },
  'a folder by its entries': async ({ dir }) => {
    fs.mkdirSync(dir('g/h'), { recursive: true });
    fs.writeFileSync(dir('g/i'), '');
    const names = [];
    for await (const entry of await fs.promises.opendir(dir('g')))
      names.push(entry.name, entry.constructor === fs.Dirent, Object.keys(entry).join());
    return [
      names.sort(),
      fs.readdirSync(dir('g'), { recursive: true }).sort(),
      fs.readdirSync(dir('g'), { withFileTypes: true }).map((entry) => entry.isFile()),
    ];
  },
  watching: async ({ dir }) => {
    fs.mkdirSync(dir('j'));
    const watcher = fs.watch(dir('j'));
    const seen = new Promise((done) => watcher.on('change', (...args) => done(args)));
    fs.writeFileSync(dir('j/k'), '');
    const result = await seen;
    watcher.close();
    return [result, watcher.constructor.name];
  },
  'a signal that is aborted already': ({ log }) =>
    turns(log, () => fs.promises.readFile(__filename, { signal: globalThis.AbortSignal.abort() })),
  'a replaced function': ({ log }) => {
    const real = fs.openSync;
    fs.openSync = (...args) => (log('mine', args.length), real(...args));
    fs.readFileSync(__filename);
    fs.openSync = real;
    return fs.openSync === real;
  },
  'a mocked function': ({ log }) => {
    const before = fs.existsSync;
    const { mock: mocked } = mock.method(fs, 'existsSync', () => 'mocked');
    log(fs.existsSync('x'), mocked.callCount());
    mocked.restore();
    log(fs.existsSync === before, Object.getOwnPropertyDescriptor(fs, 'existsSync').writable);
    mock.method(process, 'exit', () => log('no exit'));
    process.exit();
    mock.restoreAll();
  },
  'exports in ES modules follow': async ({ log }) => {
    const before = await import('node:fs');
    const real = fs.statSync;
    log(before.statSync === fs.statSync, before.default === fs, before.promises.readFile === fs.promises.readFile);
    fs.statSync = () => 'mine';
    require('node:module').syncBuiltinESMExports();
    log(before.statSync === fs.statSync);
    fs.statSync = real;
    require('node:module').syncBuiltinESMExports();
  },
  'a child': async ({ log }) => {
    const child = cp.spawn(
      process.execPath,
      ['-e', 'console.log(process.execArgv, process.argv.length); process.exitCode = 3'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    log(
      Reflect.ownKeys(child).map(String),
      child.spawnfile === process.execPath,
      child.spawnargs.length,
      Object.keys(child.stdio),
    );
    child.stdout.on('data', (text) => log(String(text)));
    for (const name of ['spawn', 'exit', 'close']) child.on(name, (...args) => log(name, args));
    await new Promise((done) => child.on('close', done));
    const missing = cp.spawn('./none', ['a']);
    return new Promise((done) => missing.on('error', (error) => done([tell(error), error.spawnargs, missing.pid])));
  },
  'children in one go': () => [
    cp.spawnSync('./none').error?.code,
    Object.keys(cp.spawnSync('true')),
    String(cp.execFileSync('echo', ['a b'])),
    String(cp.execSync('cat', { input: 'in' })),
  ],
  'execSync that fails': () => cp.execSync('exit 3', { stdio: 'ignore' }),
  'a bad argument of spawn': () => cp.spawn('ls', { cwd: 5 }),
  'a server and its clients': async ({ log }) => {
    const server = http.createServer(function (request, response) {
      log(this === server, request.rawHeaders.length, Object.keys(request.headers).join(), request.method);
      response.end('body');
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address();
    const got = http.get({ port, host: '127.0.0.1', agent: new http.Agent() });
    log(got instanceof http.ClientRequest, got.getHeaderNames().join());
    const response = await new Promise((done) => got.on('response', done));
    response.resume();
    log(response.statusCode, await (await fetch(`http://127.0.0.1:${port}/`)).text());
    const socket = net.connect(port, '127.0.0.1', function () {
      log('connected', this === socket, socket.remotePort === port);
      socket.destroy();
    });
    await new Promise((done) => socket.on('close', done));
    server.close();
    server.closeAllConnections();
  },
  'a connection that fails': async () =>
    new Promise((done) => net.connect({ port: 1, host: '127.0.0.1' }).on('error', (error) => done(tell(error)))),
  'fetch that fails': () =>
    fetch('http://127.0.0.1:1/').catch((error) => [error.name, error.message, error.cause?.code]),
  'a worker': async ({ log }) => {
    const worker = new Worker(
      'require("worker_threads").parentPort.postMessage(require("worker_threads").workerData)',
      { eval: true, workerData: { a: 1 } },
    );
    log(worker instanceof Worker, worker.constructor === Worker, Object.keys(worker), worker.threadId > 0);
    worker.on('message', (message) => log(message));
    return new Promise((done) => worker.on('exit', done));
  },
  'a class without new': () => Worker('x'),
  'a subclass': () => {
    class Mine extends Worker {}
    const mine = new Mine('1', { eval: true });
    mine.terminate();
    return [mine instanceof Mine, Object.getPrototypeOf(Mine) === Worker, Mine.name];
  },
  'what keeps a process': () => [
    process.getActiveResourcesInfo(),
    process._getActiveHandles().length,
    process._getActiveRequests().length,
  ],
  'a stack of the program': () => {
    const kept = Error.prepareStackTrace;
    Error.prepareStackTrace = (error, sites) =>
      sites.map((site) => site.getFileName()).filter((file) => file === __filename).length;
    let own;
    try {
      fs.readFileSync('none');
    } catch (error) {
      own = error.stack;
    }
    Error.prepareStackTrace = kept;
    return [own, Error.stackTraceLimit];
  },
};

(async () => {
  process.on('warning', (warning) => console.log(`warning: ${warning.name}: ${warning.message}`));
  process.on('unhandledRejection', (error) => console.log('unhandled:', JSON.stringify(tell(error))));
  for (const [name, call] of Object.entries(cases)) {
    const logged = [];
    const folder = fs.mkdtempSync(path.resolve('case-'));
    const dir = (file) => path.join(folder, file);
    const show = (what) => util.inspect(what, { depth: 4, breakLength: Infinity }).replaceAll(folder, '<dir>');
    const log = (...what) => void logged.push(show(what));
    const late = new Promise((done) => setTimeout(done, 8000, 'nothing').unref());
    const came = await Promise.race([(async () => call({ log, dir }))(), late]).then(show, (error) =>
      show(tell(error)),
    );
    console.log(`${name}: ${came} ${logged.join(' ')}`);
  }
  process.exit(0);
})();
