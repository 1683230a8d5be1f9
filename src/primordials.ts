/**
 * Every host function the engine uses, captured when the core is loaded, before user code runs.
 *
 * The built product evaluates the core in a realm of its own (register/realm.ts), so its JavaScript
 * intrinsics (`Map`, `String.prototype`, `RegExp` …) are out of the program's reach. What belongs to the
 * program's realm and to Node is captured here and nowhere else.
 */
import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { domainToASCII as toAscii, fileURLToPath, pathToFileURL } from 'node:url';

declare const host: typeof globalThis | undefined;
declare const raise: ((error: unknown) => never) | undefined;
declare const __filename: string | undefined;

type FileSystem = typeof import('node:fs');
const require_ = createRequire(typeof __filename === 'undefined' ? import.meta.url : __filename);
// Asked for by `require`: an import of the whole module would be copied into a namespace object at every start.
const fs = require_('node:fs') as FileSystem;
const path = require_('node:path') as typeof import('node:path');

/** The program's own global object: errors, promises and arrays that reach the program are made from it. */
export const program: typeof globalThis = typeof host === 'undefined' ? globalThis : host;

type Uncurried = <This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
) => (self: This, ...args: Args) => Result;
/** Any function, as a value that is called only by `apply`. */
type Callable = ((...args: never[]) => unknown) | CallableFunction;
export const apply: (target: Callable, self: unknown, args: ArrayLike<unknown>) => unknown = program.Reflect.apply;
/** Turns a method into a function that takes its `this` first. */
export const uncurry: Uncurried =
  (method) =>
  (self, ...args) =>
    apply(method, self, args) as never;
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows what the getter gives
const getter = <T>(prototype: object, key: PropertyKey): ((self: unknown) => T) => {
  const { get } = Object.getOwnPropertyDescriptor(prototype, key) as { get: (this: unknown) => T };
  return (self) => apply(get, self, []) as T;
};

// --- the program's intrinsics
export const ProgramError: ErrorConstructor = program.Error;
export const ProgramRangeError: ErrorConstructor = program.RangeError;
export const ProgramTypeError: ErrorConstructor = program.TypeError;
export const ProgramProxy: ProxyConstructor = program.Proxy;
const functionBind = program.Function.prototype.bind;
/** The function bound to no `this`. */
export const bind = <T extends Callable>(fn: T): T => apply(functionBind, fn, [undefined]) as T;
export const captureStackTrace: typeof Error.captureStackTrace = program.Error.captureStackTrace;
export const construct: typeof Reflect.construct = program.Reflect.construct;
export const defineProperty: typeof Reflect.defineProperty = program.Reflect.defineProperty;
/** Gives an object a property of its own as an assignment to a new name does, past every setter that it inherits. */
export const setOwn = (object: object, key: PropertyKey, value: unknown): boolean =>
  defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
export const getOwnPropertyDescriptor: typeof Reflect.getOwnPropertyDescriptor =
  program.Reflect.getOwnPropertyDescriptor;
export const getPrototypeOf: typeof Reflect.getPrototypeOf = program.Reflect.getPrototypeOf;
export const reflectGet: typeof Reflect.get = program.Reflect.get;
export const reflectSet: typeof Reflect.set = program.Reflect.set;
export const ownKeys: typeof Reflect.ownKeys = program.Reflect.ownKeys;
export const setPrototypeOf: typeof Reflect.setPrototypeOf = program.Reflect.setPrototypeOf;
export const objectCreate: typeof Object.create = program.Object.create;
export const objectPrototype: object = program.Object.prototype;
/** True for what `new` takes; nothing of it is called. */
export const isConstructor = (value: Callable): boolean => {
  try {
    construct(program.Object, [], value);
    return true;
  } catch {
    return false; // a TypeError says so
  }
};
const arrayFrom = program.Array.from;
/** A fresh array of the program's realm. */
export const programArray = <T>(items: Iterable<T>): T[] => apply(arrayFrom, program.Array, [items]) as T[];
/** A fresh plain object of the program's realm. */
export const programObject = (): Record<PropertyKey, unknown> =>
  objectCreate(program.Object.prototype) as Record<PropertyKey, unknown>;
