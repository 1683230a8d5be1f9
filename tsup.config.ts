import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { licences } from './scripts/licences.js';
import { oneState } from './scripts/one-state.js';
import { type Plugin, sharedFromCore } from './scripts/shared-modules.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** cosmiconfig is used synchronously with loaders of our own; its others would bring TypeScript, js-yaml and crypto along. */
const cosmiconfigSearchOnly: Plugin = {
  name: 'cosmiconfig-search-only',
  setup(build) {
    build.onLoad({ filter: /cosmiconfig[\\/]dist[\\/](?:loaders|Explorer)\.js$/ }, () => ({
      contents: 'module.exports = {};',
    }));
  },
};

/** Chunk name → source, read from the one place that names them; parts not written yet are left out. */
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
  loader: { '.yaml': 'text' },
  // An uncaught refusal is printed by Node with the line that threw it: a line of the core must not fill the screen.
  esbuildOptions(options) {
    options.lineLimit = 120;
  },
  define: { RECEIPTBOT_VERSION: JSON.stringify(version) },
};

/** One CommonJS build; entries whose source does not exist (yet) are left out. */
function commonjs(name: string, entry: Record<string, string>, esbuildPlugins: Plugin[] = []): Options {
  const present = Object.fromEntries(Object.entries(entry).filter(([, source]) => existsSync(source)));
  const plugins = [...esbuildPlugins, licences('dist/THIRD_PARTY_LICENSES.txt')];
  return {
    ...common,
    name,
    entry: present,
    format: 'cjs',
    outExtension: () => ({ js: '.cjs' }),
    esbuildPlugins: plugins,
  };
}

const types: Options = {
  name: 'types',
  entry: { index: 'src/index.ts' },
  outDir: 'dist',
  format: ['esm', 'cjs'],
  dts: { only: true },
  silent: true,
};

const builds = [
  commonjs('loader', { register: 'register/register.cts', index: 'register/index.cts' }),
  commonjs('core', { core: 'register/core.ts' }, [oneState('core')]),
  commonjs('chunks', chunkSources(), [sharedFromCore, cosmiconfigSearchOnly, oneState('chunks')]),
  commonjs('cli', { cli: 'src/cli/main.ts' }, [cosmiconfigSearchOnly]),
].filter(({ entry }) => Object.keys(entry ?? {}).length > 0);

export default defineConfig(process.env['RECEIPTBOT_BUILD'] === 'js' ? builds : [...builds, types]);
