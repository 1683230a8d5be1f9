import type { GenericSchema } from 'valibot';
import type { Path } from './yaml-tree.js';

/** What valibot's schemas of every kind may have. */
interface Parts {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Parts>>;
  readonly options?: readonly unknown[];
  readonly item?: Parts;
  readonly value?: Parts;
  readonly wrapped?: Parts;
}

/** The keys that a mapping at the path may have; none where there is none. */
export function keysAt(schema: GenericSchema, path: Path): string[] {
  let found = mappings(schema);
  for (const key of path) {
    found = found.flatMap(({ entries, value, item }) => {
      const below =
        (typeof key === 'string' ? entries?.[key] : undefined) ?? item ?? (entries === undefined ? value : undefined);
      return below === undefined ? [] : mappings(below);
    });
  }
  const keys = found.flatMap(({ entries }) => Object.entries(entries ?? {}));
  return keys.filter(([, part]) => (part.wrapped ?? part).type !== 'never').map(([key]) => key);
}

/** The schema itself, or those that it is made of. */
function mappings(schema: Parts): Parts[] {
  if (schema.wrapped !== undefined) return mappings(schema.wrapped);
  if (schema.type === 'union') return (schema.options ?? []).flatMap((option) => mappings(option as Parts));
  return [schema];
}
