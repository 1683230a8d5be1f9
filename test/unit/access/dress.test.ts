import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beltOf } from '../../../src/access/belt.js';
import { dressWords } from '../../../src/access/dress.js';
import { beltOption } from '../../../src/inherit/node-options.js';
import type { CommandAccess } from '../../../src/types.js';
import { machine } from './machine.js';
import { line, start, withShell } from './rig.js';

withShell();

const WORN = beltOption('/it\'s "ü/r b/register.cjs');
const belt = beltOf(WORN);
/** The belt as it comes into a line. */
const PIECE = `'${WORN.replaceAll("'", "'\\''")}'`;
const PIECE_BEFORE = `${PIECE.slice(0, -1)} '`;

const dressLine = (text: string): string => dressWords(['/bin/bash', '-c', text], belt)[2] ?? '';

describe('the belt in a line for a shell', () => {
  it.each([
    ['NODE_OPTIONS=--x npm test', 'NODE_OPTIONS=@--x npm test'],
    ['NODE_OPTIONS= node a.js', 'NODE_OPTIONS=# node a.js'],
    ['NODE_OPTIONS="--x $Y" node a.js', 'NODE_OPTIONS=@"--x $Y" node a.js'],
    ['NODE_OPTIONS=$(cat x) node a.js', 'NODE_OPTIONS=@$(cat x) node a.js'],
    ['A=1 NODE_OPTIONS=--x B="2  3" node a.js >&2', 'A=1 NODE_OPTIONS=@--x B="2  3" node a.js >&2'],
    ['export NODE_OPTIONS=--x; node a && node b', 'export NODE_OPTIONS=@--x; node a && node b'],
    ['export "NODE_OPTIONS=--x"; node a', `export "NODE_OPTIONS="@"--x"; node a`],
    ['declare -gx NODE_OPTIONS=--x; node a', 'declare -gx NODE_OPTIONS=@--x; node a'],
    ['if a; then (NODE_OPTIONS=--x; node a) fi', 'if a; then (NODE_OPTIONS=@--x; node a) fi'],
    ['f() { NODE_OPTIONS=1 node a; }; f', 'f() { NODE_OPTIONS=@1 node a; }; f'],
    ['echo "$(NODE_OPTIONS=1 node a)"', 'echo "$(NODE_OPTIONS=@1 node a)"'],
    ['env NODE_OPTIONS=--x A=1 node a', 'env NODE_OPTIONS=@--x A=1 node a'],
    ['nice /usr/bin/env -u A NODE_OPTIONS="$X" node a', 'nice /usr/bin/env -u A NODE_OPTIONS=@"$X" node a'],
    ['exec env "NODE_OPTIONS=--x $Y" node a', 'exec env "NODE_OPTIONS="@"--x $Y" node a'],
    ["NODE_OPTIONS='$NODE_OPTIONS' node a", "NODE_OPTIONS=@'$NODE_OPTIONS' node a"],
    [
      'NODE_OPTIONS=1 node a <<X\nNODE_OPTIONS=2 node b\nX\nNODE_OPTIONS=3 node c',
      'NODE_OPTIONS=@1 node a <<X\nNODE_OPTIONS=2 node b\nX\nNODE_OPTIONS=@3 node c',
    ],
  ])('%s', (text, expected) => {
    expect(dressLine(text)).toBe(
      expected.replace('"@"', `"${PIECE_BEFORE}"`).replaceAll('@', PIECE_BEFORE).replaceAll('#', PIECE),
    );
  });

  it.each([
    'echo NODE_OPTIONS=1',
    'grep "NODE_OPTIONS=x" y',
    'NODE_OPTIONS="$NODE_OPTIONS --x" node a',
    'NODE_OPTIONS="--x ${NODE_OPTIONS}" node a',
    'NODE_OPTIONS+=" --x" node a',
    'env NODE_OPTIONS="$NODE_OPTIONS --x" node a',
    'unset NODE_OPTIONS; node a',
    'export -n NODE_OPTIONS=x; node a',
    'declare -u NODE_OPTIONS=x; node a',
    'NODE_OPTIONS=~/x node a',
    'NODE_OPTIONS[0]=x node a',
    'echo `NODE_OPTIONS=1 node a`',
    'cat <<X\n$(NODE_OPTIONS=1 node a)\nX',
    'env -i node a',
    'env -S "NODE_OPTIONS=x node a"',
    'read NODE_OPTIONS; node a',
    "eval 'NODE_OPTIONS=x node a'",
    'NODE_OPTIONS=1 node "a',
    'sh -c "NODE_OPTIONS=1 node $x"',
    '"$x" -c "NODE_OPTIONS=1 node a"',
  ])('leaves alone %s', (text) => {
    expect(dressLine(text)).toBe(text);
  });

  it('comes into lines inside of lines', () => {
    const inner = `NODE_OPTIONS=${PIECE_BEFORE}1 node "a b"`;
    expect(dressLine(`sh -c 'NODE_OPTIONS=1 node "a b"' x`)).toBe(`sh -c '${inner.replaceAll("'", "'\\''")}' x`);
  });
});

