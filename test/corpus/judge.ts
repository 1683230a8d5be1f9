import { CARRIERS, KEY_CARRIERS } from './carriers.js';
import { createRandom } from './random.js';
import { IN_CONTEXT, KEYS } from './secrets.js';
import type { Family } from './secrets.js';

/** One secret in one carrier. */
export interface Case {
  readonly family: string;
  readonly carrier: string;
  readonly text: string;
  readonly secret: string;
}

/** Every family in every carrier that suits it, `each` times; the same for the same seed. */
export function cases(seed: number, each: number): Case[] {
  const random = createRandom(seed);
  const made: Case[] = [];
  const add = (families: readonly Family[], carriers: typeof CARRIERS): void => {
    for (const { label, make } of families) {
      for (const [carrier, wrap] of Object.entries(carriers)) {
        for (let n = 0; n < each; n += 1) {
          const { text, secret } = make(random);
          made.push({ family: label, carrier, text: wrap(text), secret });
        }
      }
    }
  };
  add(KEYS, KEY_CARRIERS);
  add(IN_CONTEXT, CARRIERS);
  return made;
}

/** A piece of the secret, 6 characters long, that the redacted text still holds and that is no part of what stood around it. */
export function leak({ text, secret }: Case, redacted: string): string | undefined {
  const around = text.replaceAll(secret, ' ');
  const left = redacted.replaceAll(/\[REDACTED_[A-Z0-9_]+\]/g, ' ');
  for (let at = 0; at + 6 <= secret.length; at += 1) {
    const piece = secret.slice(at, at + 6);
    if (left.includes(piece) && !around.includes(piece)) return piece;
  }
  return undefined;
}
