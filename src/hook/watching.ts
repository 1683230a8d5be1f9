import type { Delivery } from '../table/row.js';
import { ProgramError, setOwn, throwError } from '../primordials.js';
import { sitesBelow } from '../receipt/caller.js';

/** Node's own code that watches all below a folder where the system cannot (Linux): it looks at every entry through the public `fs`. */
const WATCHER = 'node:internal/fs/recursive_watch';
/** Frames between the delivery and the code that called the hook. */
const FRAMES = 8;

/**
 * Throws the refusal; but to Node's recursive watcher a denied entry is one that is not there: it knows of no other
 * reason to leave one out, and what it throws in an event nobody could catch.
 */
export const throwingUnlessWatched: Delivery = (error, _self, args) => {
  if (!sitesBelow(throwingUnlessWatched, FRAMES).some((site) => site.getFileName() === WATCHER)) throwError(error);
  const [path, options] = args;
  if ((options as { throwIfNoEntry?: unknown } | null | undefined)?.throwIfNoEntry === false) return undefined;
  const absent = new ProgramError(`ENOENT: no such file or directory, ${JSON.stringify(path)}`);
  setOwn(absent, 'code', 'ENOENT');
  return throwError(absent);
};
