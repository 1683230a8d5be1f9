import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterStatement, topLevelTokens, Unreadable, withoutComments } from '../../../src/context/source-tokens.js';

const texts = (source: string): string =>
  topLevelTokens(source)
    .map(({ kind, text }) => (kind === 'group' ? `${text}…` : text))
    .join(' ');
/** Splits a source into its outermost statements. */
const statements = (source: string): string[] => {
  const tokens = topLevelTokens(source);
  const found: string[] = [];
  for (let i = 0; i < tokens.length;) {
    const end = afterStatement(tokens, i);
    found.push(source.slice(tokens[i]?.start, tokens[end - 1]?.end));
    i = end;
  }
  return found;
};

describe('topLevelTokens', () => {
  it.each([
    ['export const run = (a) => { return `${a}` }', 'export const run = (… => {…'],
    ["'a\\'}b' + \"{\" // }\n/* ) */ x", "'a\\'}b' + \"{\" x"],
    ['`a ${ `b ${"}"} ` } c` + 1', '` + 1'],
    ['a = /[/}]\\/{/g.test(x) / 2', 'a = /[/}]\\/{/g . test (… / 2'],
    ['if (x) /}/.test(y)', 'if (… /}/ . test (…'],
    ['a.if (x) / 2', 'a . if (… / 2'],
    ['() => {} \n /}/g', '(… => {… /}/g'],
    ['x = y++ / 2', 'x = y ++ / 2'],
    ['#!/usr/bin/env node {\nrun', 'run'],
    ['class A { #x = 1; get y() { return this.#x } }', 'class A {…'],
    ['1_000.5e+3 / 0x1f', '1_000.5e+3 / 0x1f'],
    ['a?.b ?.5 : c', 'a ?. b ? .5 : c'],
    ['\\u{61}bc', '\\u{61}bc'],
  ])('reads %j', (source, expected) => {
    expect(texts(source)).toBe(expected);
  });

  it.each(['(', '{ ( }', ')', '"a\nb"', '`a', '`${', "<p>don't</p>\nrun()"])(
    'says that %j cannot be read',
    (source) => {
      expect(() => topLevelTokens(source)).toThrow(Unreadable);
    },
  );

  it('takes any literal and any nesting as one token', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        tie('string'),
        tie('template'),
        fc.constant('/[\\]}"`]/u'),
        fc.constant('0.5'),
        tie('group'),
      ),
      string: fc.string().map((text) => JSON.stringify(text)),
      template: fc
        .array(
          fc.oneof(
            fc.stringMatching(/^[^`\\$]*$/),
            (tie('value') as fc.Arbitrary<string>).map((inner) => `\${${inner}}`),
          ),
        )
        .map((parts) => `\`${parts.join('')}\``),
      group: fc
        .tuple(fc.constantFrom('()', '[]', '{}'), fc.array(tie('value') as fc.Arbitrary<string>))
        .map(([pair, inner]) => `${pair.charAt(0)}${inner.join(' /* } */ , // )\n')}${pair.charAt(1)}`),
    }));
    fc.assert(
      fc.property(value as fc.Arbitrary<string>, (source) => {
        const [, token, ...rest] = topLevelTokens(`= ${source}`);
        expect(rest).toEqual([]);
        expect([token?.start, token?.end]).toEqual([2, source.length + 2]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('afterStatement', () => {
  it.each([
    ['a;b', ['a;', 'b']],
    ['const run = async () => {\n}\nrun()', ['const run = async () => {\n}', 'run()']],
    ['const a = b\n  .c()\nd', ['const a = b\n  .c()', 'd']],
    ['const a = b\n(c)', ['const a = b\n(c)']],
    ['const a = function ()\n{ }\nexport { a }', ['const a = function ()\n{ }', 'export { a }']],
    ['a = b\n++c', ['a = b', '++c']],
    ['a = b +\nc\nd', ['a = b +\nc', 'd']],
    ['a = new\nB()\nc', ['a = new\nB()', 'c']],
    ['a = b instanceof\nC\nd', ['a = b instanceof\nC', 'd']],
    ['a = b\ninstanceof C\nd', ['a = b\ninstanceof C', 'd']],
    ['a = {\n} satisfies B\nc', ['a = {\n} satisfies B', 'c']],
    ['class A\nextends B\n{ }\n@dec class C {}', ['class A\nextends B\n{ }', '@dec class C {}']],
    ['a = b /* \n */ c', ['a = b', 'c']],
    ['a = `x`\n`y`', ['a = `x`\n`y`']],
  ])('splits %j', (source, expected) => {
    expect(statements(source)).toEqual(expected);
  });
});

it('blanks comments and nothing else', () => {
  const source = 'a // x\n/* y\n */ "/* no */", /[/*]/, `// ${ b /* z */ }`';
  const blanked = withoutComments(source);
  expect(blanked).toBe('a     \n    \n    "/* no */", /[/*]/, `// ${ b         }`');
  expect(blanked).toHaveLength(source.length);
});
