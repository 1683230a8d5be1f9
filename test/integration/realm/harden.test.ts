import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import vm from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { dist } from '../../run.js';

/** The built core's own `harden`, run in a context of this test's. */
function hardened(): (code: string) => unknown {
  const context = vm.createContext({ __proto__: null });
  const inside = (code: string): unknown => vm.runInContext(`'use strict'; { ${code} }`, context);
  const intrinsics = inside('globalThis') as typeof globalThis;
  const module = { exports: {} as { harden: (global: object) => void } };
  const names = ['module', 'exports', 'require', '__filename', 'host'];
  const core = vm.compileFunction(readFileSync(join(dist, 'core.cjs'), 'utf8'), names, { parsingContext: context });
  const require = createRequire(import.meta.url);
  (core as (...values: unknown[]) => void)(module, module.exports, require, join(dist, 'core.cjs'), globalThis);
  module.exports.harden(intrinsics);
  return inside;
}

describe('the intrinsics of the engine', () => {
  let inside: (code: string) => unknown;
  beforeAll(() => {
    inside = hardened();
  });

  it.each([
    'Array.prototype.push = 1',
    'Object.prototype.polluted = 1',
    'Object.prototype.toString = 1',
    'Function.prototype.call = 1',
    'String.prototype.includes = 1',
    'RegExp.prototype.exec = 1',
    'Map.prototype.get = 1',
    'Reflect.apply = 1',
    'JSON.parse = 1',
    'Promise.resolve = 1',
    'Object.getPrototypeOf([].values()).next = 1',
    'Object.getPrototypeOf(function* () {}).prototype.next = 1',
    'Object.getPrototypeOf(async function () {}).x = 1',
    'Object.getPrototypeOf(Uint8Array).from = 1',
    'Array.prototype.push.call = 1',
  ])('refuse %s', (code) => {
    expect(() => inside(code)).toThrow();
  });

  it.each([
    ["const o = {}; o.toString = () => 'own'; String(o)", 'own'],
    ["function F() {} F.prototype.toString = () => 'own'; String(new F())", 'own'],
    ['const o = {}; o.constructor = 1; o.constructor', 1],
    ['const f = () => 0; f.call = 1; f.call', 1],
    ['const a = [3, 1]; a.map = 1; a.map', 1],
    ["class E extends Error {} const e = new E('x'); e.name = 'E'; e.message = 'y'; String(e)", 'E: y'],
    ['[3, 1, 2].sort().concat(...new Set([4])).join()', '1,2,3,4'],
    ['[...(function* () { yield 1; })()].length', 1],
  ])('let a library write %s', (code, value) => {
    expect(inside(code)).toBe(value);
  });
});
