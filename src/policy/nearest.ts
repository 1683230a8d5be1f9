/** The word of `words` that was probably meant, or undefined when none is near: at most a third of its letters may differ. */
export function nearest(text: string, words: readonly string[]): string | undefined {
  const wanted = text.toLowerCase();
  let best: string | undefined;
  let least = Infinity;
  for (const word of words) {
    const difference = distance(wanted, word.toLowerCase());
    const most = Math.max(1, Math.floor(Math.max(wanted.length, word.length) / 3));
    if (difference <= most && difference < least) {
      best = word;
      least = difference;
    }
  }
  return best;
}

/** How many insertions, removals, replacements and swaps of neighbours lead from `a` to `b` (optimal string alignment). */
export function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MOST || a.length > LONGEST) return Infinity;
  const table = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const cost = (i: number, j: number): number => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    table[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cost(i - 2, j - 2) + 1 : Infinity;
      const replaced = cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      table[i]?.push(Math.min(cost(i, j - 1) + 1, cost(i - 1, j) + 1, replaced, swapped));
    }
  }
  return cost(a.length, b.length);
}

/** Words that differ more are not near; texts that are longer are no words. */
const MOST = 6;
const LONGEST = 40;
