/** Where the bytes of a receipt go. */
export interface Sink {
  /** For people: the path of a file, `fd:2`, `memory`, `none`. */
  readonly place: string;
  /**
   * Adds lines of JSON (no line breaks in them), and with `seal` closes the receipt; a later write replaces the seal.
   * All of it or nothing. @throws what the system says when it cannot be written
   */
  write(lines: readonly string[], seal?: string): void;
  /** Replaces the head, which start-up completes when the hooks are on; only before the program runs. @throws like `write` */
  amend(header: string): void;
}

/** The receipt could not be written (`receipt.onError: stop`): the action it would have recorded must not happen. */
export class ReceiptWriteError extends Error {
  readonly code: string = 'ERR_RECEIPT_WRITE';
  readonly place: string;

  constructor(place: string, cause: unknown) {
    super(`the receipt cannot be written (${place}): ${reasonOf(cause)}`, { cause });
    this.place = place;
  }
}

/** What an error says, whatever was thrown. */
export function reasonOf(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : String(error);
}

/** A sink that keeps nothing; events are still judged and counted. */
export const noSink: Sink = { place: 'none', write: () => undefined, amend: () => undefined };

/** A sink that can be read back. */
export interface MemorySink extends Sink {
  header(): string;
  /** The lines held now; an `{"omitted": n}` line stands where others were let go. */
  lines(): string[];
  /** The line added last. @throws RangeError before the first */
  last(): string;
  /** The seal, when the last write closed the receipt. */
  seal(): string | undefined;
}

/** Keeps lines in memory: all up to `limit`, then the first and the latest ones, so that memory stays bounded. */
export function createMemorySink(header: string, limit = 100_000): MemorySink {
  const half = Math.ceil(limit / 2);
  const quarter = Math.ceil(limit / 4);
  const first: string[] = [];
  let older: string[] = [];
  let latest: string[] = [];
  let omitted = 0;
  let sealed: string | undefined;
  let last: string | undefined;
  let head = header;

  const keep = (line: string): void => {
    if (first.length < half) {
      first.push(line);
      return;
    }
    if (latest.length >= quarter) {
      omitted += older.length;
      older = latest;
      latest = [];
    }
    latest.push(line);
  };

  return {
    place: 'memory',
    write: (lines, seal) => {
      for (const line of lines) keep(line);
      last = lines.at(-1) ?? last;
      sealed = seal;
    },
    amend: (newHeader) => {
      head = newHeader;
    },
    header: () => head,
    last: () => {
      if (last === undefined) throw new RangeError('no line was added yet');
      return last;
    },
    lines: () => [...first, ...(omitted === 0 ? [] : [`{"omitted":${omitted}}`]), ...older, ...latest],
    seal: () => sealed,
  };
}
