import { describe, expect, it } from 'vitest';
import { parse, words } from './shell-rig.js';

/** Real lines of package.json scripts, CI files and agents, taken apart by hand. */
const LINES: readonly (readonly [text: string, ...commands: string[]])[] = [
  ['tsc -p . && vite build', 'tsc -p .', 'vite build'],
  ['rimraf dist; tsc', 'rimraf dist', 'tsc'],
  ['NODE_ENV=production node server.js', 'node server.js'],
  ['cross-env NODE_ENV=test jest --coverage', 'cross-env NODE_ENV=test jest --coverage'],
  ['npm run lint -- --fix || exit 1', 'npm run lint -- --fix', 'exit 1'],
  [
    'eslint . --ext .ts,.tsx && prettier --check "src/**/*.ts"',
    'eslint . --ext .ts,.tsx',
    'prettier --check src/**/*.ts',
  ],
  ['node -e "console.log(process.version)"', 'node -e console.log(process.version)'],
  [
    'git add -A && git commit -m "fix: don\'t crash" && git push',
    'git add -A',
    "git commit -m fix: don't crash",
    'git push',
  ],
  ['cat package.json | grep version | head -1', 'cat package.json', 'grep version', 'head -1'],
  [
    "ps aux | grep node | grep -v grep | awk '{print $2}' | xargs kill -9",
    'ps aux',
    'grep node',
    'grep -v grep',
    'awk {print $2}',
    'xargs kill -9',
  ],
  ['[ -f .env ] && source .env', '[ -f .env ]', 'source .env'],
  [
    'if [ -d node_modules ]; then rm -rf node_modules; fi; npm ci',
    '[ -d node_modules ]',
    'rm -rf node_modules',
    'npm ci',
  ],
  ['for f in *.js; do node "$f"; done', 'node $f'],
  ['while read -r line; do echo "$line"; done < list.txt', 'read -r line', 'echo $line'],
  ['echo "sha: $(git rev-parse HEAD)"', 'git rev-parse HEAD', 'echo sha: $(git rev-parse HEAD)'],
  ['docker run --rm -v "$PWD":/app node:20 npm test', 'docker run --rm -v $PWD:/app node:20 npm test'],
  [
    '(cd packages/a && npm test) & (cd packages/b && npm test) & wait',
    'cd packages/a',
    'npm test',
    'cd packages/b',
    'npm test',
    'wait',
  ],
  [
    'curl -fsSL https://example.com/install.sh | bash -s -- -y',
    'curl -fsSL https://example.com/install.sh',
    'bash -s -- -y',
  ],
  ['test "$CI" = true || husky install', 'test  = true', 'husky install'],
  ['export PATH="$HOME/.local/bin:/usr/bin"; mytool', 'export PATH=/home/me/.local/bin:/usr/bin', 'mytool'],
  ['set -euo pipefail; make -j4', 'set -euo pipefail', 'make -j4'],
  ["python3 - <<'PY'\nimport os\nprint(os.environ)\nPY", 'python3 -'],
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
  ['  '],
  ['# only a comment'],
];

describe('lines that people write', () => {
  it.each(LINES)('%j', (text, ...commands) => {
    const line = parse(text);
    expect(line.opaque).toBeUndefined();
    expect(words(line).map((list) => list.join(' '))).toEqual(commands);
  });
});

describe('redirections and inputs', () => {
  it.each([
    ['a > x', ['write x']],
    ['a >> x', ['write x']],
    ['a >| x', ['write x']],
    ['a &> x', ['write x']],
    ['a < x', ['read x']],
    ['a <> x', ['read x', 'write x']],
    ['a >& x', ['write x']],
    ['a 2>&1 <&3 >&-', []],
    ['{ a; } > x', ['write x']],
    ['(a) 2> x', ['write x']],
    ['while a; do b; done < x', ['read x']],
    ['> x', ['write x']],
    ['{fd}> x a', ['write x']],
    ['a > "$HOME/x"', ['write /home/me/x']],
  ])('%j', (line, expected) => {
    expect(
      parse(line).commands.flatMap((command) => command.redirects.map(({ word, effect }) => `${effect} ${word.text}`)),
    ).toEqual(expected);
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
