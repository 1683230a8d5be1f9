import type { Neighbour, Program } from '../neighbour.js';

const main = `import { probe } from './probe.cjs';
import { double } from './double';
import { half } from './half.mjs';
import common from './common.cjs';
const typed: number = half(double(42));
console.log('typed', typed, common.third(126), new Error('here').stack?.split('\\n')[1]?.trim().replace(/file:|\\/.*\\//g, ''));
await probe();
`;
const shows = /typed 42 42 at .*main\.ts:6:/;
/** The older one is of the line before it composed with other users of `registerHooks`. */
const programs = (of: string): Program[] => [
  { title: `--import ${of}`, of, preload: ['--import', of], argv: ['main.ts'], shows },
  { title: `${of} main.ts`, of, argv: [`node_modules/${of}/dist/cli.mjs`, 'main.ts'], shows },
];

/** Runs TypeScript by hooks of the module loader, of its own making on each Node. */
export const neighbour: Neighbour = {
  name: 'tsx',
  packages: { tsx: '4.23.15', 'tsx-4.20': 'npm:tsx@4.20.6' },
  files: {
    'package.json': '{ "type": "module" }',
    'main.ts': main,
    'double.ts': 'export const double = (value: number): number => value * 2;\n',
    'half.mts': 'export const half = (value: number): number => value / 2;\n',
    'common.cts': 'export const third = (value: number): number => value / 3;\n',
  },
  programs: [...programs('tsx'), ...programs('tsx-4.20')],
};
