import type { LoadedPolicy } from '../policy/document.js';
import type { Sink } from './sink.js';
import { keepDescriptor } from '../access/own-descriptors.js';
import { createLineWriter } from './event.js';
import { createRunId, type HeaderFacts, headerText, policySources } from './header.js';
import { openJournal, receiptId } from './journal.js';
import { openLog } from './log.js';
import { isLookedOn } from './onlookers.js';
import { createRecorder, type Recorder } from './recorder.js';
import { createRedactor } from './redact.js';
import { secretVariables } from './secret-names.js';
import { noSink } from './sink.js';
import { exitSummary } from './summary.js';
import {
  cwd,
  environment,
  files,
  nodeVersion,
  paths,
  platform,
  process,
  promiseThen,
  resolved,
} from '../primordials.js';

/** Where the bytes of the receipt go. */
export type Destination =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'fd'; readonly fd: number }
  | { readonly kind: 'none' };

/** What a recording is started with. */
export interface RecordingOptions {
  readonly version: string;
  readonly policy: LoadedPolicy;
  readonly destination: Destination;
  readonly run: string | undefined;
  /** The receipt of the process or thread that started this one. */
  readonly parent: string | undefined;
  readonly threadId: number;
  readonly collect: () => void;
}

/** The recording of one thread. */
export interface Recording {
  readonly recorder: Recorder;
  readonly run: string;
  readonly id: string;
  readonly place: string;
  /** Completes the head with the doors that this Node has and that could not be guarded. */
  readonly cover: (missing: readonly string[]) => void;
}

/** Opens the receipt of this thread. @throws a plain sentence when it cannot be written and `receipt.onError` is `stop` */
export function startRecording(options: RecordingOptions): Recording {
  const startedAt = Date.now();
  const run = options.run ?? createRunId(startedAt, process.pid);
  const redact = createRedactor({ patterns: patternsOf(options.policy), secrets: secretVariables(environment) });
  const writer = createLineWriter(redact);
  const facts: HeaderFacts = { ...factsOf(options, startedAt), run };
  const author = { startedAt, pid: process.pid, threadId: options.threadId };
  const stop = onErrorOf(options.policy) === 'stop';
  const open = (): Opened => {
    const { destination } = options;
    if (destination.kind === 'none') return noSink;
    if (destination.kind === 'fd')
      return openLog(destination.fd, receiptId(author), headerText(receiptId(author), facts, writer));
    return openJournal(destination.folder, author, (id) => headerText(id, facts, writer));
  };
  const sink = opened(open, stop, options.destination);
  const recorder = createRecorder({
    sink,
    writer,
    startedAt,
    onError: stop ? 'stop' : 'warn',
    warn: tell,
    collect: options.collect,
  });
  const id = sink.id ?? receiptId(author);
  if (sink.fd !== undefined) keepDescriptor(sink.fd, sink.place);
  const cover = (missing: readonly string[]): void => {
    if (missing.length > 0) sink.amend(headerText(id, { ...facts, coverage: missing }, writer));
  };
  return { recorder, run, id, place: sink.place, cover };
}

/** A sink; a journal has an id and a head that can be completed. */
type Opened = Sink & { readonly id?: string; readonly fd?: number };

function opened(open: () => Opened, stop: boolean, destination: Destination): Opened {
  try {
    return open();
  } catch (error) {
    const where = destination.kind === 'folder' ? destination.folder : 'fd:2';
    const message = `the receipt cannot be written to ${where} (${String((error as { message?: unknown }).message)})`;
    if (stop)
      throw new Error(
        `${message}; name another folder in receipt.dir or RECEIPTBOT_RECEIPT (fd:2 is stderr), or set receipt.onError: warn`,
        { cause: error },
      );
    tell(`${message}; the program goes on without one`);
    return noSink;
  }
}

/**
 * What seals the receipt when the thread ends, and says on stderr what was refused unless this is `hushed`. Listeners of `exit`
 * may still change the exit code: they have run when the microtasks do, or when `process.reallyExit` is called.
 */
export function sealer(
  { recorder, place }: Recording,
  hushed: () => boolean,
): {
  readonly exiting: () => void;
  readonly leaving: (code: number | undefined) => void;
} {
  let sealed: { readonly code: number | undefined } | undefined;
  const seal = (code: number | undefined): void => {
    if (sealed?.code !== code) recorder.seal(code);
    sealed = { code };
  };
  return {
    exiting: () => {
      const first = sealed === undefined;
      seal(exitCode());
      if (!first) return;
      const summary = exitSummary(recorder.totals.run, place);
      if (summary !== undefined && !quiet('warn') && !hushed()) write(summary);
      if (isLookedOn()) return;
      void promiseThen(resolved(undefined), () => {
        seal(exitCode());
      });
    },
    leaving: seal,
  };
}

const exitCode = (): number => Number(process.exitCode ?? 0);

const factsOf = (options: RecordingOptions, startedAt: number): Omit<HeaderFacts, 'run'> => ({
  ...(options.parent === undefined ? {} : { parent: options.parent }),
  ...(process.argv[1] === undefined ? {} : { name: paths.basename(process.argv[1]) }),
  process: { pid: process.pid, ppid: process.ppid, threadId: options.threadId },
  argv: [...process.argv],
  cwd: cwd(),
  node: nodeVersion,
  platform: `${platform}-${process.arch}`,
  receiptbot: options.version,
  policy: { mode: options.policy.mode, sources: policySources(options.policy.layers) },
  startedAt,
  coverage: [],
});

const patternsOf = (policy: LoadedPolicy): { label: string; regex: string }[] =>
  policy.layers.flatMap((layer) => (layer.document.redact ?? []).map(({ label, regex }) => ({ label, regex })));

const onErrorOf = (policy: LoadedPolicy): 'stop' | 'warn' => {
  const said = policy.layers.map((layer) => layer.document.receipt?.onError).filter((word) => word !== undefined);
  if (policy.mode !== 'enforce') return 'warn';
  return said.includes('stop') || said.length === 0 ? 'stop' : 'warn';
};

const LEVELS = ['silent', 'error', 'warn', 'info', 'debug'];
/** True when messages of this level are not wanted (RECEIPTBOT_LOG_LEVEL). */
export const quiet = (level: 'error' | 'warn' | 'info'): boolean =>
  LEVELS.indexOf(level) > Math.max(LEVELS.indexOf(environment['RECEIPTBOT_LOG_LEVEL'] ?? 'warn'), 0);

/** Says one line on stderr, never on stdout. */
export function tell(message: string): void {
  if (!quiet('warn')) write(`receiptbot: ${message}`);
}

function write(line: string): void {
  try {
    files.writeSync(2, `${line}\n`);
  } catch {
    // stderr may be closed; what was to be said is in the receipt
  }
}
