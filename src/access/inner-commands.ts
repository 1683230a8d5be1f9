import type { Word } from './word.js';

/** A command that a program was told to start. */
export type Inner =
  | {
      readonly kind: 'words';
      readonly words: readonly Word[];
      readonly assignments?: readonly (readonly [name: string, value: string])[];
      /** True when it gets nothing of the environment but these. */
      readonly clears?: true;
      /** Folder it runs in, when that is another one. */
      readonly folder?: Word;
      /** True when the first word names a part of the starting program, not a file (`busybox ls`). */
      readonly applet?: true;
    }
  /** A text that the program hands to a shell. */
  | { readonly kind: 'line'; readonly text: Word }
  /** Something that cannot be known here. */
  | { readonly kind: 'opaque'; readonly why: string };

/** What a reader may know besides the arguments. */
export interface Around {
  /** What a file holds, where it can be read. */
  readonly textOf: (file: string) => string | undefined;
  /** True when the program reads what another command of the line prints. */
  readonly piped: boolean;
}

/** Reads what a program will start out of its arguments. */
export type InnerReader = (args: readonly Word[], around: Around) => readonly Inner[];

export const line = (text: Word): Inner => ({ kind: 'line', text });
export const words = (list: readonly Word[]): Inner => ({ kind: 'words', words: list });
export const opaque = (why: string): Inner => ({ kind: 'opaque', why });

/** The words as the one text that a program makes of them before it calls a shell. */
export const joined = (list: readonly Word[]): Word => ({
  text: list.map((word) => word.text).join(' '),
  known: list.every((word) => word.known),
  single: list.every((word) => word.single),
});
