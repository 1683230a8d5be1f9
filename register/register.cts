const { engine } = require('./realm.js') as typeof import('./realm.js');
const { writeSync } = require('node:fs') as typeof import('node:fs');

/**
 * True when Node loads us by `--require`, which it does in its threads too, and not by `--import`, which it does not. It is
 * not the program that asks, so `--pending-deprecation` gives no warning.
 */
function isRequired(): boolean {
  const { noDeprecation } = process;
  if (!noDeprecation) process.noDeprecation = true;
  const { parent } = module as { parent?: { id?: string } | null };
  if (noDeprecation === undefined) delete process.noDeprecation;
  else if (!noDeprecation) process.noDeprecation = false;
  return parent?.id === 'internal/preload';
}

try {
  engine(__dirname).start(isRequired());
} catch (error) {
  // Not even the engine could be loaded: no policy is known, so nothing of the program may run.
  writeSync(2, `receiptbot: refusing to start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(78);
}
