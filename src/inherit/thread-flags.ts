import { process, programArray, programObject, threadModule } from '../primordials.js';

/** A flag that no Node knows. */
const UNKNOWN = '--receiptbot-asks';
const REFUSED = /flags: (.*)$/s;

let refused: ReadonlySet<string> | undefined;

/**
 * The flags of this process that a thread can be given by name. The others (those of V8 and of the whole process) hold for
 * every thread as it is, and Node refuses them. Node alone knows which is which: it is asked once, by a thread with a flag
 * more that it will not start with, and names all that it refuses (seen on 20 to 26).
 */
export function flagsForThreads(): readonly string[] {
  const flags = Array.from(process.execArgv);
  if (flags.length === 0) return flags;
  refused ??= refusedOf(flags);
  return flags.filter((flag) => refused?.has(flag) !== true);
}

function refusedOf(flags: readonly string[]): ReadonlySet<string> {
  const { Worker } = threadModule();
  const options = Object.assign(programObject(), { eval: true, execArgv: programArray([...flags, UNKNOWN]) });
  try {
    new Worker('', options);
  } catch (error) {
    return new Set(REFUSED.exec((error as Error).message)?.[1]?.split(', ') ?? []);
  }
  return new Set();
}

/** Has this thread told of the flags that the program gave it, or that it has from the one that made it: ours is not among them. */
export function tellFlags(flags: readonly string[]): void {
  const { execArgv } = process;
  execArgv.splice(0, execArgv.length, ...flags);
}
