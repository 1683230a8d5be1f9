import type { Access, Dressed } from '../types.js';

/** What was changed in the words of a start that is under way, by the options it was given. */
const underWay = new WeakMap<object, Dressed>();

/** The words that are to be started instead of those that the program gave. */
export const dressedIn = (accesses: readonly Access[]): Dressed | undefined =>
  accesses.map((access) => (access.kind === 'command' ? access.dressed : undefined)).find((one) => one !== undefined);

/** Notes that the start with these options was given other words. */
export const noteDressed = (options: object, dressed: Dressed): void => void underWay.set(options, dressed);

/** What was noted for a start with these options. */
export const dressedWith = (options: unknown): Dressed | undefined =>
  typeof options === 'object' && options !== null ? underWay.get(options) : undefined;
