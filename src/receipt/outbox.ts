import { ReceiptWriteError, reasonOf, type Sink } from './sink.js';

/** How long lines may wait in memory: so many characters, so many ms. */
const BLOCK = 65_536;
/** The longest that anything waits in memory, in ms. */
export const PATIENCE = 100;
/** What is kept for another attempt while nothing can be written; beyond it the oldest lines are given up. */
const HELD = 4 * BLOCK;

/** Lines on their way to a sink. */
export interface Outbox {
  /** Adds a line that may wait. */
  hold(line: string, now: number): void;
  /** True when what waits, with a line of that length, must not wait longer. */
  due(now: number, length: number): boolean;
  /**
   * Writes what waits and `line` behind it. In `stop` a failure throws ReceiptWriteError and what waited goes on waiting, without `line`;
   * in `warn` it is told once, and the lines are lost.
   */
  send(line?: string, seal?: string): void;
  readonly waiting: boolean;
  /** Lines given up. */
  readonly lost: number;
}

/** Makes an outbox; `warn` is told at most once. */
export function createOutbox(sink: Sink, onError: 'stop' | 'warn', warn: (message: string) => void): Outbox {
  let held: string[] = [];
  let size = 0;
  let since = 0;
  let lost = 0;
  let warned = false;

  const empty = (): void => {
    held = [];
    size = 0;
  };

  return {
    hold: (line, now) => {
      if (held.length === 0) since = now;
      held.push(line);
      size += line.length;
      if (size <= HELD) return;
      lost += held.length - 1;
      held = [line];
      size = line.length;
    },
    due: (now, length) => size + length >= BLOCK || (held.length > 0 && now - since >= PATIENCE),
    send: (line, seal) => {
      const lines = line === undefined ? held : [...held, line];
      if (lines.length === 0 && seal === undefined) return;
      try {
        sink.write(lines, seal);
        empty();
      } catch (error) {
        if (onError === 'stop') throw new ReceiptWriteError(sink.place, error);
        lost += lines.length;
        empty();
        if (!warned)
          warn(`the receipt cannot be written (${sink.place}): ${reasonOf(error)}; the program goes on without`);
        warned = true;
      }
    },
    get waiting() {
      return held.length > 0;
    },
    get lost() {
      return lost;
    },
  };
}
