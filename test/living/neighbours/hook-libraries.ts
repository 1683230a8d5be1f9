import type { Neighbour } from '../neighbour.js';

const asks = `const read = fs.readFileSync('package.json', 'utf8').length > 0;
console.log('read', read, 'seen', globalThis.seen);
await probe();
`;

/** What tracers are made of: hooks on `require` and, in the loader's thread, on `import`. */
export const neighbour: Neighbour = {
  name: 'hook-libraries',
  packages: {
    'import-in-the-middle': '3.6.0',
    'require-in-the-middle': '8.0.1',
    'source-map-support': '0.5.21',
    'v8-compile-cache': '2.4.0',
  },
  files: {
    'iitm.mjs': `import { register } from 'node:module';
import { Hook } from 'import-in-the-middle';
register('import-in-the-middle/hook.mjs', import.meta.url);
globalThis.seen = 0;
Hook(['fs'], (exports) => {
  const { readFileSync } = exports.default;
  const wrapped = (...args) => { globalThis.seen++; return readFileSync(...args); };
  exports.readFileSync = wrapped;
  exports.default.readFileSync = wrapped;
});
`,
    'ritm.cjs': `const { Hook } = require('require-in-the-middle');
globalThis.seen = 0;
new Hook(['fs'], (exports) => {
  const { readFileSync } = exports;
  exports.readFileSync = function (...args) {
    if (args[0] === 'package.json') globalThis.seen++;
    return readFileSync.apply(this, args);
  };
  return exports;
});
`,
    'main.mjs': `import fs from 'node:fs';\nimport { probe } from './probe.cjs';\n${asks}`,
    'main.cjs': `const fs = require('fs');\nconst { probe } = require('./probe.cjs');\n(async () => {\n${asks}})();\n`,
    'mapped.cjs': `const { probe } = require('./probe.cjs');
function fails() { throw new Error('mapped'); }
probe().then(() => { try { fails(); } catch (error) { console.log(error.stack.replaceAll(process.cwd(), '.')); } });
//# sourceMappingURL=data:application/json;base64,${Buffer.from(
      JSON.stringify({ version: 3, sources: ['origin.ts'], names: [], mappings: 'AAAA;AAUA;AACA' }),
    ).toString('base64')}
`,
    'cached.cjs': `require('v8-compile-cache');
const { enableCompileCache } = require('node:module');
const cached = enableCompileCache?.(require('node:path').resolve('compiled'));
console.log('cached', cached?.status);
require('./ritm.cjs');
require('./probe.cjs').probe();
`,
  },
  programs: [
    { title: 'import-in-the-middle', preload: ['--import', './iitm.mjs'], argv: ['main.mjs'], shows: /seen [1-9]/ },
    {
      title: 'require-in-the-middle',
      of: 'require-in-the-middle',
      preload: ['--require', './ritm.cjs'],
      argv: ['main.cjs'],
      shows: /seen 1/,
    },
    {
      title: 'source-map-support/register',
      of: 'source-map-support',
      preload: ['--require', 'source-map-support/register'],
      argv: ['mapped.cjs'],
      shows: /origin\.ts/,
    },
    { title: 'v8-compile-cache', of: 'v8-compile-cache', argv: ['cached.cjs'], shows: /cached/ },
    {
      title: 'v8-compile-cache, required first',
      of: 'v8-compile-cache',
      preload: ['--require', 'v8-compile-cache'],
      argv: ['cached.cjs'],
      shows: /cached/,
    },
    {
      title: 'NODE_COMPILE_CACHE',
      of: 'v8-compile-cache',
      argv: ['cached.cjs'],
      env: { NODE_COMPILE_CACHE: 'compiled' },
      shows: /cached/,
    },
  ],
};
