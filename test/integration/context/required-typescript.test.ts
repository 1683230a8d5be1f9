import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { nodeBinary } from '../../nodes.js';
import { run } from '../../run.js';

const POLICY = `version: 1
mode: enforce
contexts:
  narrow:
    entry: "./agent.ts#run"
    fs: { read: { deny: ["**/secret.txt"] } }
`;

const typescript = JSON.stringify(createRequire(import.meta.url).resolve('typescript'));
/** The way of pirates: Node reads, and what it compiles is made into JavaScript first. */
const COMPILES = `const ts = require(${typescript});
const Module = require('node:module');
const earlier = Module._extensions['.ts'] ?? Module._extensions['.js'];
const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
Module._extensions['.ts'] = (module, file) => {
  const compile = module._compile;
  module._compile = function (text) {
    module._compile = compile;
    return module._compile(ts.transpileModule(text, { compilerOptions }).outputText, file);
  };
  earlier(module, file);
};
`;

const FILES = {
  'secret.txt': 'canary',
  'compiles.cjs': COMPILES,
  'agent.ts': `type Read = (file: string) => string;
export function run(read: Read): string { try { return read('secret.txt'); } catch (error) { return (error as { code: string }).code; } }
`,
  'main.cjs': `const { readFileSync } = require('node:fs');
const read = (file) => readFileSync(file, 'utf8');
console.log(require('./agent.ts').run(read), read('secret.txt'));
`,
};

describe.each([20, 22, 24, 26])('an entry in TypeScript of a package without a type, on Node %i', (major) => {
  const node = major === 20 ? process.execPath : nodeBinary(major);

  it.each([
    ['after us', { flags: ['--require', './compiles.cjs'] }],
    ['before us', { env: { NODE_OPTIONS: '--require ./compiles.cjs' } }],
  ])('runs in its context when a hook on require compiles it, preloaded %s', async (_, order) => {
    const result = await run('main.cjs', { files: FILES, policy: POLICY, node, ...order });
    expect(result.stdout, result.stderr).toBe('ERR_ACCESS_DENIED canary\n');
  });

  it.runIf(major >= 24)('runs in its context by Node’s own stripping of types', async () => {
    const result = await run('main.cjs', { files: FILES, policy: POLICY, node });
    expect(result.stdout, result.stderr).toBe('ERR_ACCESS_DENIED canary\n');
  });
});
