import { beforeAll, describe, expect, it } from 'vitest';
import { type CommandCall, commandAccess } from '../../../src/access/command.js';
import * as shell from '../../../src/access/shell.js';
import type { Surroundings } from '../../../src/access/surroundings.js';
import { setChunkLoader } from '../../../src/chunks.js';
import type { CommandAccess } from '../../../src/types.js';
import { type Entry, folder, link, machine, program, text } from './machine.js';

beforeAll(() => {
  setChunkLoader(() => shell);
});

type Given = Partial<CommandCall> & { readonly around?: Surroundings };
const start = (file: string, args: readonly string[], { around = machine(), ...more }: Given = {}): CommandAccess =>
  commandAccess({ file, args, shell: false, cwd: '/work', parentEnv: () => undefined, ...more }, around);
const line = (command: string, given: Given = {}): CommandAccess => start(command, [], { shell: true, ...given });
/** The commands that a policy has to allow, as lines. */
const commands = (access: CommandAccess): string[] =>
  access.commands.filter((one) => one.role === undefined).map((one) => [one.program, ...one.argv].join(' '));
const paths = (access: CommandAccess): string[] => access.paths.map((path) => `${path.effect} ${path.resource}${path.tree ? '/**' : ''}`).sort();

describe('a shell that got a string', () => {
  it('needs no allow rule, its commands do', () => {
    const access = line('git status && npm test');
    expect(access).toMatchObject({ kind: 'command', capability: 'exec', resource: 'git status && npm test', shell: true, cwd: '/work' });
    expect(access.commands[0]).toMatchObject({ program: '/bin/sh', role: 'shell' });
    expect(commands(access)).toEqual(['git status', 'npm test']);
  });

  it.each([
    ['sh', ['-c', 'git push']], ['bash', ['-lc', 'git push']], ['bash', ['-ec', 'git push']], ['bash', ['-o', 'pipefail', '-c', 'git push']], ['bash', ['-euo', 'pipefail', '-c', 'git push']], ['bash', ['-ceuo', 'pipefail', 'git push']], ['bash', ['--norc', '-c', '--', 'git push']],
    ['bash', ['-c', '-e', 'git push']], ['/bin/sh', ['+x', '-c', 'git push']], ['dash', ['-c', '$1 $2', '_', 'git', 'push']], ['sh', ['-c', '"$@"', '_', 'git', 'push']], ['sh', ['-c', 'sh -c "sh -c \'git push\'"']], ['busybox', ['sh', '-c', 'git push']], ['env', ['sh', '-c', 'git push']],
    ['zsh', ['-c', 'git push']],
  ])('%s %j', (file, args) => {
    const access = start(file, args);
    expect(access.opaque).toBeUndefined();
    expect(commands(access).at(-1)).toBe('git push');
  });

  it('needs one when it is no shell of this machine', () => {
    const around = machine({ '/work/sh': program() });
    expect(commands(start('./sh', ['-c', 'git push'], { around }))).toEqual(['./sh -c git push', 'git push']);
    expect(commands(start('git', ['status'], { shell: '/work/evil' }))).toEqual(['/work/evil -c git status']);
    expect(commands(line('git status', { shell: '/work/evil' }))).toEqual(['/work/evil -c git status']);
  });

  it('is known by what it really is', () => {
    const around = machine({ '/work/git': link('/usr/bin/dash') });
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
    ['echo x | sh'], ['sh <<E\n$(x)\nE'], ['$0 x'], ['$(x)'], ['sh -c "$(x)"'], ['eval "$(x)"'], ['. /dev/stdin'], ['. <(x)'], ['source "$(x)"'], ['alias a=b'], ['bash --rcfile x -ic ls'], ['xargs -I{} sh -c "rm {}"'], ['find . -exec {} \\;'], ['nice $(x) rm'], ['timeout "$(x)" rm'],
    ['compgen -C x'], ['mapfile -C x -c 1'], ['hash -p ./x git'], ['enable -f ./x.so x'], ['awk "BEGIN{system($(x))}"'], ['parallel < x'], ['"unclosed'], ['trap "$(x)" EXIT'], ['node --run "$(x)"'],
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
    ['exec git push', 'git push'], ['exec -a x git push', 'git push'], ['command git push', 'git push'], ['command -p git push', 'git push'], ['builtin command git push', 'git push'], ['eval git push', 'git push'], ['eval "git " push', 'git push'], ["eval 'eval git push'", 'git push'],
    ['trap "git push" EXIT', 'git push'], ['trap -- "git push" INT TERM', 'git push'], ['. ./x.sh', '. ./x.sh'], ['source x.sh', 'source x.sh'], ['kill -9 1', 'kill -9 1'],
  ])('%j runs %j', (command, expected) => {
    expect(commands(line(command))).toEqual([expected]);
  });

  it('runs nothing where it only looks or resets', () => {
    expect(commands(line('command -v git; trap - EXIT; trap; exec 3>x; type rm'))).toEqual([]);
  });
});

