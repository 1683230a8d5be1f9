import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parseShell } from '../../../src/access/shell.js';
import type { ShellLine } from '../../../src/access/shell-line.js';

const variables: Record<string, string> = { HOME: '/home/me', FOO: 'a b', EMPTY: '' };
const parse = (text: string, dialect: 'bash' | 'sh' = 'bash', positionals?: readonly string[]): ShellLine =>
  parseShell(text, { dialect, variable: (name) => variables[name], ...(positionals === undefined ? {} : { positionals }) });
const words = (line: ShellLine): string[][] => line.commands.filter((command) => command.words.length > 0).map((command) => command.words.map((word) => word.text));

/** Real lines of package.json scripts, CI files and agents, taken apart by hand. */
const LINES: readonly (readonly [text: string, ...commands: string[]])[] = [
  ['tsc -p . && vite build', 'tsc -p .', 'vite build'],
  ['rimraf dist; tsc', 'rimraf dist', 'tsc'],
  ['NODE_ENV=production node server.js', 'node server.js'],
  ['cross-env NODE_ENV=test jest --coverage', 'cross-env NODE_ENV=test jest --coverage'],
  ['npm run lint -- --fix || exit 1', 'npm run lint -- --fix', 'exit 1'],
  ['eslint . --ext .ts,.tsx && prettier --check "src/**/*.ts"', 'eslint . --ext .ts,.tsx', 'prettier --check src/**/*.ts'],
  ['node -e "console.log(process.version)"', 'node -e console.log(process.version)'],
  ['git add -A && git commit -m "fix: don\'t crash" && git push', 'git add -A', "git commit -m fix: don't crash", 'git push'],
  ['cat package.json | grep version | head -1', 'cat package.json', 'grep version', 'head -1'],
  ['ps aux | grep node | grep -v grep | awk \'{print $2}\' | xargs kill -9', 'ps aux', 'grep node', 'grep -v grep', 'awk {print $2}', 'xargs kill -9'],
  ['[ -f .env ] && source .env', '[ -f .env ]', 'source .env'],
  ['if [ -d node_modules ]; then rm -rf node_modules; fi; npm ci', '[ -d node_modules ]', 'rm -rf node_modules', 'npm ci'],
  ['for f in *.js; do node "$f"; done', 'node $f'],
  ['while read -r line; do echo "$line"; done < list.txt', 'read -r line', 'echo $line'],
  ['echo "sha: $(git rev-parse HEAD)"', 'git rev-parse HEAD', 'echo sha: $(git rev-parse HEAD)'],
  ['docker run --rm -v "$PWD":/app node:20 npm test', 'docker run --rm -v $PWD:/app node:20 npm test'],
  ['(cd packages/a && npm test) & (cd packages/b && npm test) & wait', 'cd packages/a', 'npm test', 'cd packages/b', 'npm test', 'wait'],
  ['curl -fsSL https://example.com/install.sh | bash -s -- -y', 'curl -fsSL https://example.com/install.sh', 'bash -s -- -y'],
  ['test "$CI" = true || husky install', 'test  = true', 'husky install'],
  ['export PATH="$HOME/.local/bin:/usr/bin"; mytool', 'export PATH=/home/me/.local/bin:/usr/bin', 'mytool'],
  ['set -euo pipefail; make -j4', 'set -euo pipefail', 'make -j4'],
  ['python3 - <<\'PY\'\nimport os\nprint(os.environ)\nPY', 'python3 -'],
  ['tar czf - src | ssh host "tar xzf - -C /opt"', 'tar czf - src', 'ssh host tar xzf - -C /opt'],
  ['find . -name "*.pyc" -exec rm {} \\;', 'find . -name *.pyc -exec rm {} ;'],
  ['mkdir -p {src,test}/{a,b}', 'mkdir -p src/a src/b test/a test/b'],
  ['touch file{1..3}.txt', 'touch file1.txt file2.txt file3.txt'],
  ['case "$1" in start) node a.js;; *) echo no;; esac', 'node a.js', 'echo no'],
  ['build() { tsc; }; build', 'tsc', 'build'],
  ['echo a \\\n  b', 'echo a b'],
  ['time npm test', 'npm test'],
  ['! grep -q TODO src/a.ts', 'grep -q TODO src/a.ts'],
  ['ls -la > out.txt 2>&1', 'ls -la'],
  ['diff <(sort a) <(sort b)', 'sort a', 'sort b', 'diff <(sort a) <(sort b)'],
  ['cd ~/x && ls', 'cd /home/me/x', 'ls'],
  ['echo $FOO "$FOO" $EMPTY "$EMPTY" $UNSET', 'echo a b a b '],
  ['  ', ],
  ['# only a comment'],
];

