import fc from 'fast-check';
import picomatch from 'picomatch';
import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import { formsOf, literalName } from '../../../src/policy/glob.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import { formMatches, PathIndex, type PathRule } from '../../../src/policy/path-index.js';

beforeAll(() => {
  setChunkLoader(() => oddGlob);
});

const OPTIONS = { dot: true, flags: 's', nonegate: true, keepQuotes: true };

/** What picomatch says of one reading of a glob; a name at the end covers what is inside. */
function picomatchSays(glob: string, relative: string): boolean {
  const last = glob.slice(glob.lastIndexOf('/') + 1);
  const named = !/(?<!\\)[*?[]|[!+@]\(/.test(last);
  return picomatch(named ? `${glob}/**` : glob, OPTIONS)(relative);
}

/** Both readings, by picomatch alone: plain parentheses are never groups, and a glob may be meant as it is written. */
function oracle(base: string, rest: string, path: string): boolean {
  if (path !== base && !path.startsWith(`${base}/`)) return false;
  if (rest === '' || /^(?:\*\*\/)*\*\*$/.test(rest)) return true;
  const relative = path.slice(base.length + 1);
  if (relative === '') return false;
  const plain = rest.replace(
    /([?*+@!]\([^()]*\))|(?<!\\)[()|]/g,
    (text: string, group?: string) => group ?? `\\${text}`,
  );
  const literal = rest.replace(/(?<!\\)[[\]{}()!+@|,]/g, '\\$&');
  return picomatchSays(plain, relative) || picomatchSays(literal, relative);
}

const names = [
  'a',
  'b',
  '.env',
  '.env.x',
  'x.pem',
  '.pem',
  'se crets',
  'new\nline',
  '(auth)',
  '{a,b}',
  '[id]',
  'a.b.c',
  'é',
  '..a',
  'a+b',
  '!a',
  'a@',
  "it's",
  '"q"',
  'a\u2028b',
  '$x',
  '^',
  'pre-x',
  'x,y',
];
const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...names) },
  {
    weight: 1,
    arbitrary: fc
      .string({ minLength: 1, maxLength: 4 })
      .filter((text) => !/[/\\\0]/.test(text) && !/^\.{1,2}$/.test(text)),
  },
);
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
const part = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('*', '*.pem', '.env.*', '*a', 'a*', 'x*m', '*.b.c', '.*', 'new*', '*line', '(*', '*)'),
  },
  { weight: 3, arbitrary: fc.constant('**') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{a,b}',
      '*.{pem,env}',
      '[ab]',
      '?',
      '*a*',
      '@(a|b)',
      '!(a)',
      '\\{a*',
      '*\\]',
      '\\**',
      'a\\?*',
      '{.env,x.pem}',
      '[[]id]',
      '\\[id\\]',
      'a?b',
      '+(a)',
      '[!a]',
      '{a,{b,c}}',
    ),
  },
);
const glob = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

const rule = (order: number, deny: boolean, base: string, rest: string, except: PathRule['except'] = []): PathRule => ({
  order,
  deny,
  ref: { id: `rule[${order}]`, text: rest },
  forms: formsOf(base, rest),
  except,
});
/** What `places` does before: the leading names of a pattern are part of its fixed folder. */
function fixed(base: string, rest: string): [string, string] {
  const parts = rest.split('/');
  const at = parts.findIndex((text) => literalName(text) === undefined);
  const cut = at < 0 ? parts.length : at;
  return [[base, ...parts.slice(0, cut).map((text) => literalName(text))].join('/'), parts.slice(cut).join('/')];
}

describe('PathIndex', () => {
  it('matches one pattern as picomatch does', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constant(''), path), glob, path, fc.boolean(), (base, text, target, below) => {
        const [folder, rest] = fixed(base, text);
        const asked = below ? folder + target : target;
        const index = new PathIndex([rule(0, true, folder, rest)]);
        const expected = oracle(folder, rest, asked);
        expect({ folder, rest, asked, hit: index.find(asked) !== undefined }).toEqual({
          folder,
          rest,
          asked,
          hit: expected,
        });
        expect(rule(0, true, folder, rest).forms.some((form) => formMatches(form, asked))).toBe(expected);
      }),
      { numRuns: 1500 },
    );
  });

  it('names the first of many rules that hits, whatever tables they are in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('', '/a', '/a/b'), glob, fc.boolean()), { minLength: 1, maxLength: 12 }),
        fc.array(path, { minLength: 1, maxLength: 4 }),
        (patterns, paths) => {
          const rules = patterns.map(([base, text, deny], order) => rule(order, deny, ...fixed(base, text)));
          const index = new PathIndex(rules);
          for (const asked of paths) {
            const hits = rules.filter(({ forms }) => forms.some((form) => formMatches(form, asked)));
            expect(index.find(asked)?.order).toBe(hits.find(({ deny }) => deny)?.order);
            expect(index.allowed).toBe(hits.some(({ deny }) => !deny));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('lets an exception speak for its own rule only', () => {
    const except = formsOf('', '**/.env.example');
    const index = new PathIndex([
      rule(0, true, '', '**/.env.*', except),
      rule(1, true, '/app/secret', ''),
      rule(2, true, '', '**/.env'),
    ]);
    expect(index.find('/app/.env.local')?.order).toBe(0);
    expect(index.find('/app/.env.example')).toBeUndefined();
    expect(index.find('/app/secret/.env.example')?.order).toBe(1);
    expect(index.find('/app/.env')?.order).toBe(2);
    expect(index.find('/app/.env/inside')?.order).toBe(2);
  });

  it.each([
    ['/', '', ''],
    ['/x', '', '**'],
    ['/a/b', '/a', '**'],
    ['/a', '/a', '**'],
    ['/a/b/c', '', '**/b'],
    ['/a/.git/hooks/x', '', '**/.git/hooks/**'],
    ['/proc/12/environ', '/proc', '*/environ'],
    ['/w/~My/x', '/w/~My', ''],
    ['/c/advisory-db..lock', '/c', '*..lock'],
    ['/a/\n', '/a', '*'],
    ['/app/[id]/page.tsx', '/app', '[id]/page.tsx'],
    ['/app/(auth)/[[...x]]/p', '/app', '(auth)/[[...x]]/*'],
    ['/a/x.pem', '', '**/*.{pem,key}'],
  ])('%j is hit by %j %j', (asked, base, rest) => {
    expect(new PathIndex([rule(0, true, base, rest)]).find(asked)).toBeDefined();
  });

  it.each([
    ['/', '/a', ''],
    ['/ab', '/a', ''],
    ['/a-evil/x', '/a', '**'],
    ['/a/b/c', '/a', '*'],
    ['/x/.envy', '', '**/.env'],
    ['/x/hooks', '', '**/.git/hooks/**'],
    ['/proc/12/task/1/environ', '/proc', '*/environ'],
    ['/a/hooks/.git', '', '**/.git/hooks'],
    ['/a.pem/b', '', '**/*.pem'],
  ])('%j is not hit by %j %j', (asked, base, rest) => {
    expect(new PathIndex([rule(0, true, base, rest)]).find(asked)).toBeUndefined();
  });
});
