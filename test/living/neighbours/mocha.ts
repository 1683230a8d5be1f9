import type { Neighbour } from '../neighbour.js';

/** Runs test files, in parallel in a pool of processes. */
export const neighbour: Neighbour = {
  name: 'mocha',
  packages: { mocha: '11.7.5' },
  files: {
    'reporter.cjs': `module.exports = function (runner) { let passed = 0; runner.on('pass', () => (passed += 1)).on('end', () => console.log('passed', passed)); };
`,
    'one.spec.js': `const assert = require('node:assert'), fs = require('node:fs'), cp = require('node:child_process');
it('probe', () => require('./probe.cjs').probe());
it('rejects', () => assert.rejects(fs.promises.readFile('/no/such'), { code: 'ENOENT' }));
it('calls back', (done) => void cp.exec('echo 1', (error, text) => { assert.equal(text, '1\\n'); done(error); }));
`,
    'two.spec.js': `it('reads', () => require('node:fs').readFileSync(__filename));
`,
  },
  programs: [
    {
      title: 'in one process',
      argv: ['node_modules/mocha/bin/mocha.js', '-R', './reporter.cjs', '*.spec.js'],
      shows: /passed 4/,
    },
    {
      title: 'in parallel',
      argv: ['node_modules/mocha/bin/mocha.js', '--parallel', '--jobs=2', '-R', './reporter.cjs', '*.spec.js'],
      shows: /passed 4/,
    },
  ],
};
