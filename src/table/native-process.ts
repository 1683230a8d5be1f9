import type { Row, Selector } from './row.js';
import { copyOptions } from '../access/options.js';
import { power } from '../access/power.js';
import { isObject } from '../access/socket-form.js';
import { programArray } from '../primordials.js';
import { type ExpectedSpawn, expectedPairs, takeSpawn } from './expected-spawn.js';
import { failing } from './native-sockets.js';

/** `spawn(options)` of a handle (Node 20 and 22), `spawn(file, args, cwd, envPairs, stdio, …)` (24 and 26). */
const spawnSelector: Selector = (args, self) => {
  const expected = takeSpawn(self);
  if (expected === undefined) return [power('process.internals', 'Process.spawn')];
  if (isObject(args[0])) pinOptions(args, expected);
  else pinList(args, expected);
  return [];
};

function pinOptions(args: unknown[], expected: ExpectedSpawn): void {
  const options = copyOptions(args[0]) ?? {};
  const { file, args: words, cwd } = expected;
  const envPairs = expectedPairs(expected, options['envPairs']);
  args[0] = Object.assign(options, { file, args: programArray(words), cwd, envPairs });
}

function pinList(args: unknown[], expected: ExpectedSpawn): void {
  args[0] = expected.file;
  args[1] = programArray(expected.args);
  args[2] = expected.cwd;
  args[3] = expectedPairs(expected, args[3]);
}

/** The handle of a child: it starts what `ChildProcess.prototype.spawn` was judged for, and nothing else. */
export const nativeProcessRows: readonly Row[] = [
  {
    module: 'binding:process_wrap',
    name: 'Process.prototype.spawn',
    label: 'Process.spawn',
    type: 'tool.shell',
    delivery: failing,
    select: spawnSelector,
  },
];
