import { objectCreate, programArray } from '../primordials.js';

/**
 * Reads every own enumerable property of an options object once, into a fresh one without a prototype: nothing that the
 * program put on `Object.prototype` can take a field away or add one. Undefined when it is no object.
 */
export function copyOptions(value: unknown): Record<PropertyKey, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.assign(objectCreate(null) as Record<PropertyKey, unknown>, value);
}

/** Reads a list of strings once, into a fresh array of the program; undefined when it is not one. */
export function stringList(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list: string[] = [];
  for (let i = 0; i < value.length; i++) {
    const item: unknown = value[i];
    const text = primitiveText(item);
    if (text === undefined) return undefined;
    list.push(text);
  }
  return programArray(list);
}

/** Reads a list once as texts, each value asked for its own; undefined when it is no list. */
export const textList = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? programArray(Array.from({ length: value.length }, (_, i) => textOf(value[i]))) : undefined;

/** The text of a value as `String` gives it, objects asked once. */
export const textOf = (value: unknown): string => String(value);

const primitiveText = (value: unknown): string | undefined =>
  typeof value === 'object' || typeof value === 'symbol' || typeof value === 'function' ? undefined : textOf(value);

/** Reads an environment as Node does for a child: inherited names too, `undefined` left out. */
export function environmentPairs(value: unknown): Pair[] {
  const pairs: string[] = [];
  for (const name in value as Record<string, unknown>) {
    const entry: unknown = (value as Record<string, unknown>)[name];
    if (entry !== undefined) pairs.push(`${name}=${textOf(entry)}`);
  }
  return splitPairs(pairs);
}

type Pair = readonly [name: string, value: string];

/**
 * `NAME=value` texts, as libuv takes an environment, taken apart as the child will: a name ends at the first `=`, wherever
 * that was written. A name has one value, so that whoever reads the list reads the same.
 */
export const splitPairs = (pairs: readonly string[]): Pair[] => [
  ...new Map(
    pairs.map((pair): Pair => {
      const at = pair.indexOf('=', 1);
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    }),
  ),
];

/** A text as the system takes it: up to a NUL. */
export const upToNul = (text: string): string => {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
};
