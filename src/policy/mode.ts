import type { Mode } from './document.js';
import { nearest } from './nearest.js';
import { type Problem, problemOf, shown } from './problems.js';

/** From the laxest to the strictest. */
const MODES: readonly Mode[] = ['off', 'audit', 'enforce'];

/** The strictest of some modes; undefined of none. */
export const strictest = (modes: readonly Mode[]): Mode | undefined =>
  modes.reduce<Mode | undefined>(
    (strict, mode) => (MODES.indexOf(mode) > MODES.indexOf(strict ?? 'off') ? mode : (strict ?? mode)),
    undefined,
  );

/** What RECEIPTBOT_MODE says; undefined when it is not set. */
export function modeWanted(word: string | undefined): { readonly mode?: Mode; readonly problems: readonly Problem[] } {
  if (word === undefined) return { problems: [] };
  const mode = MODES.find((each) => each === word);
  if (mode !== undefined) return { mode, problems: [] };
  const meant = nearest(word, MODES);
  const hint = meant === undefined ? '' : `, did you mean "${meant}"?`;
  return { problems: [problemOf('RECEIPTBOT_MODE', `expected enforce, audit or off, received ${shown(word)}${hint}`)] };
}

/** Who asks for which mode. */
export interface Modes {
  /** What a parent and managed layers ask for: nothing goes below. */
  readonly floor: readonly Mode[];
  /** What the project's file says, or the built-in layer. */
  readonly project?: Mode;
  /** What RECEIPTBOT_MODE says in its place. */
  readonly wanted?: Mode;
}

/** The mode in force, and a warning when RECEIPTBOT_MODE asked for less than it may. */
export function modeInForce({ floor, project, wanted }: Modes): {
  readonly mode: Mode;
  readonly warnings: readonly string[];
} {
  const own = wanted ?? project;
  const mode = strictest([...floor, ...(own === undefined ? [] : [own])]) ?? 'enforce';
  if (wanted === undefined || mode === wanted) return { mode, warnings: [] };
  return { mode, warnings: [`RECEIPTBOT_MODE=${wanted} is not followed: a stricter layer asks for ${mode}`] };
}
