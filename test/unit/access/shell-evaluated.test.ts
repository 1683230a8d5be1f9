import { describe, expect, it } from 'vitest';
import { parse } from './shell-rig.js';

/** A text that nobody has read gets into a variable, and … */
const UNREAD = ['z=$(x)', 'read z', 'printf -v z "$(x)"', 'mapfile z', 'y=$(x); z=$y', 'z=a; z+=$(x)', 'z[0]=$(x)'];
/** … the shell evaluates it. */
const EVALUATED = String.raw`
  echo $((z))
  echo $[z]
  ((z))
  ((1 + z))
  (($z))
  x=z; ((x))
  let z
  let "$z"
  echo \${a[z]}
  echo \${a:z}
  echo \${a:1:z}
  echo \${!z}
  a[z]=1
  a=([z]=1)
  for ((i=z;;)); do :; done
  [[ z -eq 0 ]]
  [[ $z -lt 0 ]]
  [[ -v $z ]]
  test -v "$z"
  [ -v "$z" ]
  [ $z ]
  declare "$z=1"
  declare -i y=$z
  declare -i y; y=$z
  declare -a a="$z"
  a=(); declare "a=$z"
  export -a "a=$z"
  unset "$z"
  read "$z"
  read -a "$z"
  printf -v "$z" x
  printf "$z" x
  builtin printf -v "$z" x
  command read "$z"
  PS4=$z; set -x; :
  while ((i)); do i=$z; done
  f() { ((i)); }; i=$z; f
`
  .replaceAll('\\$', '$')
  .split('\n')
  .map((row) => row.trim())
  .filter((row) => row !== '');

describe('a text that the shell evaluates', () => {
  it.each(UNREAD)('may hold a substitution after %j', (unread) => {
    for (const evaluated of EVALUATED)
      expect([evaluated, parse(`${unread}; ${evaluated}`).opaque]).not.toContain(undefined);
  });

  it.each([
    ["declare -a 'a=($(bad))'"],
    ["declare -A 'a=([x]=$(bad))'"],
    ['f() { local -a "a=(\\`bad\\`)"; }; f'],
    ["a=(); declare 'a=($(bad))'"],
    ["printf -v PS4 %s '$(bad)'; set -x; :"],
    ["declare PS4='$(bad)'; set -x; :"],
    ["for PS4 in '$(bad)'; do set -x; :; done"],
    ["unset PS4; : ${PS4:='$(bad)'}; set -x; :"],
    ["a=('b[$' '(bad)]'); ((a))"],
    ["x='a['; x+='$(bad)]'; ((x))"],
    ["set -- '$(bad)'; (($1))"],
    ['echo $(( $(bad) ))'],
    ['date() { bad; }; echo $(( $(date +%s) ))'],
    ["trap 'z=$(bad)' EXIT; ((z))"],
    ['. ./x; ((z))'],
  ])('%j', (text) => {
    expect(parse(text).opaque).toBeDefined();
  });

  it.each([
    ['i=0; while [ $i -lt 5 ]; do i=$((i+1)); done'],
    ['for i in 1 2 3; do echo $((i*2)); done'],
    ['for i in $(seq 1 5); do echo $((i*2)); done'],
    ['for ((i=0; i<3; i++)); do echo "$i"; done'],
    ['start=$(date +%s); sleep 1; echo $(( $(date +%s) - start ))'],
    ['n=$(ls | wc -l); [[ $n -gt 3 ]] && echo many'],
    ['build=$(( $(git rev-list --count HEAD) + 100 ))'],
    ['VERSION=$(cat version); i=$((i+1)); echo "$VERSION"'],
    ['trap "rm -f tmp" EXIT; i=$((i+1))'],
    ['[ -n "$(git status --porcelain)" ] && exit 1'],
    ['[ "$(git branch)" = "main" ] || [ -z "$x" -a "$(y)" != z ]'],
    ['export V=$(cat version) && declare W="$(x)"'],
    ['a=(1 2 3); echo ${a[0]} ${a[@]} ${#a[@]} ${a[@]:1}'],
    ['a & pid=$!; wait $pid'],
    ['read -r line < x; echo "$line"'],
    ['printf "%s\\n" "$(x)"'],
    ['unset x; unset -f f; export PATH'],
    ['PS1="a> "; echo $PS1'],
    ['exit $(( $? + 1 ))'],
    ['let i=1 i+=2'],
  ])('is harmless in %j', (text) => {
    expect(parse(text).opaque).toBeUndefined();
  });
});

describe('a value that is not what the line gives', () => {
  it.each([
    ['_=ok; : bad; $_'],
    ['OPTARG=ok; getopts a: x -a bad; $OPTARG'],
    ['REPLY=ok; read <<<bad; $REPLY'],
    ['MAPFILE=ok; mapfile <<<bad; $MAPFILE'],
    ['BASH_REMATCH=ok; [[ bad =~ .* ]]; $BASH_REMATCH'],
    ['PWD=ok; cd /; $PWD/x'],
    ['x=ok; while a; do $x; for x in bad; do b; done; done'],
    ['x=ok; while a; do $x; command read x; done'],
    ['x=ok; while a; do $x; : ${x:=bad}; done'],
    ['x=ok; while a; do $x; ((x=1)); done'],
    ['while a; do $1; shift; done'],
  ])('%j', (text) => {
    const ran = parse(text, 'bash', ['ok', 'bad']).commands.flatMap(({ words: [first] }) =>
      first === undefined ? [] : [first],
    );
    expect(ran.some((word) => !word.known)).toBe(true);
  });

  it('is what the assignments before it in the same command make of it', () => {
    expect(parse('x=bad y=$x; $y').commands.at(-1)?.words[0]).toMatchObject({ text: 'bad', known: true });
  });
});
