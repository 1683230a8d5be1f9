import { currentContext, hasRoot } from '../context/context.js';
import { realm } from '../realm.js';
import { tell } from './start.js';
import { printable } from './summary.js';

/** Versions of this package, besides the engine's own, that asked for an engine and were given this one. */
const met = new Set<string>();
/** What a program could make of this: it can ask as often as it likes. */
const MOST = 5;
let told = false;

/** Leaves it to the process or thread that started this one to have told of other copies. */
export function toldBefore(): void {
  told = true;
}

/** Says, once a version and where the run begins, that a copy of another version is not the one at work; the receipt says it too. */
export function meetCopy(version: unknown, folder: unknown): void {
  if (typeof version !== 'string' || typeof folder !== 'string') return;
  if (met.has(version) || met.size === MOST) return;
  met.add(version);
  if (hasRoot()) {
    const { name, recorder } = currentContext();
    recorder.record({
      context: name,
      type: 'policy',
      action: `receiptbot(${JSON.stringify(version)})`,
      payload: { version, folder },
      status: 'success',
      urgency: 'late',
    });
  }
  if (told) return;
  const own = realm();
  const which = `${own.version} (${own.folder}) came first and is at work, not ${version} (${folder})`;
  tell(printable(`two versions in one process: ${which}`));
}