const functionPrototype = program.Function.prototype;
/** The function as one of the program's realm, for whoever looks at what was handed out. */
export const programFunction = <T extends object>(fn: T): T => {
  setPrototypeOf(fn, functionPrototype);
  const { prototype } = fn as { prototype?: object };
  if (prototype !== undefined) setPrototypeOf(prototype, program.Object.prototype);
  return fn;
};
/** Gives an object a getter of the program's realm; returns the object. */
export const defineGetter = <T extends object>(object: T, key: PropertyKey, get: () => unknown): T => {
  defineProperty(object, key, { get: programFunction(get), enumerable: true, configurable: true });
  return object;
};
const jsonParse = program.JSON.parse;
/** Parses JSON into objects of the program's realm. */
export const programJson = (text: string): unknown => apply(jsonParse, program.JSON, [text]);
/** Throws `error` from a line of its own, which is what Node shows of one that nobody catches. */
export const throwError: (error: unknown) => never =
  typeof raise === 'undefined'
    ? (error) => {
        throw error;
      }
    : raise;
const promiseReject = program.Promise.reject;
/** A promise of the program's realm, rejected with `error`. */
export const rejected = (error: unknown): Promise<never> =>
  apply(promiseReject, program.Promise, [error]) as Promise<never>;
const promiseResolve = program.Promise.resolve;
/** A promise of the program's realm, fulfilled with `value`. */
export const resolved = <T>(value: T): Promise<T> => apply(promiseResolve, program.Promise, [value]) as Promise<T>;
export const promiseThen: <T>(
  promise: Promise<T>,
  ok: (value: T) => unknown,
  bad?: (error: unknown) => unknown,
) => Promise<unknown> = uncurry(program.Promise.prototype.then) as never;
/**
 * Calls `ok` or `bad` when a promise is settled; returns one that is settled alike afterwards. It is the only one that waits
 * for the first, so that V8 finds who waits for it when it tells the stack of an error.
 */
export const observed = <T>(
  promise: Promise<T>,
  ok: (value: T) => unknown,
  bad: (error: unknown) => void,
): Promise<unknown> =>
  promiseThen(promise, ok, (error) => {
    bad(error);
    throw error;
  });

// --- bytes and addresses of files
const bufferPrototype = program.Buffer.prototype as Buffer;
const bufferFrom = program.Buffer.from;
const allocate = program.Buffer.allocUnsafeSlow;
// Node's own `toString` and `from` call these by name on the prototype, where the program may put others.
const { utf8Slice, utf8Write, base64Slice } = bufferPrototype as unknown as {
  readonly [K in 'utf8Slice' | 'utf8Write' | 'base64Slice']: (this: Buffer, ...args: unknown[]) => unknown;
};
const setBytes = uncurry((Object.getPrototypeOf(program.Uint8Array.prototype) as Uint8Array).set);
const byteLength = getter<number>(Object.getPrototypeOf(program.Uint8Array.prototype) as object, 'byteLength');
const byteOffset = getter<number>(Object.getPrototypeOf(program.Uint8Array.prototype) as object, 'byteOffset');
const backing = getter<ArrayBufferLike>(Object.getPrototypeOf(program.Uint8Array.prototype) as object, 'buffer');
/** A private Buffer with the bytes that `view` has now. */
export const copyBytes = (view: unknown): Buffer => {
  const shared = apply(bufferFrom, program.Buffer, [backing(view), byteOffset(view), byteLength(view)]) as Buffer;
  const copy = apply(allocate, program.Buffer, [byteLength(view)]) as Buffer;
  setBytes(copy, shared);
  return copy;
};
/** The text that the bytes are in UTF-8. */
export const bytesToText = (bytes: Buffer): string => apply(utf8Slice, bytes, [0, byteLength(bytes)]) as string;
const bufferByteLength = program.Buffer.byteLength;
/** How many bytes the text takes in UTF-8. */
export const utf8Length = (text: string): number => apply(bufferByteLength, program.Buffer, [text, 'utf8']) as number;
export const textToBytes = (text: string): Buffer => {
  const length = utf8Length(text);
  const bytes = apply(allocate, program.Buffer, [length]) as Buffer;
  apply(utf8Write, bytes, [text, 0, length]);
  return bytes;
};
export const toBase64 = (text: string): string =>
  apply(base64Slice, textToBytes(text), [0, utf8Length(text)]) as string;
