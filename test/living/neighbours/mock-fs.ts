import type { Neighbour } from '../neighbour.js';

/** Puts a disk in memory below Node’s own file functions. */
export const neighbour: Neighbour = {
  name: 'mock-fs',
  packages: { 'mock-fs': '5.5.0' },
  files: {
    'main.cjs': `const mock = require('mock-fs'), fs = require('node:fs');
const { probe } = require('./probe.cjs');
mock({ '/virtual': { 'a.txt': 'in memory', folder: { 'b.txt': 'b' } }, '/virtual/link': mock.symlink({ path: 'a.txt' }) });
const told = [];
const tell = (call) => { try { told.push(call()); } catch ({ code }) { told.push(code); } };
tell(() => fs.readFileSync('/virtual/link', 'utf8'));
tell(() => fs.realpathSync('/virtual/link'));
tell(() => fs.existsSync(__filename));
tell(() => fs.readFileSync('/virtual/none'));
tell(() => { fs.writeFileSync('/virtual/c.txt', 'c'); fs.renameSync('/virtual/c.txt', '/virtual/d.txt'); return fs.readdirSync('/virtual').join(); });
fs.promises.readFile('/virtual/folder/b.txt', 'utf8').then((text) => {
  mock.restore();
  console.log(told.join(' '), text, fs.existsSync(__filename));
  return probe();
});
`,
  },
  programs: [
    {
      title: 'a mocked disk',
      argv: ['main.cjs'],
      needs: 'internals',
      shows: /in memory .virtual.a.txt false ENOENT a.txt,d.txt,folder,link b true/,
    },
  ],
};
