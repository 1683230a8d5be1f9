const { engine } = require('./realm.js') as typeof import('./realm.js');
const { writeSync } = require('node:fs') as typeof import('node:fs');

/** By `--require` Node loads us for its threads too; by `--import` it does not. */
const byRequire = (module as { parent?: { id?: string } | null }).parent?.id === 'internal/preload';

try {
  engine(__dirname).start(byRequire);
} catch (error) {
  // Not even the engine could be loaded: no policy is known, so nothing of the program may run.
  writeSync(2, `receiptbot: refusing to start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(78);
}
