import { later } from '../primordials.js';

/**
 * Whether the program looks on at asynchronous work (`async_hooks`): a timer or a promise of ours would then be one that it
 * sees, and never started. From the first onlooker on there are none, and what would have waited for one is done in passing.
 */
let lookedOn = false;
/** What waits for its time, each with what calls the timer off. */
const waiting = new Map<() => void, () => void>();

/** True once the program has enabled an async hook. */
export const isLookedOn = (): boolean => lookedOn;

/** Calls `fn` once after `ms`, or as soon as the first onlooker comes; not to be used from then on. Does not keep the process alive. */
export function laterUnseen(fn: () => void, ms: number): void {
  const cancel = later(() => {
    waiting.delete(fn);
    fn();
  }, ms);
  waiting.set(fn, cancel);
}

/** Told right before an async hook of the program is enabled. */
export function onlookerComes(): void {
  if (lookedOn) return;
  lookedOn = true;
  for (const [fn, cancel] of waiting) {
    cancel();
    fn();
  }
  waiting.clear();
}
