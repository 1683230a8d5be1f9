import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, words } from './shell-rig.js';

describe('ways to hide a command', () => {
  it.each([
    ['ok; bad'],
    ['ok\nbad'],
    ['ok && bad'],
    ['ok || bad'],
    ['ok | bad'],
    ['ok |& bad'],
    ['ok & bad'],
    ['( bad )'],
    ['{ bad; }'],
    ['( { bad; } )'],
    ['ok $(bad)'],
    ['ok `bad`'],
    ['ok "`bad`"'],
    ['ok "$(bad)"'],
    ['ok "${x:-$(bad)}"'],
    ['ok ${x:+`bad`}'],
    ['x=$(bad)'],
    ['x=(a $(bad))'],
    ['a[$(bad)]=1'],
    ['ok <(bad)'],
    ['ok >(bad)'],
    ['ok > $(bad)'],
    ['{ ok; } > $(bad)'],
    ['if ok; then ok; fi <<E\n$(bad)\nE'],
    ['ok < `bad`'],
    ['ok <<< "$(bad)"'],
    ['ok <<E\n$(bad)\nE'],
    ['ok <<-E\n\t`bad`\n\tE'],
    ['if bad; then ok; fi'],
    ['if ok; then bad; fi'],
    ['if ok; then ok; elif bad; then ok; fi'],
    ['if ok; then ok; else bad; fi'],
    ['while bad; do ok; done'],
    ['until ok; do bad; done'],
    ['for x in a; do bad; done'],
    ['for x in $(bad); do ok; done'],
    ['for ((i=$(bad);;)); do ok; done'],
    ['select x in a; do bad; done'],
    ['case $(bad) in a) ok;; esac'],
    ['case a in $(bad)) ok;; esac'],
    ['case a in a) bad;; esac'],
    ['f() { bad; }'],
    ['f() ( bad )'],
    ['function f { bad; }'],
    ['ok() { bad; }; ok'],
    ['coproc bad'],
    ['coproc X { bad; }'],
    ['A=1 B=2 bad'],
    ['2>/dev/null bad'],
    ['>x bad'],
    ['! bad'],
    ['time -p bad'],
    ['[[ $(bad) == x ]]'],
    ['(( $(bad) ))'],
    ['ok $(( $(bad) ))'],
    ['b"a"d'],
    ["'b'ad"],
    ['b\\ad'],
    ['"bad"'],
    ["$'\\x62ad'"],
    ["$'\\142ad'"],
    ['$"bad"'],
    ['ba\\\nd'],
    ['{bad,ok}'],
    ['x=bad; $x'],
    ['x=ba; ${x}d'],
    ['bad # ok'],
    ['ok {a,$(bad)}'],
  ])('%j lists it', (text) => {
    expect(parse(text).commands.flatMap((command) => command.words.slice(0, 1).map((word) => word.text))).toContain(
      'bad',
    );
  });
});