describe('programs that start others', () => {
  it.each([
    ['env A=1 rm x', ['rm x']], ['env -i -u B rm x', ['rm x']], ['env -S "rm x" y', ['rm x y']], ['env -S"rm x"', ['rm x']], ['env -C /tmp rm x', ['rm x']], ['env - rm x', ['rm x']],
    ['timeout 5 rm x', ['rm x']], ['timeout -k 3 -s KILL 5 rm x', ['rm x']], ['timeout --signal=KILL 5s nice -n 3 rm x', ['nice -n 3 rm x', 'rm x']], ['nice rm x', ['rm x']], ['nice -5 rm x', ['rm x']], ['nohup rm x', ['rm x']],
    ['setsid -w rm x', ['rm x']], ['stdbuf -oL rm x', ['rm x']], ['ionice -c 3 rm x', ['rm x']], ['chroot / rm x', ['rm x']], ['sudo -u me A=1 rm x', ['rm x']], ['sudo -- rm x', ['rm x']], ['doas rm x', ['rm x']],
    ['su -c "rm x"', ['rm x']], ['su me -c "rm x"', ['rm x']], ['su - me -c "rm x"', ['rm x']], ['runuser -u me -- rm x', ['rm x']], ['flock /tmp/l rm x', ['rm x']], ['flock /tmp/l -c "rm x"', ['rm x']], ['watch -n 1 rm x', ['rm x']],
    ['script -c "rm x" log', ['rm x']], ['script -qc "rm x" /dev/null', ['rm x']], ['busybox rm x', ['rm x']], ['xargs rm', ['rm {}']], ['xargs -n 1 -P4 rm -f', ['rm -f {}']], ['xargs -I@ rm @', ['rm @']], ['/usr/bin/time -f %e rm x', ['rm x']],
    ['find . -exec rm {} +', ['rm {}']], ['find . -execdir rm {} ";" -ok ls {} ";"', ['rm {}', 'ls {}']], ['parallel rm ::: a b', ['rm $@']], ['taskset -c 0 rm x', ['rm x']], ['unshare -r rm x', ['rm x']], ['/lib64/ld-linux-x86-64.so.2 /usr/bin/rm x', ['/usr/bin/rm x']],
    ['strace -f -o out rm x', ['rm x']], ['systemd-run --user rm x', ['rm x']], ['dumb-init -- rm x', ['rm x']],
    ['git -c alias.x=!rm x', ['rm']], ['git -c alias.x=push x origin', ['git push origin']], ['git -c core.pager="rm x" log', ['rm x']], ['git -c core.fsmonitor=true status', []], ['git -C a -c core.sshCommand=rm fetch', ['rm']],
    ['git fetch --upload-pack=rm x', ['rm']], ['git clone -u rm x', ['rm']], ['git rebase -x "rm x" main', ['rm x']], ['git bisect run rm x', ['rm x']], ['git submodule foreach --recursive "rm x"', ['rm x']], ['git config alias.x "!rm x"', ['rm x']],
    ['git clone "ext::rm x" y', ['rm x']], ['git difftool -x rm', ['rm']], ['tar cf a --checkpoint-action=exec=rm b', ['rm']], ['tar xf a --to-command="rm x"', ['rm x']], ['tar -I "rm x" -cf a b', ['rm x']], ['tar --use-compress-program=rm -cf a b', ['rm']],
    ['rsync -e "rm x" a b', ['rm x']], ['ssh -o ProxyCommand="rm x" h', ['rm x']], ['scp -S rm a h:b', ['rm']], ['sort --compress-program=rm a', ['rm']], ['split --filter="rm x" a', ['rm x']], ['man -P "rm x" ls', ['rm x']],
    ["awk 'BEGIN{system(\"rm x\")}'", ['rm x']], ["awk '{print | \"rm x\"}'", ['rm x']], ["awk '\"rm x\" | getline y'", ['rm x']], ["awk -F'|' '{print $1 \"|\" $2}' f", []], ["sed '1e rm x' f", ['rm x']], ["sed -n 's/e/x/gp' f", []],
  ])('%j starts %j', (command, inner) => {
    const access = line(command, { shell: 'bash' });
    expect(access.opaque).toBeUndefined();
    expect(commands(access).slice(1)).toEqual(inner);
  });

  it.each([["awk 'BEGIN{c=\"rm\";system(c)}'"], ["sed 's/a/rm/e' f"], ["sed e f"], ['vim -c ":!rm" x'], ['git --exec-path=/x status'], ['git -c core.hooksPath=/x commit'], ['git -c include.path=x status'], ['env -S "$(x)" rm']])('%j is opaque', (command) => {
    expect(line(command, { shell: 'bash' }).opaque).toBeDefined();
  });

  it('are told by what they really are', () => {
    const around = machine({ '/work/ok': link('/usr/bin/env') });
    expect(commands(start('./ok', ['rm', 'x'], { around }))).toEqual(['./ok rm x', 'rm x']);
  });

  it('says by which program a command is started', () => {
    expect(start('timeout', ['5', 'nice', 'rm']).commands.map((one) => [one.program, one.within])).toEqual([['timeout', undefined], ['nice', 0], ['rm', 1]]);
  });

  it('reads the script of node --run', () => {
    const around = machine({ '/work/package.json': text('{"scripts":{"x":"rm -rf dist && tsc"}}') });
    expect(commands(start('node', ['--run', 'x', '--', '-w'], { around, cwd: '/work/src' }))).toEqual(['node --run x -- -w', 'rm -rf dist', 'tsc -w']);
  });

  it('lists what interprets a script, which no allow rule need name', () => {
    const around = machine({ '/work/tool': program('#!/usr/bin/env node\n'), '/work/bad': program('#! /usr/bin/rm -f\n') });
    expect(start('./tool', ['a'], { around }).commands.map((one) => [one.program, one.role])).toEqual([['./tool', undefined], ['/usr/bin/env', 'interpreter'], ['node', 'interpreter']]);
    expect(start('./bad', [], { around }).commands[1]).toMatchObject({ program: '/usr/bin/rm', argv: ['-f', '/work/bad'], role: 'interpreter' });
  });
});

