import type { Sink } from './sink.js';
import { type WritePort, writeAll } from './write-all.js';
import { files, utf8Length } from '../primordials.js';

/** A write to a pipe of up to this many bytes does not mix with those of other processes (PIPE_BUF). */
const ATOMIC = 4096;

/**
 * A sink for log shippers: JSON Lines on a descriptor that is open already (`fd:2`). Processes share it,
 * so every line after the head names its receipt. @throws when the head cannot be written
 */
export function openLog(fd: number, id: string, header: string, port: WritePort = files): Sink {
  const name = `{"receipt":${JSON.stringify(id)},`;
  const send = (lines: readonly string[]): void => {
    for (const block of blocks(lines)) writeAll(port, fd, block, null);
  };
  send([header]);
  return {
    place: `fd:${fd}`,
    write: (lines, seal) => {
      const named = lines.map((line) => name + line.slice(1));
      if (seal !== undefined) named.push(`${name}"seal":${seal}}`);
      send(named);
    },
    amend: (newHeader) => {
      send([newHeader]);
    },
  };
}

/** As many whole lines together as a pipe keeps together. */
function blocks(lines: readonly string[]): string[] {
  const made: string[] = [];
  let block = '';
  let size = 0;
  for (const line of lines) {
    const more = utf8Length(line) + 1;
    if (size + more > ATOMIC && size > 0) {
      made.push(block);
      block = '';
      size = 0;
    }
    block += `${line}\n`;
    size += more;
  }
  if (size > 0) made.push(block);
  return made;
}
