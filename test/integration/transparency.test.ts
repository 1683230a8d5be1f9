import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../nodes.js';
import { run } from '../run.js';

/** Calls every exported function with arguments that are hardly what it takes, and prints how each call ended. */
const CALLS = String.raw`
const modules = { fs: require('fs'), 'fs/promises': require('fs/promises'), child_process: require('child_process'), dns: require('dns'), 'dns/promises': require('dns/promises'), net: require('net'), http: require('http'), https: require('https'), http2: require('http2'), tls: require('tls'), dgram: require('dgram'), worker_threads: require('worker_threads') };
const { fs } = modules;
// They block, end the process, change what this program itself needs, or have names of files in their results.
const SPARED = /^(_|close|fsync|fdatasync|ftruncate|fchmod|fchown|futimes|readSync|readv|read$|write$|writev|writeSync|fstat|mkdtemp|receiveMessageOnPort|setEnvironmentData|createInterface|setGlobal|postMessageToThread|Utf8Stream|createSocket|getServers|setServers|getCACertificates|rootCertificates|watchFile|unwatchFile|disconnect|ChildProcess|SocketAddress)/;
const ARGUMENTS = { none: [], undefined: [undefined], null: [null], number: [-1.5], big: [2 ** 40], boolean: [true], object: [{}], array: [[]], symbol: [Symbol('x')], nul: ['a\0b'], empty: [''], missing: ['no/such/thing'], bytes: [Buffer.from('no/such/thing')], url: [new URL('http://127.0.0.1:1/')], twice: ['no/such/thing', 'no/such/other'], options: ['no/such/thing', {}], 'bad options': ['no/such/thing', 5], 'bad callback': ['no/such/thing', 'utf8', 5], function: [() => {}] };
const tell = (error) => error === null || typeof error !== 'object' ? String(error) : [error.name, error.code, error.message, error.syscall, error.path, error.errno, error.dest].map(String).join(' | ').replaceAll(process.cwd(), '.').replace(/127\.0\.0\.1:\d+/g, 'host');
const late = () => new Promise((done) => setTimeout(done, 20, 'pending'));
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});
const settle = async (made) => {
  if (made === null || (typeof made !== 'object' && typeof made !== 'function')) return 'gives ' + typeof made;
  if (typeof made.then === 'function') return Promise.race([made.then((value) => 'resolves ' + typeof value, (error) => 'rejects ' + tell(error)), late()]);
  if (typeof made.on !== 'function') return 'gives ' + Object.prototype.toString.call(made);
  return new Promise((done) => { made.on('error', (error) => done('emits ' + tell(error))); late().then(done); }).finally(() => { made.destroy?.(); made.kill?.(); made.terminate?.(); try { made.close?.(); } catch {} });
};
(async () => {
  const seen = {};
  for (const [module, exports] of Object.entries(modules))
    for (const [name, fn] of Object.entries(exports)) {
      if (typeof fn !== 'function' || SPARED.test(name)) continue;
      await Promise.all(Object.entries(ARGUMENTS).map(async ([how, args]) => {
        const key = module + '.' + name + ' ' + how;
        let called;
        const ways = { call: () => fn.apply(exports, args), 'with a callback': () => fn.apply(exports, [...args, (error) => (called = 'calls back ' + tell(error))]) };
        if (/^[A-Z]/.test(name)) ways['by new'] = () => Reflect.construct(fn, args);
        for (const [way, make] of Object.entries(ways)) {
          try { seen[key + ' ' + way] = [await settle(make())]; } catch (error) { seen[key + ' ' + way] = ['throws ' + tell(error)]; }
          if (way === 'with a callback') { await late(); seen[key + ' ' + way].push(called ?? 'pending'); }
        }
      }));
    }
  await late();
  fs.writeSync(1, JSON.stringify({ seen }));
  process.exit(0);
})();
`;

interface Seen {
  readonly seen: Readonly<Record<string, readonly string[]>>;
}

// Each run mostly waits, so they wait together.
describe.concurrent.each(majors())('under a policy that allows everything, on Node %i', (major) => {
  it('every function of the guarded modules treats odd arguments as it does bare', async () => {
    const node = nodeBinary(major);
    const options = { files: { 'main.cjs': CALLS }, node, flags: ['--no-warnings'], timeout: 55_000 };
    const runs = [
      run('main.cjs', { ...options, via: 'none' }),
      run('main.cjs', { ...options, policy: 'version: 1\nmode: enforce\n' }),
    ];
    const [bare, belted] = (await Promise.all(runs)).map(({ stdout }) => JSON.parse(stdout) as Seen);
    if (bare === undefined || belted === undefined) throw new Error('two runs');
    // What has not ended yet says nothing: a machine may be slow.
    // On Node 20 a name with a NUL is made to fail: Node would ask for what stands before it.
    const known = (key: string): boolean => major === 20 && /^dns[./].* nul /.test(key);
    const ended = (key: string): boolean => ![bare, belted].some(({ seen }) => seen[key]?.includes('pending') === true);
    const different = Object.keys(bare.seen).filter(
      (key) => ended(key) && !known(key) && JSON.stringify(bare.seen[key]) !== JSON.stringify(belted.seen[key]),
    );
    expect(Object.keys(bare.seen).length).toBeGreaterThan(2000);
    expect(Object.fromEntries(different.map((key) => [key, [bare.seen[key], belted.seen[key]]]))).toEqual({});
  });
});
