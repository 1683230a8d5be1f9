import { textToBytes, utf8Length, type files } from '../primordials.js';

/** How long a full pipe is waited for in all, and each time, in ms. */
const PATIENCE = 2000;
const PAUSE = 5;

export type WritePort = Pick<typeof files, 'writeSync'>;

/**
 * Writes the whole text, however many pieces the system takes it in, and returns its length in bytes.
 * `position` null is for descriptors that have none. @throws what the system says; part of the text may then be written
 */
export function writeAll(port: WritePort, fd: number, text: string, position: number | null): number {
  const total = utf8Length(text);
  let written = taken(patiently(() => port.writeSync(fd, text, position)));
  if (written >= total) return total;
  const bytes = textToBytes(text);
  while (written < total) {
    const from = written;
    written += taken(
      patiently(() => port.writeSync(fd, bytes, from, total - from, position === null ? null : position + from)),
    );
  }
  return total;
}

/** What the system took, which is something: a setter on Object.prototype can make Node 20 swallow an error. */
function taken(bytes: unknown): number {
  if (typeof bytes !== 'number' || !(bytes > 0)) throw new Error('the system takes no more bytes');
  return bytes;
}

/** A pipe that its reader has not emptied says EAGAIN: wait for it, blocking, since the action waits for its record. */
function patiently(attempt: () => number): number {
  for (let waited = 0; ; waited += PAUSE) {
    try {
      return attempt();
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EAGAIN' || waited >= PATIENCE) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}
