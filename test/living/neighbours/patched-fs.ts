import type { Neighbour } from '../neighbour.js';

/** Replace functions of `fs`, or put a disk in memory in front of it. */
export const neighbour: Neighbour = {
  name: 'patched-fs',
  packages: { 'graceful-fs': '4.2.12', 'fs-extra': '11.4.1', memfs: '4.80.1', unionfs: '4.6.0', 'fs-monkey': '1.1.0' },
  files: {
    'graceful.cjs': `const fs = require('node:fs');
require('graceful-fs').gracefulify(fs);
let left = 500;
for (let i = left; i > 0; i -= 1) fs.readFile(__filename, (error) => {
  if (error) throw error;
  if ((left -= 1) > 0) return;
  fs.readdir('/no/such', ({ code }) => console.log('all read', code, fs.readFile.length));
  fs.createReadStream(__filename).on('close', () => require('./probe.cjs').probe()).resume();
});
`,
    'extra.cjs': `const fs = require('fs-extra');
(async () => {
  await fs.emptyDir('made');
  await fs.outputJson('made/a/b.json', { a: 1 });
  await fs.copy('made/a', 'made/c');
  await fs.move('made/c', 'made/e');
  console.log(await fs.readJson('made/e/b.json'), await fs.pathExists('made/c'), (await fs.read(await fs.open(__filename, 'r'), Buffer.alloc(5), 0, 5, 0)).bytesRead);
  await fs.remove('made');
  await fs.copy('/no/such', 'x').catch(({ code }) => console.log(code));
  await require('./probe.cjs').probe();
})();
`,
    'union.cjs': `const fs = require('node:fs');
const { Volume } = require('memfs'), { ufs } = require('unionfs'), { patchFs } = require('fs-monkey');
const { probe } = require('./probe.cjs');
const undo = patchFs(ufs.use({ ...fs }).use(Volume.fromJSON({ '/memory/a.txt': 'in memory' })));
console.log(fs.readFileSync('/memory/a.txt', 'utf8'), fs.statSync('/memory/a.txt').size, fs.existsSync(__filename));
fs.readFile('/memory/a.txt', 'utf8', (_, text) => {
  undo();
  console.log(text, fs.existsSync('/memory/a.txt'));
  probe();
});
`,
  },
  programs: [
    { title: 'graceful-fs', argv: ['graceful.cjs'], shows: /all read ENOENT/ },
    { title: 'fs-extra', argv: ['extra.cjs'], shows: /{ a: 1 } false 5\nENOENT/ },
    { title: 'memfs, unionfs, fs-monkey', argv: ['union.cjs'], shows: /in memory 9 true\nin memory false/ },
  ],
};
