import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf } from '../../../src/receipt/caller.js';

const require = createRequire(import.meta.url);
type Ask = (ask: () => string | undefined) => string | undefined;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'receiptbot caller '));
  const files: Record<string, string> = {
    'package.json': '{"name":"app","version":"1.2.3"}',
    'src/index.js': 'module.exports = (ask) => ask();\nmodule.exports.deep = (ask) => [1].map(() => ask())[0];\n',
    'node_modules/@scope/dep/package.json': '{"name":"@scope/dep","version":"4.5.6"}',
    'node_modules/@scope/dep/dist/package.json': '{"type":"commonjs"}',
    'node_modules/@scope/dep/dist/main.js': '\n\nmodule.exports = (ask) => ask();\n',
    'node_modules/nameless/package.json': '{}',
    'node_modules/nameless/index.js': 'module.exports = (ask) => ask();\n',
    'unversioned/package.json': '{"name":"plain"}',
    'unversioned/index.js': 'module.exports = (ask) => ask();\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const load = (name: string): Ask & { deep: Ask } => require(join(folder, name)) as Ask & { deep: Ask };
/** Stands for a hook: everything from here up is ReceiptBot's. */
const hook = (): string | undefined => callerOf(hook);

describe('callerOf', () => {
  it('names package, version and place of the code that asked', () => {
    expect(load('src/index.js')(hook)).toBe('app@1.2.3 src/index.js:1:27');
    expect(load('src/index.js').deep(hook)).toBe('app@1.2.3 src/index.js:2:46');
    expect(load('node_modules/@scope/dep/dist/main.js')(hook)).toBe('@scope/dep@4.5.6 dist/main.js:3:27');
    expect(load('unversioned/index.js')(hook)).toBe('plain index.js:1:27');
  });

  it('gives the path when no package.json tells the package, and does not take the app for it', () => {
    expect(load('node_modules/nameless/index.js')(hook)).toBe(`${join(folder, 'node_modules/nameless/index.js')}:1:27`);
  });

  it("is not touched by the program's own stack settings, and does not touch them", () => {
    const kept = Object.getOwnPropertyDescriptors(Error);
    try {
      Error.stackTraceLimit = 0;
      const mine = (): string => 'mine';
      Error.prepareStackTrace = mine;
      expect(load('src/index.js')(hook)).toBe('app@1.2.3 src/index.js:1:27');
      expect(Error.stackTraceLimit).toBe(0);
      expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')?.value).toBe(mine);
      expect(new Error('x').stack).toBe('mine');
    } finally {
      Error.stackTraceLimit = kept.stackTraceLimit.value as number;
      Object.assign(Error, {
        prepareStackTrace: (kept as { prepareStackTrace?: PropertyDescriptor }).prepareStackTrace?.value as unknown,
      });
    }
  });

  it('is undefined where nothing but Node and ReceiptBot is on the stack', async () => {
    const asked = await new Promise((resolve) => {
      setImmediate(function itself() {
        resolve(callerOf(itself));
      });
    });
    expect(asked).toBeUndefined();
  });
});
