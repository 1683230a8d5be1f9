/**
 * Every host function the engine uses, captured when the core is loaded, before user code runs.
 *
 * The built product evaluates the core in a realm of its own (register/realm.ts), so its JavaScript
 * intrinsics (`Map`, `String.prototype`, `RegExp` …) are out of the program's reach. What belongs to the
 * program's realm and to Node is captured here and nowhere else.
 */
import fs from 'node:fs';
import path from 'node:path';
import { AsyncLocalStorage } from 'node:async_hooks';

declare const host: typeof globalThis | undefined;

/** The program's own global object: errors, promises and arrays that reach the program are made from it. */
export const program: typeof globalThis = typeof host === 'undefined' ? globalThis : host;

export const apply: typeof Reflect.apply = program.Reflect.apply;
export const construct: typeof Reflect.construct = program.Reflect.construct;
export const ProgramError: ErrorConstructor = program.Error;
export const captureStackTrace: typeof Error.captureStackTrace = program.Error.captureStackTrace;
export const process: NodeJS.Process = program.process;
/** The real environment object; read through here, never as a global. */
export const environment: NodeJS.ProcessEnv = program.process.env;
export const platform: NodeJS.Platform = program.process.platform;
export const cwd: () => string = program.process.cwd.bind(program.process);
export const AsyncStore: typeof AsyncLocalStorage = AsyncLocalStorage;

const promiseReject = program.Promise.reject;
/** A promise of the program's realm, rejected with `error`. */
export const rejected = (error: unknown): Promise<never> => apply(promiseReject, program.Promise, [error]) as Promise<never>;

/** Node's own file functions, unguarded; for the engine's use only. */
export const files: Pick<
  typeof fs,
  | 'openSync' | 'closeSync' | 'readSync' | 'writeSync' | 'fstatSync' | 'ftruncateSync' | 'fsyncSync' | 'readFileSync' | 'writeFileSync'
  | 'existsSync' | 'statSync' | 'lstatSync' | 'readlinkSync' | 'mkdirSync' | 'readdirSync' | 'realpathSync' | 'unlinkSync' | 'renameSync' | 'constants'
> = { ...fs };
export const realpathNative: (path: string) => string = fs.realpathSync.native as (path: string) => string;

export const paths: Pick<typeof path, 'resolve' | 'join' | 'dirname' | 'basename' | 'extname' | 'isAbsolute' | 'relative' | 'normalize' | 'sep'> = { ...path };
