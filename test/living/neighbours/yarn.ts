import { GLOBAL, type Neighbour } from '../neighbour.js';

const preload = ['--require', './.pnp.cjs'];
const shows = /zip .*\.zip\/node_modules\/ms\/index\.js true true true 1s/;
const tells = `const file = require.resolve('ms');
const text = fs.readFileSync(file, 'utf8');
console.log('zip', file.replace(process.cwd(), '.'), text.length > 0, fs.statSync(file).isFile(), fs.realpathSync(file) === file, ms(1000));
`;

/** Yarn's loader of ES modules asks for a binding of Node's, also where all of the program is CommonJS. */
const needs = 'internals';

/** Plug'n'Play: no node_modules; packages are read out of zip archives by an fs that Yarn has patched. */
export const neighbour: Neighbour = {
  name: 'yarn',
  packages: { ms: '2.1.3' },
  manager: { package: '@yarnpkg/cli-dist', version: '4.18.1', bin: 'bin/yarn.js' },
  files: {
    '.yarnrc.yml': `enableTelemetry: false
enableGlobalCache: false
enableImmutableInstalls: false
checksumBehavior: update
cacheFolder: ./.yarn/cache
nodeLinker: pnp
`,
    'yarn.lock': '',
    'main.cjs': `const fs = require('node:fs');\nconst ms = require('ms');\n${tells}require('./probe.cjs').probe();\n`,
    'main.mjs': `import fs from 'node:fs';
import { createRequire } from 'node:module';
import ms from 'ms';
import { probe } from './probe.cjs';
const require = createRequire(import.meta.url);
${tells}await probe();
`,
  },
  programs: [
    { title: 'a global receiptbot', preload, argv: ['main.cjs'], shows, ours: GLOBAL },
    { title: 'receiptbot by name', preload, argv: ['main.cjs'], shows, side: 'after' },
    {
      title: 'yarn node',
      argv: ['../manager/node_modules/@yarnpkg/cli-dist/bin/yarn.js', 'node', 'main.cjs'],
      shows,
      needs,
      ours: GLOBAL,
    },
    {
      title: 'ES modules',
      preload: [...preload, '--experimental-loader', './.pnp.loader.mjs'],
      argv: ['main.mjs'],
      shows,
      needs,
      ours: GLOBAL,
    },
  ],
};
