import type { Row } from './row.js';
import { childProcessRows } from './child-process.js';
import { fsRows } from './fs.js';
import { powerRows } from './powers.js';
import { workerRows } from './worker.js';

/** The table: every door out of a Node process that is guarded, one row each. */
export const table: readonly Row[] = [...fsRows, ...childProcessRows, ...workerRows, ...powerRows];
