/**
 * Runs all tests under Node 20, 22, 24 and 26 from the registry, one after the other: the tests themselves, and every
 * process that they start. What a test does on several Nodes it then does on that one alone. Majors may be named as
 * arguments; what else is given goes to vitest (`--project=unit`). Prints a line a Node; the exit code is 1 when one of them fails.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, resolve } from 'node:path';
import { MAJORS, nodeBinary } from '../test/nodes.js';

const vitest = resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const given = process.argv.slice(2);
const named = given.filter((word) => /^\d+$/.test(word)).map(Number);
const rest = given.filter((word) => !/^\d+$/.test(word));

let failed = 0;
for (const major of named.length === 0 ? MAJORS : named) {
  const binary = nodeBinary(major);
  const began = Date.now();
  const { status } = spawnSync(binary, [vitest, 'run', '--reporter=dot', '--passWithNoTests', ...rest], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_NODE: String(major),
      PATH: [dirname(binary), process.env['PATH']].join(delimiter),
    },
  });
  if (status !== 0) failed += 1;
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`test:matrix: Node ${String(major)} ${status === 0 ? 'ok' : 'FAILED'} (${String(seconds)} s)`);
}
process.exitCode = failed === 0 ? 0 : 1;
