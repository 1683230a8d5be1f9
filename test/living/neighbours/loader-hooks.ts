import type { Neighbour } from '../neighbour.js';

const main = `import { probe } from './probe.cjs';
import { made } from 'virtual:made';
console.log('made', made);
await probe();
`;
const hooks = (
  load: string,
): string => `${load === 'async' ? 'export async ' : ''}function resolve(specifier, context, next) {
  return specifier.startsWith('virtual:') ? { url: specifier, shortCircuit: true } : next(specifier, context);
}
${load === 'async' ? 'export async ' : ''}function load(url, context, next) {
  return url.startsWith('virtual:')
    ? { format: 'module', source: 'export const made = "' + url + '"', shortCircuit: true }
    : next(url, context);
}
`;

/** Node's own ways to change how modules load: nothing is installed but the product. */
export const neighbour: Neighbour = {
  name: 'loader-hooks',
  packages: {},
  files: {
    'main.mjs': main,
    'hooks.mjs': `console.error('hooks evaluated');\n${hooks('async')}`,
    'register.mjs': `import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);\n`,
    'sync.mjs': `import { registerHooks } from 'node:module';\n${hooks('sync')}registerHooks({ resolve, load });\n`,
  },
  programs: [
    { title: 'module.register', preload: ['--import', './register.mjs'], argv: ['main.mjs'], shows: /made virtual:/ },
    {
      title: '--experimental-loader',
      preload: ['--experimental-loader', './hooks.mjs'],
      argv: ['main.mjs'],
      shows: /made virtual:/,
    },
    {
      title: 'registerHooks',
      preload: ['--import', './sync.mjs'],
      argv: ['main.mjs'],
      shows: /made virtual:/,
      nodes: [24],
    },
  ],
};
