import { apply, defineProperty, files, getOwnPropertyDescriptor, ownKeys } from '../primordials.js';

type Callable = (...args: never[]) => unknown;

let binding: object | undefined;
let closes: unknown;
const valueAt = (object: object, key: PropertyKey): unknown => getOwnPropertyDescriptor(object, key)?.value;

/** True once the program has Node's native file functions in its hands: it may use them, and put others in their place. */
export const isHandedOut = (): boolean => binding !== undefined;

/** True while descriptors may be numbers of the program's own making: what closes them is not Node's. */
export const isReplaced = (): boolean => binding !== undefined && valueAt(binding, 'close') !== closes;

/**
 * Keeps the engine's own files apart from what the program makes of `native`, Node's binding of `fs`. mock-fs and its like put
 * functions of their own there, and Node's public functions, ours among them, would read and write a disk that is none.
 */
export function keepOwnFiles(native: object): void {
  if (binding !== undefined) return;
  binding = native;
  closes = valueAt(native, 'close');
  const originals = ownKeys(native).flatMap((key): (readonly [PropertyKey, Callable])[] => {
    const value = valueAt(native, key);
    return typeof value === 'function' ? [[key, value as Callable]] : [];
  });
  const own = files as unknown as Record<string, unknown>;
  for (const [name, call] of Object.entries(own))
    if (typeof call === 'function') own[name] = undisturbed(call as Callable, native, originals);
}

/** `call`, with every original back in its place while it runs. */
const undisturbed =
  (call: Callable, native: object, originals: readonly (readonly [PropertyKey, Callable])[]): Callable =>
  (...args: readonly unknown[]) => {
    const replaced: [PropertyKey, PropertyDescriptor][] = [];
    for (const [key, original] of originals) {
      const now = getOwnPropertyDescriptor(native, key);
      if (now === undefined || now.value === original) continue;
      if (defineProperty(native, key, { ...now, value: original })) replaced.push([key, now]);
    }
    try {
      return apply(call, undefined, args);
    } finally {
      for (const [key, now] of replaced) defineProperty(native, key, now);
    }
  };
