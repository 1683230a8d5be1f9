import type { Neighbour } from '../neighbour.js';

/** Put functions of their own over exports, methods and timers, or load modules with other parts. */
export const neighbour: Neighbour = {
  name: 'test-doubles',
  packages: { sinon: '22.1.0', proxyquire: '2.1.3', rewire: '9.0.1', testdouble: '3.21.1' },
  files: {
    'sub.cjs': `const fs = require('fs');
let secret = 1;
exports.reads = () => fs.readFileSync('x', 'utf8');
exports.tells = () => secret;
`,
    'sinon.cjs': `const sinon = require('sinon'), fs = require('node:fs'), cp = require('node:child_process');
const stubs = [sinon.stub(fs, 'readFileSync').returns('stub'), sinon.stub(process, 'exit'), sinon.stub(process, 'emit'), sinon.stub(cp, 'spawn').returns({ pid: 1 }), sinon.stub(fs.promises, 'readFile').resolves('later')];
console.log(fs.readFileSync('x'), cp.spawn('x').pid, process.exit(3), process.emit('exit'));
fs.promises.readFile('x').then((text) => {
  console.log(text, stubs.map(({ args }) => args.join('+')).join());
  sinon.restore();
  const clock = sinon.useFakeTimers();
  let calls = 0;
  setInterval(() => (calls += 1), 100);
  clock.tick(1000);
  fs.statSync('/');
  cp.execFileSync('true');
  clock.restore();
  console.log(calls, fs.readFileSync('package.json', 'utf8').length > 0, typeof sinon.createStubInstance(require('node:net').Socket).connect);
  return require('./probe.cjs').probe();
});
`,
    'parts.cjs': `const proxyquire = require('proxyquire'), rewire = require('rewire'), td = require('testdouble'), fs = require('fs');
console.log(proxyquire('./sub.cjs', { fs: { readFileSync: () => 'proxyquire' } }).reads());
const rewired = rewire('./sub.cjs');
rewired.__set__('secret', 9);
rewired.__set__('fs', { readFileSync: () => 'rewire' });
console.log(rewired.tells(), rewired.reads());
const { reads } = require('./sub.cjs');
td.when(td.replace(fs, 'readFileSync')('x', 'utf8')).thenReturn('testdouble');
console.log(reads());
td.reset();
require('./probe.cjs').probe();
`,
  },
  programs: [
    { title: 'sinon', argv: ['sinon.cjs'], shows: /stub 1 undefined undefined\nlater x,3,exit,x,x\n10 true function/ },
    { title: 'proxyquire, rewire, testdouble', argv: ['parts.cjs'], shows: /proxyquire\n9 rewire\ntestdouble/ },
  ],
};
