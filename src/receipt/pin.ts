import type { Json } from '../types.js';

const DEPTH = 24;
/** Values, nested ones included, that are taken from one object. */
const VALUES = 20_000;

/**
 * A copy of what the program handed over, as plain JSON that no getter or Proxy can change any more: every property is read once.
 * Dates and other objects with a `toJSON` give its result; functions and symbols are left out; what is cyclic, deep or huge ends in `…`.
 */
export function pinJson(value: unknown): Json {
  let left = VALUES;

  const pin = (item: unknown, depth: number): Json | undefined => {
    left -= 1;
    if (typeof item === 'string' || typeof item === 'boolean' || item === null) return item;
    if (typeof item === 'number') return Number.isFinite(item) ? item : String(item);
    if (typeof item === 'bigint') return String(item);
    if (typeof item !== 'object') return undefined;
    return left < 0 || depth >= DEPTH ? '…' : pinObject(item, depth);
  };

  const pinObject = (item: object, depth: number): Json | undefined => {
    const { toJSON } = item as { toJSON?: unknown };
    if (typeof toJSON === 'function') return pin(Reflect.apply(toJSON, item, ['']), depth + 1);
    if (Array.isArray(item)) return pinList(item, depth);
    const record: { [key: string]: Json } = Object.create(null) as { [key: string]: Json };
    for (const key of Object.keys(item)) {
      if (left < 0) break;
      const pinned = pin((item as { [key: string]: unknown })[key], depth + 1);
      if (pinned !== undefined) record[key] = pinned;
    }
    return record;
  };

  const pinList = (items: readonly unknown[], depth: number): Json => {
    const list: Json[] = [];
    for (let index = 0; index < items.length && left >= 0; index += 1) list.push(pin(items[index], depth + 1) ?? null);
    return list;
  };

  return pin(value, 0) ?? null;
}
