import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';
import { licences } from './scripts/licences.js';
import { oneState } from './scripts/one-state.js';
import { type Plugin, sharedFromCore } from './scripts/shared-modules.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Chunk name → source, read from the one place that names them. */
function chunkSources(): Record<string, string> {
  const declared = readFileSync('src/chunks.ts', 'utf8').matchAll(/readonly (\w+): typeof import\('\.\/(.+)\.js'\)/g);
  return Object.fromEntries(Array.from(declared, ([, name = '', source = '']) => [name, `src/${source}.ts`]));
}

const common: Options = {
  outDir: 'dist',
  platform: 'node',
  target: 'node20',
  minify: true,
  splitting: false,
  // The bytes that run are the bytes that are written: no `node:` prefix lost, nothing left to the program's node_modules.
  removeNodeProtocol: false,
  noExternal: [/^(?!node:|receiptbot:)/],
  metafile: true,
  silent: true,
  // An uncaught refusal is printed by Node with the line that threw it: a line of the core must not fill the screen.
  esbuildOptions(options) {
    options.lineLimit = 120;
  },
  define: { RECEIPTBOT_VERSION: JSON.stringify(version) },
};

function commonjs(name: string, entry: Record<string, string>, esbuildPlugins: Plugin[] = []): Options {
  const plugins = [...esbuildPlugins, licences('dist/THIRD_PARTY_LICENSES.txt')];
  return { ...common, name, entry, format: 'cjs', outExtension: () => ({ js: '.cjs' }), esbuildPlugins: plugins };
}

const types: Options = {
  name: 'types',
  entry: { index: 'src/index.ts' },
  outDir: 'dist',
  format: ['esm', 'cjs'],
  // That declarations can be made file by file is for the type checker to say; here they only have to be right.
  dts: { only: true, compilerOptions: { isolatedDeclarations: false } },
  silent: true,
};

const builds = [
  commonjs('loader', { register: 'register/register.cts', index: 'register/index.cts' }),
  commonjs('core', { core: 'register/core.ts' }, [oneState('core')]),
  commonjs('chunks', chunkSources(), [sharedFromCore, oneState('chunks')]),
  commonjs('cli', { cli: 'src/cli/main.ts' }),
];

const config: Options[] = process.env['RECEIPTBOT_BUILD'] === 'js' ? builds : [...builds, types];
export default config;