describe('what cannot be known', () => {
  it.each([
    ['echo "open'],
    ['if x'],
    ['a; ;b'],
    ['f(a b) c'],
    ['echo $('],
    ['cat <('],
    ['${x@P}'],
    ["unset 'a[$(id)]'"],
    ["test -v 'a[$(id)]'"],
    ["let 'a[$(id)]=1'"],
    ["PS4='$(id)'; set -x; :"],
    ['declare -n r=PATH; r=/tmp'],
    ['exec 3<>/dev/tcp/10.0.0.1/80'],
    ['cat <<`E | bad\n$(bad)\nE'],
    ['cat <<$x\n$(bad)\n$x'],
    ["x='a[$(id)]'; echo $((x))"],
  ])('%j is opaque', (text) => {
    expect(parse(text).opaque).toBeDefined();
  });

  it.each([
    ['x=$(id); $x'],
    ['for x in a b; do $x; done'],
    ['read x; $x'],
    ['f() { x=1; }; x=2; f; $x'],
    ['if a; then x=b; fi; $x'],
    ['a && x=b; $x'],
    ['. ./x; $FOO'],
    ['eval "$(y)"; $FOO'],
    ['printf -v x id; $x'],
    [': ${x:=id}; $x'],
    ['getopts a x; $x'],
    ['set -- id; "$1"'],
    ['IFS=-; x=a-b; $x'],
    ['$0'],
    ['$_'],
    ['"${a[@]}"'],
    ['$(id)'],
    ['`id`'],
    ['${!x}'],
    ['/usr/bin/i?'],
    ['~root/x'],
    ['$RANDOM'],
    ['x=1 :; $x'],
  ])('%j has an unknown first word', (text) => {
    const last = parse(text)
      .commands.filter((command) => command.words.length > 0)
      .at(-1)?.words[0];
    expect(last === undefined || !last.known || last.pattern !== undefined).toBe(true);
  });

  it('keeps an unknown piece as it was written', () => {
    expect(parse('cat "$(pwd)/.env" x').commands.at(-1)?.words).toEqual([
      { text: 'cat', known: true, single: true },
      { text: '$(pwd)/.env', known: false, single: true },
      { text: 'x', known: true, single: true },
    ]);
  });

  it('tells an unknown word that may be several from one that stays one', () => {
    expect(
      parse('a $(b) "$(b)" "$@"', 'bash')
        .commands.at(-1)
        ?.words.map((word) => word.single),
    ).toEqual([true, false, true, false]);
  });
});

describe('a line for sh', () => {
  it.each([
    ["echo $'\\'; bad #'"],
    ['[[ a || bad ]]'],
    ['((bad))'],
    ['echo $[ 1; bad ]'],
    ['a <(b)'],
    ['function f {\n bad\n}'],
    ['coproc x'],
    ['echo ${x/a/b}'],
    ['a=(b c)'],
    ['select x in a; do b; done'],
    ['echo $"a"'],
    ['time { a; }'],
    ['2 &>> x bad'],
  ])('%j is opaque, for sh may read it in another way', (text) => {
    expect(parse(text, 'sh').opaque).toBeDefined();
  });

  it('has time for a program', () => {
    expect(words(parse('time -f x a', 'sh'))).toEqual([['time', '-f', 'x', 'a']]);
  });
});

describe('any text at all', () => {
  it('never throws, and what it lists has a program', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      ';',
      '$(',
      ')',
      '`',
      '"',
      "'",
      '\\',
      '\n',
      '{',
      '}',
      '<<E\n',
      'E\n',
      '|',
      '&',
      '$x',
      '${',
      'if ',
      'then ',
      'fi',
      'case ',
      'in ',
      'esac',
      '((',
      '))',
      '[[',
      ']]',
      '*',
      '#',
      '=',
      '>',
      'for ',
      'do ',
      'done',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const line = parse(pieces.join(''));
        expect(line.commands.every((command) => command.words.every((word) => typeof word.text === 'string'))).toBe(
          true,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('finds a quoted command wherever it is put', () => {
    const quoted = fc.constantFrom('bad', '"bad"', "'bad'", 'b\\ad', 'b""ad', "b'a'd", "$'bad'");
    const wrap = fc.constantFrom<(inner: string) => string>(
      (inner) => `( ${inner} )`,
      (inner) => `{ ${inner}; }`,
      (inner) => `if ${inner}; then a; fi`,
      (inner) => `a "$( ${inner})"`,
      (inner) => `a && ${inner}`,
      (inner) => `${inner} | a`,
      (inner) => `f() { ${inner}; }`,
      (inner) => `case x in x) ${inner};; esac`,
      (inner) => `for i in 1; do ${inner}; done`,
      (inner) => `x=$( ${inner})`,
    );
    fc.assert(
      fc.property(quoted, fc.array(wrap, { maxLength: 5 }), (command, wraps) => {
        const line = parse(wraps.reduce<string>((inner, one) => one(inner), command));
        expect(line.opaque).toBeUndefined();
        expect(line.commands.some((one) => one.words[0]?.text === 'bad')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
