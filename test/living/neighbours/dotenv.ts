import type { Neighbour } from '../neighbour.js';

/** Reads a file of variables before the program runs. */
export const neighbour: Neighbour = {
  name: 'dotenv',
  packages: { dotenv: '17.2.3' },
  files: {
    '.env': 'FROM_FILE=yes\n',
    'main.cjs': `console.log('variable', process.env.FROM_FILE);
require('./probe.cjs').probe();
`,
  },
  programs: [
    { title: 'dotenv/config', preload: ['--require', 'dotenv/config'], argv: ['main.cjs'], shows: /variable yes/ },
  ],
};
