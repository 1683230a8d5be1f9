import type { Access, PathAccess } from '../types.js';
import { isOurs, sitesBelow } from '../receipt/caller.js';

/** What Node's loader reads as code; the policy needs no allow rule for it (policy: The module loader). */
const CODE = /\.(?:[cm]?[jt]s|node|wasm)$|\/package\.json$/;
/** Frames of `node:fs` between the guarded function and who called it; the loader's own come right after. */
const FRAMES = 10;

/** Marks the reads of code that Node's own loader makes; anything else is returned as it is. `hook` is the guarded function it called. */
export function asLoad(access: Access, hook: ((...args: never[]) => unknown) | undefined): Access {
  if (access.kind !== 'path' || access.capability !== 'fs.read' || !CODE.test(access.resource)) return access;
  if (access.origin !== undefined) return access;
  if (access.effect !== 'read' && access.effect !== 'stat') return access;
  const caller = sitesBelow(hook, FRAMES).find(
    (site) => site.getFileName()?.startsWith('node:fs') !== true && !isOurs(site),
  );
  return caller?.getFileName()?.startsWith('node:internal/modules/') === true
    ? { ...access, origin: 'loader' }
    : access;
}

/** True for a look that the loader takes before it reads: judged, but no event of its own. */
export const isLook = (access: Access): boolean =>
  access.kind === 'path' && access.origin !== undefined && access.effect !== 'read';

/** True for an access that was let through because the loader made it: the program's own is judged anew. */
export const isLoad = (access: Access): access is PathAccess => access.kind === 'path' && access.origin === 'loader';
