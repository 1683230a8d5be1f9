import type { Access, PathAccess } from '../types.js';
import { filesWait, paths } from '../primordials.js';
import { pathAccesses } from './path.js';

/** Judges an access once more; returns the refusal, or undefined. */
type Judge = (access: Access) => unknown;

/** A relative name that was judged for a call which waits for its turn, and who judges it. */
interface Waiting {
  readonly access: PathAccess;
  readonly judge: Judge;
}

let waiting: Waiting[] = [];

/** As many as are kept before it is looked whether any still waits. */
let most = 64;

/** Notes the relative names of a call that is carried out later: the working folder may be another by then. */
export function noteWaiting(accesses: readonly Access[], judge: Judge): void {
  for (const access of accesses)
    if (access.kind === 'path' && !paths.isAbsolute(access.requested)) waiting.push({ access, judge });
  if (waiting.length <= most) return;
  if (!filesWait()) waiting = [];
  most = Math.max(64, waiting.length * 2);
}

/** What the calls that wait would be refused if `folder` became the working folder now; undefined for nothing. */
export function refusalIn(folder: string): unknown {
  if (waiting.length === 0) return undefined;
  if (!filesWait()) waiting = [];
  for (const { access, judge } of waiting) {
    const { requested, capability, effect, follow, tree, unclear } = access;
    const use = { capability, effect, follow, tree, ...(unclear === undefined ? {} : { unclear }) };
    for (const there of pathAccesses(requested, use, folder)) {
      const refusal = judge(there);
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}
