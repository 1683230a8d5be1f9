import type { Neighbour } from '../neighbour.js';

/** Runs test files in pools of processes and threads, with or without realms of their own. */
export const neighbour: Neighbour = {
  name: 'vitest',
  packages: { vitest: '4.1.12' },
  files: {
    'vitest.config.mjs': `export default { test: { include: ['*.vitest.mjs'], reporters: ['./reporter.mjs'], maxWorkers: 2 } };
`,
    'reporter.mjs': `export default class { onTestRunEnd(modules) { const all = modules.flatMap((module) => [...module.children.allTests()]); console.log('passed', all.filter((test) => test.ok()).length, 'of', all.length); } }
`,
    'one.vitest.mjs': `import fs, { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { probe } from './probe.cjs';
test('probe', () => probe());
test('named imports', () => expect(readFileSync('package.json', 'utf8')).toContain('living'));
test('spies', () => {
  const spy = vi.spyOn(fs, 'readFileSync').mockReturnValue('mocked');
  expect(fs.readFileSync('x')).toBe('mocked');
  spy.mockRestore();
});
test('process.exit', () => expect(() => process.exit(3)).toThrow('process.exit'));
`,
    'two.vitest.mjs': `import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
vi.mock('node:fs', async (original) => ({ ...(await original()), readFileSync: () => 'mocked' }));
test('mocked modules', () => expect(readFileSync('x')).toBe('mocked'));
test('fake timers', async () => {
  vi.useFakeTimers();
  let calls = 0;
  setTimeout(() => (calls += 1), 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls).toBe(1);
});
`,
  },
  programs: [
    { title: 'forks', argv: ['node_modules/vitest/vitest.mjs', 'run', '--pool=forks'], shows: /passed 6 of 6/ },
    { title: 'threads', argv: ['node_modules/vitest/vitest.mjs', 'run', '--pool=threads'], shows: /passed 6 of 6/ },
    { title: 'vmForks', argv: ['node_modules/vitest/vitest.mjs', 'run', '--pool=vmForks'], shows: /passed 6 of 6/ },
    { title: 'vmThreads', argv: ['node_modules/vitest/vitest.mjs', 'run', '--pool=vmThreads'], shows: /passed 6 of 6/ },
  ],
};