/** True when both views have the same bytes now. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => {
  const length = byteLength(one);
  if (length !== byteLength(other)) return false;
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return false;
  return true;
};
const urlHref = getter<string>(program.URL.prototype, 'href');
/** The address of a genuine URL object whatever its prototype was made to say, or undefined. */
export const hrefOf = (value: unknown): string | undefined => {
  try {
    return urlHref(value);
  } catch {
    return undefined;
  }
};
export const ProgramURL: typeof URL = program.URL;
/** What Node has against an address as that of a file, or undefined when it has nothing. */
export const complaintAbout = (href: string): { readonly error: unknown } | undefined => {
  try {
    fileURLToPath(new ProgramURL(href));
    return undefined;
  } catch (error) {
    return { error };
  }
};
const newDecoder = program.TextDecoder;
type Decoder = InstanceType<typeof program.TextDecoder>;
const decode = uncurry(program.TextDecoder.prototype.decode);
/** Returns what turns the pieces of a text in UTF-8 into text, whole characters only; without a piece it gives the rest. */
export const createDecoder = (): ((bytes?: Uint8Array) => string) => {
  const decoder = (construct as (target: unknown, args: readonly unknown[]) => Decoder)(newDecoder, []);
  return (bytes) => decode(decoder, bytes, { stream: bytes !== undefined });
};
/** What is needed of the classes of `fetch`, taken apart. */
export interface WebClasses {
  readonly bodyOf: (response: Response) => ReadableStream<Uint8Array> | null;
  readonly headersOf: (response: Response) => Headers;
  readonly headerOf: (headers: Headers, name: string) => string | null;
  readonly statusOf: (response: Response) => number;
  readonly statusTextOf: (response: Response) => string;
  readonly urlOf: (response: Response) => string;
  readonly redirectedOf: (response: Response) => boolean;
  readonly typeOf: (response: Response) => Response['type'];
  readonly cloneOf: (response: Response) => Response;
  readonly readerOf: (stream: ReadableStream<Uint8Array>) => ReadableStreamDefaultReader<Uint8Array>;
  readonly readFrom: (
    reader: ReadableStreamDefaultReader<Uint8Array>,
  ) => Promise<{ done: boolean; value?: Uint8Array }>;
  readonly cancelOf: (reader: ReadableStreamDefaultReader<Uint8Array>, reason: unknown) => Promise<void>;
  readonly newResponse: (body: unknown, init: object) => Response;
  readonly newStream: (source: object, strategy: object) => ReadableStream<Uint8Array>;
  readonly newHeaders: (init: unknown) => Headers;
}
let web: WebClasses | undefined;
/** The classes of `fetch`, looked up the first time they are asked for: to look is to load Node's undici. */
export const webClasses = (): WebClasses => {
  if (web !== undefined) return web;
  const { Response, Headers, ReadableStream, ReadableStreamDefaultReader } = program;
  return (web = {
    bodyOf: getter(Response.prototype, 'body'),
    headersOf: getter(Response.prototype, 'headers'),
    headerOf: uncurry(Headers.prototype.get),
    statusOf: getter(Response.prototype, 'status'),
    statusTextOf: getter(Response.prototype, 'statusText'),
    urlOf: getter(Response.prototype, 'url'),
    redirectedOf: getter(Response.prototype, 'redirected'),
    typeOf: getter(Response.prototype, 'type'),
    cloneOf: uncurry(Response.prototype.clone),
    readerOf: uncurry(ReadableStream.prototype.getReader as () => unknown) as never,
    readFrom: uncurry(ReadableStreamDefaultReader.prototype.read) as never,
    cancelOf: uncurry(ReadableStreamDefaultReader.prototype.cancel) as never,
    newResponse: (body, init) => construct(Response, [body, init]) as Response,
    newStream: (source, strategy) => construct(ReadableStream, [source, strategy]) as ReadableStream<Uint8Array>,
    newHeaders: (init) => construct(Headers, [init]) as Headers,
  });
};
/** A host name as IDNA spells it, or the empty text when it can be none. */
export const domainToASCII: (name: string) => string = toAscii;

