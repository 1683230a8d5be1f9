/**
 * Installs Node 22, 24 and 26 beside the checkout (not as dependencies), packs the package, installs the tarball and starts
 * a program by every entry point on every Node. Prints a table; the exit code is 1 when a cell is not ok.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, installGlobally, pack } from '../test/integration/package/install.js';
import { matrix, nodeBinary } from '../test/nodes.js';
import { apiSmoke, BY_NAME, BY_PATH, smoke } from '../test/integration/package/routes.js';

const work = join(matrix, 'work');

rmSync(work, { recursive: true, force: true });
const tarball = pack(join(work, 'tarball'));
const plain = { where: 'plain', app: join(work, 'app'), product: install(tarball, join(work, 'app')) };
const oddFolder = join(work, 'odd # 100% é "folder');
const odd = { where: 'odd folder', app: oddFolder, product: install(tarball, oddFolder) };
const app = join(work, 'elsewhere');
mkdirSync(app, { recursive: true });
const global = { where: 'global', app, product: installGlobally(tarball, join(work, 'global')) };

const rows = [
  ...BY_NAME.map((route) => ({ ...plain, route })),
  ...[...BY_NAME, ...BY_PATH].map((route) => ({ ...odd, route })),
  ...BY_PATH.map((route) => ({ ...global, route })),
];
const nodes = [process.execPath, ...[22, 24, 26].map(nodeBinary)];
const versions = nodes.map((binary) => execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim());

const failures: string[] = [];
async function line(name: string, cell: (binary: string) => Promise<string | undefined>): Promise<void> {
  const cells: string[] = [];
  for (const [index, binary] of nodes.entries()) {
    const wrong = await cell(binary);
    if (wrong !== undefined) failures.push(`${name} on ${versions[index] ?? ''}: ${wrong}`);
    cells.push((wrong === undefined ? 'ok' : 'FAILED').padEnd(10));
  }
  console.log(name.padEnd(36) + cells.join(' '));
}

console.log(''.padEnd(36) + versions.map((version) => version.padEnd(10)).join(' '));
for (const { where, route, ...place } of rows) {
  await line(`${where}: ${route.name}`, (binary) => smoke(binary, place.app, place.product, route));
}
await line('plain: import and require the API', (binary) => apiSmoke(binary, plain.app));

for (const failure of failures) console.log(`\n${failure}`);
const cells = (rows.length + 1) * nodes.length;
console.log(`\nmatrix: ${String(cells - failures.length)} of ${String(cells)} ok`);
process.exitCode = failures.length === 0 ? 0 : 1;
