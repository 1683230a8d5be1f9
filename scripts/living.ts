/**
 * Runs programs beside what else is preloaded in Node (test/living/neighbour.ts has the form of an entry), installed from
 * the registry into .matrix/living. Prints the table of docs/living-with.md; the exit code is 1 when a cell is not ok. Expects a finished build.
 * Names of neighbours as arguments pick some.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installGlobally, pack } from '../test/integration/package/install.js';
import { prepare } from '../test/living/folder.js';
import { meet } from '../test/living/meet.js';
import type { Neighbour, Program } from '../test/living/neighbour.js';
import { matrix, nodeBinary } from '../test/nodes.js';

const MAJORS = [20, 24];
const folder = resolve(import.meta.dirname, '../test/living/neighbours');
const picked = process.argv.slice(2);
const failures: string[] = [];

rmSync(join(matrix, 'living', 'tarball'), { recursive: true, force: true });
const tarball = pack(join(matrix, 'living', 'tarball'));
installGlobally(tarball, join(matrix, 'living', 'global'));
const heads = MAJORS.flatMap((major) => [`${String(major)} before`, `${String(major)} after`]);
console.log(row('neighbour', 'version', heads));
console.log(row('---', '---', ['---', '---', '---', '---']));
for (const file of readdirSync(folder).sort()) {
  const { neighbour } = (await import(pathToFileURL(join(folder, file)).href)) as { neighbour: Neighbour };
  if (picked.length > 0 && !picked.includes(neighbour.name)) continue;
  const app = prepare(neighbour, tarball);
  for (const program of neighbour.programs) await line(neighbour, program, app);
}
for (const failure of failures) console.log(`\n${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function line({ name, packages, manager }: Neighbour, program: Program, app: string): Promise<void> {
  const title = `${name}: ${program.title}`;
  const cells: string[] = [];
  for (const major of MAJORS) {
    if (program.nodes?.includes(major) === false) {
      cells.push('–', '–');
      continue;
    }
    const { before, after } = await meet(program, app, nodeBinary(major));
    failures.push(...[...before, ...(after ?? [])].map((wrong) => `${title} on Node ${String(major)}: ${wrong}`));
    cells.push(cell(before), cell(after));
  }
  const about = program.of ?? Object.keys(packages)[0] ?? '';
  console.log(row(title, manager?.version ?? (packages[about] ?? '').replace(/^npm:.*@/, ''), cells));
}

function cell(wrong: readonly string[] | undefined): string {
  if (wrong === undefined) return '–';
  return wrong.length === 0 ? 'ok' : 'FAILED';
}

function row(name: string, version: string, cells: readonly string[]): string {
  return `| ${[name.padEnd(52), version.padEnd(8), ...cells.map((text) => text.padEnd(9))].join(' | ')} |`;
}
