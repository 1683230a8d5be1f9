import type { Delivery } from '../table/row.js';
import { setOwn } from '../primordials.js';
import { sitesBelow } from '../receipt/caller.js';

/**
 * Methods of readdirp 3 to 5 that look at one entry of a folder. chokidar walks by it, as do Vite and others that bundle
 * chokidar: an entry with an error that it knows is left out, any other ends the walk before anything is watched.
 */
const STEPS = new Set(['_exploreDir', '_formatEntry', '_getEntryType']);
/** The error of the system that says of an entry what a refusal says, and that such a step knows. */
const FORGIVEN = 'EPERM';
/** Frames between the delivery and the library: ours, and those of `util.promisify`. */
const FRAMES = 16;

/**
 * Delivers a refusal as `deliver` does; but to a step of a walk it bears the system's code, so that the denied entry is left out
 * and the rest of the folder is not.
 */
export const toWalkers =
  (deliver: Delivery): Delivery =>
  (error, self, args) => {
    if (sitesBelow(undefined, FRAMES).some((site) => STEPS.has(site.getFunctionName() ?? '')))
      setOwn(error as object, 'code', FORGIVEN);
    return deliver(error, self, args);
  };
