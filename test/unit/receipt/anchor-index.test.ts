import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnchorIndex } from '../../../src/receipt/anchor-index.js';

const found = (anchors: readonly { anchor: string; fold: boolean }[], text: string): string[] => {
  const visits: string[] = [];
  new AnchorIndex(anchors).scan(text, ({ anchor }, at) => visits.push(`${anchor}@${String(at)}`));
  return visits.sort();
};

describe('AnchorIndex', () => {
  it('finds anchors that overlap, begin and end the text, and differ in case', () => {
    const anchors = [
      { anchor: 'sk-', fold: false },
      { anchor: 'sk-proj-', fold: false },
      { anchor: 'password', fold: true },
    ];
    expect(found(anchors, 'sk-proj- SK- passPASSWORDsk-')).toEqual(['password@17', 'sk-@0', 'sk-@25', 'sk-proj-@0']);
  });

  it('finds what a plain search finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', 'é', '_'), minLength: 3, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { minLength: 1, maxLength: 5 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', 'é', '_') }),
        (anchors, text) => {
          const plain = anchors.flatMap((anchor) =>
            Array.from(text, (_, at) => at)
              .filter((at) => text.startsWith(anchor, at))
              .map((at) => `${anchor}@${String(at)}`),
          );
          expect(
            found(
              anchors.map((anchor) => ({ anchor, fold: false })),
              text,
            ),
          ).toEqual(plain.sort());
        },
      ),
    );
  });

  it('refuses anchors of fewer than three characters', () => {
    expect(() => new AnchorIndex([{ anchor: 'ab', fold: false }])).toThrow(/too short/);
  });
});
