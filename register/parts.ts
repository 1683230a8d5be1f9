import * as chunks from '../src/chunks.js';
import * as primordials from '../src/primordials.js';

/** Turns a file beside the core into a function of (exports, require, module, __filename, __dirname, …globals). */
export type Compile = (name: string) => (...values: unknown[]) => void;

/** Modules that hold state or captured functions: chunks get these instead of copies of their own (tsup.config.ts). */
const SHARED: Readonly<Record<string, unknown>> = {
  'receiptbot:chunks': chunks,
  'receiptbot:primordials': primordials,
};

/** Returns what evaluates a chunk as a CommonJS module with the core's own globals. It runs in the engine's realm. */
export function partLoader(
  compile: Compile,
  builtin: (id: string) => unknown,
  folder: string,
  globals: readonly unknown[],
): (name: string) => unknown {
  const values = [...globals];
  const load = (id: string): unknown => SHARED[id] ?? builtin(id);
  return (name) => {
    const module = { exports: {} };
    compile(name)(module.exports, load, module, `${folder}/${name}.cjs`, folder, ...values);
    return module.exports;
  };
}