describe('which program a name stands for', () => {
  const planted: Record<string, Entry> = { '/work/bin/git': program(), '/work/git': program(), '/work/mygit': link('/usr/bin/git'), '/work/awk': link('/usr/bin/mawk'), '/usr/bin/mawk': program(), '/usr/bin/awk': link('/usr/bin/mawk'), '/opt/node': program() };
  const found = (file: string, given: Given = {}) => start(file, [], { around: machine(planted), ...given }).commands[0]?.found;

  it('trusts what the PATH at the start leads to', () => {
    expect(found('git')).toEqual({ path: '/usr/bin/git', real: '/usr/bin/git', names: ['git'], trusted: ['git'] });
    expect(found('/bin/git')).toMatchObject({ path: '/bin/git', real: '/usr/bin/git', trusted: ['git'] });
    expect(found('../usr/bin/git')).toMatchObject({ path: '/usr/bin/git', trusted: ['git'] });
    expect(found('./mygit')).toMatchObject({ names: ['mygit', 'git'], trusted: ['git'] });
    expect(found('awk')).toMatchObject({ names: ['awk', 'mawk'], trusted: ['awk', 'mawk'] });
  });

  it('does not trust a file of the same name elsewhere', () => {
    expect(found('./git')).toMatchObject({ names: ['git'], trusted: [] });
    expect(found('/work/bin/git')).toMatchObject({ names: ['git'], trusted: [] });
    expect(found('bin/missing')).toEqual({ path: '/work/bin/missing', names: ['missing'], trusted: [] });
  });

  it('leaves a name along another PATH to the rules for variables', () => {
    const access = start('git', [], { around: machine(planted), env: [['PATH', '/work/bin']] });
    expect(access.commands[0]?.found).toMatchObject({ path: '/work/bin/git', trusted: ['git'] });
    expect(access.variables).toEqual(['PATH']);
  });

  it('knows its own Node', () => {
    expect(found('/opt/node', { around: { ...machine(planted), node: '/opt/node' } })).toMatchObject({ trusted: ['node'] });
    expect(found('/opt/node')).toMatchObject({ trusted: [] });
  });

  it('calls the system’s shell sh, and a part of busybox by its part’s name', () => {
    expect(found('/bin/sh')).toMatchObject({ real: '/usr/bin/dash', names: ['sh'] });
    const around = machine({ '/usr/bin/ls': link('/usr/bin/busybox') });
    expect(start('ls', ['-c', 'rm x'], { around }).commands[0]?.found).toMatchObject({ names: ['ls'], trusted: ['ls'] });
    expect(commands(start('ls', ['-c', 'rm x'], { around, argv0: 'sh' }))).toEqual(['ls -c rm x', 'rm x']);
  });

  it('goes by the file and not by what the program is told it is called', () => {
    expect(commands(start('rm', ['x'], { argv0: 'git' }))).toEqual(['rm x']);
  });

  it('drops endings and case on Windows', () => {
    const around: Surroundings = { ...machine({}, { start: { PATH: 'C:\\Program Files\\Git\\cmd;C:\\Windows' } }), platform: 'win32', node: 'C:\\node\\node.exe' };
    const of = (file: string) => commandAccess({ file, args: [], shell: false, cwd: 'C:\\work', parentEnv: () => undefined }, around).commands[0]?.found;
    expect(of('GIT.EXE')).toEqual({ names: ['git'], trusted: ['git'] });
    expect(of('C:/Program Files/Git/CMD/git.exe')).toMatchObject({ names: ['git'], trusted: ['git'] });
    expect(of('C:\\work\\git.cmd')).toMatchObject({ names: ['git'], trusted: [] });
    expect(of('c:\\NODE\\node.exe')).toMatchObject({ names: ['node'], trusted: ['node'] });
    const access = commandAccess({ file: 'npm.cmd test && git push | more > "a b.txt"', args: [], shell: true, cwd: 'C:\\work', parentEnv: () => undefined }, around);
    expect(commands(access)).toEqual(['npm.cmd test', 'git push', 'more']);
    expect(access.opaque).toBeUndefined();
    for (const text of ['%X% a', 'a ^& b', 'for /f %i in (x) do y', 'call x', 'start x', '(a)', 'if a == b c'])
      expect(commandAccess({ file: text, args: [], shell: true, cwd: 'C:\\work', parentEnv: () => undefined }, around).opaque).toBeDefined();
  });
});

