import type { Unbelted } from '../types.js';
import type { Bare, Belt } from './belt.js';
import { isOfNode, mayUndress, isOtherRuntime, outsideOf, speaksOfNode, startsNothing } from './belt-programs.js';
import type { CommandFiles } from './surroundings.js';
import type { Word } from './word.js';

/** Longer scripts are not looked into. */
const LONGEST_SCRIPT = 65_536;

/** Watches, while a command line is taken apart, for Node children that would start without the belt. */
export class BeltWatch {
  /** What each carrying variable will hold; absent when nothing is carried. */
  readonly belt: Belt | undefined;
  readonly #scripts = new Set<string>();
  #lost: Unbelted | undefined;
  #bare: Bare | undefined;

  constructor(belt: Belt | undefined) {
    this.belt = belt;
  }

  /** The first start without the belt. A line that takes it off and cannot be read to its end is one too. */
  lost(opaque: boolean): Unbelted | undefined {
    return this.#lost?.runtime === undefined && this.#lost !== undefined
      ? this.#lost
      : opaque && this.#bare !== undefined
        ? { why: this.#bare.why }
        : this.#lost;
  }

  /** Notes that something runs where the belt is off. */
  enter(bare: Bare | undefined): void {
    if (bare?.said === true && this.belt !== undefined) this.#bare ??= bare;
  }

  /** The text of a script, once, when it can be read; nothing of one that leaves the belt alone. */
  script(path: string, files: Pick<CommandFiles, 'start'>, bare: Bare | undefined): string | undefined {
    if (this.belt === undefined || this.#scripts.has(path)) return undefined;
    this.#scripts.add(path);
    const text = files.start(path, LONGEST_SCRIPT);
    if (text === undefined || text.length >= LONGEST_SCRIPT || text.includes('\0')) return undefined;
    return bare === undefined && !mayUndress(text) ? '' : text;
  }

  /** Notes a program. One that is `clear` says itself what it starts, and that is looked at in its own right. */
  program(names: readonly string[], bare: Bare | undefined, clear: boolean): void {
    if (bare === undefined || this.belt === undefined) return;
    if (bare.said ? !clear && !startsNothing(names) : isOfNode(names)) this.#lose({ why: bare.why });
  }

  /** Notes a program that runs JavaScript and is no Node. */
  runtime(names: readonly string[]): void {
    if (this.belt === undefined || !isOtherRuntime(names)) return;
    this.#lost ??= { why: `${names[0] ?? ''} is no Node: this policy does not hold in it`, runtime: true };
  }

  /** How bare the place is of what a program starts. Those that say it in a way of their own are searched for a word of Node. */
  inside(names: readonly string[], args: readonly Word[], reads: boolean, bare: Bare | undefined): Bare | undefined {
    if (this.belt === undefined || bare?.said === true) return bare;
    const texts = args.map((word) => word.text);
    const outside = outsideOf(names, texts);
    if (outside === undefined) return bare;
    if (outside.said || (!reads && speaksOfNode(texts))) this.#lose({ why: outside.why });
    return outside;
  }

  #lose(loss: Unbelted): void {
    if (this.#lost === undefined || this.#lost.runtime === true) this.#lost = loss;
  }
}
