/** Something to try where its anchor stands. */
export interface Anchored {
  readonly anchor: string;
  /** Compare letters of either case; `anchor` is then in lower case. */
  readonly fold: boolean;
}

/** The last three characters as 15 bits, letters of either case alike; each step shifts the oldest one out. */
const step = (hash: number, code: number): number => ((hash << 5) ^ (code | 32)) & 0x7fff;
const hashOf = (text: string, at: number): number =>
  step(step(step(0, text.charCodeAt(at)), text.charCodeAt(at + 1)), text.charCodeAt(at + 2));

/** How rare a character is in paths, URLs and prose: `/`, `.` and space not at all, punctuation and digits most. */
function rarity(code: number): number {
  if (code === 47 || code === 46 || code === 32) return 0;
  const letter = (code | 32) - 97;
  return letter < 0 || letter > 25 ? 4 : RARE_LETTERS.has(letter) ? 2 : 1;
}
const RARE_LETTERS = new Set(Array.from('jkqvwxyz', (letter) => letter.charCodeAt(0) - 97));

/** Where in the anchor its three rarest neighbours begin. */
function rarest(anchor: string): number {
  let best = 0;
  let most = -1;
  for (let at = 0; at + 3 <= anchor.length; at += 1) {
    const score = rarity(anchor.charCodeAt(at)) + rarity(anchor.charCodeAt(at + 1)) + rarity(anchor.charCodeAt(at + 2));
    if (score > most) [best, most] = [at, score];
  }
  return best;
}

/**
 * All anchors at once (Karp and Rabin's rolling hash over three characters): a text without any of them costs one table look-up a
 * character and no memory.
 */
export class AnchorIndex<T extends Anchored> {
  readonly #buckets = new Uint16Array(0x8000);
  readonly #entries: { readonly item: T; readonly offset: number }[][] = [[]];

  /** @throws when an anchor has fewer than three characters. */
  constructor(items: Iterable<T>) {
    for (const item of items) {
      if (item.anchor.length < 3) throw new Error(`receiptbot: the anchor "${item.anchor}" is too short`);
      const offset = rarest(item.anchor);
      const hash = hashOf(item.anchor, offset);
      const bucket = this.#buckets[hash] ?? 0;
      if (bucket === 0) this.#buckets[hash] = this.#entries.push([{ item, offset }]) - 1;
      else this.#entries[bucket]?.push({ item, offset });
    }
  }

  /** Calls `visit` for every anchor that stands in the text, roughly from left to right. */
  scan(text: string, visit: (item: T, at: number) => void): void {
    const buckets = this.#buckets;
    let hash = 0;
    for (let i = 0; i < text.length; i += 1) {
      hash = step(hash, text.charCodeAt(i));
      const bucket = buckets[hash] as number;
      if (bucket !== 0 && i >= 2) this.#visit(this.#entries[bucket] ?? [], text, i - 2, visit);
    }
  }

  #visit(
    entries: readonly { item: T; offset: number }[],
    text: string,
    at: number,
    visit: (item: T, at: number) => void,
  ): void {
    for (const { item, offset } of entries) {
      const start = at - offset;
      if (start < 0) continue;
      const found = item.fold
        ? text.slice(start, start + item.anchor.length).toLowerCase() === item.anchor
        : text.startsWith(item.anchor, start);
      if (found) visit(item, start);
    }
  }
}