// --- the process
export const process: NodeJS.Process = program.process;
/** The real environment object; read through here, never as a global. */
export const environment: NodeJS.ProcessEnv = program.process.env;
let atStart: Readonly<Record<string, string | undefined>> = { ...environment };
/** The environment as it was when this process started. */
export const startEnvironment = (): Readonly<Record<string, string | undefined>> => atStart;
/** Tells a worker what its process started with: its own environment is what the program gave it. */
export const startedAs = (values: Readonly<Record<string, string | undefined>>): void => {
  atStart = values;
};
/** The flags that this process was started with. */
export const startFlags: readonly string[] = [...program.process.execArgv];
export const platform: NodeJS.Platform = program.process.platform;
export const nodeVersion: string = program.process.versions.node;
export const nodeMajor: number = Number.parseInt(nodeVersion, 10);
const workingFolder = program.process.cwd.bind(program.process);
/** The working folder. One that was removed is where it was: Linux tells, and `..` still leads up from there. */
export const cwd = (): string => {
  try {
    return workingFolder();
  } catch (error) {
    const was = platform === 'linux' ? removedFolder() : undefined;
    if (was === undefined) throw error;
    return was;
  }
};
const removedFolder = (): string | undefined => {
  try {
    return /^(\/.*) \(deleted\)$/s.exec(readlinkSync('/proc/self/cwd'))?.[1];
  } catch {
    return undefined;
  }
};
export const execPath: string = program.process.execPath;
const tick = program.process.nextTick;
export const nextTick = (fn: () => void): void => {
  apply(tick, program.process, [fn]);
};
const schedule = program.setTimeout;
const idle = schedule(() => undefined, 0);
const unref = uncurry((Object.getPrototypeOf(idle) as NodeJS.Timeout).unref);
program.clearTimeout(idle);
const cancel = program.clearTimeout;
/** Calls `fn` once after `ms`; does not keep the process alive and is on no list of what does. Returns what calls it off. */
export const later = (fn: () => void, ms: number): (() => void) => {
  const timer = apply(schedule, program, [fn, ms]);
  unref(timer);
  return () => {
    apply(cancel, program, [timer]);
  };
};
const { permission } = program.process as { permission?: { readonly has: (scope: string, path: string) => boolean } };
const hasPermission = permission?.has;
/** True where Node puts its own permission model on children, by their NODE_OPTIONS. */
export const handsPermissionDown: boolean = permission !== undefined && nodeMajor >= 22;
/** True unless Node's own permission model keeps the process from a file. */
export const mayUse = (use: 'read' | 'write', path: string): boolean =>
  hasPermission === undefined || apply(hasPermission, permission, [`fs.${use}`, path]) === true;
const exitNow = (program.process as unknown as { reallyExit: (code: number) => never }).reallyExit;
/** Ends the process at once with `code`; no listener runs. */
export const reallyExit = (code: number): never => apply(exitNow, program.process, [code]) as never;

/**
 * A store that follows what is started in it. Its methods are its own: Node's call each other by name on the store, so on the
 * prototype the program could replace one, and lay hands on the store.
 */
export const createStore = <T>(): AsyncLocalStorage<T> => {
  const store = new AsyncLocalStorage<T>();
  const { prototype } = AsyncLocalStorage;
  for (const key of ownKeys(prototype))
    defineProperty(store, key, { ...getOwnPropertyDescriptor(prototype, key), configurable: false });
  return store;
};

/** Tells of each resource that Node makes while the hook is enabled. */
export const createAsyncHook = (onMade: (type: string, resource: object) => void): ReturnType<typeof createHook> =>
  createHook({
    init: (_id, type, _trigger, resource) => {
      onMade(type, resource);
    },
  });
const { _enable: followWork, disable: stopFollowing } = AsyncLocalStorage.prototype as unknown as {
  readonly _enable?: () => void;
  readonly disable: () => void;
};
/** Has a store begin to follow asynchronous work and stop again: with a hook of Node's own where V8 does not do it (20, 22). */
export const followBriefly = (): void => {
  if (followWork === undefined) return;
  const store = new AsyncLocalStorage();
  apply(followWork, store, []);
  apply(stopFollowing, store, []);
};
export const listenerCount: (emitter: unknown, event: string) => number = uncurry(
  EventEmitter.prototype.listenerCount as (this: unknown, event: string) => number,
);
const { _debugEnd: endDebugger } = program.process as unknown as { _debugEnd?: () => void };
/** Closes the debugger, if it is open. */
export const closeDebugger = (): void => {
  if (endDebugger !== undefined) apply(endDebugger, program.process, []);
};

