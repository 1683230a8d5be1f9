import type { Neighbour } from '../neighbour.js';

/** Runs every test file in a process or thread of its own. */
export const neighbour: Neighbour = {
  name: 'ava',
  packages: { ava: '6.4.1' },
  files: {
    'ava.config.mjs': `export default { files: ['*.ava.mjs'], concurrency: 2 };
`,
    'one.ava.mjs': `import fs from 'node:fs';
import test from 'ava';
import { probe } from './probe.cjs';
test.serial('probe', async (t) => { await probe(); t.pass(); });
test.serial('rejects', (t) => t.throwsAsync(fs.promises.readFile('/no/such'), { code: 'ENOENT' }));
`,
  },
  programs: [
    { title: 'in threads', argv: ['node_modules/ava/entrypoints/cli.mjs', '--tap'], shows: /# pass 2/ },
    {
      title: 'in processes',
      argv: ['node_modules/ava/entrypoints/cli.mjs', '--tap', '--no-worker-threads'],
      shows: /# pass 2/,
    },
  ],
};
