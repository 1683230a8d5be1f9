/** A map that forgets: it keeps at least the `limit` entries used last and never holds more than twice as many. */
export interface Generations<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  readonly size: number;
}

/**
 * Makes such a map out of two plain ones: when the young one is full it becomes the old one, and what was not used since is dropped.
 * `dropped` is told what goes. A list ordered by use costs five times as much per look-up.
 */
export function createGenerations<K, V>(limit: number, dropped?: (values: Iterable<V>) => void): Generations<K, V> {
  let young = new Map<K, V>();
  let old = new Map<K, V>();

  const set = (key: K, value: V): void => {
    if (young.size >= limit) {
      if (old.size > 0) dropped?.(old.values());
      old = young;
      young = new Map();
    }
    young.set(key, value);
    old.delete(key);
  };

  return {
    get: (key) => {
      const value = young.get(key);
      if (value !== undefined) return value;
      const kept = old.get(key);
      if (kept !== undefined) set(key, kept);
      return kept;
    },
    set,
    get size() {
      return young.size + old.size;
    },
  };
}