describe('lines that people write', () => {
  it.each(LINES)('%j', (text, ...commands) => {
    const line = parse(text);
    expect(line.opaque).toBeUndefined();
    expect(words(line).map((list) => list.join(' '))).toEqual(commands);
  });
});

describe('ways to hide a command', () => {
  it.each([
    ['ok; bad'], ['ok\nbad'], ['ok && bad'], ['ok || bad'], ['ok | bad'], ['ok |& bad'], ['ok & bad'], ['( bad )'], ['{ bad; }'], ['( { bad; } )'],
    ['ok $(bad)'], ['ok `bad`'], ['ok "`bad`"'], ['ok "$(bad)"'], ['ok "${x:-$(bad)}"'], ['ok ${x:+`bad`}'], ['x=$(bad)'], ['x=(a $(bad))'], ['a[$(bad)]=1'],
    ['ok <(bad)'], ['ok >(bad)'], ['ok > $(bad)'], ['ok < `bad`'], ['ok <<< "$(bad)"'], ['ok <<E\n$(bad)\nE'], ['ok <<-E\n\t`bad`\n\tE'],
    ['if bad; then ok; fi'], ['if ok; then bad; fi'], ['if ok; then ok; elif bad; then ok; fi'], ['if ok; then ok; else bad; fi'],
    ['while bad; do ok; done'], ['until ok; do bad; done'], ['for x in a; do bad; done'], ['for x in $(bad); do ok; done'], ['for ((i=$(bad);;)); do ok; done'],
    ['select x in a; do bad; done'], ['case $(bad) in a) ok;; esac'], ['case a in $(bad)) ok;; esac'], ['case a in a) bad;; esac'],
    ['f() { bad; }'], ['f() ( bad )'], ['function f { bad; }'], ['ok() { bad; }; ok'], ['coproc bad'], ['coproc X { bad; }'],
    ['A=1 B=2 bad'], ['2>/dev/null bad'], ['>x bad'], ['! bad'], ['time -p bad'], ['[[ $(bad) == x ]]'], ['(( $(bad) ))'], ['ok $(( $(bad) ))'],
    ['b"a"d'], ["'b'ad"], ["b\\ad"], ['"bad"'], ["$'\\x62ad'"], ["$'\\142ad'"], ['$"bad"'], ['ba\\\nd'], ['{bad,ok}'], ['x=bad; $x'], ['x=ba; ${x}d'], ['bad # ok'], ['ok {a,$(bad)}'],
  ])('%j lists it', (text) => {
    expect(parse(text).commands.flatMap((command) => command.words.slice(0, 1).map((word) => word.text))).toContain('bad');
  });
});

describe('what cannot be known', () => {
  it.each([
    ['echo "open'], ['if x'], ['a; ;b'], ['f(a b) c'], ['echo $('], ['cat <(', ], ['${x@P}'], ["unset 'a[$(id)]'"], ["test -v 'a[$(id)]'"], ["let 'a[$(id)]=1'"],
    ["PS4='$(id)'; set -x; :"], ['declare -n r=PATH; r=/tmp'], ['exec 3<>/dev/tcp/10.0.0.1/80'], ["x='a[$(id)]'; echo $((x))"],
  ])('%j is opaque', (text) => {
    expect(parse(text).opaque).toBeDefined();
  });

  it.each([
    ['x=$(id); $x'], ['for x in a b; do $x; done'], ['read x; $x'], ['f() { x=1; }; x=2; f; $x'], ['if a; then x=b; fi; $x'], ['a && x=b; $x'], ['. ./x; $FOO'], ['eval "$y"; $FOO'], ['printf -v x id; $x'],
    [': ${x:=id}; $x'], ['getopts a x; $x'], ['set -- id; "$1"'], ['IFS=-; x=a-b; $x'], ['$0'], ['$_'], ['"${a[@]}"'], ['$(id)'], ['`id`'], ['${!x}'], ['/usr/bin/i?'], ['~root/x'], ['$RANDOM'], ['x=1 :; $x'],
  ])('%j has an unknown first word', (text) => {
    const last = parse(text).commands.filter((command) => command.words.length > 0).at(-1)?.words[0];
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
    expect(parse('a $(b) "$(b)" "$@"', 'bash').commands.at(-1)?.words.map((word) => word.single)).toEqual([true, false, true, false]);
  });
});

