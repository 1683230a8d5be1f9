import type { Neighbour } from '../neighbour.js';

const bin = '../manager/node_modules/pnpm/bin/pnpm.cjs';
const shows = /parsed 1s \.\/node_modules\/\.pnpm\//;

/** Every package is a link into a store, and sees only what it depends on. */
export const neighbour: Neighbour = {
  name: 'pnpm',
  packages: { ms: '2.1.3' },
  manager: { package: 'pnpm', version: '10.34.8', bin: 'bin/pnpm.cjs' },
  files: {
    'package.json': '{ "scripts": { "start": "node main.cjs" } }',
    '.npmrc': 'store-dir=../store\n',
    'main.cjs': `const ms = require('ms');
console.log('parsed', ms(1000), require.resolve('ms').replace(process.cwd(), '.'));
require('./probe.cjs').probe();
`,
  },
  programs: [
    { title: 'node main.cjs', argv: ['main.cjs'], shows },
    { title: 'pnpm start', argv: [bin, '--silent', 'start'], shows },
    { title: 'pnpm exec node main.cjs', argv: [bin, 'exec', 'node', 'main.cjs'], shows },
  ],
};
