import type { Access } from '../types.js';
import type { Row, Selector, Target } from './row.js';
import { throwingRow } from './throwing-row.js';
import { absolute } from '../access/path.js';
import { power } from '../access/power.js';
import { getPrototypeOf } from '../primordials.js';

/** The file of a library. One without a folder is searched for in the system's own: no folder that a policy could allow. */
const library = (name: string): Access =>
  power('process.addons', name, absolute(name.includes('/') ? name : `/${name}`));

const libraryAt =
  (index: number): Selector =>
  (args) => {
    const name = args[index];
    return typeof name === 'string' ? [library(name)] : undefined;
  };

/** An OpenSSL engine: a relative name is one below OpenSSL's own folder. */
const engineAt =
  (index: number): Selector =>
  (args) => {
    const name = args[index];
    return typeof name === 'string' ? [library(name.startsWith('/') ? name : `/${name}`)] : undefined;
  };

/** `ffi.dlopen(path)`; null is this process, with all of the C library. */
const openLibrary: Selector = (args, self, judge) =>
  args[0] === null ? [power('process.internals', 'this process')] : libraryAt(0)(args, self, judge);

/** Reads and writes of memory by address, of which everything here is made. */
const MEMORY: readonly string[] = [
  ...['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Int64', 'Uint64', 'Float32', 'Float64'].flatMap(
    (type) => [`get${type}`, `set${type}`],
  ),
  ...['toString', 'toArrayBuffer', 'toBuffer', 'getRawPointer', 'getCurrentEventLoop'],
  ...['exportString', 'exportBuffer', 'exportArrayBuffer', 'exportArrayBufferView'],
];

/** The class behind secure contexts, which only one of them leads to: the same from both modules that make them. */
let contexts: object | null | undefined;
const guarded = new Set<string>();

type SecureContext = new (...args: readonly unknown[]) => { readonly context: object };

/** Versions are given because the defaults are not there yet: `_tls_common` is complete before `tls` is. */
function contextClass(module: object): object | null {
  const { SecureContext } = module as { SecureContext?: SecureContext };
  // Where `_tls_common` is asked for first, `tls` is there before it.
  if (SecureContext === undefined) return null;
  return getPrototypeOf(new SecureContext(undefined, undefined, 'TLSv1.2', 'TLSv1.3').context);
}

const nativeContext =
  (key: string) =>
  (module: object): readonly Target[] => {
    contexts ??= contextClass(module);
    if (contexts === null || guarded.has(key)) return [{ object: { [key]: () => undefined }, key }];
    guarded.add(key);
    return [{ object: contexts, key }];
  };

const row = throwingRow('tool.native');

/** `options.clientCertEngine` and `options.privateKeyEngine` of everything that speaks TLS end in these two. */
const engines = (module: string): readonly Row[] =>
  [['setClientCertEngine', engineAt(0)] as const, ['setEngineKey', engineAt(1)] as const].map(([key, select]) =>
    row(module, `NativeSecureContext.prototype.${key}`, select, {
      label: 'tls.createSecureContext',
      reach: nativeContext(key),
    }),
  );

const ONLY_26 = { nodes: [26] } as const;

/** Native code that is loaded past `process.dlopen`, and what it would be used for: memory at any address. */
export const nativeCodeRows: readonly Row[] = [
  row('crypto', 'setEngine', engineAt(0)),
  ...engines('_tls_common'),
  ...engines('tls'),
  row('sqlite', 'DatabaseSync.prototype.loadExtension', libraryAt(0), { nodes: [22, 24, 26] }),
  row('ffi', 'dlopen', openLibrary, ONLY_26),
  row('ffi', 'DynamicLibrary', openLibrary, { ...ONLY_26, constructs: true, label: 'new ffi.DynamicLibrary' }),
  ...MEMORY.map((name) => row('ffi', name, () => [power('process.internals', name)], ONLY_26)),
];