const { getBuiltinModule } = program.process as { getBuiltinModule?: (id: string) => object };
/**
 * Node's builtin of that name, loading it when it is not loaded yet. Where Node has it (from 20.16 on), the way is one that
 * does not lead through the program's `Module._load`, which could hand over something else.
 */
export const builtin = (name: string): object =>
  getBuiltinModule === undefined
    ? (require_(`node:${name}`) as object)
    : (apply(getBuiltinModule, program.process, [`node:${name}`]) as object);
/** What is used of `worker_threads`. */
export interface Threads {
  readonly setEnvironmentData: (key: string, value?: unknown) => void;
  readonly getEnvironmentData: (key: string) => unknown;
  readonly isMainThread: boolean;
  readonly threadId: number;
  readonly Worker: new (file: string, options: object) => object;
}
let threads: Threads | undefined;
/** Keeps what is used of `worker_threads` as it is before the program sees the module. */
export const keepThreads = ({
  setEnvironmentData,
  getEnvironmentData,
  isMainThread,
  threadId,
  Worker,
}: Threads): void => {
  threads ??= { setEnvironmentData, getEnvironmentData, isMainThread, threadId, Worker };
};
/** Node's `worker_threads`, its functions as they were before the program saw them. */
export const threadModule = (): Threads => {
  // Where the module is guarded already, loading it is what keeps them.
  if (threads === undefined) keepThreads(builtin('worker_threads') as Threads);
  return threads as unknown as Threads;
};
const { register } = require_('node:module') as { register?: (specifier: string) => unknown };
/** Has Node's loader thread evaluate a file as a module of hooks; makes that thread if there is none. Does nothing where Node has no such thread. */
export const registerHooksFile = (file: string): void => {
  if (register !== undefined) apply(register, undefined, [pathToFileURL(file).href]);
};
let hashed: ((text: string) => string) | undefined;
/** SHA-256 of a text in UTF-8, as hex. Loads Node's crypto the first time, which costs some ms; where a policy is read that is at start. */
export const sha256 = (text: string): string => (hashed ??= hashing())(text);
/** A digest that the program could choose would pass one policy off as another, so the methods of Hash are captured too. */
function hashing(): (text: string) => string {
  const { createHash, Hash } = builtin('crypto') as typeof import('node:crypto');
  const update = uncurry(Hash.prototype.update as (this: unknown, text: string, encoding: string) => unknown);
  const digest = uncurry(Hash.prototype.digest as (this: unknown, encoding: string) => string);
  return (text) => {
    const hash = createHash('sha256');
    update(hash, text, 'utf8');
    return digest(hash, 'hex');
  };
}
const { types } = require_('node:util') as {
  types: Record<'isAsyncFunction' | 'isGeneratorObject' | 'isProxy', (value: unknown) => boolean>;
};
export const isAsyncFunction: (value: unknown) => boolean = types.isAsyncFunction;
/** Which proxies there are is known to Node alone. */
export const isProxy: (value: unknown) => boolean = types.isProxy;
/** True for what a generator function or an async generator function returns. */
export const isGeneratorObject: (value: unknown) => boolean = types.isGeneratorObject;

const activeResources = program.process.getActiveResourcesInfo;
/** True while a call about files waits for its turn that Node tells of. */
export const filesWait = (): boolean => {
  const names = apply(activeResources, program.process, []) as readonly string[];
  return Array.from({ length: names.length }, (_, i) => names[i]).some((name) => name?.startsWith('FSReq'));
};
/** True while any may wait: of reading and writing whole files, Node 26 does not tell. */
export const filesMayWait = (): boolean => nodeMajor >= 26 || filesWait();

// --- files: functions that go straight to Node's bindings and call nothing the program could replace
const { openSync, closeSync, readSync, writeSync, fstatSync, ftruncateSync, fsyncSync, constants } = fs;
const { existsSync, statSync, lstatSync, readlinkSync, mkdirSync, readdirSync, unlinkSync, renameSync } = fs;

