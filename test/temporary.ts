import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'RECEIPTBOT_TEST_FOLDERS';

/** Vitest's global set-up: one folder for all that tests write, removed when they end. Its workers do not live to see their own exit. */
export function setup(): () => void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'receiptbot-tests-')));
  process.env[VARIABLE] = root;
  return () => {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** Makes an empty folder that is removed when the tests end. Its path has no links in it. */
export function folder(): string {
  // Outside of vitest this process is the one that ends last.
  if (process.env[VARIABLE] === undefined) process.once('exit', setup());
  return mkdtempSync(join(process.env[VARIABLE] ?? tmpdir(), 'test-'));
}
