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
export const keysAt = (schema: GenericSchema, path: Path): string[] =>
  entriesAt(schema, path)
    .filter(([, part]) => (part.wrapped ?? part).type !== 'never')
    .map(([key]) => key);

/** The same, and the keys that are only known to tell why they are not possible there. */
export const namesAt = (schema: GenericSchema, path: Path): string[] => entriesAt(schema, path).map(([key]) => key);

function entriesAt(schema: GenericSchema, path: Path): [string, Parts][] {
  let found = mappings(schema);
  for (const key of path) {
    found = found.flatMap(({ entries, value, item }) => {
      const below =
        (typeof key === 'string' ? entries?.[key] : undefined) ?? item ?? (entries === undefined ? value : undefined);
      return below === undefined ? [] : mappings(below);
    });
  }
  return found.flatMap(({ entries }) => Object.entries(entries ?? {}));
}

/** The schema itself, or those that it is made of. */
function mappings(schema: Parts): Parts[] {
  if (schema.wrapped !== undefined) return mappings(schema.wrapped);
  if (schema.type === 'union') return (schema.options ?? []).flatMap((option) => mappings(option as Parts));
  return [schema];
}
