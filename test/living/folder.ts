import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { matrix } from '../nodes.js';
import type { Manager, Neighbour } from './neighbour.js';

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
  if (fresh) installAll(neighbour, app);
  else renew(neighbour, app, tarball);
  writeFileSync(stamp, wanted);
  return app;
}

function manifest({ files, packages, name }: Neighbour, tarball: string): string {
  const own = JSON.parse(files['package.json'] ?? '{}') as Record<string, unknown>;
  const dependencies = { ...packages, receiptbot: `file:${tarball}` };
  return JSON.stringify({ name: `living-${name}`, private: true, ...own, dependencies }, undefined, 2);
}

const INSTALL = ['install', '--no-audit', '--no-fund'];

function installAll({ manager }: Neighbour, app: string): void {
  if (manager === undefined) command('npm', [...INSTALL, '--legacy-peer-deps'], app);
  else command(process.execPath, [managerFile(manager, app), 'install'], app);
}

/** The file of a package manager that Node runs, installed when it is not there yet. */
function managerFile({ package: name, version, bin }: Manager, app: string): string {
  const prefix = join(app, '..', 'manager');
  const file = join(prefix, 'node_modules', name, bin);
  if (!existsSync(file)) {
    mkdirSync(prefix, { recursive: true });
    command('npm', [...INSTALL, '--prefix', prefix, `${name}@${version}`], prefix);
  }
  return file;
}

/** Puts the product of today in place of what was installed earlier. */
function renew(neighbour: Neighbour, app: string, tarball: string): void {
  const product = join(app, 'node_modules', 'receiptbot');
  if (!existsSync(product)) {
    installAll(neighbour, app);
    return;
  }
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
