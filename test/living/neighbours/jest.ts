import type { Neighbour } from '../neighbour.js';

/** Runs every test file in a realm of its own, in processes, in threads or in one of them. */
export const neighbour: Neighbour = {
  name: 'jest',
  packages: { jest: '30.5.2' },
  files: {
    'jest.config.js': `module.exports = { testMatch: ['**/*.jest.js'], reporters: ['./reporter.cjs'], cache: false };
`,
    'reporter.cjs': `module.exports = class { onRunComplete(_, { numPassedTests, numTotalTests }) { console.log('passed', numPassedTests, 'of', numTotalTests); } };
`,
    'one.jest.js': `const fs = require('node:fs'), cp = require('node:child_process');
test('probe', () => require('./probe.cjs').probe());
test('errors', () => expect(() => fs.readFileSync('/no/such')).toThrow('ENOENT'));
test('spies', () => {
  const spy = jest.spyOn(fs, 'readFileSync').mockReturnValue('mocked');
  expect(fs.readFileSync('x')).toBe('mocked');
  spy.mockRestore();
  expect(fs.readFileSync(__filename, 'utf8')).toMatch('spies');
});
test('children', () => expect(cp.execFileSync(process.execPath, ['-p', '1'], { encoding: 'utf8' })).toBe('1\\n'));
`,
    'two.jest.js': `test('fake timers', () => {
  jest.useFakeTimers();
  let calls = 0;
  setInterval(() => (calls += 1), 1000);
  require('node:fs').existsSync('/');
  jest.advanceTimersByTime(5000);
  expect(calls).toBe(5);
});
test('automock', () => {
  jest.doMock('fs');
  expect(require('fs').readFileSync._isMockFunction).toBe(true);
});
`,
  },
  programs: [
    { title: 'in processes', argv: ['node_modules/jest/bin/jest.js', '--maxWorkers=2'], shows: /passed 6 of 6/ },
    { title: 'in one process', argv: ['node_modules/jest/bin/jest.js', '--runInBand'], shows: /passed 6 of 6/ },
    {
      title: 'in threads',
      argv: ['node_modules/jest/bin/jest.js', '--maxWorkers=2', '--workerThreads'],
      shows: /passed 6 of 6/,
    },
  ],
};
