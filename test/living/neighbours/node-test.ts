import type { Neighbour } from '../neighbour.js';

/** Node’s own runner, with a process for each file; its timers and methods are mocked in place. */
export const neighbour: Neighbour = {
  name: 'node-test',
  packages: { dotenv: '17.2.3' },
  files: {
    'one.test.mjs': `import assert from 'node:assert';
import fs from 'node:fs';
import test from 'node:test';
import { probe } from './probe.cjs';
test('probe', () => probe());
test('mocks', ({ mock }) => {
  mock.method(fs, 'readFileSync', () => 'mocked');
  mock.method(process, 'emit', () => 'mocked');
  assert.deepEqual([fs.readFileSync('x'), process.emit('x')], ['mocked', 'mocked']);
});
test('timers', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let calls = 0;
  setTimeout(() => (calls += 1), 10);
  fs.existsSync('/');
  mock.timers.tick(10);
  assert.equal(calls, 1);
});
`,
  },
  programs: [
    { title: '--test', argv: ['--test', 'one.test.mjs'], shows: /pass 3/, varies: [/duration_ms.*/g, /\([\d.]+ms\)/g] },
  ],
};
