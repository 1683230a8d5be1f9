import {
  apply,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  objectCreate,
  ownKeys,
  promiseThen,
  setPrototypeOf,
} from '../primordials.js';

/** True for an entry that its reader may see. */
export type Keep = (entry: unknown) => boolean;

type Callable = (this: unknown, ...args: unknown[]) => unknown;
type Step = IteratorResult<unknown>;

/** Opened folders whose entries are sifted (`opendir` with `recursive`). */
const sifted = new WeakMap<object, Keep>();
const guarded = new WeakSet();

/** Makes an opened folder (`fs.Dir`) give only the entries that `keep` lets through, however it is read. */
export function siftFolder(folder: object, keep: Keep): void {
  sifted.set(folder, keep);
  const prototype = getPrototypeOf(folder);
  if (prototype === null || guarded.has(prototype)) return;
  guarded.add(prototype);
  replace(prototype, 'readSync', readingSync);
  replace(prototype, 'read', reading);
  for (const key of ['entries', Symbol.asyncIterator]) replace(prototype, key, iterating);
}

function replace(prototype: object, key: PropertyKey, make: (original: Callable) => Callable): void {
  const descriptor = getOwnPropertyDescriptor(prototype, key);
  const original = descriptor?.value as Callable | undefined;
  if (typeof original !== 'function') return;
  const value = make(original);
  setPrototypeOf(value, getPrototypeOf(original));
  for (const own of ['name', 'length']) {
    const text = getOwnPropertyDescriptor(original, own);
    if (text !== undefined) defineProperty(value, own, text);
  }
  defineProperty(prototype, key, { ...descriptor, value });
}

/** Null ends a folder; every entry before that is asked about. */
const keeps = (folder: unknown, entry: unknown): boolean =>
  entry === null || entry === undefined || (sifted.get(folder as object)?.(entry) ?? true);

const readingSync = (original: Callable): Callable =>
  ({
    readSync(this: unknown, ...args: unknown[]): unknown {
      for (;;) {
        const entry = apply(original, this, args);
        if (keeps(this, entry)) return entry;
      }
    },
  }).readSync;

const reading = (original: Callable): Callable =>
  ({
    read(this: unknown, ...args: unknown[]): unknown {
      const [done] = args;
      const again = (): unknown => {
        if (done === undefined)
          return promiseThen(apply(original, this, []) as Promise<unknown>, (entry) =>
            keeps(this, entry) ? entry : again(),
          );
        return apply(original, this, [
          (error: unknown, entry: unknown): unknown =>
            keeps(this, entry) ? apply(done as Callable, undefined, [error, entry]) : again(),
        ]);
      };
      return done === undefined || typeof done === 'function' ? again() : apply(original, this, args);
    },
  }).read;

const iterating = (original: Callable): Callable =>
  ({
    entries(this: unknown, ...args: unknown[]): unknown {
      const iterator = apply(original, this, args) as AsyncIterator<unknown>;
      return sifted.has(this as object) ? siftIterator(iterator, (entry) => keeps(this, entry)) : iterator;
    },
  }).entries;

/** An asynchronous iterator with only the values that `keep` lets through; there is no way from it to `iterator`. */
export function siftIterator(iterator: AsyncIterator<unknown>, keep: Keep): unknown {
  const step =
    (name: 'next' | 'return' | 'throw') =>
    (...args: unknown[]): unknown => {
      const promise = apply(iterator[name] as Callable, iterator, args) as Promise<Step>;
      return promiseThen(promise, (found) => (found.done === true || keep(found.value) ? found : step('next')()));
    };
  // Of the generator's chain only what all asynchronous iterators have: its own prototypes hold the unsifted `next`.
  const shared = [iterator, 1, 2].reduce<object | null>((at) => (at === null ? null : getPrototypeOf(at)), iterator);
  const result = objectCreate(shared) as AsyncIterator<unknown>;
  const methods: Record<PropertyKey, Callable | undefined> = {
    next: step('next'),
    ...(iterator.return && { return: step('return') }),
    ...(iterator.throw && { throw: step('throw') }),
    ...(Symbol.asyncIterator in result ? {} : { [Symbol.asyncIterator]: () => result }),
  };
  for (const name of ownKeys(methods)) {
    const value = methods[name as keyof typeof methods];
    setPrototypeOf(value as Callable, getPrototypeOf(iterator.next));
    defineProperty(result, name, { value, writable: true, enumerable: false, configurable: true });
  }
  const tag = (iterator as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  if (typeof tag === 'string') defineProperty(result, Symbol.toStringTag, { value: tag, configurable: true });
  return result;
}

/** Makes an emitter keep to itself the events of one name that `keep` does not let through. */
export function siftEvents(emitter: object, name: string, keep: (...values: unknown[]) => boolean): void {
  const { emit } = emitter as { emit?: Callable };
  if (typeof emit !== 'function') return;
  const value = {
    emit(this: unknown, event: unknown, ...values: unknown[]): unknown {
      return event === name && !keep(...values) ? false : apply(emit, this, [event, ...values]);
    },
  }.emit;
  setPrototypeOf(value, getPrototypeOf(emit));
  defineProperty(emitter, 'emit', { value, writable: true, enumerable: false, configurable: true });
}
