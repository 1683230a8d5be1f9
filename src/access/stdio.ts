import { ownFile } from './own-descriptors.js';
import { getOwnPropertyDescriptor, getPrototypeOf, isProxy, programArray, programObject } from '../primordials.js';

/**
 * Pins the streams that a child is given and returns the engine's own files among them, which are not the program's to give.
 * A descriptor is read once, and a number stands for the object that had it, as it does for Node, which would read it again.
 */
export function pinStreams(options: Record<PropertyKey, unknown>): string[] {
  const { stdio } = options;
  if (!Array.isArray(stdio)) return [];
  const pinned = Array.from({ length: stdio.length }, (_, at) => pinStream(stdio[at]));
  options['stdio'] = programArray(pinned);
  return pinned.map(ownFile).filter((file) => file !== undefined);
}

/** Of an object whose answers may change Node gets an empty one, and says that it is no stream. */
function pinStream(stream: unknown): unknown {
  if (typeof stream !== 'object' || stream === null) return stream;
  const { fd } = stream as { fd?: unknown };
  if (typeof fd === 'number') return fd;
  return isConstant(stream) ? stream : programObject();
}

/** True when asking for the descriptor or the handle again runs none of the program's code. */
function isConstant(stream: object): boolean {
  if (['handle', '_handle'].some((key) => hasGetter(stream, key))) return false;
  for (let object: object | null = stream; object !== null; object = getPrototypeOf(object))
    if (isProxy(object) || hasGetter(object, 'fd')) return false;
  return true;
}

const hasGetter = (object: object, key: string): boolean =>
  !isProxy(object) && getOwnPropertyDescriptor(object, key)?.get !== undefined;