/** Reads a whole file; `fs.readFileSync` itself calls the public `fs.openSync` and is not safe to use here. */
function readFileSync(file: string): string;
function readFileSync(file: string, as: 'bytes'): Buffer;
function readFileSync(file: string, as?: 'bytes'): string | Buffer {
  const fd = openSync(file, constants.O_RDONLY);
  try {
    const chunks: Buffer[] = [];
    let total = 0;
    for (;;) {
      const chunk = apply(allocate, program.Buffer, [65_536]) as Buffer;
      const got = readSync(fd, chunk, 0, 65_536, null);
      if (got === 0) break;
      chunks.push(apply(subarray, chunk, [0, got]) as Buffer);
      total += got;
    }
    const whole = concat(programArray(chunks), total);
    return as === 'bytes' ? whole : bytesToText(whole);
  } finally {
    closeSync(fd);
  }
}
/** The first `length` bytes of a file as text. */
export function readStart(file: string, length: number): string {
  const fd = files.openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const chunk = apply(allocate, program.Buffer, [length]) as Buffer;
    return bytesToText(apply(subarray, chunk, [0, files.readSync(fd, chunk, 0, length, null)]) as Buffer);
  } finally {
    files.closeSync(fd);
  }
}
const { subarray } = bufferPrototype;
const bufferConcat = program.Buffer.concat;
const concat = (chunks: Buffer[], total: number): Buffer =>
  apply(bufferConcat, program.Buffer, [chunks, total]) as Buffer;

/** Writes a whole file, replacing it. */
function writeFileSync(file: string, text: string, mode = 0o600): void {
  const fd = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, mode);
  try {
    writeSync(fd, text);
  } finally {
    closeSync(fd);
  }
}

export const files: {
  openSync: FileSystem['openSync'];
  closeSync: FileSystem['closeSync'];
  readSync: FileSystem['readSync'];
  writeSync: FileSystem['writeSync'];
  fstatSync: FileSystem['fstatSync'];
  ftruncateSync: FileSystem['ftruncateSync'];
  fsyncSync: FileSystem['fsyncSync'];
  readFileSync: typeof readFileSync;
  writeFileSync: typeof writeFileSync;
  existsSync: FileSystem['existsSync'];
  statSync: FileSystem['statSync'];
  lstatSync: FileSystem['lstatSync'];
  readlinkSync: FileSystem['readlinkSync'];
  mkdirSync: FileSystem['mkdirSync'];
  readdirSync: FileSystem['readdirSync'];
  unlinkSync: FileSystem['unlinkSync'];
  renameSync: FileSystem['renameSync'];
  constants: FileSystem['constants'];
} = {
  openSync,
  closeSync,
  readSync,
  writeSync,
  fstatSync,
  ftruncateSync,
  fsyncSync,
  readFileSync,
  writeFileSync,
  existsSync,
  statSync,
  lstatSync,
  readlinkSync,
  mkdirSync,
  readdirSync,
  unlinkSync,
  renameSync,
  constants,
};
/** What Node's answers about files inherit from. */
export const statsPrototype: object = fs.Stats.prototype;
const { S_IFMT, S_IFLNK, S_IFDIR, S_IFREG } = constants;
/** What stands at a path. */
export type FileKind = 'link' | 'folder' | 'file' | 'other';
const kinds: Readonly<Record<number, FileKind>> = { [S_IFLNK]: 'link', [S_IFDIR]: 'folder', [S_IFREG]: 'file' };
/** The mode of a file as the system told it: methods and fields of the class could be the program's. */
export const modeOf = (stats: object): number => {
  const mode: unknown = getOwnPropertyDescriptor(stats, 'mode')?.value;
  if (typeof mode !== 'number') throw new Error('the mode of files is kept from the engine');
  return mode;
};
export const kindOf = (stats: object): FileKind => kinds[modeOf(stats) & S_IFMT] ?? 'other';
export const realpathNative: (path: string) => string = fs.realpathSync.native;

const { normalize } = path;
/** Node's own join pushes onto an array of the program's realm, whose `push` the program may have replaced. */
const join = (...parts: string[]): string => normalize(parts.filter((part) => part !== '').join(path.sep));
export const paths: Pick<
  typeof path,
  'resolve' | 'join' | 'dirname' | 'basename' | 'extname' | 'isAbsolute' | 'relative' | 'normalize' | 'sep'
> = {
  resolve: path.resolve,
  join,
  dirname: path.dirname,
  basename: path.basename,
  extname: path.extname,
  isAbsolute: path.isAbsolute,
  relative: path.relative,
  normalize: path.normalize,
  sep: path.sep,
};
