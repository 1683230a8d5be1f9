const { engine } = require('./realm.js') as typeof import('./realm.js');
const { undeprecated } = require('../src/undeprecated.js') as typeof import('../src/undeprecated.js');
const Module = require('node:module') as typeof import('node:module');
const { writeSync } = require('node:fs') as typeof import('node:fs');

/**
 * True when Node loads us by `--require`, which it does in its threads too, and not by `--import`, which it does not. It is
 * not the program that asks, so `--pending-deprecation` gives no warning.
 */
const isRequired = (): boolean =>
  undeprecated(process, () => (module as { parent?: { id?: string } | null }).parent?.id === 'internal/preload');

forget(__filename);
try {
  engine(__dirname).start(isRequired());
} catch (error) {
  // Not even the engine could be loaded: no policy is known, so nothing of the program may run.
  writeSync(2, `receiptbot: refusing to start: ${reasonOf(error)}\n`);
  process.exit(78);
}

/** Takes this file off the lists of what is loaded: the program did not ask for it. */
function forget(file: string): void {
  delete require.cache[file];
  const { _pathCache: found } = Module as unknown as { _pathCache?: Record<string, string> };
  for (const key in found) if (found[key] === file) delete found[key];
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_ACCESS_DENIED'
    ? `--permission keeps it from its own files; start with --allow-fs-read=${__dirname}`
    : error.message;
}
