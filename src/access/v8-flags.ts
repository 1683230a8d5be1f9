/**
 * Flags by which V8 hands out its inside or leaves out its checks: natives in the language, functions for tests, WebAssembly
 * without bounds. `expose-gc` and the like give nothing away.
 */
const OPENS =
  /^(?:allow-natives|allow-unsafe|expose-(?!gc|wasm|async-hooks)|sandbox-|test-only-unsafe|mock-arraybuffer|multi-mapped-mock|enable-testing-opcode|experimental-wasm-(?:assume-ref-cast|ref-cast-nop))|fuzz|memory-corruption|typer-hardening|(?:bounds|null|stack)-checks/;

/** The name of a flag as V8 compares it, without its value. */
const nameOf = (flag: string): string => flag.split('=', 1)[0]?.replace(/^-+/, '').replaceAll('_', '-') ?? '';

/** True for a flag that undoes what V8 promises: what a hook hides can then be read, and memory be written. */
export const opensEngine = (flag: string): boolean => flag.startsWith('-') && OPENS.test(nameOf(flag));
