import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { matrix } from '../nodes.js';
import type { Neighbour } from './neighbour.js';

/** Reads what a policy denies and connects to where it denies; what came of it goes to the file that PROBE names. */
const PROBE = `const note = (what, error) => {
  const came = error === undefined ? 'ok' : error.code === 'ERR_ACCESS_DENIED' ? 'refused' : error.message;
  require('node:fs').appendFileSync(process.env.PROBE, what + ' ' + came + '\\n');
};
const read = () => {
  try { require('node:fs').readFileSync(require('node:path').join(__dirname, 'secret.txt'), 'utf8'); }
  catch (error) { return error; }
};
const connect = () => new Promise((done) => {
  const socket = require('node:net').connect(Number(process.env.PROBE_PORT), '127.0.0.1');
  socket.on('connect', () => { socket.destroy(); done(); }).on('error', done);
});
exports.probe = async () => {
  note('read', read());
  note('connect', await connect());
};
`;

/** Installs a neighbour and the product, writes its programs, and returns the folder in which they run. */
export function prepare(neighbour: Neighbour, tarball: string): string {
  const app = join(matrix, 'living', neighbour.name, 'app');
  const wanted = JSON.stringify([neighbour.manager, neighbour.packages]);
  const stamp = join(app, '..', 'installed.json');
  const files = { ...neighbour.files, 'package.json': manifest(neighbour, tarball) };
  const fresh = !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted;
  if (fresh) rmSync(app, { recursive: true, force: true });
  for (const [name, text] of Object.entries({ ...files, 'probe.cjs': PROBE, 'secret.txt': 'secret' }))
    write(join(app, name), text);
  if (fresh) MANAGERS[neighbour.manager ?? 'npm'](app);
  else renew(app, tarball);
  writeFileSync(stamp, wanted);
  return app;
}

function manifest({ files, packages, name }: Neighbour, tarball: string): string {
  const own = JSON.parse(files['package.json'] ?? '{}') as Record<string, unknown>;
  const dependencies = { ...packages, receiptbot: `file:${tarball}` };
  return JSON.stringify({ name: `living-${name}`, private: true, ...own, dependencies }, undefined, 2);
}

const MANAGERS: Readonly<Record<NonNullable<Neighbour['manager']>, (app: string) => void>> = {
  npm: (app) => command('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps'], app),
  pnpm: (app) => command('npx', ['--yes', 'pnpm@10.34.5', 'install'], app),
  yarn: (app) => command('npx', ['--yes', '@yarnpkg/cli-dist@4.9.4', 'install'], app),
};

/** Puts the product of today in place of what was installed earlier. */
function renew(app: string, tarball: string): void {
  const product = join(app, 'node_modules', 'receiptbot');
  if (!existsSync(product)) return MANAGERS.npm(app);
  rmSync(join(product, 'dist'), { recursive: true, force: true });
  command('tar', ['-xzf', tarball, '--strip-components=1', '-C', product], app);
}

function command(name: string, args: readonly string[], cwd: string): void {
  execFileSync(name, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
