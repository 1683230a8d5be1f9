import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isDangerousRegex } from '../../../src/policy/regex-safety.js';
import { readRegex, type RegexNode } from '../../../src/policy/regex-tree.js';

describe('isDangerousRegex', () => {
  it.each([
    'acme_[a-z0-9]{32}',
    'acme_[a-z0-9]+',
    'sk-[A-Za-z0-9_-]{20,}',
    '\\bACME-[0-9]+\\b',
    '(?:[A-Z]{2,4}-){1,3}\\d{4}',
    '(?:-[a-z]+)+',
    'acme[-_](?:live|test)_[0-9a-f]{24}',
    'ghp_\\w{36}|gho_\\w{36}',
    '(?<=key=)[a-z]{1,40}',
    '(?<key>ab)c',
    'key: .{1,100};',
    '[\\]\\-a-f\\d]{8}\\x41\\u00e4',
  ])('takes %s', (source) => {
    expect(isDangerousRegex(source)).toBeUndefined();
  });

  it.each([
    ['(a+)+$', 'a repeat within a repeat'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a repeat within a repeat'],
    ['(?:a{1,20}){1,20}b', 'a repeat within a repeat'],
    ['(a|a)*b', 'alternatives that begin alike'],
    ['(a|ab)+c', 'alternatives that begin alike'],
    ['(.*)*x', 'can be empty'],
    ['a*', 'matches the empty text'],
    ['', 'matches the empty text'],
    ['xa{0,1000}a{0,1000}b', 'the same characters'],
    [`x${'a?'.repeat(12)}${'a'.repeat(12)}`, 'the same characters'],
    [`x${'(a|aa)'.repeat(12)}b`, 'the same characters'],
    ['[a-z]+_token', 'what the expression begins with'],
    ['token=[^&]*&', 'what the expression begins with'],
    ['(?<=a+)b', 'look-behind'],
    ['(x)\\1', 'back-reference'],
    ['(?<n>x)\\k<n>', 'back-reference'],
    ['\\p{L}{3}', '\\p'],
    ['(', 'Unterminated group'],
    ['x'.repeat(501), 'longer than 500'],
  ])('refuses %s', (source, reason) => {
    expect(isDangerousRegex(source)).toContain(reason);
  });

  it('takes nothing whose steps grow faster than the text', () => {
    fc.assert(
      fc.property(expressions, fc.constantFrom('a', 'ab', 'b', 'aab'), (source, text) => {
        fc.pre(isDangerousRegex(source) === undefined);
        const tree = readRegex(source);
        const short = steps(tree, text.repeat(240).slice(0, 240));
        const long = steps(tree, text.repeat(480).slice(0, 480));
        expect(long).toBeLessThan(short * 3);
      }),
      { numRuns: 1000 },
    );
  });
});

const letters = fc.constantFrom('a', 'b', '[ab]', 'c', '.', '\\b');
const quantifiers = fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '{0,40}', '*?');
const { expressions } = fc.letrec<{ expressions: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 3 },
    letters,
    fc.tuple(letters, quantifiers).map(([letter, quantifier]) => (letter === '\\b' ? letter : letter + quantifier)),
    fc.tuple(tie('expressions'), quantifiers).map(([inner, quantifier]) => `(?:${inner})${quantifier}`),
    fc.tuple(tie('expressions'), tie('expressions')).map(([one, other]) => `(?:${one}|${other})`),
  ),
  expressions: fc.array(tie('atom'), { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join('')),
}));

const LIMIT = 3_000_000;

/** Steps that a backtracking matcher takes to look for every match in a text. */
function steps(tree: RegexNode, text: string): number {
  let count = 0;
  const run = (node: RegexNode, at: number, then: (at: number) => boolean): boolean => {
    count += 1;
    if (count > LIMIT) return true;
    switch (node.kind) {
      case 'chars':
        return at < text.length && (node.set & (1n << BigInt(text.charCodeAt(at)))) !== 0n && then(at + 1);
      case 'assertion':
        return /\w/.test(text[at - 1] ?? ' ') !== /\w/.test(text[at] ?? ' ') && then(at);
      case 'choice':
        return node.options.some((option) => run(option, at, then));
      case 'sequence': {
        const next = (i: number, from: number): boolean => {
          const item = node.items[i];
          return item === undefined ? then(from) : run(item, from, (to) => next(i + 1, to));
        };
        return next(0, at);
      }
      case 'repeat': {
        const more = (done: number, from: number): boolean =>
          (done < node.max && run(node.of, from, (to) => (to > from || done < node.min) && more(done + 1, to))) ||
          (done >= node.min && then(from));
        return more(0, at);
      }
    }
  };
  for (let at = 0; at < text.length;) {
    let end = at + 1;
    run(tree, at, (to) => {
      end = Math.max(to, at + 1);
      return true;
    });
    at = end;
  }
  return count;
}
