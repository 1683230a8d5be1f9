import { isObject } from '../access/socket-form.js';
import { programArray } from '../primordials.js';

/** What a child was judged for, with the belt put on; the native handle is told no other. */
export interface ExpectedSpawn {
  readonly file: unknown;
  readonly args: readonly unknown[];
  readonly cwd: unknown;
  readonly envPairs: readonly unknown[];
}

/** The handle of the child that is being started, and what for. Starting runs code of the program (`async_hooks`, channels), which may start another. */
const expected: { readonly handle: unknown; readonly spawn: ExpectedSpawn }[] = [];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? Array.from<unknown>(value) : []);

/** Notes the start of a child that is let through. */
export function expectSpawn(self: unknown, [options]: unknown[]): void {
  const { file, args, cwd, envPairs } = (isObject(options) ? options : {}) as Record<string, unknown>;
  const handle = isObject(self) ? (self as { _handle?: unknown })._handle : undefined;
  expected.push({ handle, spawn: { file, args: listOf(args), cwd, envPairs: listOf(envPairs) } });
}

/** Takes it back once the child was started, or could not be. */
export function forgetSpawn(): void {
  expected.pop();
}

/** What the handle was let through for, once. */
export function takeSpawn(handle: unknown): ExpectedSpawn | undefined {
  const at = expected.findLastIndex((each) => each.handle === handle);
  const found = expected[at];
  if (found === undefined) return undefined;
  expected[at] = { ...found, handle: undefined };
  return found.spawn;
}

/** Node adds the channel to the environment of a child that it can send messages to. */
const isChannel = (pair: unknown): pair is string => typeof pair === 'string' && pair.startsWith('NODE_CHANNEL_');

/** The environment as it was judged, with the channel that `given` has. */
export const expectedPairs = ({ envPairs }: ExpectedSpawn, given: unknown): unknown[] =>
  programArray([...envPairs, ...listOf(given).filter(isChannel)]);
