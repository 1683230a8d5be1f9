import type { PathAccess } from '../types.js';
import { cwd, paths } from '../primordials.js';
import { pathAccesses } from './path.js';

/** What SQLite makes of the name of a database. */
export interface DatabaseName {
  /** The file; undefined where the database is in memory, or in a temporary file without a name. */
  readonly file: string | undefined;
  /** True when the name itself forbids writing. */
  readonly readOnly: boolean;
  /** The file whose rights a new one is given. */
  readonly modeOf?: string;
  /** True when the name is written in bytes that are not UTF-8. */
  readonly garbled?: true;
  /** The same name, wherever the process goes from here. */
  readonly pinned: string;
}

/** Reads the name of a database as SQLite does: a path, an address that begins with `file:`, or a word for memory. */
export function readDatabaseName(name: string): DatabaseName {
  const address = name.startsWith('file:') ? partsOf(name) : undefined;
  if (address === null) return { file: undefined, readOnly: false, pinned: name };
  if (address === undefined) return plainName(name);
  const { options, head, tail } = address;
  const path = decoded(address.path);
  const inMemory = options.get('mode') === 'memory' || options.get('vfs') === 'memdb';
  const file = inMemory ? undefined : path === undefined ? address.path : inFile(path);
  const modeOf = options.get('modeof');
  const relative = file !== undefined && !paths.isAbsolute(file);
  return {
    file,
    readOnly: options.get('mode') === 'ro',
    ...(modeOf === undefined ? {} : { modeOf }),
    ...(path === undefined ? { garbled: true } : {}),
    pinned: relative ? `file:${escaped(cwd())}/${address.path}${tail}` : head + address.path + tail,
  };
}

function plainName(name: string): DatabaseName {
  const file = inFile(name);
  return { file, readOnly: false, pinned: file === undefined ? name : anchor(name) };
}

/** What opening a database does to its file. */
export interface DatabaseUse {
  readonly reads: boolean;
  readonly writes: boolean;
  readonly garbled?: boolean;
}

/** The accesses that opening a database asks for. Journals and their like stand beside it, and need no word of their own. */
export function databaseAccesses(name: string, use: DatabaseUse): readonly PathAccess[] {
  const { file, readOnly, modeOf, garbled } = readDatabaseName(name);
  if (file === undefined) return [];
  const odd = garbled === true || use.garbled === true ? ({ unclear: 'garbled' } as const) : {};
  return [
    ...(use.reads ? pathAccesses(file, { capability: 'fs.read', effect: 'read', ...odd }) : []),
    ...(use.writes && !readOnly ? pathAccesses(file, { capability: 'fs.write', effect: 'write', ...odd }) : []),
    ...(modeOf === undefined ? [] : pathAccesses(modeOf, { capability: 'fs.read', effect: 'stat' })),
  ];
}

/** Absolute, and otherwise as it was written: SQLite follows `..` and links itself. */
export const anchor = (path: string): string => (paths.isAbsolute(path) ? path : `${cwd()}/${path}`);

const inFile = (path: string): string | undefined => (path === '' || path === ':memory:' ? undefined : path);

/** The pieces of an address; null where SQLite takes it for none of this host. */
function partsOf(address: string) {
  const match = /^(file:(?:\/\/([^/]*))?)([^?#]*)(\?[^#]*)?/s.exec(address);
  const [whole = '', head = '', host = '', path = '', query = ''] = match ?? [];
  if (host !== '' && host !== 'localhost') return null;
  return { head, path, options: optionsOf(query), tail: query + address.slice(whole.length) };
}

/** What stands behind the `?`; of an option that is given twice the last one counts. */
function optionsOf(query: string): ReadonlyMap<string, string> {
  const pairs = query.slice(1).split('&');
  return new Map(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      const [key, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return [decoded(key) ?? key, decoded(value) ?? value];
    }),
  );
}

/** Decodes `%41`, up to a `%00`, which ends the text. A `%` before anything else is one. Undefined for what is not UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return text.replace(/%00.*$/s, '').replace(/(?:%[\da-f]{2})+/gi, decodeURIComponent);
  } catch {
    return undefined;
  }
}

const escaped = (path: string): string => path.replace(/[%?#]/g, encodeURIComponent);
