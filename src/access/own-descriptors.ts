import { isReplaced } from './file-binding.js';

/** Descriptors that the engine keeps open, with the file behind each: the program meets the file when it uses the number. */
const own = new Map<number, string>();

/** Notes a descriptor that is the engine's. */
export function keepDescriptor(fd: number, file: string): void {
  own.set(fd, file);
}

/** The engine's file behind a descriptor that the program named; undefined for a descriptor of its own. */
export const ownFile = (fd: unknown): string | undefined =>
  own.size > 0 && typeof fd === 'number' && !isReplaced() ? own.get(fd | 0) : undefined;

/** Descriptors that hold a place for a call that is under way. */
const holding = new Set<number>();

/** Notes a descriptor that the program must not close and open anew while a call relies on it. */
export function keepHeld(fd: number): void {
  holding.add(fd);
}

/** Notes that nobody relies on the descriptor any more. */
export function letGo(fd: number): void {
  holding.delete(fd);
}

/** True for a number that the program cannot have from anybody. */
export const isHeld = (fd: unknown): boolean => holding.size > 0 && typeof fd === 'number' && holding.has(fd | 0);