describe('variables that steer programs', () => {
  const base: readonly (readonly [string, string])[] = [['PATH', '/usr/local/bin:/usr/bin:/bin'], ['HOME', '/home/me']];
  it.each([
    ['LD_PRELOAD'], ['DYLD_INSERT_LIBRARIES'], ['NODE_OPTIONS'], ['NODE_PATH'], ['RECEIPTBOT_MODE'], ['BASH_ENV'], ['ENV'], ['BASH_FUNC_git%%'], ['PERL5OPT'], ['PERL5LIB'], ['PYTHONPATH'], ['PYTHONSTARTUP'], ['RUBYOPT'], ['GIT_SSH_COMMAND'], ['GIT_EXTERNAL_DIFF'],
    ['GIT_CONFIG_COUNT'], ['GIT_CONFIG_KEY_0'], ['GIT_PAGER'], ['GIT_EDITOR'], ['PAGER'], ['EDITOR'], ['LESSOPEN'], ['TAR_OPTIONS'], ['JAVA_TOOL_OPTIONS'], ['OPENSSL_CONF'], ['ZDOTDIR'], ['PS4'], ['PROMPT_COMMAND'], ['SHELLOPTS'], ['IFS'],
  ])('%s in the new environment', (name) => {
    expect(start('ls', [], { env: [...base, [name, 'x']] }).variables).toEqual([name]);
  });

  it('are no news when they were there at the start', () => {
    expect(start('ls', [], { env: [...base, ['LD_PRELOAD', 'x']], around: machine({}, { start: { LD_PRELOAD: 'x' } }) }).variables).toEqual([]);
    expect(start('ls', [], { env: [['GIT_AUTHOR_NAME', 'x'], ['CI', '1'], ['NODE_ENV', 'x'], ['PYTHONUNBUFFERED', '1']] }).variables).toEqual([]);
  });

  it('are told of the environment as it has become', () => {
    const around: Surroundings = { ...machine(), environment: () => [['PATH', '/work/bin']] };
    expect(start('ls', [], { around }).variables).toEqual(['PATH']);
  });

  it.each([
    ['PATH=/x ls', ['PATH']], ['export LD_PRELOAD=x; ls', ['LD_PRELOAD']], ['env BASH_ENV=x ls', ['BASH_ENV']], ['env -u NODE_OPTIONS node a.js', ['NODE_OPTIONS']], ['env -i node a.js', ['NODE_OPTIONS']], ['unset NODE_OPTIONS; node a.js', ['NODE_OPTIONS']], ['read PATH', ['PATH']],
    ['printf -v PATH x', ['PATH']], ['for PATH in a; do ls; done', ['PATH']], [': ${PATH:=x}', ['PATH']], ['sudo LD_PRELOAD=x ls', ['LD_PRELOAD']], ['sh -c "PATH=x ls"', ['PATH']], ['while IFS= read -r x; do :; done', []], ['A=1 ls', []], ['CC=gcc make', []],
  ])('in the line %j', (command, expected) => {
    expect(line(command).variables).toEqual(expected);
  });

  it('HOME steers what reads its settings there', () => {
    const env: (readonly [string, string])[] = [['PATH', '/usr/local/bin:/usr/bin:/bin'], ['HOME', '/work']];
    expect(start('git', ['x'], { env }).variables).toEqual(['HOME']);
    expect(start('ls', [], { env }).variables).toEqual([]);
  });

  it('name files', () => {
    expect(paths(start('node', [], { env: [...base, ['NODE_V8_COVERAGE', '/out/c'], ['NODE_OPTIONS', '--redirect-warnings=/out/w']] }))).toEqual(['write /out/c', 'write /out/w']);
  });
});

