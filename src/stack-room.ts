import { ProgramError } from './primordials.js';

/** Frames of ours between a program and what Node does for it, at most. */
const OURS = 12;

/**
 * Makes room for our frames in the stacks of errors that Node throws while a call runs, so that none of the program's are
 * pushed out; returns what was allowed before, undefined where the program lets nothing be changed.
 */
export function widenStacks(): number | undefined {
  const limit: unknown = ProgramError.stackTraceLimit;
  if (typeof limit !== 'number' || limit <= 0) return undefined;
  try {
    // Reflect.set would be some forty times slower.
    ProgramError.stackTraceLimit = limit + OURS;
    return limit;
  } catch {
    return undefined; // frozen
  }
}

/** Takes the room away again, but for a limit that the program has set meanwhile. */
export function narrowStacks(before: number | undefined): void {
  if (before !== undefined && ProgramError.stackTraceLimit === before + OURS) ProgramError.stackTraceLimit = before;
}
