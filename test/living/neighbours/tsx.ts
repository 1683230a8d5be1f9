import type { Neighbour } from '../neighbour.js';

const main = `import { probe } from './probe.cjs';
import { double } from './double';
const typed: number = double(21);
console.log('typed', typed);
await probe();
`;

/** Runs TypeScript by hooks of the module loader, of its own making on each Node. */
export const neighbour: Neighbour = {
  name: 'tsx',
  packages: { tsx: '4.23.15' },
  files: {
    'package.json': '{ "type": "module" }',
    'main.ts': main,
    'double.ts': 'export const double = (value: number): number => value * 2;\n',
  },
  programs: [
    { title: '--import tsx', preload: ['--import', 'tsx'], argv: ['main.ts'], shows: /typed 42/ },
    { title: 'tsx main.ts', argv: ['node_modules/tsx/dist/cli.mjs', 'main.ts'], shows: /typed 42/ },
  ],
};
