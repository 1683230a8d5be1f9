import type { Case } from '../case.js';
import { ends } from './ends.js';
import { flags } from './flags.js';
import { programs } from './programs.js';
import { starts } from './starts.js';

/** The whole table, by name. */
export const cases: readonly (readonly [name: string, one: Case])[] = [programs, starts, flags, ends].flatMap((part) =>
  Object.entries(part),
);
