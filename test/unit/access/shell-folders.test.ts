import { describe, expect, it } from 'vitest';
import { folder, machine, text } from './machine.js';
import { line, paths, rows, start, withShell } from './rig.js';

withShell();

const around = machine(
  {
    '/proj/a': folder,
    '/proj/a/x': text('x'),
    '/proj/x': text('x'),
    '/secret/key': text('x'),
    '/old/x': text('x'),
  },
  { start: { OLDPWD: '/old' } },
);

/** Lines in /proj, and what they read. `ANY` is any file at all. */
const READS = String.raw`
  cd a && cat x => read /proj/a/x
  cd -- a; cat x => read /proj/a/x
  cd -P -- a; cat x => read /proj/a/x
  cd a; cd -; cat x => read /old/x, read /proj/a/x, read /proj/x
  pushd a; popd; cat x => read /old/x, read /proj/a/x, read /proj/x
  cd - && cat x => read /old/x, read /proj/x
  false && cd a; cat x => read /proj/a/x, read /proj/x
  if [ -d b ]; then cd a; fi; cat x => read /proj/a/x, read /proj/x
  cd a || exit 1; cat x => read /proj/a/x
  (cd a; cat x); cat x => read /proj/a/x, read /proj/x
  cd "$(b)"; cat x => ANY
  cd "$(b)"; cat /proj/x => read /proj/x
  cd "$(b)" && npm test => 
  cd "$(b)" && node ./x => ANY
  read d; cd $d; cat x => ANY
  CDPATH=/secret; cd a; cat x => ANY
  HOME=/secret; cd; cat key => ANY
  for i in 1 2; do cat x; cd ..; done => ANY
  while a; do cat x; cd ..; done => ANY
  for d in a b; do (cd "$d" && npm test); done => 
  f() { cat x; }; cd ..; f => ANY
  f() { cd ..; }; f; cat x => ANY
  trap "cat x" EXIT; cd .. => ANY
  trap "cat x" EXIT => read /proj/x
  cat "$(b)/x" => ANY
  cat ../$d/x; read d => read /x
  read d; cat ../$d/x => ANY
  read d; cat < "$d/x" => ANY
  cat ~+/x => ANY
  cat "$(pwd)/x" => 
  cat "$(git rev-parse --show-toplevel)/x" => 
  echo "$(b)/x" => 
  shopt -s nocaseglob; cat X* => read /proj, read /proj/**
  shopt -s extglob globstar; cat a/** => read /proj/a/**
  GLOBIGNORE=y; cat a/* => read /proj/a/**
  shopt -s nullglob; cat a/* => read /proj/a/x
`;

const found = (access: ReturnType<typeof line>): string[] => {
  const all = paths(access).filter((path) => /^read/.test(path) && path !== 'read /proj/a');
  return all.includes('read //**') ? ['ANY'] : all;
};

describe('folders of a line', () => {
  it.each(rows(READS, ', '))('%s', (command, expected) => {
    expect(found(line(command, { around, shell: 'bash' }))).toEqual(expected);
  });

  it('change by chdir where the shell has it', () => {
    expect(found(line('chdir a; cat x', { around }))).toEqual(['read /proj/a/x']);
  });
});

describe('a shell that reads its program', () => {
  const bad = (access: ReturnType<typeof line>): boolean =>
    access.commands.some(({ program }) => program === 'bad') || access.opaque !== undefined;
  const input = { from: 'text', text: 'bad\n' } as const;

  it.each([
    ['sh'],
    ['bash -s a'],
    ['bash /dev/stdin'],
    ['bash /proc/self/fd/0'],
    ['exec sh'],
    ['(sh)'],
    ['sh | cat'],
    ['env sh'],
    ['read x; sh'],
    ['sh 3< /dev/null'],
    ['exec 4<&0; sh <&4'],
  ])('%j sees it in what it is given', (command) => {
    expect(bad(line(command, { around, shell: 'bash', input }))).toBe(true);
  });

  it.each([
    ["bash -s bad <<< '$1'"],
    ['bash /proc/self/fd/3 3<<< bad'],
    ['sh <<E 3< /dev/null\nbad\nE'],
    ['exec <<E\nbad\nE\nsh'],
    ["sh <<'X'\nread x\ncat <<E\nbad\nE\nX"],
    ["sh <<'X'\nread x\necho '\nbad\n'\nX"],
    ["cat <<E\n${x:-'$(bad)'}\nE"],
  ])('%j cannot hide it in the line', (command) => {
    expect(bad(line(command, { around, shell: 'bash' }))).toBe(true);
  });

  it('says when nothing is known of it', () => {
    expect(start('sh', [], { around }).commands[0]).toMatchObject({ unread: true });
    expect(start('sh', [], { around, input: { from: 'text', text: '' } }).commands[0]).not.toHaveProperty('unread');
    expect(start('sh', ['x.sh'], { around }).commands[0]).not.toHaveProperty('unread');
  });
});

describe('builtins that run others', () => {
  it.each([
    ['command bad -v', ['bad -v']],
    ['command -p -- bad', ['bad']],
    ['command -v bad', []],
    ['eval -- bad', ['bad']],
    ['builtin -- eval bad', ['bad']],
  ])('%j', (command, expected) => {
    const listed = line(command, { shell: 'bash' }).commands.filter((one) => one.role === undefined);
    expect(listed.map((one) => [one.program, ...one.argv].join(' '))).toEqual(expected);
  });

  it.each([
    ["compgen -W '$(bad)'"],
    ['set -k; x'],
    ['set -o keyword'],
    ['shopt -s lastpipe; a | read x'],
    ['enable -n test; test x'],
  ])('%j is opaque', (command) => {
    expect(line(command, { shell: 'bash' }).opaque).toBeDefined();
  });

  it.each([['jobs -p'], ['set -euo pipefail'], ['shopt -s nullglob'], ['enable'], ['hash -r']])(
    '%j is not',
    (command) => {
      expect(line(command, { shell: 'bash' }).opaque).toBeUndefined();
    },
  );
});
