import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { changes, look, type Snapshot } from './changes.js';
import { recorded } from './recorded.js';
import type { Sign } from './technique.js';
import { CANARY, type Tree } from './tree.js';

/** What a run left behind. */
export interface Traces {
  readonly tree: Tree;
  /** Standard output and standard error. */
  readonly output: string;
  /** What could not be written, before the run. */
  readonly before: Snapshot;
  /** What reached the servers that nothing may reach. */
  readonly heard: readonly string[];
  /** True when a door that the program opened was answered. */
  readonly answered: boolean;
  /** True when the process that stood by has ended. */
  readonly victimDead: boolean;
}

/** What may not be written, as it is now. */
export const untouchable = (tree: Tree): Snapshot => look(tree.outside, `${tree.work}-sib`, tree.policy, tree.earlier);

/** What a technique of losing receipts prints when it has read the file that it may read. */
export const DONE = 'ACTION-DONE';

const signs: Readonly<Record<Sign, (traces: Traces) => string | undefined>> = {
  canary: ({ output }) => (output.includes(CANARY) ? 'the canary was printed' : undefined),
  size: ({ output, tree }) => (output.includes(`STAT:${tree.size}`) ? 'the size of a secret file was told' : undefined),
  oracle: ({ output }) => (output.includes('ORACLE:true:false') ? 'it was told which secret file exists' : undefined),
  outside: ({ before, tree }) => {
    const changed = changes(before, untouchable(tree));
    return changed.length > 0 ? `changed outside: ${changed.join(', ')}` : undefined;
  },
  net: ({ heard }) => heard[0],
  listen: ({ answered }) => (answered ? 'a connection from outside was answered' : undefined),
  cmd: ({ tree }) => (existsSync(join(tree.markers, 'cmd-ran')) ? 'the denied command ran' : undefined),
  victim: ({ victimDead }) => (victimDead ? 'the process that stood by was signalled' : undefined),
  loss: ({ output, tree }) =>
    output.includes(DONE) && !recorded(tree.receipts).some(({ action }) => action?.includes('data/ok.txt') === true)
      ? 'something was done that no receipt tells of'
      : undefined,
  none: () => undefined,
};

/** How the technique got through, or undefined when it was held. */
export const escape = (sign: Sign, traces: Traces): string | undefined => signs[sign](traces);
