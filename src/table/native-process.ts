import type { Row, Selector } from './row.js';
import { copyOptions } from '../access/options.js';
import { childStarted } from '../access/processes.js';
import { power } from '../access/power.js';
import { isObject } from '../access/socket-form.js';
import { defineProperty, getOwnPropertyDescriptor, programArray } from '../primordials.js';
import { type ExpectedSpawn, expectedPairs, takeSpawn } from './expected-spawn.js';
import { failing } from './native-sockets.js';

/** `spawn(options)` of a handle (Node 20 and 22), `spawn(file, args, cwd, envPairs, stdio, …)` (24 and 26). */
const spawnSelector: Selector = (args, self) => {
  const expected = takeSpawn(self);
  if (expected === undefined || !isObject(self) || !defineProperty(self, 'pid', NUMBER))
    return [power('process.internals', 'Process.spawn')];
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

/** A handle tells the number of its process as a property of its own; one that was put in its place earlier is taken away. */
const NUMBER: PropertyDescriptor = Object.freeze({
  __proto__: null,
  value: undefined,
  writable: true,
  enumerable: true,
  configurable: true,
});

/** Notes a child by the number that the system gave it: what the child itself tells could be any. */
const noteChild: NonNullable<Row['after']> = (result, self) => {
  const pid: unknown = getOwnPropertyDescriptor(self as object, 'pid')?.value;
  if (result === 0 && typeof pid === 'number') childStarted(pid);
  return result;
};

/** The handle of a child: it starts what `ChildProcess.prototype.spawn` was judged for, and nothing else. */
export const nativeProcessRows: readonly Row[] = [
  {
    module: 'binding:process_wrap',
    name: 'Process.prototype.spawn',
    label: 'Process.spawn',
    type: 'tool.shell',
    delivery: failing,
    select: spawnSelector,
    after: noteChild,
  },
];
