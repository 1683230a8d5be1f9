import type { Neighbour } from '../neighbour.js';

/** Watch folders. */
export const neighbour: Neighbour = {
  name: 'watchers',
  packages: { chokidar: '5.0.0', 'chokidar-4': 'npm:chokidar@4.0.3', 'chokidar-3': 'npm:chokidar@3.6.0' },
  files: {
    'watched/a.txt': `a
`,
    'watched/folder/b.txt': `b
`,
    'main.mjs': `import fs from 'node:fs';
import { probe } from './probe.cjs';
const imported = await import(process.argv[2]);
fs.copyFileSync('probe.cjs', 'watched/secret.txt');
const seen = new Set();
const watcher = (imported.default ?? imported).watch('watched');
watcher.on('all', (event, name) => { if (!name.endsWith('secret.txt')) seen.add(event + ' ' + name); });
await new Promise((done) => watcher.on('ready', done));
const changed = new Promise((done) => watcher.on('change', done));
await new Promise((done) => setTimeout(done, 200));
fs.appendFileSync('watched/a.txt', 'a');
await changed;
await watcher.close();
console.log([...seen].sort().join());
await probe();
`,
  },
  programs: [
    {
      title: 'chokidar 3',
      argv: ['main.mjs', 'chokidar-3'],
      shows: /add watched.a.txt,add watched.folder.b.txt,.*change watched.a.txt/,
    },
    {
      title: 'chokidar 4',
      argv: ['main.mjs', 'chokidar-4'],
      shows: /add watched.a.txt,add watched.folder.b.txt,.*change watched.a.txt/,
    },
    {
      title: 'chokidar 5',
      argv: ['main.mjs', 'chokidar'],
      shows: /add watched.a.txt,add watched.folder.b.txt,.*change watched.a.txt/,
    },
  ],
};
