import type { Delivery } from '../table/row.js';
import { throwError } from '../primordials.js';
import { sitesBelow } from '../receipt/caller.js';

/** What Node's loaders are told of what is not there (ENOENT). */
const ABSENT = -2;
/** The step of the loader of ES modules that looks at the one file which a specifier stands for, and how near it is. */
const FINAL_STEP = 'finalizeResolution';
const FRAMES = 16;

const isFinalStep = (site: NodeJS.CallSite): boolean =>
  site.getFunctionName() === FINAL_STEP && site.getFileName()?.startsWith('node:internal/modules/') === true;

/** Throws the refusal where a file was named; a mere candidate of the module loader looks absent, and the search goes on. */
export const throwingUnlessCandidate: Delivery = (error) =>
  sitesBelow(undefined, FRAMES).some(isFinalStep) ? throwError(error) : ABSENT;
