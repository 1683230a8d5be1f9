import { describe, expect, it } from 'vitest';
import { commandAccess } from '../../../src/access/command.js';
import type { Surroundings } from '../../../src/access/surroundings.js';
import { type Entry, link, machine, program } from './machine.js';
import { commands, type Given, start, withShell } from './rig.js';

withShell();

describe('which program a name stands for', () => {
  const planted: Record<string, Entry> = {
    '/proj/bin/git': program(),
    '/proj/git': program(),
    '/proj/mygit': link('/usr/bin/git'),
    '/proj/awk': link('/usr/bin/mawk'),
    '/usr/bin/mawk': program(),
    '/usr/bin/awk': link('/usr/bin/mawk'),
    '/opt/node': program(),
  };
  const found = (file: string, given: Given = {}) =>
    start(file, [], { around: machine(planted), ...given }).commands[0]?.found;

  it('trusts what the PATH at the start leads to', () => {
    expect(found('git')).toEqual({ path: '/usr/bin/git', real: '/usr/bin/git', names: ['git'], trusted: ['git'] });
    expect(found('/bin/git')).toMatchObject({ path: '/bin/git', real: '/usr/bin/git', trusted: ['git'] });
    expect(found('../usr/bin/git')).toMatchObject({ path: '/usr/bin/git', trusted: ['git'] });
    expect(found('./mygit')).toMatchObject({ names: ['mygit', 'git'], trusted: ['git'] });
    expect(found('awk')).toMatchObject({ names: ['awk', 'mawk'], trusted: ['awk', 'mawk'] });
  });

  it('does not trust a file of the same name elsewhere', () => {
    expect(found('./git')).toMatchObject({ names: ['git'], trusted: [] });
    expect(found('/proj/bin/git')).toMatchObject({ names: ['git'], trusted: [] });
    expect(found('bin/missing')).toEqual({ path: '/proj/bin/missing', names: ['missing'], trusted: [] });
  });

  it('leaves a name along another PATH to the rules for variables', () => {
    const access = start('git', [], { around: machine(planted), env: [['PATH', '/proj/bin']] });
    expect(access.commands[0]?.found).toMatchObject({ path: '/proj/bin/git', trusted: ['git'] });
    expect(access.variables).toEqual(['PATH']);
  });

  it('knows its own Node', () => {
    expect(found('/opt/node', { around: { ...machine(planted), node: '/opt/node' } })).toMatchObject({
      trusted: ['node'],
    });
    expect(found('/opt/node')).toMatchObject({ trusted: [] });
  });

  it('calls the system’s shell sh, and a part of busybox by its part’s name', () => {
    expect(found('/bin/sh')).toMatchObject({ real: '/usr/bin/dash', names: ['sh'] });
    const around = machine({ '/usr/bin/ls': link('/usr/bin/busybox') });
    expect(start('ls', ['-c', 'rm x'], { around }).commands[0]?.found).toMatchObject({
      names: ['ls'],
      trusted: ['ls'],
    });
    expect(commands(start('ls', ['-c', 'rm x'], { around, argv0: 'sh' }))).toEqual(['ls -c rm x', 'rm x']);
  });

  it('goes by the file and not by what the program is told it is called', () => {
    expect(commands(start('rm', ['x'], { argv0: 'git' }))).toEqual(['rm x']);
  });

  it('drops endings and case on Windows', () => {
    const around: Surroundings = {
      ...machine({}, { start: { PATH: 'C:\\Program Files\\Git\\cmd;C:\\Windows' } }),
      platform: 'win32',
      node: 'C:\\node\\node.exe',
    };
    const of = (file: string) =>
      commandAccess({ file, args: [], shell: false, cwd: 'C:\\proj' }, around).commands[0]?.found;
    expect(of('GIT.EXE')).toEqual({ names: ['git'], trusted: ['git'] });
    expect(of('C:/Program Files/Git/CMD/git.exe')).toMatchObject({ names: ['git'], trusted: ['git'] });
    expect(of('C:\\proj\\git.cmd')).toMatchObject({ names: ['git'], trusted: [] });
    expect(of('c:\\NODE\\node.exe')).toMatchObject({ names: ['node'], trusted: ['node'] });
    const access = commandAccess(
      {
        file: 'npm.cmd test && git push | more > "a b.txt"',
        args: [],
        shell: true,
        cwd: 'C:\\proj',
      },
      around,
    );
    expect(commands(access)).toEqual(['npm.cmd test', 'git push', 'more']);
    expect(access.opaque).toBeUndefined();
    for (const text of ['%X% a', 'a ^& b', 'for /f %i in (x) do y', 'call x', 'start x', '(a)', 'if a == b c'])
      expect(commandAccess({ file: text, args: [], shell: true, cwd: 'C:\\proj' }, around).opaque).toBeDefined();
  });
});
