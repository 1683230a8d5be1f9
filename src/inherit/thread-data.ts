import { THREAD_DATA } from '../access/thread-data.js';
import { environment, startEnvironment, threadModule } from '../primordials.js';
import { NODE_OPTIONS } from './node-options.js';

/** What is set while a thread is made. */
interface Setting {
  /** The handover, as text. */
  readonly data?: string | undefined;
  /** What NODE_OPTIONS says, for a thread that shares the environment; undefined where it is to stay. */
  readonly options?: string | undefined;
  /** What it said before. */
  readonly before?: string | undefined;
}

/** What this worker was handed: it stays for the threads that Node makes for itself, past every guarded call. */
let standing: string | undefined;
/** What the call that is being judged will set. */
let prepared: Setting = {};
/** What the calls on the stack have set: code of the program runs within \`new Worker\`, and may make another. */
const settings: Setting[] = [];

const leave = ({ data, options }: Setting): void => {
  threadModule().setEnvironmentData(THREAD_DATA, data ?? standing);
  if (options !== undefined) environment[NODE_OPTIONS] = options;
};

/** Says what the call that is being judged hands down to the thread that it makes; `flags` are those it is told it has. */
export function prepare(handover: object, options?: string, flags?: readonly string[]): void {
  prepared = { data: JSON.stringify({ ...handover, environment: startEnvironment(), flags }), options };
}

/** Leaves the handover for the thread that is made next. Node copies it at the end of the constructor. */
export function handDown(): void {
  const setting = { ...prepared, before: environment[NODE_OPTIONS] };
  prepared = {};
  settings.push(setting);
  leave(setting);
}

/** A worker has its copy of the handover once it is made; one that cannot be made needs none. */
export function takeBack(): void {
  const { options, before } = settings.pop() ?? {};
  if (options !== undefined && environment[NODE_OPTIONS] === options) environment[NODE_OPTIONS] = before;
  leave(settings.at(-1) ?? {});
}

/** Makes a thread of the engine's own accord. */
export function whileHandingDown(make: () => void): void {
  handDown();
  try {
    make();
  } finally {
    takeBack();
  }
}

/** What the thread that made this worker handed down; undefined where none was guarded. */
export function handedToThisWorker(): string | undefined {
  const text = threadModule().getEnvironmentData(THREAD_DATA);
  return (standing = typeof text === 'string' ? text : undefined);
}
