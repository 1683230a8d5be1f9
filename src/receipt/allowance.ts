/** First sights that may be written one by one in a row, and how many more each ms. */
const BURST = 256;
const PER_MS = 1;

/**
 * Tells which lines that may wait are written at once all the same: as many as cost nothing to speak of. What a program does
 * singly is in the file before it happens; in a flood one line a ms is, and takes with it all that waited.
 */
export interface Allowance {
  /** True when another line may be written at once. `now` is in ms; a clock that is set back gives nothing until it goes on. */
  take(now: number): boolean;
}

/** Makes an allowance that nothing was taken from. */
export function createAllowance(): Allowance {
  let left = BURST;
  let at = 0;
  return {
    take: (now) => {
      if (now > at) left = Math.min(BURST, left + (now - at) * PER_MS);
      at = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
