import { accept, type Handover, HANDOVER_VARIABLE } from './handover.js';
import { handedToThisWorker } from './thread-data.js';
import { environment, process, startedAs, threadModule } from '../primordials.js';

/** Builtins of which Node has loaded one at least before a worker's preloads run (20 to 26). */
const OF_WORKERS = ['worker_threads', 'internal/worker/io', 'internal/process/worker_thread_only'];

/** True in a worker thread. Asks Node's list of loaded builtins first, for loading `worker_threads` costs the main thread. */
export function inWorker(): boolean {
  const list = (process as unknown as { moduleLoadList: readonly string[] }).moduleLoadList;
  return OF_WORKERS.some((name) => list.includes(`NativeModule ${name}`)) && !threadModule().isMainThread;
}

/** Node's number of this thread, 0 in the main thread. */
export function threadId(): number {
  return inWorker() ? threadModule().threadId : 0;
}

/** What a belted parent process or thread handed down; undefined at the start of a run. @throws when it was altered */
export function handedDown(): Handover | undefined {
  if (inWorker()) {
    const text = handedToThisWorker();
    if (text !== undefined) {
      const handover = JSON.parse(text) as Handover;
      startedAs(handover.environment ?? {});
      return handover;
    }
  }
  const value = environment[HANDOVER_VARIABLE];
  if (value === undefined || value === '') return undefined;
  delete environment[HANDOVER_VARIABLE];
  return accept(value);
}
