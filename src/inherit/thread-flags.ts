import { process, programArray, programObject, threadModule } from '../primordials.js';

/** A flag that no Node knows. */
const UNKNOWN = '--receiptbot-asks';
const REFUSED = /flags: (.*)$/s;

/** Places of flags that are not for threads, by the list that they stand in. */
const known = new Map<string, ReadonlySet<number>>();

/** The flags of this process that a thread can be given by name. */
export function flagsForThreads(): readonly string[] {
  const flags = Array.from(process.execArgv);
  if (flags.length === 0) return flags;
  const others = notForThreads(flags);
  return flags.filter((_, at) => !others.has(at));
}

/** A word of NODE_OPTIONS: it ends at a blank that is not in double quotes, where `\` stands before what is meant as it is (20 to 26). */
const WORD = /(?:"(?:\\.|[^"\\])*"|[^ "])+/gs;
const unquoted = (word: string): string =>
  word.replace(/"((?:\\.|[^"\\])*)"/gs, (_, inner: string) => inner.replace(/\\(.)/gs, '$1'));

/**
 * NODE_OPTIONS of this process for a thread. Node forgives what is not for threads where the value is that of the process,
 * to the letter; with the belt put in front it no longer is, so what Node would refuse is left out.
 */
export function optionsForThreads(options: string): string {
  const words = options.match(WORD) ?? [];
  const others = notForThreads(words.map(unquoted));
  return words.filter((_, at) => !others.has(at)).join(' ');
}

/**
 * The places of the flags of V8 and of the whole process: they hold for every thread as it is, and Node refuses them by name.
 * Node alone knows which is which, and tells all up to one whose value is a word of its own.
 */
function notForThreads(flags: readonly string[]): ReadonlySet<number> {
  const key = JSON.stringify(flags);
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = findOthers(flags)));
  return found;
}

function findOthers(flags: readonly string[]): ReadonlySet<number> {
  const others = new Set<number>();
  for (;;) {
    const left = flags.map((_, at) => at).filter((at) => !others.has(at));
    const refused = refusedOf(left.map((at) => flags[at] ?? ''));
    const more = left.filter((at) => refused.has(flags[at] ?? ''));
    if (more.length === 0) return others;
    for (const at of more) {
      others.add(at);
      if (flags[at]?.includes('=') === false && flags[at + 1]?.startsWith('-') === false) others.add(at + 1);
    }
  }
}

/** Asks by a thread with a flag more that it will not start with: Node names what it refuses (seen on 20 to 26). */
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
