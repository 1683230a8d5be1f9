import type { Access } from '../types.js';
import type { Row, Selector } from './row.js';
import { anchor, databaseAccesses, readDatabaseName } from '../access/database.js';
import { isGarbled, pathAccesses } from '../access/path.js';
import { filesIn, renameIn, type SqlFile } from '../access/sql.js';
import { bytesToText, getOwnPropertyDescriptor, hrefOf, isProxy, programArray } from '../primordials.js';
import { takeOptions, takePath } from './take.js';

/** What a database was made with: its name as SQLite got it, and whether it may be written to. */
interface Made {
  readonly name: unknown;
  readonly readOnly: boolean;
}

const made = new WeakMap<object, Made>();
const isReadOnly = (self: unknown): boolean => made.get(self as object)?.readOnly === true;

const textOf = (name: unknown): string => (typeof name === 'string' ? name : bytesToText(name as Buffer));

/** Pins the name of a database. What has an address is given to SQLite as such, with what stands behind its `?`. */
function takeName(args: unknown[], index: number): string | undefined {
  const given = args[index];
  if (typeof given === 'object' && given !== null && !ArrayBuffer.isView(given)) {
    const href = hrefOf(given) ?? (given as { href?: unknown }).href;
    if (typeof href === 'string' && href.startsWith('file:')) args[index] = href;
  }
  return takePath(args, index)?.text;
}

const accesses = (name: unknown, reads: boolean, writes: boolean): readonly Access[] => {
  const text = textOf(name);
  return databaseAccesses(text, { reads, writes, garbled: isGarbled(name, text) });
};

/** From here on a relative name is seen from the folder that it was judged in. */
function anchorName(args: unknown[], index: number): void {
  const name = args[index];
  if (typeof name === 'string') args[index] = readDatabaseName(name).pinned;
}

/** `new DatabaseSync(path, options)`; with `open: false` nothing is opened yet. */
const databaseSelector: Selector = (args) => {
  const { open, readOnly } = takeOptions(args, 1, ['open', 'readOnly']);
  if (takeName(args, 0) === undefined || open === false) return undefined;
  const asked = accesses(args[0], true, readOnly !== true);
  anchorName(args, 0);
  return asked;
};

const rememberDatabase: Row['after'] = (result, _self, [name, options]) => {
  const { readOnly } = (options ?? {}) as { readonly readOnly?: unknown };
  made.set(result as object, { name, readOnly: readOnly === true });
  return result;
};

/** `database.open()` opens what the constructor was told, and may do so again. */
const openSelector: Selector = (_args, self) => {
  const known = made.get(self as object);
  return known === undefined ? undefined : accesses(known.name, true, !known.readOnly);
};

/** `sqlite.backup(database, path)`. */
const backupSelector: Selector = (args) => {
  if (takeName(args, 1) === undefined) return undefined;
  const asked = accesses(args[1], true, true);
  anchorName(args, 1);
  return asked;
};

/** What a statement asks for by naming a file. */
function accessesOf({ use, name, start, end }: SqlFile, sql: string, readOnly: boolean): readonly Access[] {
  const reads = use === 'attach';
  const writes = use !== 'attach' || !readOnly;
  if (name === undefined) return computed(sql.slice(start, end), reads, writes);
  if (use !== 'folder') return databaseAccesses(name, { reads, writes });
  return name === '' ? [] : pathAccesses(name, { capability: 'fs.write', effect: 'create' });
}

/** A name that is not known may be any. */
function computed(expression: string, reads: boolean, writes: boolean): readonly Access[] {
  const access = { kind: 'path', requested: expression, resource: '/', follow: true, tree: false } as const;
  return [
    ...(reads ? [{ ...access, capability: 'fs.read', effect: 'read', unclear: 'computed' } as const] : []),
    ...(writes ? [{ ...access, capability: 'fs.write', effect: 'write', unclear: 'computed' } as const] : []),
  ];
}

const anchored = ({ use, name }: SqlFile): string | undefined =>
  name === undefined || name === '' ? undefined : use === 'folder' ? anchor(name) : readDatabaseName(name).pinned;

/** `database.exec(sql)` and `prepare(sql)`. */
const statementSelector: Selector = (args, self) => {
  const sql = args[0];
  if (typeof sql !== 'string') return undefined;
  const files = filesIn(sql);
  if (files.length === 0) return undefined;
  args[0] = renameIn(sql, files, anchored);
  return files.flatMap((file) => accessesOf(file, sql, isReadOnly(self)));
};

/** Templates that nobody can change, and with how many values they named no file. */
const harmless = new WeakMap<object, number>();

const isFixed = (template: readonly unknown[]): boolean =>
  Object.isFrozen(template) &&
  Array.from({ length: template.length }, (_, index) => getOwnPropertyDescriptor(template, index)).every(
    (part) => part !== undefined && Object.hasOwn(part, 'value'),
  );

/** A call of a tag: the text has a `?` for each value. With values in it, none of its names is pinned, nor trusted. */
const tagSelector: Selector = (args, self) => {
  const [given] = args;
  const values = args.length - 1;
  if (!Array.isArray(given) || isProxy(given) || harmless.get(given) === values) return undefined;
  const parts = Array.from({ length: given.length }, (_, index) => given[index] as unknown);
  args[0] = programArray(parts);
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  const sql = parts.map((part, index) => (index < values ? `${part}?` : part)).join('');
  const files = filesIn(sql);
  if (files.length === 0) {
    if (isFixed(given)) harmless.set(given, values);
    return undefined;
  }
  if (values === 0) args[0] = programArray([renameIn(sql, files, anchored)]);
  const told = values === 0 ? files : files.map((file) => ({ ...file, name: undefined }));
  return told.flatMap((file) => accessesOf(file, sql, isReadOnly((self as { readonly db?: unknown } | undefined)?.db)));
};

const NODES = { nodes: [22, 24, 26] } as const;

const row = (name: string, select: Selector, extra: Partial<Row> = NODES): Row => ({
  module: 'sqlite',
  name,
  type: 'tool.fs',
  delivery: 'throwing',
  label: name.replace('.prototype', ''),
  select,
  ...extra,
});

const database = (name: string, nodes: readonly number[]): Row =>
  row(name, databaseSelector, { constructs: true, label: `new ${name}`, after: rememberDatabase, nodes });

/** Every tag store is of a class of its own. */
const tagRows = ['run', 'get', 'all', 'iterate'].map((name) =>
  row(name, tagSelector, { label: `SQLTagStore.${name}` }),
);

/** SQLite opens files below `fs`, by what is told to its functions and by what its SQL says. */
export const sqliteRows: readonly Row[] = [
  row('DatabaseSync.prototype.exec', statementSelector),
  row('DatabaseSync.prototype.prepare', statementSelector),
  row('DatabaseSync.prototype.open', openSelector),
  row('DatabaseSync.prototype.createTagStore', () => undefined, { nodes: [24, 26], makes: tagRows }),
  database('DatabaseSync', NODES.nodes),
  database('Database', [26]),
  row('backup', backupSelector, { ...NODES, delivery: 'rejection', label: 'sqlite.backup' }),
];
