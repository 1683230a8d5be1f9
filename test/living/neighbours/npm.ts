import type { Neighbour } from '../neighbour.js';

/** A chain of processes: npm, a shell, npm again, npx, the program and a child of its own. */
export const neighbour: Neighbour = {
  name: 'npm',
  packages: { npm: '10.9.4', semver: '7.7.3' },
  files: {
    'package.json': JSON.stringify({
      scripts: {
        start: 'npm run --silent inner && node main.cjs',
        inner: 'npx --no-install semver 1.2.3 && node -p 6*7',
        prestart: 'node -e "console.log(process.env.npm_lifecycle_event)"',
      },
    }),
    'main.cjs': `const { execFileSync, fork } = require('node:child_process');
if (process.argv[2] === 'child') require('./probe.cjs').probe();
else {
  console.log('chained', execFileSync(process.execPath, ['-p', '1 + 1'], { encoding: 'utf8' }).trim());
  fork(__filename, ['child']).on('exit', (code) => console.log('child', code));
}
`,
  },
  programs: [
    {
      title: 'npm start',
      argv: ['node_modules/npm/bin/npm-cli.js', 'start', '--silent'],
      shows: /1\.2\.3\n42\nchained 2/,
    },
    {
      title: 'npx node main.cjs',
      argv: ['node_modules/npm/bin/npx-cli.js', '--no-install', '--', 'node', 'main.cjs'],
      shows: /chained 2/,
    },
    {
      title: 'npm exec --call',
      argv: ['node_modules/npm/bin/npm-cli.js', 'exec', '--call', 'node main.cjs'],
      shows: /chained 2/,
    },
  ],
};
