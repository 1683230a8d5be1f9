import { closing, opening, separated } from './document.js';
import type { Sink } from './sink.js';
import { writeAll } from './write-all.js';
import { files, paths, utf8Length } from '../primordials.js';

/** What a journal needs of the file system. */
export type JournalPort = Pick<
  typeof files,
  'openSync' | 'writeSync' | 'ftruncateSync' | 'mkdirSync' | 'closeSync' | 'unlinkSync'
>;

/** A receipt in a file of its own. */
export interface Journal extends Sink {
  /** The file name, which is also the receipt's id. */
  readonly id: string;
  /** Open for as long as the process lives; whoever guards descriptors keeps the program off it. */
  readonly fd: number;
}

/** When and by whom a receipt is written; what its name is made of. */
export interface Author {
  /** Ms since the epoch. */
  readonly startedAt: number;
  readonly pid: number;
  readonly threadId: number;
}

/** A name that sorts by time: `2026-11-30T18-05-55.123Z-1234-0.json`; `again` tells apart those that would be the same. */
export function receiptId(author: Author, again = 0): string {
  const time = new Date(author.startedAt).toISOString().replaceAll(':', '-');
  return `${time}-${author.pid}-${author.threadId}${again === 0 ? '' : `-${again}`}.json`;
}

/** Containers whose first process is 1 each may share a folder: so many may start in one ms. */
const NAMESAKES = 100;
/** Lines kept for a new head; start-up writes a handful before it completes the head. */
const EARLY = 1000;

/**
 * Creates the folder and in it a new file. `header` gives the JSON text of the head.
 * @throws what the system says when it cannot be created; nothing is left behind then
 */
export function openJournal(
  folder: string,
  author: Author,
  header: (id: string) => string,
  port: JournalPort = files,
): Journal {
  port.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { fd, id } = createFile(folder, author, port);
  const place = paths.join(folder, id);
  try {
    return new JournalFile(fd, place, id, header(id), port);
  } catch (error) {
    port.closeSync(fd);
    port.unlinkSync(place);
    throw error;
  }
}

function createFile(folder: string, author: Author, port: JournalPort): { fd: number; id: string } {
  for (let again = 0; ; again += 1) {
    const id = receiptId(author, again);
    try {
      return { id, fd: port.openSync(paths.join(folder, id), 'wx', 0o600) };
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EEXIST' || again >= NAMESAKES) throw error;
    }
  }
}

/**
 * A file that is a valid JSON document from its first write on and after every other: each is one positioned write
 * of the new lines and the closing, over the closing before.
 */
class JournalFile implements Journal {
  readonly fd: number;
  readonly place: string;
  readonly id: string;
  readonly #port: JournalPort;
  #head: string;
  /** The closing that stands in the file, and where it begins: the byte after the last good line. */
  #tail = '';
  #end = 0;
  /** Length of the file; after a failure that could not be repaired, an upper bound. */
  #length = 0;
  #empty = true;
  #early: string[] | undefined = [];

  constructor(fd: number, place: string, id: string, header: string, port: JournalPort) {
    this.fd = fd;
    this.place = place;
    this.id = id;
    this.#port = port;
    this.#head = opening(header);
    this.#put(this.#head, closing());
  }

  write(lines: readonly string[], seal?: string): void {
    this.#put(separated(lines, this.#empty), closing(seal));
    if (lines.length > 0) this.#empty = false;
    this.#early?.push(...lines);
    if (this.#early !== undefined && this.#early.length > EARLY) this.#early = undefined;
  }

  amend(header: string): void {
    if (this.#early === undefined) throw new Error('the head of a receipt can be completed at its start only');
    const lines = separated(this.#early, true);
    const head = opening(header);
    this.#put(head + lines, closing(), 0, this.#head + lines);
    this.#head = head;
    this.#early = undefined;
  }

  /**
   * Writes `body` and a closing from the byte `from` on; a closing shorter than what it replaces is filled up with blanks.
   * A write that fails is cut back to `before`, the text that was there.
   */
  #put(body: string, tail: string, from: number = this.#end, before = ''): void {
    const bytes = utf8Length(body);
    const needed = from + bytes + utf8Length(tail);
    const text = body + this.#filled(tail, needed);
    this.#length = Math.max(this.#length, needed);
    try {
      writeAll(this.#port, this.fd, text, from);
    } catch (error) {
      this.#cutBack(before, from);
      throw error;
    }
    this.#end = from + bytes;
    this.#tail = tail;
  }

  /** A closing that ends at byte `end`, filled up to the length of the file. */
  #filled(tail: string, end: number): string {
    return end < this.#length ? `${tail}${' '.repeat(this.#length - end - 1)}\n` : tail;
  }

  /**
   * Restores what stood there: first over bytes that the file has already and that need no space, blanks behind it, then cut to
   * its length. Each is tried whatever became of the other: a file that ends in blanks is as valid, and an error may be made up.
   */
  #cutBack(before: string, from: number): void {
    const whole = this.#end + utf8Length(this.#tail);
    try {
      if (this.#tail !== '') writeAll(this.#port, this.fd, before + this.#filled(this.#tail, whole), from);
    } catch {
      // The disk is full: what there is room for stands.
    }
    try {
      this.#port.ftruncateSync(this.fd, whole);
      this.#length = whole;
    } catch {
      // The length still covers what is there, so that the next write that succeeds blanks it out.
    }
  }
}
