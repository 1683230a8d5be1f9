import type { PolicyDocument } from './document.js';
import type { Json } from '../types.js';

/**
 * A document as one text that is the same for documents that say the same: keys in order, the rules of a list in order
 * and once (their order never matters), and no word of where they were written.
 */
export const canonical = (document: PolicyDocument): string => JSON.stringify(sorted(document as unknown as Json));

/** Keys that say where something was written, not what. */
const PLACES: readonly string[] = ['at', 'allowAt'];

function sorted(value: Json): Json {
  if (isList(value)) {
    const texts = value.map((item) => JSON.stringify(sorted(item)));
    return [...new Set(texts)].sort().map((text) => JSON.parse(text) as Json);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => !PLACES.includes(key))
    .map(([key, each]): [string, Json] => [key, sorted(each)])
    .filter(([key, each]) => !saysNothing(key, each));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** An empty list but an allow list, and an empty section. */
function saysNothing(key: string, value: Json): boolean {
  if (isList(value)) return value.length === 0 && key !== 'allow';
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