describe('the belt in words', () => {
  it('comes into those of env and of shells, and no others', () => {
    expect(dressWords(['env', 'A=1', 'NODE_OPTIONS=--x', 'node', 'NODE_OPTIONS=1'], belt)).toEqual([
      'env',
      'A=1',
      `NODE_OPTIONS=${WORN} --x`,
      'node',
      'NODE_OPTIONS=1',
    ]);
    expect(dressWords(['timeout', '5', 'dash', '-ec', 'NODE_OPTIONS= node'], belt)[4]).toBe(
      `NODE_OPTIONS=${PIECE} node`,
    );
    expect(dressWords(['echo', 'NODE_OPTIONS=1'], belt)).toEqual(['echo', 'NODE_OPTIONS=1']);
  });
});

describe('what shells make of it', () => {
  const word = fc.oneof(
    fc.constantFrom('a', '"b  c"', "'d $A'", '"$A $B"', '\\ e', '"$(echo "f  g")"', '$A', '${B:-h}', '{i,j}', '*', 'ü'),
    fc.stringMatching(/^[a-zü%:,.]{1,6}$/),
  );
  const value = fc.array(word, { maxLength: 2 }).map((words) => words.join('').replaceAll('*', ''));
  const show = `printf '<%s>' "$A" "$B" "$#"`;
  const command = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `printf '[%s]' ${words.join(' ')}`),
    value.map((text) => `NODE_OPTIONS=${text} sh -c '${show.replaceAll("'", `'"'"'`)}; echo "$NODE_OPTIONS" >&2' x y`),
    value.map((text) => `export NODE_OPTIONS="${text.replaceAll('"', '')}"; ${show}; echo "$NODE_OPTIONS" >&2`),
    value.map((text) => `(A=${text}; env B=1 NODE_OPTIONS="1 $A" sh -c 'echo "$NODE_OPTIONS" >&2; echo "$A" "$B"')`),
    value.map((text) => `x=$(NODE_OPTIONS=${text} env printenv NODE_OPTIONS >&2); echo "$x"`),
  );
  const lines = fc
    .array(fc.tuple(command, fc.constantFrom('; ', ' && ', '\n', ' || ')), { minLength: 1, maxLength: 4 })
    .map((all) => all.map(([one, end], i) => (i === all.length - 1 ? one : one + end)).join(''));
  /** What a line prints, and the values of NODE_OPTIONS that it tells of on its stderr. */
  const run = (
    shell: string,
    text: string,
    options: string,
  ): { readonly out: string; readonly values: readonly string[] } => {
    const { stdout, stderr } = spawnSync(shell, ['-c', text], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', SHLVL: '1', A: 'p q', NODE_OPTIONS: options },
    });
    return { out: stdout, values: stderr.split('\n').slice(0, -1) };
  };

  it.each(['bash', 'dash'])('%s prints the same, and the belt comes first', (shell) => {
    fc.assert(
      fc.property(lines, (text) => {
        const given = run(shell, text, '');
        const dressed = run(shell, dressLine(text), WORN);
        expect(dressed.out).toBe(given.out);
        expect(dressed.values.map((one) => one.trimEnd())).toEqual(
          given.values.map((one) => `${WORN} ${one}`.trimEnd()),
        );
      }),
      { numRuns: 40 },
    );
  });
});

const bash = (text: string): CommandAccess => line(text, { shell: '/usr/bin/bash', around: machine({}, { belt }) });

describe('a start that would take the belt off', () => {
  it('is told with the words that were given, and started with others', () => {
    const given = 'NODE_OPTIONS=--x npm test';
    const { unbelted, dressed, resource, commands, variables } = bash(given);
    expect(unbelted).toBeUndefined();
    expect(resource).toContain(given);
    expect(commands.map(({ assignments }) => assignments)).toEqual([[], [['NODE_OPTIONS', '--x']]]);
    expect(variables).toEqual(['NODE_OPTIONS']);
    expect(dressed).toMatchObject({ file: dressLine(given), args: [], changed: [[dressLine(given), given]] });
  });

  it('keeps the form of a call with a shell and arguments', () => {
    const { dressed } = start('NODE_OPTIONS=--x node', ['a.js', 'b  c'], {
      shell: true,
      around: machine({}, { belt }),
    });
    expect([dressed?.file, ...(dressed?.args ?? [])].join(' ')).toBe(dressLine('NODE_OPTIONS=--x node a.js b  c'));
    expect(dressed?.args).toHaveLength(1);
  });

  it('is refused where words do not help', () => {
    expect(bash('NODE_OPTIONS=1 node a; unset NODE_OPTIONS; node b')).toMatchObject({ unbelted: {}, dressed: {} });
    expect(bash('unset NODE_OPTIONS; node b').dressed).toBeUndefined();
    expect(bash('NODE_OPTIONS=1 bun a').unbelted).toMatchObject({ runtime: true });
  });

  it('is left alone where nothing is lost', () => {
    expect(bash('NODE_OPTIONS=x uname; env NODE_OPTIONS=y ls').dressed).toBeUndefined();
    expect(line('NODE_OPTIONS=x node a').dressed).toBeUndefined();
  });
});
