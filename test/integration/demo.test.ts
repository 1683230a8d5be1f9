import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the demo refuses the theft by six rules, stops the loop by the budget, and lets the honest work through', async () => {
  // it ends with exit code 1 when one of its claims does not hold
  const { stdout } = await promisify(execFile)(process.execPath, ['fixtures/demo/run.mjs']);
  for (const rule of [
    'fs.read.deny[0]',
    'fs.write.allow',
    'net.connect.allow',
    'exec.allow',
    'env.deny[0]',
    'self-protection',
    'budget.maxCostUsd',
  ]) {
    expect(stdout).toContain(`by ${rule}`);
  }
  expect(stdout).not.toContain('NOT');
});
