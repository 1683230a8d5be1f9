import type { Bare } from './belt.js';
import { ANY_FOLDER } from './line-folders.js';
import type { Input } from './shell-line.js';
import type { Dialect } from './shells.js';
import type { Word } from './word.js';

/** Where in a command line a command stands. */
export interface CommandPlace {
  /** Folders it may run in: one, or more after a `cd` that may fail. Absolute, or `ANY_FOLDER`. */
  readonly folders: readonly string[];
  /** True when something in its line changes the folder of other commands. */
  readonly roams?: boolean | undefined;
  /** Folders that commands before it ran in. */
  readonly visited?: Iterable<string> | undefined;
  /** How many commands it is inside of. */
  readonly depth: number;
  /** The shell that reads it, when one does. */
  readonly shell?: Dialect | undefined;
  /** The command that starts it, by its place in the list. */
  readonly within?: number | undefined;
  /** Leading assignments, or those of `env`. */
  readonly assignments?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly input?: Input | undefined;
  /** True when something reads what it prints. */
  readonly feeds?: boolean | undefined;
  /** True when its name is a part of the program that starts it, not a file. */
  readonly applet?: boolean | undefined;
  /** Set where what carries the policy into a Node child is not in the environment. */
  readonly bare?: Bare | undefined;
  /** Variables of surrounding lines whose value is not known here. */
  readonly changed?: ReadonlySet<string> | undefined;
  readonly positionals?: readonly string[] | undefined;
  /** Called when it changes the folder of the commands after it. */
  readonly moveTo?: ((folders: readonly string[]) => void) | undefined;
  /** Called when it takes the belt off for the commands after it. */
  readonly undress?: ((bare: Bare) => void) | undefined;
}

/** The place of what a command starts: nothing of the line around it is its own. */
export const inside = (place: CommandPlace, within: number): CommandPlace => ({
  ...place,
  within,
  depth: place.depth + 1,
  shell: undefined,
  assignments: undefined,
  applet: undefined,
  moveTo: undefined,
  undress: undefined,
  positionals: undefined,
});

/** The place of what a trap runs: whenever, and so wherever. */
export const laterOn = (place: CommandPlace): CommandPlace =>
  place.roams === true
    ? { ...place, folders: [ANY_FOLDER], moveTo: place.moveTo && (() => place.moveTo?.([ANY_FOLDER])) }
    : { ...place, moveTo: place.moveTo && (() => place.moveTo?.([ANY_FOLDER])) };

/** What the parts that take commands apart do for one another. */
export interface Walker {
  /** Takes one command apart; its first word is the program. */
  readonly command: (words: readonly Word[], place: CommandPlace) => void;
  /** Takes a text for a shell apart. */
  readonly line: (text: string, dialect: Dialect, place: CommandPlace) => void;
  /** Notes why not everything that may run is listed. */
  readonly fail: (why: string) => void;
}
