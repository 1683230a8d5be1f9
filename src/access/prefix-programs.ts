import { type InnerReader, opaque } from './inner-commands.js';
import { getopt } from './option-words.js';
import { prefix } from './prefix-reader.js';
import {
  applets,
  chroot,
  env,
  find,
  gdb,
  parallel,
  perf,
  script,
  startStopDaemon,
  su,
  xargs,
} from './prefix-readers.js';

const TIMEOUT: InnerReader = prefix({
  ...getopt('k:s:v', 'kill-after: signal: foreground preserve-status verbose'),
  skip: 1,
});

/** Programs that start what their arguments say. The table is by base name; `ld.so` has names of its own. */
export const PREFIX_PROGRAMS: Readonly<Record<string, InnerReader>> = {
  busybox: applets,
  catchsegv: prefix({}),
  chpst: prefix({ short: 'ubenmdoprcfltU/' }),
  chronic: prefix(getopt('ev')),
  chroot,
  chrt: prefix({
    ...getopt(
      'abD:dfimopP:rRT:vhV',
      'all-tasks batch deadline fifo idle max other pid reset-on-fork rr sched-deadline: sched-period: sched-runtime: verbose',
    ),
    skip: 1,
    idle: '-p --pid -m --max'.split(' '),
  }),
  coreutils: applets,
  cpulimit: prefix(getopt('l:e:p:P:zimvh', 'limit: exe: pid: path: lazy include-children monitor-forks verbose')),
  'dbus-launch': prefix(getopt('', 'autolaunch: config-file: exit-with-session exit-with-x11 sh-syntax csh-syntax')),
  'dbus-run-session': prefix({
    ...getopt('', 'config-file: dbus-daemon:'),
    hides: ['--config-file', '--dbus-daemon'],
  }),
  doas: prefix({ ...getopt('a:C:Lnsu:'), hides: ['-s'], idle: ['-C', '-L'] }),
  'dumb-init': prefix(getopt('cr:vhV', 'single-child rewrite: verbose')),
  eatmydata: prefix({}),
  entr: prefix({ ...getopt('acdnprsxz'), shell: [] }),
  env,
  fakeroot: prefix(getopt('l:s:i:b:uhv', 'lib: faked: unknown-is-real')),
  faketime: prefix({ ...getopt('fmp:', 'exclude-monotonic'), skip: 1 }),
  find,
  firejail: prefix({}),
  flock: prefix({
    ...getopt(
      'c:eE:FhnosuVw:x',
      'shared exclusive unlock nonblock nb timeout: wait: conflict-exit-code: close command: no-fork verbose',
    ),
    skip: 1,
    lines: ['-c', '--command'],
  }),
  gdb,
  genv: env,
  gfind: find,
  gosu: prefix({ skip: 1 }),
  gtimeout: TIMEOUT,
  gxargs: xargs,
  ionice: prefix(getopt('c:n:p:P:tu:hV', 'class: classdata: pid: pgid: ignore uid:')),
  linux32: prefix({}),
  linux64: prefix({}),
  ltrace: prefix(
    getopt(
      'a:A:bcCD:e:fF:hil:Ln:o:p:rs:StTu:Vw:x:X:',
      'align: config: debug: demangle indent: library: output: where:',
    ),
  ),
  nice: prefix(getopt('n:0123456789', 'adjustment:')),
  nohup: prefix(getopt('')),
  nsenter: prefix({
    ...getopt(
      'at:m?u?i?n?p?C?U?T?S:G:r?w?W:eFZchV',
      'all target: mount uts ipc net pid cgroup user time setuid: setgid: preserve-credentials root wd wdns: no-fork follow-context env',
    ),
    folder: '-w --wd -W --wdns'.split(' '),
    hides: ['-r', '--root'],
  }),
  numactl: prefix(
    getopt(
      'aHi:p:P:w:m:N:C:lsbt',
      'all interleave: preferred: preferred-many: membind: cpunodebind: physcpubind: localalloc balancing show hardware',
    ),
  ),
  parallel,
  perf,
  pkexec: prefix(getopt('', 'user: disable-internal-agent keep-cwd')),
  prlimit: prefix(
    getopt(
      'p:o:c?d?e?f?i?l?m?n?q?r?s?t?u?v?x?y?hV',
      'pid: output: noheadings raw verbose core data nice fsize sigpending memlock rss nofile msgqueue rtprio stack cpu nproc as locks rttime',
    ),
  ),
  proxychains: prefix({ ...getopt('f:q'), hides: ['-f'] }),
  proxychains4: prefix({ ...getopt('f:q'), hides: ['-f'] }),
  rlwrap: prefix({ short: 'aAbCDefgHlmMnOpPqstSvz' }),
  'run-parts': () => [opaque('run-parts starts whatever is in a folder')],
  runuser: su,
  script,
  setarch: prefix({ skip: 1 }),
  setpriv: prefix(
    getopt(
      'dhV',
      'dump nnp no-new-privs ruid: euid: rgid: egid: reuid: regid: clear-groups keep-groups init-groups groups: inh-caps: ambient-caps: bounding-set: list-caps securebits: pdeathsig: ptracer: selinux-label: apparmor-profile: landlock-access: landlock-rule: seccomp-filter: reset-env',
    ),
  ),
  setsid: prefix(getopt('cfwhV', 'ctty fork wait')),
  's6-setuidgid': prefix({ skip: 1 }),
  'ssh-agent': prefix(getopt('a:cDdE:kO:P:st:Tu')),
  'start-stop-daemon': startStopDaemon,
  stdbuf: prefix(getopt('i:o:e:', 'input: output: error:')),
  strace: prefix(
    getopt(
      'a:Ab:cCdDe:E:fFhiI:knNo:O:p:P:qrs:S:tTu:U:vVwxX:yYzZ',
      'argv0: attach: columns: const-print-flags: daemonize decode-fds decode-pids detach-on: debug env: failed-only follow-forks instruction-pointer interruptible: kill-on-exit no-abbrev output: output-append-mode output-separately quiet quiet: relative-timestamps seccomp-bpf silence: silent: stack-traces status: string-limit: strings-in-hex successful-only summary summary-columns: summary-only summary-sort-by: summary-syscall-overhead: summary-wall-clock syscall-number syscall-times tips trace: trace-fds: trace-path: user: verbose: absolute-timestamps timestamps',
    ),
  ),
  su,
  'su-exec': prefix({ skip: 1 }),
  sudo: prefix({
    ...getopt(
      'ABbC:D:Eeg:HhiKklnp:PR:r:ST:t:U:u:Vvs',
      'askpass background bell close-from: chdir: preserve-env edit group: set-home host: login remove-timestamp reset-timestamp list non-interactive preserve-groups prompt: chroot: role: stdin shell command-timeout: type: other-user: user: validate',
    ),
    assigns: true,
    folder: ['-D', '--chdir'],
    hides: '-R --chroot -i --login -s --shell -e --edit'.split(' '),
    idle: '-l --list -v --validate -V --version -K --remove-timestamp'.split(' '),
  }),
  'systemd-run': prefix({
    ...getopt(
      'dE:GH:hM:p:PqrSt:u:',
      'unit: property: description: slice: slice-inherit uid: gid: nice: working-directory: setenv: host: machine: service-type: on-active: on-boot: on-startup: on-unit-active: on-unit-inactive: on-calendar: on-clock-change on-timezone-change path-property: socket-property: timer-property: user system scope remain-after-exit send-sighup same-dir expand-environment no-block wait pty pipe shell quiet collect no-ask-password',
    ),
    folder: ['--working-directory'],
    hides: '-p --property -H --host -M --machine -S --shell'.split(' '),
  }),
  taskset: prefix({ ...getopt('apchV', 'all-tasks pid cpu-list'), skip: 1, idle: ['-p', '--pid'] }),
  time: prefix(getopt('af:o:pqvhV', 'append format: output: portability quiet verbose')),
  timeout: TIMEOUT,
  tini: prefix(getopt('e:ghlp:svw', 'version license')),
  torsocks: prefix(getopt('u:p:a:P:idqh', 'user: pass: address: port: isolate debug quiet shell on off')),
  toybox: applets,
  unbuffer: prefix(getopt('p')),
  unshare: prefix({
    ...getopt(
      'm?u?i?n?p?U?C?T?fcrR:w:S:G:hV',
      'mount uts ipc net pid user cgroup time fork map-user: map-group: map-root-user map-current-user map-auto map-users: map-groups: map-subids kill-child mount-proc mount-binfmt propagation: setgroups: keep-caps root: wd: setuid: setgid: monotonic: boottime: load-interp:',
    ),
    folder: ['-w', '--wd'],
    hides: ['-R', '--root', '--load-interp'],
  }),
  valgrind: prefix({}),
  watch: prefix({
    ...getopt(
      'bcCd?egn:pq:rs:tvwxhf',
      'beep color no-color differences errexit chgexit interval: precise equexit: no-rerun shotsdir: no-title no-wrap exec follow',
    ),
    shell: ['-x', '--exec'],
  }),
  xargs,
  'xvfb-run': prefix({
    ...getopt(
      'ae:f:hn:lp:s:w:',
      'auto-servernum error-file: auth-file: server-num: listen-tcp xauth-protocol: server-args: wait:',
    ),
    hides: ['-s', '--server-args'],
  }),
};

/** The reader of a prefix program, if the program is one. */
export const prefixReader = (name: string): InnerReader | undefined =>
  Object.hasOwn(PREFIX_PROGRAMS, name)
    ? PREFIX_PROGRAMS[name]
    : /^ld(?:-linux[\w-]*|-musl[\w-]*|64)?\.so(?:\.\d+)?$/.test(name)
      ? loader
      : undefined;

/** The dynamic loader called as a program starts its first operand. */
const loader: InnerReader = prefix({
  singleDash: true,
  exact: true,
  long: 'library-path inhibit-rpath audit preload argv0 glibc-hwcaps-prepend glibc-hwcaps-mask'.split(' '),
});
