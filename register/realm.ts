import type vmTypes from 'node:vm';
import type { Realm } from '../src/realm.js';
import type { Compile } from './parts.js';

/** What the rest of the process sees of the engine: `process[Symbol.for('receiptbot')]`, one per thread, whichever copy came first. */
export interface Handle {
  /** Changes when a copy of another version can no longer attach. */
  readonly protocol: number;
  readonly version: string;
  /** Puts the policy in force in this thread, which Node has load us by `--require` or not; does nothing the second time. */
  readonly start: (byRequire: boolean) => void;
  /** Tells the engine of a copy of another version that found it here. */
  readonly meet: (version: unknown, folder: unknown) => void;
  /** What the text of tagged modules calls; all it does to a function is to narrow what its calls may do. */
  readonly wrapEntry: (id: number, kind: unknown, stage: unknown, value: unknown) => unknown;
  /** What `import 'receiptbot'` gives. */
  readonly api: Readonly<Record<string, unknown>>;
}

type Core = typeof import('./core.js');

declare const require: NodeJS.Require;
// Asked for by `require`: an import of the whole module would be copied into a namespace object at every start.
const fs = require('node:fs') as typeof import('node:fs');
const path = require('node:path') as typeof import('node:path');
const vm = require('node:vm') as typeof import('node:vm');

declare const RECEIPTBOT_VERSION: string;

const PROTOCOL = 1;
const KEY = Symbol.for('receiptbot');
const { closeSync, openSync, readFileSync } = fs;
const { compileFunction } = vm;
/** Names that are no parameters: keywords in all but name, and V8's console, which writes nowhere. */
const NOT_PASSED = new Set(['undefined', 'NaN', 'Infinity', 'eval', 'globalThis', 'console']);

/** Returns this thread's engine, loading it from `folder` the first time. @throws when one of another protocol is here already. */
export function engine(folder: string): Handle {
  const present = (process as unknown as Record<symbol, Handle | undefined>)[KEY];
  if (present !== undefined) {
    if (present.protocol !== PROTOCOL)
      throw new Error(
        `receiptbot ${RECEIPTBOT_VERSION}: version ${present.version} is at work in this process already; use one of them`,
      );
    if (present.version !== RECEIPTBOT_VERSION) present.meet(RECEIPTBOT_VERSION, folder);
    return present;
  }
  const handle = load(folder);
  Object.defineProperty(process, KEY, { value: handle, writable: false, configurable: false, enumerable: false });
  return handle;
}

function load(folder: string): Handle {
  const context = vm.createContext(Object.create(null) as object, CLOSED);
  const realmGlobal = vm.runInContext('globalThis', context) as typeof globalThis;
  const passed = {
    ...intrinsics(realmGlobal),
    host: globalThis,
    raise: compileFunction(RAISE, ['error'], { filename: 'receiptbot' }),
    process: quietProcess(),
    Buffer,
    URL,
    TextDecoder,
    TextEncoder,
  };
  const compile = compiler(
    folder,
    ['exports', 'require', 'module', '__filename', '__dirname', ...Object.keys(passed)],
    context,
  );
  const values = Object.values(passed);
  const module = { exports: {} };
  compile('core')(module.exports, require, module, path.join(folder, 'core.cjs'), folder, ...values);
  const core = module.exports as Core;
  core.setChunkLoader(core.partLoader(compile, require, folder, values));
  core.harden(realmGlobal);
  adoptOverflow(realmGlobal.RangeError.prototype);
  const realm: Realm = {
    host: globalThis,
    folder,
    register: path.join(folder, 'register.cjs'),
    version: RECEIPTBOT_VERSION,
  };
  core.settle(realm);
  let started = false;
  const start = (byRequire: boolean): void => {
    if (started) return;
    started = true;
    core.boot(realm, byRequire);
  };
  return Object.freeze({
    protocol: PROTOCOL,
    version: RECEIPTBOT_VERSION,
    start,
    meet: (copy: unknown, itsFolder: unknown) => {
      core.meetCopy(copy, itsFolder);
    },
    wrapEntry: Object.setPrototypeOf(core.wrapEntry, Function.prototype) as typeof core.wrapEntry,
    api: frozen(core.api, realmGlobal),
  });
}

/** Node prints the line that threw an error which nobody catches: this one, and none of the core's. */
const RAISE = 'throw error; // of the call at the top of the stack below';

/** Where the stack ends, V8 throws an error of the realm of whatever function was to be entered: to the program it is one of its own. */
function adoptOverflow(prototype: object): void {
  Object.defineProperty(prototype, 'constructor', { value: RangeError });
  Object.setPrototypeOf(prototype, RangeError.prototype);
  Object.freeze(prototype);
}

/**
 * How stacks name our frames. What shows, counts or hides the frames of a program (test runners, debuggers, coverage, Node's
 * own warnings for code outside node_modules) passes over Node's internals, and we stand where those do.
 */
const FRAMES = 'node:internal/receiptbot/';

/** WebAssembly stays open for the lexer of ES modules; `eval` and `Function` do not. */
const CLOSED: vmTypes.CreateContextOptions = { name: 'receiptbot', codeGeneration: { strings: false, wasm: true } };

/**
 * Returns what turns a file of `folder` into a function in the context. Parts load late, when the program may have
 * changed every built-in method, so the call itself uses captured functions, concatenation and nothing inherited.
 */
function compiler(folder: string, names: readonly string[], context: vmTypes.Context): Compile {
  const before = folder + path.sep;
  const options = { __proto__: null, parsingContext: context } as vmTypes.CompileFunctionOptions;
  return (name) => {
    options.filename = `${FRAMES}${name}`;
    return compileFunction(readText(`${before}${name}.cjs`), names, options) as ReturnType<Compile>;
  };
}

/** The text of a file of ours. By its descriptor, since the judging of a read by name may itself need the part that is being read. */
function readText(filename: string): string {
  const fd = openSync(filename, 'r');
  try {
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

/** As parameters, the realm's globals are plain variables: out of everyone's reach, and free of a look-up through the sandbox. */
function intrinsics(realmGlobal: object): Record<string, unknown> {
  const names = Object.getOwnPropertyNames(realmGlobal).filter((name) => !NOT_PASSED.has(name));
  return Object.fromEntries(names.map((name) => [name, Reflect.get(realmGlobal, name)]));
}

/** What bundled libraries may ask of `process`, captured now. */
function quietProcess(): object {
  const { arch, env, platform, version, versions } = process;
  return Object.freeze({
    arch,
    cwd: process.cwd.bind(process),
    emitWarning: () => undefined,
    env,
    platform,
    version,
    versions,
  });
}

/** Makes the API's functions and classes native to the program (`instanceof Function`, names) and unalterable by it. */
function frozen(api: object, realm: typeof globalThis): Handle['api'] {
  const copy: Record<string, unknown> = { ...api };
  for (const [name, value] of Object.entries(copy)) {
    if (typeof value !== 'function') continue;
    Object.defineProperty(value, 'name', { value: name }); // minified until here
    adopt(value, realm.Function.prototype, Function.prototype);
    const { prototype } = value as { prototype?: object };
    if (prototype !== undefined) adopt(prototype, realm.Object.prototype, Object.prototype);
  }
  return Object.freeze(copy);
}

function adopt(value: object, theirs: object, ours: object): void {
  if (Object.getPrototypeOf(value) === theirs) Object.setPrototypeOf(value, ours);
  Object.freeze(value);
}
