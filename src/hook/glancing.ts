import type { Guard } from '../table/row.js';
import { epoch, isSettled } from '../access/epoch.js';
import { currentContext } from '../context/context.js';
import type { CompiledPolicy } from '../policy/compile.js';
import { isUndenied } from '../policy/judge-path.js';
import { apply } from '../primordials.js';
import type { Enforce } from '../enforce.js';
import { narrowStacks, widenStacks } from '../stack-room.js';
import type { AnyFunction } from './hook.js';

/**
 * `enforce` for a row that only looks: the loader looks some five times for each module, and nearly always at what no
 * rule is about. That much is told from the path alone, without all that a call otherwise goes through.
 */
export function glancing(guard: Guard, original: AnyFunction, enforce: Enforce): Enforce {
  const { glance } = guard;
  if (glance === undefined) return enforce;
  const { answered } = glance;
  if (answered === undefined)
    return (row, _original, self, args, newTarget) =>
      glance.paths(args)?.every(glance.follow ? isPlainPlace : isPlainName) === true
        ? applyWithRoom(original, self, args)
        : enforce(row, original, self, args, newTarget);
  return (row, _original, self, args, newTarget) => {
    const [path] = glance.paths(args) ?? [];
    if (path === undefined) return enforce(row, original, self, args, newTarget);
    const answer = apply(original, self, args);
    // Where nothing is, no link can be: whoever asked has told us already.
    const plain = Number(answer) < 0 ? isPlainName(path) : isPlainPlace(path);
    return plain && answered(path, answer) ? answer : enforce(row, original, self, args, newTarget);
  };
}

function applyWithRoom(original: AnyFunction, self: unknown, args: unknown[]): unknown {
  const stacks = widenStacks();
  try {
    return apply(original, self, args);
  } finally {
    narrowStacks(stacks);
  }
}

/** Paths that were found to be nobody's business, until anything could change where they lead. */
interface Found {
  readonly policy: CompiledPolicy;
  readonly epoch: number;
  readonly paths: Set<string>;
}

/** True for a path that no rule of who acts is about, with or without where its last link leads; remembers so. */
const plainly = (follow: boolean): ((path: string) => boolean) => {
  let found: Found | undefined;
  return (path) => {
    const { policy, watching } = currentContext();
    if (watching !== undefined && !isUndenied(watching, path, follow)) return false;
    if (found?.policy !== policy || found.epoch !== epoch.now || found.paths.size >= REMEMBERED || !isSettled())
      found = { policy, epoch: epoch.now, paths: new Set() };
    if (found.paths.has(path)) return true;
    const plain = isUndenied(policy, path, follow);
    if (plain) found.paths.add(path);
    return plain;
  };
};

/** Paths that are remembered before starting anew. */
const REMEMBERED = 4096;
const isPlainName = plainly(false);
const isPlainPlace = plainly(true);
