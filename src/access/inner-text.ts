import type { Inner } from './inner-commands.js';
import { literal, type Word } from './word.js';

/** What a program's own little language makes it do. */
export interface TextReading {
  readonly runs: readonly Inner[];
  readonly reads: readonly Word[];
  readonly writes: readonly Word[];
}

/** Collects what a text makes its program do. */
export class TextEffects implements TextReading {
  readonly runs: Inner[] = [];
  readonly reads: Word[] = [];
  readonly writes: Word[] = [];

  /** Notes a file by its name, or any file at all when the name is not known. */
  file(kind: 'reads' | 'writes', name: string | undefined): void {
    this[kind].push(name === undefined ? anyFile : literal(name));
  }

  /** Notes that the text may do whatever its language can. */
  all(why: string): void {
    this.runs.push({ kind: 'opaque', why });
    this.file('reads', undefined);
    this.file('writes', undefined);
  }
}

/** Where a file lies of which nothing is known. */
export const ANYWHERE: readonly string[] = ['/'];
/** A file that is known only once the command runs. */
export const anyFile: Word = { text: '/', known: false, single: true, under: ANYWHERE };
