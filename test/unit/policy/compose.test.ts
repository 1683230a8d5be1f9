import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { compose } from '../../../src/policy/compose.js';
import type { PolicyDocument, Rule, Section } from '../../../src/policy/document.js';
import { documentOf, documents, placeless } from './written-policies.js';

setChunkLoader(() => ip);

const of = (body: string, file: string): PolicyDocument => documentOf(`version: 1\n${body}\n`, file);
const composed = (base: string, over: string): PolicyDocument =>
  placeless(compose(of(base, 'base.yaml'), of(over, 'over.yaml')));

describe('compose', () => {
  it.each([
    [
      'deny lists add up',
      'fs: { read: { deny: [/a] } }',
      'fs: { read: { deny: [/b] } }',
      'fs: { read: { deny: [/a, /b] } }',
    ],
    [
      'allow lists add up',
      'fs: { write: { allow: [] } }',
      'fs: { write: { allow: [./o/x] } }',
      'fs: { write: { allow: [./o/x] } }',
    ],
    [
      'a word on children without the belt replaces',
      'exec: { unbelted: allow }',
      'exec: { unbelted: deny }',
      'exec: { unbelted: deny }',
    ],
    [
      'a word on children without the belt stays',
      'exec: { unbelted: allow }',
      'exec: { deny: [rm] }',
      'exec: { deny: [rm], unbelted: allow }',
    ],
    ['a list stays when the other says nothing', 'exec: { allow: [git] }', 'fs: {}', 'exec: { allow: [git] }'],
    ['a single value is replaced', 'mode: enforce', 'mode: audit', 'mode: audit'],
    [
      'a single value stays when the other has none',
      'mode: enforce',
      'coverage: required',
      'mode: enforce\ncoverage: required',
    ],
    [
      'caps are single values',
      'budget: { maxCalls: 5, maxTokens: 9 }',
      'budget: { maxCalls: 50 }',
      'budget: { maxTokens: 9, maxCalls: 50 }',
    ],
    [
      'caps for models go by model and cap',
      'budget: { perModel: { a: { maxCalls: 1, maxTokens: 2 } }, prices: { x: free } }',
      'budget: { perModel: { a: { maxCalls: 3 }, b: { maxCalls: 4 } }, prices: { x: { as: y } } }',
      'budget: { perModel: { a: { maxCalls: 3, maxTokens: 2 }, b: { maxCalls: 4 } }, prices: { x: { as: y } } }',
    ],
    [
      'a word of a power is replaced',
      'process: { addons: deny, wasi: deny }',
      'process: { addons: { allow: [/m/x] } }',
      'process: { addons: { allow: [/m/x] }, wasi: deny }',
    ],
    [
      'files of a power add up',
      'process: { addons: { allow: [/a/x] } }',
      'process: { addons: { allow: [/b/x] } }',
      'process: { addons: { allow: [/a/x, /b/x] } }',
    ],
    [
      'variables add up',
      'env: { deny: [A], pass: { deny: [B] } }',
      'env: { deny: [C], pass: { deny: [D] } }',
      'env: { deny: [A, C], pass: { deny: [B, D] } }',
    ],
    [
      'contexts go by name, and their parts likewise',
      'contexts: { a: { entry: ./a.js#x, fs: { read: { deny: [/a] } } } }',
      'contexts: { a: { fs: { read: { deny: [/b] } } }, b: {} }',
      'contexts: { a: { entry: ./a.js#x, fs: { read: { deny: [/a, /b] } } }, b: {} }',
    ],
    [
      'settings of the receipt are single values',
      'receipt: { dir: a, onError: stop }',
      'receipt: { dir: b }',
      'receipt: { dir: b, onError: stop }',
    ],
    [
      'secrets add up',
      'redact: { patterns: [{ label: A, regex: aa }] }',
      'redact: { patterns: [{ label: B, regex: bb }] }',
      'redact: { patterns: [{ label: A, regex: aa }, { label: B, regex: bb }] }',
    ],
  ])('%s', (_, base, over, both) => {
    expect(composed(base, over)).toEqual(placeless(of(both, 'p.yaml')));
  });

  it('says where the list stands that one should add to', () => {
    const both = compose(
      of('fs: { read: { allow: [/a] } }', 'base.yaml'),
      of('fs: { read: { allow: [/b] } }', 'over.yaml'),
    );
    expect(both.fs?.read?.allowAt?.file).toBe('over.yaml');
    expect(compose(of('fs: { read: { allow: [/a] } }', 'base.yaml'), {}).fs?.read?.allowAt?.file).toBe('base.yaml');
  });

  const lists = (document: PolicyDocument): (readonly Rule[] | undefined)[] => {
    const { fs, net, exec, env, budget } = document;
    const sections: (Section | undefined)[] = [fs?.read, fs?.write, net?.connect, net?.listen, exec, budget?.models];
    return [...sections.flatMap((section) => [section?.allow, section?.deny]), exec?.env, env?.deny, env?.passDeny];
  };
  const texts = (list: readonly Rule[] | undefined): string[] =>
    (list ?? []).map((rule) => JSON.stringify(placeless(rule))).sort();
  /** The same document as if written in another file. */
  const from = (document: PolicyDocument, file: string): PolicyDocument =>
    JSON.parse(JSON.stringify(document).replaceAll('"p.json"', `"${file}"`)) as PolicyDocument;

  it('has every rule of both in each list, and no other; a list is there when either has it', () => {
    fc.assert(
      fc.property(documents, documents, (one, two) => {
        const base = from(one, 'one');
        const over = from(two, 'two');
        const [all, first, second] = [compose(base, over), base, over].map(lists) as [
          ReturnType<typeof lists>,
          ReturnType<typeof lists>,
          ReturnType<typeof lists>,
        ];
        for (const [i, list] of all.entries()) {
          expect(texts(list)).toEqual([...texts(first[i]), ...texts(second[i])].sort());
          expect(list === undefined).toBe(first[i] === undefined && second[i] === undefined);
        }
      }),
      { numRuns: 100 },
    );
  });

  /** Where a word stands between two lists of files, it ends the first: there the grouping does matter. */
  const withoutAddons = (document: PolicyDocument): PolicyDocument =>
    JSON.parse(
      JSON.stringify(document, (key, each: unknown) => (key === 'addons' ? undefined : each)),
    ) as PolicyDocument;

  it('with nothing, or with itself, changes nothing, and is the same in any grouping', () => {
    const some = documents
      .map(withoutAddons)
      .filter(({ process }) => process === undefined || Object.keys(process).length > 0);
    fc.assert(
      fc.property(some, some, some, (a, b, c) => {
        const [x, y, z] = [from(a, 'a'), from(b, 'b'), from(c, 'c')];
        expect(compose({}, x)).toEqual(x);
        expect(compose(x, {})).toEqual(x);
        expect(compose(x, x)).toEqual(x);
        expect(compose(compose(x, y), z)).toEqual(compose(x, compose(y, z)));
      }),
      { numRuns: 100 },
    );
  });
});
