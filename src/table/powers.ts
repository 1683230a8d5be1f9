import type { PowerAccess } from '../types.js';
import type { Row, Selector } from './row.js';
import { keepOwnFiles } from '../access/file-binding.js';
import { ownFile } from '../access/own-descriptors.js';
import { absolute, pathAccesses } from '../access/path.js';
import { pathSelector, reads } from './file-selectors.js';
import { throwingRow } from './throwing-row.js';
import { takeOptions } from './take.js';
import { objectCreate, programObject } from '../primordials.js';

const power =
  (capability: PowerAccess['capability'], resource: (args: unknown[]) => string | undefined): Selector =>
  (args) => {
    const name = resource(args);
    return name === undefined ? undefined : [{ kind: 'power', capability, requested: name, resource: name }];
  };

/** Bindings that only tell constants: denying them would break programs for nothing. */
const OPEN_BINDINGS = new Set(['natives', 'constants', 'config', 'icu', 'uv']);

const bindingName = (args: unknown[]): string | undefined => {
  const name = String(args[0]);
  args[0] = name;
  return OPEN_BINDINGS.has(name) ? undefined : name;
};

/** Whoever has the binding of `fs` may put functions of its own there: the engine's own files are kept apart from then on. */
const handsOut: NonNullable<Row['after']> = (result, _self, [name]) => {
  if (name === 'fs' && typeof result === 'object' && result !== null) keepOwnFiles(result);
  return result;
};

const row = (module: string, name: string, type: Row['type'], select: Selector, extra: Partial<Row> = {}): Row =>
  throwingRow(type)(module, name, select, extra);
const native = (
  module: string,
  name: string,
  capability: PowerAccess['capability'],
  resource: (args: unknown[]) => string | undefined,
  extra: Partial<Row> = {},
): Row => row(module, name, 'tool.native', power(capability, resource), extra);
/** A power that needs no argument: its resource is its name, and nothing was asked for by name. */
const itself = (name: string) => (): string => name;

const addonFile = (args: unknown[]): string | undefined => {
  if (typeof args[1] !== 'string') return undefined;
  return absolute(args[1]);
};

/** What a WASI has as its standard streams: descriptors. */
const STREAMS: readonly string[] = ['stdin', 'stdout', 'stderr'];

/** `new WASI({ preopens, stdout })`: what is preopened can be read and written as a whole, and so the engine's own files. */
const wasiSelector: Selector = (args) => {
  const options = takeOptions(args, 0, ['preopens', ...STREAMS]);
  const { preopens } = options;
  const pinned = programObject();
  if (typeof preopens === 'object' && preopens !== null) {
    for (const [name, folder] of Object.entries(preopens)) pinned[name] = String(folder);
    args[0] = objectCreate(args[0] as object, { preopens: { value: pinned, enumerable: true } });
  }
  return [
    { kind: 'power', capability: 'process.wasi', requested: 'WASI', resource: 'WASI' },
    ...Object.values(pinned).flatMap((folder) => [
      ...pathAccesses(folder as string, { capability: 'fs.read', effect: 'read', tree: true }),
      ...pathAccesses(folder as string, { capability: 'fs.write', effect: 'write', tree: true }),
    ]),
    ...STREAMS.map((name) => ownFile(options[name])).flatMap((file) =>
      file === undefined ? [] : pathAccesses(file, { capability: 'fs.write', effect: 'write' }),
    ),
  ];
};

/** Powers over the process itself: each could undo the policy. */
export const powerRows: readonly Row[] = [
  native('process', 'binding', 'process.internals', bindingName, { after: handsOut }),
  native('process', '_linkedBinding', 'process.internals', (args) => String(args[0])),
  native('process', '_getActiveHandles', 'process.internals', itself('_getActiveHandles')),
  native('process', '_getActiveRequests', 'process.internals', itself('_getActiveRequests')),
  native('process', 'dlopen', 'process.addons', addonFile),
  native('process', 'abort', 'process.internals', () => undefined, { ends: true }),
  native('process', '_debugProcess', 'process.inspector', (args) => String(args[0])),
  native('process', '_debugEnd', 'process.inspector', itself('_debugEnd')),
  native('v8', 'getHeapSnapshot', 'process.inspector', itself('heap snapshot')),
  native('worker_threads', 'Worker.prototype.getHeapSnapshot', 'process.inspector', itself('heap snapshot'), {
    delivery: 'rejection',
  }),
  native('inspector', 'open', 'process.inspector', itself('open')),
  native('inspector', 'Session.prototype.connect', 'process.inspector', itself('Session.connect')),
  native(
    'inspector',
    'Session.prototype.connectToMainThread',
    'process.inspector',
    itself('Session.connectToMainThread'),
  ),
  row('wasi', 'WASI', 'tool.native', wasiSelector, { constructs: true, label: 'new WASI' }),
  row(
    'process',
    'loadEnvFile',
    'tool.fs',
    (args, self, judge) => {
      if (args.length === 0 || args[0] === undefined) args[0] = '.env';
      return pathSelector(reads(0))(args, self, judge);
    },
    { nodes: [20, 22, 24, 26] },
  ),
];
