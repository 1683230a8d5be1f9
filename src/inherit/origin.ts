import { accept, type Handover, HANDOVER_VARIABLE } from './handover.js';
import { handedToThisWorker } from './carry.js';
import { environment, process } from '../primordials.js';

/** True in a worker thread; asks Node's list of loaded builtins, for loading `worker_threads` costs the main thread. */
export function inWorker(): boolean {
  const list = (process as unknown as { moduleLoadList: readonly string[] }).moduleLoadList;
  return list.includes('NativeModule internal/main/worker_thread');
}

/** What a belted parent process or thread handed down; undefined at the start of a run. @throws when it was altered */
export function handedDown(): Handover | undefined {
  if (inWorker()) {
    const text = handedToThisWorker();
    if (text !== undefined) return JSON.parse(text) as Handover;
  }
  const value = environment[HANDOVER_VARIABLE];
  if (value === undefined || value === '') return undefined;
  delete environment[HANDOVER_VARIABLE];
  return accept(value);
}
