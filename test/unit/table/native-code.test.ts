import * as tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import { nativeCodeRows } from '../../../src/table/native-code.js';
import { rowNamed, select } from './rig.js';

const selected = (name: string, ...args: unknown[]): unknown[] | undefined =>
  select(rowNamed(nativeCodeRows, name), args).accesses?.map((access) => [access.capability, access.resource]);

describe('a library', () => {
  it.each([
    ['/lib/x.so', '/lib/x.so'],
    ['./x.so', `${process.cwd()}/x.so`],
    ['x.so', '/x.so'],
  ])('%s is judged as %s', (name, file) => {
    expect(selected('dlopen', name)).toEqual([['process.addons', file]]);
    expect(selected('DynamicLibrary', name)).toEqual([['process.addons', file]]);
    expect(selected('DatabaseSync.prototype.loadExtension', name)).toEqual([['process.addons', file]]);
  });

  it('without a name is this process', () => {
    expect(selected('dlopen', null)).toEqual([['process.internals', 'this process']]);
  });

  it('by anything else is left to Node', () => {
    expect(selected('dlopen', {})).toBeUndefined();
    expect(selected('setEngine', undefined)).toBeUndefined();
  });
});

describe('an engine', () => {
  it.each([
    ['/lib/x.so', '/lib/x.so'],
    ['../x.so', '/x.so'],
    ['pkcs11', '/pkcs11'],
  ])('%s is judged as %s, for OpenSSL looks below a folder of its own', (name, file) => {
    expect(selected('setEngine', name)).toEqual([['process.addons', file]]);
    expect(selected('NativeSecureContext.prototype.setEngineKey', 'key', name)).toEqual([['process.addons', file]]);
  });

  it('is met on the class behind secure contexts, once', () => {
    const row = rowNamed(nativeCodeRows, 'NativeSecureContext.prototype.setClientCertEngine');
    const [first] = row.reach?.(tls) ?? [];
    const [second] = row.reach?.(tls) ?? [];
    const { context } = tls.createSecureContext();
    expect(first?.object === Object.getPrototypeOf(context)).toBe(true);
    expect(second?.object === first?.object).toBe(false);
  });
});
