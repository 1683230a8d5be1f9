import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const checkout = resolve(import.meta.dirname, '../../..');

/** Packs the checkout as `npm publish` would and returns the tarball's path. Expects a finished build. */
export function pack(into: string): string {
  mkdirSync(into, { recursive: true });
  npm(['pack', '--ignore-scripts', '--pack-destination', into], checkout);
  const [name] = readdirSync(into).filter((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm pack wrote no tarball');
  return join(into, name);
}

/** Installs a tarball into an empty folder and returns the package's folder there. */
export function install(tarball: string, app: string): string {
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'package.json'), '{ "name": "app", "private": true }');
  npm(['install', '--offline', '--no-audit', '--no-fund', tarball], app);
  return join(app, 'node_modules', 'receiptbot');
}

/** Installs a tarball as `npm install --global` does, under a prefix, and returns the package's folder there. */
export function installGlobally(tarball: string, prefix: string): string {
  mkdirSync(prefix, { recursive: true });
  npm(['install', '--offline', '--no-audit', '--no-fund', '--global', '--prefix', prefix, tarball], prefix);
  return join(prefix, 'lib', 'node_modules', 'receiptbot');
}

function npm(args: string[], cwd: string): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
}
