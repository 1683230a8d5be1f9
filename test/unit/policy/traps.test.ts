import { describe, expect, it } from 'vitest';
import { formatProblem } from '../../../src/policy/problems.js';
import { readSource } from '../../../src/policy/yaml.js';

const problems = (text: string, file = 'p.yaml'): string[] => readSource(file, text).problems.map(formatProblem);

/** What people write, and what they are told: the place and the words. */
const TRAPS: readonly (readonly [trap: string, text: string, told: readonly string[]])[] = [
  [
    'a glob that begins with *',
    'fs:\n  read:\n    deny:\n      - *.env\n',
    ['p.yaml:4:9: fs.read.deny[0]: a value that begins with * is an alias to YAML: write it in quotes, "*.env"'],
  ],
  [
    'a glob that begins with **, in brackets',
    'deny: [**/.env, "x"]\n',
    ['p.yaml:1:8: deny[0]: a value that begins with * is an alias to YAML: write it in quotes, "**/.env"'],
  ],
  [
    'a single glob',
    'deny: **/.env\n',
    ['p.yaml:1:7: deny: a value that begins with * is an alias to YAML: write it in quotes, "**/.env"'],
  ],
  [
    'a glob as a key',
    'prices:\n  *-x: free\n',
    ['p.yaml:2:3: a value that begins with * is an alias to YAML: write it in quotes, "*-x"'],
  ],
  [
    'a star alone',
    'allow: [*]\n',
    ['p.yaml:1:9: a value that begins with * is an alias to YAML: write it in quotes, "*"'],
  ],
  [
    'a glob with { }',
    'deny: [**/*.{pem,key}]\n',
    ['p.yaml:1:8: { } inside [ ] is a mapping to YAML: write it in quotes, "**/*.{pem,key}"'],
  ],
  [
    'a negation',
    'deny: !secret/**\n',
    [
      'p.yaml:1:7: deny: a value that begins with ! is a tag to YAML: write it in quotes, "!secret/**"; there is no negation, what a deny rule leaves out goes under its except',
    ],
  ],
  [
    'a negation in a list',
    'deny:\n  - !.env\n',
    [
      'p.yaml:2:5: deny[0]: a value that begins with ! is a tag to YAML: write it in quotes, "!.env"; there is no negation, what a deny rule leaves out goes under its except',
    ],
  ],
  ['a tag of YAML', 'a: !!str x\n', ['p.yaml:1:4: a: !!str is a YAML tag, and a policy has none: leave it out']],
  [
    'a place in brackets',
    'allow: [${tmp}/**]\n',
    ['p.yaml:1:9: { } inside [ ] is a mapping to YAML: write it in quotes, "${tmp}/**"'],
  ],
  [
    'a place in braces and brackets',
    'fs: { write: { allow: [./out/**, ${tmp}/**] } }\n',
    ['p.yaml:1:34: { } inside [ ] is a mapping to YAML: write it in quotes, "${tmp}/**"'],
  ],
  [
    'an IPv6 address with a port, in brackets',
    'allow: ["a", [::1]:443]\n',
    ['p.yaml:1:14: allow[1]: [ ] is a list to YAML: write the address in quotes, "[::1]:443"'],
  ],
  [
    'an IPv6 address with a port, in a list',
    'allow:\n  - [::1]:443\n',
    ['p.yaml:2:5: [ ] is a list to YAML: write the address in quotes, "[::1]:443"'],
  ],
  [
    'the home folder',
    'deny: [~]\n',
    ['p.yaml:1:8: deny[0]: ~ alone is nothing to YAML: write "~/**" for the home folder'],
  ],
  ['an empty entry', 'deny:\n  -\n  - a/b\n', ['p.yaml:2:4: deny[0]: this entry of the list is empty']],
  ['the word null', 'deny: [null]\n', ['p.yaml:1:8: deny[0]: null is nothing to YAML: write it in quotes, "null"']],
  [
    'a key without a value',
    'fs:\n  read:\nnet: {}\n',
    ['p.yaml:2:8: fs.read: this key has no value: leave it out, or write [] where an empty list is meant'],
  ],
  ['a key twice', 'mode: audit\nfs: {}\nmode: off\n', ['p.yaml:3:1: mode: this key is written twice, first in line 1']],
  ['a tab', 'fs:\n\tread: {}\n', ['p.yaml:2:1: a tab cannot indent YAML: write spaces']],
  ['tabs in brackets', 'a: [\n\tx,\n\ty\n]\n', ['p.yaml:2:1: a tab cannot indent YAML: write spaces']],
  [
    'an alias',
    'a: &x [1]\nb: *x\n',
    [
      'p.yaml:1:4: a: &x is a YAML anchor, and a policy has none: leave it out, and share rules with extends',
      'p.yaml:2:4: b: *x is a YAML alias, and a policy has none (they make cycles and files that grow without end): write the value out, or share rules with extends',
    ],
  ],
  [
    'a circle of aliases',
    'a: &x [*x]\n',
    [
      'p.yaml:1:4: a: &x is a YAML anchor, and a policy has none: leave it out, and share rules with extends',
      'p.yaml:1:8: a[0]: *x is a YAML alias, and a policy has none (they make cycles and files that grow without end): write the value out, or share rules with extends',
    ],
  ],
  [
    'a pattern that begins with &',
    'deny:\n  - &secret/**\n',
    ['p.yaml:2:5: deny[0]: a value that begins with & is an anchor to YAML: write it in quotes, "&secret/**"'],
  ],
  [
    'a value that begins with @',
    'deny:\n  - @scope/x\n',
    ['p.yaml:2:5: a value cannot begin with @ in YAML: write it in quotes, "@scope/x"'],
  ],
  [
    'a regular expression in double quotes',
    'regex: "acme_\\d+"\n',
    ['p.yaml:1:14: \\d is no escape of a "…" text in YAML: write the text in single quotes, \'…\''],
  ],
  ['a quote that is not closed', 'b: 1\na: "abc\nc: d\n', ['p.yaml:2:4: this quote is opened and never closed']],
  [
    'a bracket that is not closed',
    'a: [b, c\nd: 1\n',
    ['p.yaml:2:1: YAML cannot be read: the indentation is wrong, or a bracket is not closed'],
  ],
  [
    'several documents',
    'version: 1\n---\nversion: 1\n',
    ['p.yaml:2:1: YAML cannot be read: a second document begins here, and a policy is one: leave the --- out'],
  ],
  [
    'the older YAML',
    '%YAML 1.1\n---\nmode: off\n',
    ['p.yaml:1:1: the %YAML 1.1 directive changes what words like "off" mean: leave it out'],
  ],
  [
    'no space after colons',
    'version:1\nmode:enforce\n',
    ['p.yaml:1:1: expected a mapping of keys, received "version:1 mode:enforce" (a key needs a space after its colon)'],
  ],
  ['a list', '- a\n', ['p.yaml:1:1: expected a mapping of keys, received ["a"]']],
  [
    'an empty file',
    '',
    ['p.yaml: is empty: a policy says at least "version: 1"; an empty file never means "no policy"'],
  ],
  [
    'a file of blanks',
    ' \r\n\r\n',
    ['p.yaml: is empty: a policy says at least "version: 1"; an empty file never means "no policy"'],
  ],
  [
    'a file of comments',
    '# version: 1\n',
    ['p.yaml: has only comments: a policy says at least "version: 1"; an empty file never means "no policy"'],
  ],
  [
    'UTF-16',
    '\uFFFD\uFFFDv\0e\0r\0',
    ['p.yaml: is not UTF-8 text (UTF-16, perhaps, as PowerShell writes it): save it as UTF-8'],
  ],
  ['names of JavaScript', '__proto__: 1\n', ['p.yaml:1:1: __proto__: __proto__ is no name that can be used']],
  ['a key that is no word', '? [a]\n: b\n', ['p.yaml:1:3: [""]: a key has to be a word']],
  [
    'a BOM and CRLF before a trap',
    '\uFEFFversion: 1\r\ndeny: *x\r\n',
    ['p.yaml:2:7: deny: a value that begins with * is an alias to YAML: write it in quotes, "*x"'],
  ],
  [
    'two traps of which one is a syntax error',
    'a: [${tmp}/**]\nb:\n  - *.env\n',
    [
      'p.yaml:1:5: { } inside [ ] is a mapping to YAML: write it in quotes, "${tmp}/**"',
      'p.yaml:3:5: b[0]: a value that begins with * is an alias to YAML: write it in quotes, "*.env"',
    ],
  ],
];

