import { describe, expect, it } from 'vitest';
import { link, machine, program, text } from './machine.js';
import { commands, line, rows, start, withShell } from './rig.js';

withShell();

/** Lines, and what a policy has to allow besides the first program. */
const STARTS = String.raw`
  env A=1 rm x => rm x
  env -i -u B rm x => rm x
  env -S "rm x" y => rm x y
  env -S"rm x" => rm x
  env -C /tmp rm x => rm x
  env - rm x => rm x
  timeout 5 rm x => rm x
  timeout -k 3 -s KILL 5 rm x => rm x
  timeout --signal=KILL 5s nice -n 3 rm x => nice -n 3 rm x ; rm x
  nice rm x => rm x
  nice -5 rm x => rm x
  nohup rm x => rm x
  setsid -w rm x => rm x
  stdbuf -oL rm x => rm x
  ionice -c 3 rm x => rm x
  chroot / rm x => rm x
  sudo -u me A=1 rm x => rm x
  sudo -- rm x => rm x
  doas rm x => rm x
  su -c "rm x" => rm x
  su me -c "rm x" => rm x
  su - me -c "rm x" => rm x
  runuser -u me -- rm x => rm x
  flock /tmp/l rm x => rm x
  flock /tmp/l -c "rm x" => rm x
  watch -n 1 rm x => rm x
  script -c "rm x" log => rm x
  script -qc "rm x" /dev/null => rm x
  busybox rm x => rm x
  xargs rm => rm {}
  xargs -n 1 -P4 rm -f => rm -f {}
  xargs -I@ rm @ => rm {}
  /usr/bin/time -f %e rm x => rm x
  find . -exec rm {} + => rm {}
  find . -execdir rm {} ";" -ok ls {} ";" => rm {} ; ls {}
  parallel rm ::: a b => rm $@
  taskset -c 0 rm x => rm x
  unshare -r rm x => rm x
  /lib64/ld-linux-x86-64.so.2 /usr/bin/rm x => /usr/bin/rm x
  strace -f -o out rm x => rm x
  systemd-run --user rm x => rm x
  dumb-init -- rm x => rm x
  git -c alias.x=!rm x => rm
  git -c alias.x=push x origin => git push origin
  git -c core.pager="rm x" log => rm x
  git -c core.fsmonitor=true status => 
  git -C a -c core.sshCommand=rm fetch => rm
  git fetch --upload-pack=rm x => rm
  git clone -u rm x => rm
  git rebase -x "rm x" main => rm x
  git bisect run rm x => rm x
  git submodule foreach --recursive "rm x" => rm x
  git config alias.x "!rm x" => rm x
  git clone "ext::rm x" y => rm x
  git difftool -x rm => rm
  tar cf a --checkpoint-action=exec=rm b => rm
  tar xf a --to-command="rm x" => rm x
  tar -I "rm x" -cf a b => rm x
  tar --use-compress-program=rm -cf a b => rm
  rsync -e "rm x" a b => rm x
  ssh -o ProxyCommand="rm x" h => rm x
  scp -S rm a h:b => rm
  sort --compress-program=rm a => rm
  split --filter="rm x" a => rm x
  man -P "rm x" ls => rm x
  awk 'BEGIN{system("rm x")}' => rm x
  awk '{print | "rm x"}' => rm x
  awk '"rm x" | getline y' => rm x
  awk -F'|' '{print $1 "|" $2}' f => 
  sed '1e rm x' f => rm x
  sed -n 's/e/x/gp' f => 
  vim -c ":!rm x" f => rm x
  env 1x=y a-b= rm x => rm x
  env --chd=/tmp --uns A rm x => rm x
  timeout --sig KILL --kill-a 3 5 rm x => rm x
  flock --ti 1 l rm x => rm x
  xargs --max-a 1 --del x -iX rm X => rm {}
  setpriv --reu 0 rm x => rm x
  unshare --wd .. rm x => rm x
  start-stop-daemon -S -x /usr/bin/rm -- x => /usr/bin/rm x
  ssh-agent rm x => rm x
  watch -x rm x => rm x
  tar cIf "rm x" a.tar b => rm x
  tar cf a --checkpoint-act=exec=rm b => rm
  tar --use-com="rm x" -cf a b => rm x
  sort --compress-prog=rm a => rm
  git clone --upload-pa=rm . x => rm
  git -c tar.x.command="rm x" archive HEAD => rm x
  git -c gpg.ssh.defaultKeyCommand=rm commit -S => rm
  git difftool -yxrm a b => rm
  git grep -Orm x => rm
  scp -D rm a h: => rm
  ssh -o "ProxyCommand = rm x" h => rm x
  zip x.zip f -T -TT "rm x" => rm x
  zip x.zip f -TTT=rm => rm
  strace -o "|rm x" ls => ls ; rm x
  sqlite3 x.db ".shell rm x" => rm x
  ed "!rm x" => rm x
  less +!rm f => rm
  gdb -batch -ex "!rm x" => rm x
  sed '/a/Ie rm x' f => rm x
  sed -n '\%a%,+2!e rm x' f => rm x
`;

describe('programs that start others', () => {
  it.each(rows(STARTS, ' ; '))('%j starts %j', (command, inner) => {
    const access = line(command, { shell: 'bash' });
    expect(access.opaque).toBeUndefined();
    expect(commands(access).slice(1)).toEqual(inner);
  });

  it.each([
    ['awk \'BEGIN{c="rm";system(c)}\''],
    ["sed 's/a/rm/e' f"],
    ['sed e f'],
    ['vim -c ":grep rm" x'],
    ['git --exec-path=/x status'],
    ['git -c core.hooksPath=/x commit'],
    ['git -c include.path=x status'],
    ['env -S "$(x)" rm'],
  ])('%j is opaque', (command) => {
    expect(line(command, { shell: 'bash' }).opaque).toBeDefined();
  });

  it('are told by what they really are', () => {
    const around = machine({ '/proj/ok': link('/usr/bin/env') });
    expect(commands(start('./ok', ['rm', 'x'], { around }))).toEqual(['./ok rm x', 'rm x']);
  });

  it('says by which program a command is started', () => {
    expect(start('timeout', ['5', 'nice', 'rm']).commands.map((one) => [one.program, one.within])).toEqual([
      ['timeout', undefined],
      ['nice', 0],
      ['rm', 1],
    ]);
  });

  it('reads the script of node --run', () => {
    const around = machine({ '/proj/package.json': text('{"scripts":{"x":"rm -rf dist && tsc"}}') });
    expect(commands(start('node', ['--run', 'x', '--', '-w'], { around, cwd: '/proj/src' }))).toEqual([
      'node --run x -- -w',
      'rm -rf dist',
      'tsc -w',
    ]);
  });

  it('lists what interprets a script, which no allow rule need name', () => {
    const around = machine({
      '/proj/tool': program('#!/usr/bin/env node\n'),
      '/proj/bad': program('#! /usr/bin/rm -f\n'),
    });
    expect(start('./tool', ['a'], { around }).commands.map((one) => [one.program, one.role])).toEqual([
      ['./tool', undefined],
      ['/usr/bin/env', 'interpreter'],
      ['node', 'interpreter'],
    ]);
    expect(start('./bad', [], { around }).commands[1]).toMatchObject({
      program: '/usr/bin/rm',
      argv: ['-f', '/proj/bad'],
      role: 'interpreter',
    });
  });
});