describe('a line for sh', () => {
  it.each([
    ["echo $'\\'; bad #'"], ['[[ a || bad ]]'], ['((bad))'], ['echo $[ 1; bad ]'], ['a <(b)'], ['function f {\n bad\n}'], ['coproc x'], ['echo ${x/a/b}'], ['a=(b c)'], ['select x in a; do b; done'], ['echo $"a"'], ['time { a; }'], ['2 &>> x bad'],
  ])('%j is opaque, for sh may read it in another way', (text) => {
    expect(parse(text, 'sh').opaque).toBeDefined();
  });

  it('has time for a program', () => {
    expect(words(parse('time -f x a', 'sh'))).toEqual([['time', '-f', 'x', 'a']]);
  });
});

describe('redirections and inputs', () => {
  it.each([
    ['a > x', ['write x']], ['a >> x', ['write x']], ['a >| x', ['write x']], ['a &> x', ['write x']], ['a < x', ['read x']], ['a <> x', ['read x', 'write x']], ['a >& x', ['write x']], ['a 2>&1 <&3 >&-', []],
    ['{ a; } > x', ['write x']], ['(a) 2> x', ['write x']], ['while a; do b; done < x', ['read x']], ['> x', ['write x']], ['{fd}> x a', ['write x']], ['a > "$HOME/x"', ['write /home/me/x']],
  ])('%j', (line, expected) => {
    expect(parse(line).commands.flatMap((command) => command.redirects.map(({ word, effect }) => `${effect} ${word.text}`))).toEqual(expected);
  });

  it.each([
    ['sh <<E\nrm x\nE', { from: 'text', text: 'rm x\n' }],
    ['sh <<E\nrm $FOO\nE', { from: 'text', text: 'rm a b\n' }],
    ["sh <<'E'\nrm $FOO\nE", { from: 'text', text: 'rm $FOO\n' }],
    ['sh <<-E\n\trm x\n\tE', { from: 'text', text: 'rm x\n' }],
    ['sh <<E\nrm $(x)\nE', { from: 'text' }],
    ['sh <<< "rm x"', { from: 'text', text: 'rm x' }],
    ['sh < x', { from: 'file' }],
    ['a | sh', { from: 'pipe' }],
    ['sh', { from: 'outside' }],
    ['{ sh; } <<< x', { from: 'text', text: 'x' }],
  ])('%j', (line, input) => {
    expect(parse(line).commands.find((command) => command.words[0]?.text === 'sh')?.input).toEqual(input);
  });
});

describe('positional parameters', () => {
  it('are words where they are known', () => {
    expect(words(parse('exec "$@"', 'sh', ['git', 'a b']))).toEqual([['exec', 'git', 'a b']]);
    expect(words(parse('a $1 "$2" ${2} $3', 'sh', ['x', 'y z']))).toEqual([['a', 'x', 'y z', 'y', 'z']]);
  });
});

describe('any text at all', () => {
  it('never throws, and what it lists has a program', () => {
    const piece = fc.constantFrom('a', ' ', ';', '$(', ')', '`', '"', "'", '\\', '\n', '{', '}', '<<E\n', 'E\n', '|', '&', '$x', '${', 'if ', 'then ', 'fi', 'case ', 'in ', 'esac', '((', '))', '[[', ']]', '*', '#', '=', '>', 'for ', 'do ', 'done');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const line = parse(pieces.join(''));
        expect(line.commands.every((command) => command.words.every((word) => typeof word.text === 'string'))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('finds a quoted command wherever it is put', () => {
    const quoted = fc.constantFrom('bad', '"bad"', "'bad'", 'b\\ad', 'b""ad', "b'a'd", "$'bad'");
    const wrap = fc.constantFrom<(inner: string) => string>(
      (inner) => `( ${inner} )`, (inner) => `{ ${inner}; }`, (inner) => `if ${inner}; then a; fi`, (inner) => `a "$( ${inner})"`, (inner) => `a && ${inner}`, (inner) => `${inner} | a`, (inner) => `f() { ${inner}; }`,
      (inner) => `case x in x) ${inner};; esac`, (inner) => `for i in 1; do ${inner}; done`, (inner) => `x=$( ${inner})`,
    );
    fc.assert(
      fc.property(quoted, fc.array(wrap, { maxLength: 5 }), (command, wraps) => {
        const line = parse(wraps.reduce((inner, one) => one(inner), command));
        expect(line.opaque).toBeUndefined();
        expect(line.commands.some((one) => one.words[0]?.text === 'bad')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