describe('traps of YAML', () => {
  it.each(TRAPS)('%s', (_, text, told) => {
    expect(problems(text)).toEqual(told);
  });
});

describe('JSON', () => {
  it('is told where it is not JSON, though YAML would take it', () => {
    expect(problems('{"version": 1,}', 'p.json')).toEqual([
      expect.stringMatching(
        /^p\.json:1:15: JSON cannot be read: .* \(comments and trailing commas need a \.yaml file\)$/,
      ),
    ]);
  });

  it('may be indented with tabs, and has patterns in quotes', () => {
    const text = '{\n\t"version": 1,\n\t"fs": {"read": {"deny": ["*.env"]}}\n}';
    expect(readSource('p.json', text)).toMatchObject({
      problems: [],
      value: { version: 1, fs: { read: { deny: ['*.env'] } } },
    });
  });

  it('has no key twice', () => {
    expect(problems('{"version": 1, "version": 1}', 'p.json')).toEqual([
      'p.json:1:16: version: this key is written twice, first in line 1',
    ]);
  });
});

describe('files that are no policy', () => {
  it.each([
    ['a long one', 'x'.repeat(10_000_000)],
    ['a deep one', '['.repeat(20_000)],
    ['a deep one that is closed', `a: ${'['.repeat(3000)}${']'.repeat(3000)}`],
    [
      'a million laughs',
      `a: &a [x, x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [${'*a,'.repeat(9)}*a]`).join('\n')}`,
    ],
    ['nothing but stars', '*a '.repeat(10_000)],
    ['YAML within what is nested', `${'{a: '.repeat(50)}1${'}'.repeat(50)}`],
  ])('%s is refused', (_, text) => {
    expect(problems(text).length).toBeGreaterThan(0);
  });
});
