import { describe, expect, it } from 'vitest';
import { link, machine, program } from './machine.js';
import { commands, line, start, withShell } from './rig.js';

withShell();

describe('a shell that got a string', () => {
  it('needs no allow rule, its commands do', () => {
    const access = line('git status && npm test');
    expect(access).toMatchObject({
      kind: 'command',
      capability: 'exec',
      resource: 'git status && npm test',
      shell: true,
      cwd: '/proj',
    });
    expect(access.commands[0]).toMatchObject({ program: '/bin/sh', role: 'shell' });
    expect(commands(access)).toEqual(['git status', 'npm test']);
  });

  it.each([
    ['sh', ['-c', 'git push']],
    ['bash', ['-lc', 'git push']],
    ['bash', ['-ec', 'git push']],
    ['bash', ['-o', 'pipefail', '-c', 'git push']],
    ['bash', ['-euo', 'pipefail', '-c', 'git push']],
    ['bash', ['-ceuo', 'pipefail', 'git push']],
    ['bash', ['--norc', '-c', '--', 'git push']],
    ['bash', ['-c', '-e', 'git push']],
    ['/bin/sh', ['+x', '-c', 'git push']],
    ['dash', ['-c', '$1 $2', '_', 'git', 'push']],
    ['sh', ['-c', '"$@"', '_', 'git', 'push']],
    ['sh', ['-c', 'sh -c "sh -c \'git push\'"']],
    ['busybox', ['sh', '-c', 'git push']],
    ['env', ['sh', '-c', 'git push']],
    ['zsh', ['-c', 'git push']],
  ])('%s %j', (file, args) => {
    const access = start(file, args);
    expect(access.opaque).toBeUndefined();
    expect(commands(access).at(-1)).toBe('git push');
  });

  it('needs one when it is no shell of this machine', () => {
    const around = machine({ '/proj/sh': program() });
    expect(commands(start('./sh', ['-c', 'git push'], { around }))).toEqual(['./sh -c git push', 'git push']);
    expect(commands(start('git', ['status'], { shell: '/proj/evil' }))).toEqual(['/proj/evil -c git status']);
    expect(commands(line('git status', { shell: '/proj/evil' }))).toEqual(['/proj/evil -c git status']);
  });

  it('is known by what it really is', () => {
    const around = machine({ '/proj/git': link('/usr/bin/dash') });
    const access = start('./git', ['-c', 'rm x'], { around });
    expect(access.commands[0]).toMatchObject({ role: 'shell', found: { names: ['git', 'dash'], trusted: ['dash'] } });
    expect(commands(access)).toEqual(['rm x']);
  });

  it('needs one when it reads a script or its input', () => {
    expect(commands(start('bash', ['x.sh']))).toEqual(['bash x.sh']);
    expect(commands(start('bash', []))).toEqual(['bash']);
    expect(commands(line('bash -s <<E\nrm x\nE'))).toEqual(['bash -s', 'rm x']);
  });

  it.each([
    ['echo x | sh'],
    ['sh <<E\n$(x)\nE'],
    ['$0 x'],
    ['$(x)'],
    ['sh -c "$(x)"'],
    ['eval "$(x)"'],
    ['. /dev/stdin'],
    ['. <(x)'],
    ['source "$(x)"'],
    ['alias a=b'],
    ['bash --rcfile x -ic ls'],
    ['xargs -I{} sh -c "rm {}"'],
    ['find . -exec {} \\;'],
    ['nice $(x) rm'],
    ['timeout "$(x)" rm'],
    ['compgen -C x'],
    ['mapfile -C x -c 1'],
    ['hash -p ./x git'],
    ['enable -f ./x.so x'],
    ['awk "BEGIN{system($(x))}"'],
    ['parallel < x'],
    ['"unclosed'],
    ['trap "$(x)" EXIT'],
    ['node --run "$(x)"'],
  ])('is opaque when %j', (command) => {
    expect(line(command, { shell: 'bash' }).opaque).toBeDefined();
  });

  it('is opaque when another shell reads the line in a way of its own', () => {
    expect(line('git status && npm test', { shell: 'zsh' }).opaque).toBeUndefined();
    expect(line('noglob rm x', { shell: 'zsh' }).opaque).toBeDefined();
    expect(line('=rm x', { shell: 'zsh' }).opaque).toBeDefined();
    expect(line('ls *(e:"rm x":)', { shell: 'zsh' }).opaque).toBeDefined();
  });
});

describe('what a shell does by itself', () => {
  it('needs no allow rule where it is harmless', () => {
    expect(commands(line('cd src; [ -f x ] && echo y; export A=1; true; : ; exit 3'))).toEqual([]);
    expect(commands(start('echo', ['x']))).toEqual(['echo x']);
  });

  it.each([
    ['exec git push', 'git push'],
    ['exec -a x git push', 'git push'],
    ['command git push', 'git push'],
    ['command -p git push', 'git push'],
    ['builtin command git push', 'git push'],
    ['eval git push', 'git push'],
    ['eval "git " push', 'git push'],
    ["eval 'eval git push'", 'git push'],
    ['trap "git push" EXIT', 'git push'],
    ['trap -- "git push" INT TERM', 'git push'],
    ['. ./x.sh', '. ./x.sh'],
    ['source x.sh', 'source x.sh'],
    ['kill -9 1', 'kill -9 1'],
  ])('%j runs %j', (command, expected) => {
    expect(commands(line(command))).toEqual([expected]);
  });

  it('runs nothing where it only looks or resets', () => {
    expect(commands(line('command -v git; trap - EXIT; trap; exec 3>x; type rm'))).toEqual([]);
  });
});

describe('the node child of others', () => {
  it('is a command whose words are all there', () => {
    const [access] = start('/usr/bin/node', ['--inspect', '-e', '1']).commands;
    expect(access).toMatchObject({
      program: '/usr/bin/node',
      argv: ['--inspect', '-e', '1'],
      found: { names: ['node'] },
    });
  });
});
