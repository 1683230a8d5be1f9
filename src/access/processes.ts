import { process } from '../primordials.js';

const own = new Set<number>();
const self = process.pid;

/** Notes a process that this one started: it is one of ours. */
export function childStarted(pid: number): void {
  own.add(pid);
}

/** True for this process, its group (0) and the processes it started. */
export function isOwnProcess(pid: number): boolean {
  return pid === self || pid === 0 || own.has(pid);
}