describe('files that a command names', () => {
  const around = machine({
    '/work/.env': text('x'), '/work/.env.example': text('x'), '/work/secret': text('x'), '/work/a.txt': text('x'), '/work/out': folder, '/work/src/.env': text('x'), '/work/src/b.ts': text('x'), '/secret/key': text('x'), '/home/me/.ssh/id': text('x'),
  });
  it.each<readonly [string, readonly string[]]>([
    ['cat .env', ['read /work/.env']], ['cat ./src/../.env', ['read /work/.env']], ['cat secret nothing', ['read /work/secret']], ['cat /secret/key', ['read /secret/key']], ['cat ~/.ssh/id', ['read /home/me/.ssh/id']], ['cat "$HOME/.ssh/id"', ['read /home/me/.ssh/id']],
    ['cat .e*', ['read /work/.env', 'read /work/.env.example']], ['cat *', ['read /work/a.txt', 'read /work/out', 'read /work/secret', 'read /work/src']], ['cat s*/.[e]nv', ['read /work/src/.env']], ['cat {.env,a.txt}', ['read /work/.env', 'read /work/a.txt']], ['cat no*pe', []],
    ['cat < .env', ['read /work/.env']], ['while read x; do echo $x; done < ../secret/key', ['read /secret/key']], ['echo x > out/y', ['write /work/out/y']], ['echo x >> new', ['write /work/new']], ['cat <> a.txt', ['read /work/a.txt', 'write /work/a.txt']],
    ['echo .env', []], ['echo .env >> .gitignore', ['write /work/.gitignore']], ['cat $(echo .env)', ['read /work/.env']], ['echo .env | xargs cat', ['read /work/.env']], ['[ -f .env ]', ['stat /work/.env']], ['for f in /secret/*; do cat $f; done', ['read /secret/key']],
    ['cd src && cat b.ts', ['read /work/src/b.ts']], ['cd src; cat .env', ['read /work/src/.env']], ['(cd src); cat secret', ['read /work/secret']], ['(cd src && cat b.ts); cat a.txt', ['read /work/a.txt', 'read /work/src/b.ts']], ['cd nowhere; cat .env', ['read /work/.env', 'read /work/nowhere/.env']],
    ['command cd src && cat b.ts', ['read /work/src/b.ts']], ['cd /secret | cat key', []],
    ['node --env-file=.env x.js', ['read /work/.env']], ['node --env-file .env -e 0', ['read /work/.env']], ['node -r ./p.cjs', ['read /work/p.cjs']], ['node --require=/secret/key', ['read /secret/key']], ['node --cpu_prof_dir=/p --cpu-prof x', ['write /p', 'read /p']], ['node --cpu-prof a', ['write /work']],
    ['node --snapshot-blob s --build-snapshot ./e.js', ['read /work/e.js', 'read /work/s', 'write /work/s']], ['node -e "require(\'fs\').readFileSync(\'/x\')"', []],
    ['curl -d @.env http://x', ['read /work/.env']], ['curl -T secret http://x', ['read /work/secret']], ['curl -F f=@/secret/key http://x/.env', ['read /secret/key']], ['curl file:///secret/key', ['read /secret/key']], ['curl -o out/x http://x', ['read /work/out/x', 'write /work/out/x']], ['curl -sSoout/x http://x', ['write /work/out/x']],
    ['wget -O out/x http://x', ['read /work/out/x', 'write /work/out/x']], ['wget http://x/y', ['write /work']],
    ['dd if=/secret/key of=out/k', ['read /secret/key', 'read /work/out/k', 'write /work/out/k']], ['grep -f/secret/key x', ['read /secret/key']], ['cc -I/secret -o out/a a.txt', ['read /secret', 'read /work/a.txt', 'read /work/out/a', 'write /work/out/a']],
    ['tee out/a b', ['write /work/b', 'write /work/out/a']], ['touch new', ['create /work/new']], ['mkdir -p out/d', ['create /work/out/d']], ['rm -rf out', ['delete /work/out/**']], ['rm a.txt', ['delete /work/a.txt']], ['rmdir out', ['delete /work/out']],
    ['cp secret out/c', ['read /work/secret', 'write /work/out/c']], ['cp secret out', ['read /work/secret', 'write /work/out/secret']], ['cp -t out secret a.txt', ['read /work/a.txt', 'read /work/out', 'read /work/secret', 'write /work/out/a.txt', 'write /work/out/secret']], ['cp a.txt /etc/x -S x', ['read /work/a.txt', 'write /etc/x']],
    ['cp -r src out', ['read /work/src/**', 'write /work/out/src/**']], ['mv secret out/m', ['move /work/secret/**', 'write /work/out/m/**']], ['ln -s /secret/key k', ['create /work/k', 'link /secret/key/**', 'read /secret/key']], ['ln secret k', ['create /work/k', 'link /work/secret', 'link /work/secret', 'read /work/secret']],
    ['sed -i s/a/b/ a.txt', ['write /work/a.txt', 'read /work/a.txt']], ['sed s/a/b/ a.txt', ['read /work/a.txt']], ["sed 'w out/w' a.txt", ['read /work/a.txt', 'write /work/out/w']], ["awk '{print > \"out/w\"}' a.txt", ['read /work/a.txt', 'write /work/out/w']], ['perl -pi -e 1 a.txt', ['read /work/a.txt', 'write /work/a.txt']],
    ['chmod 600 a.txt', ['write /work/a.txt']], ['chmod -R 700 out', ['write /work/out/**']], ['truncate -s 0 a.txt', ['write /work/a.txt']],
    ['tar czf out/a.tgz src', ['read /work/out/a.tgz', 'read /work/src', 'read /work/src/**', 'write /work/out/a.tgz']], ['tar -xzf a.txt -C /opt', ['read /opt', 'read /work/a.txt', 'write /opt/**']], ['tar xf a.txt', ['read /work/a.txt', 'write /work/**']], ['tar -tf/secret/key', ['read /secret/key']],
    ['find /secret -name "*"', ['list /secret/**', 'read /secret']], ['find src -exec cat {} +', ['read /work/src', 'read /work/src/**']], ['find out -delete', ['delete /work/out/**', 'list /work/out/**', 'read /work/out']], ['grep -r x src', ['read /work/src/**']], ['rg x src', ['read /work/src/**']],
    ['git log --output=/out/f', ['read /out/f', 'write /out/f']], ['git clone http://x /opt/y', ['create /opt/y', 'read /opt/y']], ['esbuild a.ts --outfile=out/b.js', ['read /work/out/b.js', 'write /work/out/b.js']], ['tsc --outDir out', ['read /work/out', 'write /work/out']],
    ['docker run -v /secret:/s alpine', ['read /s', 'read /secret', 'write /secret/**']], ['git commit -m "fix src/b.ts and /etc/passwd"', []], ['git push https://x/.env', []], ['npm install @scope/pkg', ['read /work/@scope/pkg']],
    ['echo x > "$(date)"', ['write /']], ['env -C src cat b.ts', ['read /work/src', 'read /work/src/b.ts']], ['sh -c "cat \\"\\$1\\"" _ .env', ['read /work/.env']], ['bash x.sh /secret/key', ['read /secret/key']],
  ])('%s', (command, expected) => {
    const given = line(command, { around, shell: 'bash' });
    expect(paths(given)).toEqual([...expected].sort());
  });

  it('are seen without a shell too, as they are given', () => {
    expect(paths(start('head', ['/secret/key', '~/.ssh/id', '*'], { around }))).toEqual(['read /secret/key', 'read /work/~/.ssh/id']);
    expect(paths(start('cat', ['key'], { around, cwd: '/secret' }))).toEqual(['read /secret/key']);
  });
});

describe('the node child of others', () => {
  it('is a command whose words are all there', () => {
    const [access] = start('/usr/bin/node', ['--inspect', '-e', '1']).commands;
    expect(access).toMatchObject({ program: '/usr/bin/node', argv: ['--inspect', '-e', '1'], found: { names: ['node'] } });
  });
});
