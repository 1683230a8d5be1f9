import { describe, expect, it } from 'vitest';
import { lacksShellLevel } from '../../../src/access/environment.js';
import type { Surroundings } from '../../../src/access/surroundings.js';
import { machine } from './machine.js';
import { line, paths, start, withShell } from './rig.js';

withShell();

describe('variables that steer programs', () => {
  const base: readonly (readonly [string, string])[] = [
    ['PATH', '/usr/local/bin:/usr/bin:/bin'],
    ['HOME', '/home/me'],
  ];
  it.each([
    ['LD_PRELOAD'],
    ['DYLD_INSERT_LIBRARIES'],
    ['NODE_OPTIONS'],
    ['NODE_PATH'],
    ['RECEIPTBOT_MODE'],
    ['BASH_ENV'],
    ['ENV'],
    ['BASH_FUNC_git%%'],
    ['PERL5OPT'],
    ['PERL5LIB'],
    ['PYTHONPATH'],
    ['PYTHONSTARTUP'],
    ['RUBYOPT'],
    ['GIT_SSH_COMMAND'],
    ['GIT_EXTERNAL_DIFF'],
    ['GIT_CONFIG_COUNT'],
    ['GIT_CONFIG_KEY_0'],
    ['GIT_PAGER'],
    ['GIT_EDITOR'],
    ['GIT_WORK_TREE'],
    ['GIT_INDEX_FILE'],
    ['GIT_ALTERNATE_OBJECT_DIRECTORIES'],
    ['PAGER'],
    ['EDITOR'],
    ['LESSOPEN'],
    ['TAR_OPTIONS'],
    ['JAVA_TOOL_OPTIONS'],
    ['OPENSSL_CONF'],
    ['ZDOTDIR'],
    ['PS4'],
    ['PROMPT_COMMAND'],
    ['SHELLOPTS'],
    ['IFS'],
  ])('%s in the new environment', (name) => {
    expect(start('ls', [], { env: [...base, [name, 'x']] }).variables).toEqual([name]);
  });

  it('are no news when they were there at the start', () => {
    expect(
      start('ls', [], { env: [...base, ['LD_PRELOAD', 'x']], around: machine({}, { start: { LD_PRELOAD: 'x' } }) })
        .variables,
    ).toEqual([]);
    expect(
      start('ls', [], {
        env: [
          ['GIT_AUTHOR_NAME', 'x'],
          ['CI', '1'],
          ['NODE_ENV', 'x'],
          ['PYTHONUNBUFFERED', '1'],
        ],
      }).variables,
    ).toEqual([]);
  });

  it('are no news where they name what would be run without them, as npm does', () => {
    const told = (value: string): unknown => start('ls', [], { env: [...base, ['EDITOR', value]] }).variables;
    expect(told('vi')).toEqual([]);
    expect(told('./vi')).toEqual(['EDITOR']);
    expect(told('vi -c "!x"')).toEqual(['EDITOR']);
    expect(start('ls', [], { env: [...base, ['constructor', 'vi']] }).variables).toEqual([]);
  });

  it('are told of the environment as it has become', () => {
    const around: Surroundings = { ...machine(), environment: () => [['PATH', '/proj/bin']] };
    expect(start('ls', [], { around }).variables).toEqual(['PATH']);
  });

  it.each([
    ['PATH=/x ls', ['PATH']],
    ['export LD_PRELOAD=x; ls', ['LD_PRELOAD']],
    ['env BASH_ENV=x ls', ['BASH_ENV']],
    ['env -u NODE_OPTIONS node a.js', ['NODE_OPTIONS']],
    ['env -i node a.js', ['NODE_OPTIONS']],
    ['unset NODE_OPTIONS; node a.js', ['NODE_OPTIONS']],
    ['read PATH', ['PATH']],
    ['printf -v PATH x', ['PATH']],
    ['for PATH in a; do ls; done', ['PATH']],
    [': ${PATH:=x}', ['PATH']],
    ['sudo LD_PRELOAD=x ls', ['LD_PRELOAD']],
    ['sh -c "PATH=x ls"', ['PATH']],
    ['while IFS= read -r x; do :; done', []],
    ['A=1 ls', []],
    ['CC=gcc make', []],
  ])('in the line %j', (command, expected) => {
    expect(line(command).variables).toEqual(expected);
  });

  it('HOME steers what reads its settings there', () => {
    const env: (readonly [string, string])[] = [
      ['PATH', '/usr/local/bin:/usr/bin:/bin'],
      ['HOME', '/proj'],
    ];
    expect(start('git', ['x'], { env }).variables).toEqual(['HOME']);
    expect(start('ls', [], { env }).variables).toEqual([]);
  });

  it('name files', () => {
    expect(
      paths(
        start('node', [], {
          env: [...base, ['NODE_V8_COVERAGE', '/out/c'], ['NODE_OPTIONS', '--redirect-warnings=/out/w']],
        }),
      ),
    ).toEqual(['write /out/c', 'write /out/w']);
  });
});

describe('a Bash that would take itself for the first shell', () => {
  it('is one that has no SHLVL', () => {
    const { commands } = start('bash', ['-c', 'true']);
    expect(lacksShellLevel(commands, undefined)).toBe(true);
    expect(lacksShellLevel(commands, '0')).toBe(true);
    expect(lacksShellLevel(commands, '1')).toBe(false);
    expect(lacksShellLevel(line('true').commands, undefined)).toBe(false);
  });
});
