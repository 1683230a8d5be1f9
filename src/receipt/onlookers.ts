/**
 * Whether the program looks on at asynchronous work (`async_hooks`): a timer or a promise of ours would then be one that it
 * sees, and never started. From the first onlooker on there are none, and what would have waited for one is done in passing.
 */
let lookedOn = false;
const due: (() => void)[] = [];

/** True once the program has enabled an async hook. */
export const isLookedOn = (): boolean => lookedOn;

/** Has `fn` called when the first onlooker comes, and before it sees anything. */
export function beforeOnlookers(fn: () => void): void {
  due.push(fn);
}

/** Told right before an async hook of the program is enabled. */
export function onlookerComes(): void {
  if (lookedOn) return;
  lookedOn = true;
  for (const fn of due.splice(0)) fn();
}
