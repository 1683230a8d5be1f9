import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';

const head = `
const path = require('node:path');
const sqlite = () => require('node:sqlite');
const database = (options = {}) => new (sqlite().DatabaseSync)(':memory:', options);
`;

const policy = (rules: string): string => `version: 1\nmode: enforce\n${rules}\n`;
const CLOSED = policy('process: { addons: deny, internals: deny }');

/** No such library is there: what is let through fails with another word. */
const LIBRARIES: Tries = {
  'crypto.setEngine': "require('node:crypto').setEngine(path.resolve('x.so'))",
  'an engine for a certificate': "require('node:tls').createSecureContext({ clientCertEngine: './x.so' })",
  'an engine for a key':
    "require('node:tls').createSecureContext({ privateKeyEngine: './x.so', privateKeyIdentifier: 'x' })",
  'an engine of a server': "require('node:https').createServer({ clientCertEngine: './x.so' })",
  'an engine of the context itself': "require('node:tls').createSecureContext().context.setClientCertEngine('./x.so')",
  'an engine by the old name': "require('_tls_common').createSecureContext({ clientCertEngine: './x.so' })",
};

const EXTENSIONS: Tries = {
  'an extension of SQLite': "database({ allowExtension: true }).loadExtension('./x.so')",
};

const LOADS_26: Tries = {
  'ffi.dlopen': "require('node:ffi').dlopen('./x.so')",
  'new DynamicLibrary': "new (require('node:ffi').DynamicLibrary)('./x.so')",
};

const MEMORY_26: Tries = {
  'the C library': "require('node:ffi').dlopen(null)",
  'the C library as a class': "new (require('node:ffi').DynamicLibrary)(null)",
  'an address': "require('node:ffi').getRawPointer(Buffer.from('x'))",
  'memory at an address': "require('node:ffi').toBuffer(1n, 1)",
  'a write to an address': "require('node:ffi').setUint8(1n, 0, 0)",
};

describe.each(majors())('native code on Node %i', (major) => {
  const node = nodeBinary(major);
  const options = { head, node, flags: ['--no-warnings'] };
  const loads: Tries = { ...LIBRARIES, ...(major === 20 ? {} : EXTENSIONS), ...(major === 26 ? LOADS_26 : {}) };

  it('is not loaded where add-ons are denied', async () => {
    const { outcomes } = await attempt(loads, { ...options, policy: CLOSED });
    expect(others(outcomes, 'process.addons')).toEqual({});
  });

  it('is judged by its file where only some are allowed', async () => {
    const allowed = policy('process: { addons: { allow: ["./x.so"] } }');
    const { outcomes } = await attempt(
      { 'crypto.setEngine': LIBRARIES['crypto.setEngine'] ?? '', ...(major === 20 ? {} : EXTENSIONS) },
      { ...options, policy: allowed },
    );
    for (const outcome of Object.values(outcomes))
      expect(outcome).toMatch(/^ERR_(?:CRYPTO_ENGINE_UNKNOWN|LOAD_SQLITE)/);
  });

  // Only Node 26 has node:ffi.
  if (major !== 26) return;

  it('reaches no memory where internals are denied', async () => {
    const { outcomes } = await attempt(MEMORY_26, { ...options, policy: CLOSED });
    expect(others(outcomes, 'process.internals')).toEqual({});
  });

  it('works where nothing is restricted', async () => {
    const tries: Tries = {
      'the C library': MEMORY_26['the C library'] ?? '',
      'an address': MEMORY_26['an address'] ?? '',
    };
    const { outcomes } = await attempt(tries, { ...options, policy: policy('') });
    expect(others(outcomes, 'ok')).toEqual({});
  });
});
