import { process } from '../primordials.js';

const own = new Set<number>();
const self = process.pid;

/** Others that may change files beside us: while one lives, no decision about a path is remembered. */
export const companions: { live: number } = { live: 0 };

/** Notes a process that this one started; it is one of ours and may change files. */
export function childStarted(pid: number): void {
  own.add(pid);
  companions.live += 1;
}

/** Notes that a child ended. */
export function childEnded(): void {
  companions.live -= 1;
}

/** Notes a worker that started: it shares the files. Workers are counted for good. */
export function workerStarted(): void {
  companions.live += 1;
}

/** True for this process, its group (0) and the processes it started. */
export function isOwnProcess(pid: number): boolean {
  return pid === self || pid === 0 || own.has(pid);
}
