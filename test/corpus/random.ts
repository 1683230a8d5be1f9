/** Letters and digits by name, for making up values of a given form. */
export const ALPHABET = {
  digits: '0123456789',
  hex: '0123456789abcdef',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  lower: 'abcdefghijklmnopqrstuvwxyz0123456789',
  alnum: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
} as const;

/** A source of made-up values that gives the same ones for the same seed (mulberry32, by Tommy Ettinger). */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  readonly int: (below: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  /** `length` characters of the alphabet; the first three are a letter of either case and a digit where the alphabet has them. */
  readonly text: (alphabet: keyof typeof ALPHABET, length: number) => string;
  readonly bytes: (length: number) => Buffer;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const int = (below: number): number => next() % below;
  const text = (alphabet: keyof typeof ALPHABET, length: number): string => {
    const letters = ALPHABET[alphabet];
    const must = ['B', 'k', '7'].filter((letter) => letters.includes(letter));
    return Array.from({ length }, (_, at) => must[at] ?? letters.charAt(int(letters.length))).join('');
  };
  return {
    int,
    pick: (items) => items[int(items.length)] as (typeof items)[number],
    text,
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(256))),
  };
}
