import { type Inner, type InnerReader, joined, line, opaque, words } from './inner-commands.js';
import { type Given, has, type OptionStyle, scanOptions, valuesOf } from './option-words.js';
import { literal, splitWords, unknownWord, type Word } from './word.js';

/** How a prefix program is called: options, some operands of its own, then the command. */
interface Prefix extends OptionStyle {
  /** Operands before the command (`timeout 5 cmd`). */
  readonly skip?: number;
  /** `NAME=value` before the command sets its environment. */
  readonly assigns?: true;
  /** The rest is joined and given to a shell, not started as it stands. */
  readonly shell?: true;
  /** Options whose value is a text for a shell. */
  readonly lines?: readonly string[];
  /** Options with which nothing is started. */
  readonly idle?: readonly string[];
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** A reader made of a row: the look-through of a prefix program is data. */
function prefix(row: Prefix): InnerReader {
  return (args) => {
    const { options, rest } = scanOptions(args, row);
    if (row.idle !== undefined && has(options, ...row.idle)) return [];
    const lines = valuesOf(options, ...(row.lines ?? [])).map(line);
    if (lines.length > 0) return lines;
    return args.slice(0, args.length - rest.length).every((word) => word.known)
      ? commandAfter(rest, row, [])
      : [NOT_KNOWN];
  };
}

const NOT_KNOWN = opaque('it is not known which word is the program');

function commandAfter(
  rest: readonly Word[],
  row: Prefix,
  set: readonly (readonly [string, string])[],
): readonly Inner[] {
  const given = row.assigns === true ? leadingAssignments(rest) : [];
  const skip = given.length + (row.skip ?? 0);
  if (!rest.slice(0, skip).every((word) => word.known)) return [NOT_KNOWN];
  const [option, text] = rest.slice(skip);
  if (option !== undefined && text !== undefined && row.lines?.includes(option.text) === true) return [line(text)];
  // No program is called like an option: these are options that stand after the operands.
  const start = rest.findIndex((word, index) => index >= skip && !word.text.startsWith('-'));
  if (start < 0) return [];
  const command = rest.slice(start);
  if (row.shell === true) return [line(joined(command))];
  const assignments = [...set, ...given];
  return [{ kind: 'words', words: command, ...(assignments.length === 0 ? {} : { assignments }) }];
}

function leadingAssignments(words: readonly Word[]): (readonly [string, string])[] {
  const end = words.findIndex((word) => !ASSIGNMENT.test(word.text));
  return words.slice(0, end < 0 ? words.length : end).map(({ text }) => {
    const at = text.indexOf('=');
    return [text.slice(0, at), text.slice(at + 1)];
  });
}

const ENV: Prefix = { short: 'aCPSu', long: 'unset chdir split-string argv0'.split(' '), assigns: true };

/** `env`: clears, unsets and sets variables, may split one word into many, then starts the rest. */
const env: InnerReader = (args) => {
  const { options, rest } = scanOptions(args, ENV);
  const [split] = valuesOf(options, '-S', '--split-string');
  if (split !== undefined) {
    const list = split.known && !/[\\$]/.test(split.text) ? splitWords(split.text) : undefined;
    if (list === undefined) return [opaque('env -S splits a text that is not known')];
    const others = options.filter(({ name }) => name !== '-S' && name !== '--split-string').flatMap(asWords);
    return env([...others, ...list.map(literal), ...rest]);
  }
  const cleared = has(options, '-i', '--ignore-environment') || rest[0]?.text === '-';
  const unset = valuesOf(options, '-u', '--unset').map((word) => [word.text, ''] as const);
  const [folder] = valuesOf(options, '-C', '--chdir');
  const command = rest[0]?.text === '-' ? rest.slice(1) : rest;
  const more = { ...(folder === undefined ? {} : { folder }), ...(cleared ? { clears: true as const } : {}) };
  const found = commandAfter(command, ENV, [...(cleared ? CLEARED : []), ...unset]);
  return found.map((inner) => (inner.kind === 'words' ? { ...inner, ...more } : inner));
};
/** An emptied environment lacks the variable that puts the belt on a Node child. */
const CLEARED = [['NODE_OPTIONS', '']] as const;
const asWords = ({ name, value }: Given): Word[] => [literal(name), ...(value === undefined ? [] : [value])];

/** `xargs`: what it reads is appended to the command, or put in the place of a mark. */
const xargs: InnerReader = (args) => {
  const { options, rest } = scanOptions(args, {
    short: 'adEIJLnPRsS',
    long: 'arg-file delimiter max-lines max-args max-procs max-chars replace process-slot-var'.split(' '),
  });
  if (rest.length === 0) return [];
  const [mark] = [
    ...valuesOf(options, '-I', '--replace').map((word) => word.text),
    ...(has(options, '-i', '--replace') ? ['{}'] : []),
  ];
  if (mark === undefined || mark === '') return [words([...rest, unknownWord('{}')])];
  return [words(rest.map((word) => (word.text.includes(mark) ? { ...word, known: false, single: true } : word)))];
};

/** `find`: every `-exec` and its kin, up to `;` or `+`. */
const find: InnerReader = (args) => {
  const found: Inner[] = [];
  args.forEach((word, at) => {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(word.text)) return;
    const rest = args.slice(at + 1);
    const end = rest.findIndex(
      (one, index) => one.text === ';' || (one.text === '+' && rest[index - 1]?.text === '{}'),
    );
    const command = end < 0 ? rest : rest.slice(0, end);
    if (command.length > 0)
      found.push(words(command.map((one) => (one.text.includes('{}') ? { ...one, known: false } : one))));
  });
  return found;
};

/** GNU parallel: the words up to `:::` are one line for a shell, with the inputs put in or appended. */
const parallel: InnerReader = (args) => {
  const { rest } = scanOptions(args, {
    short: 'jJNnILsSadCPR',
    long: 'jobs max-args max-replace-args colsep arg-file sshlogin results joblog delay timeout retries workdir tmpdir load nice halt tagstring env'.split(
      ' ',
    ),
  });
  const end = rest.findIndex((word) => /^:::/.test(word.text));
  const command = end < 0 ? rest : rest.slice(0, end);
  if (command.length === 0) return [opaque('parallel reads its commands from its input')];
  if (command.some((word) => /\{[^}]*\}/.test(word.text) && word === command[0]))
    return [opaque('parallel puts the name of a program in')];
  return [line({ ...joined(command), text: `${joined(command).text} "$@"` })];
};

/** `busybox ls`: the first word is a program inside of it. */
const applets: InnerReader = (args) => {
  const { rest } = scanOptions(args, {});
  return rest.length === 0 ? [] : [{ kind: 'words', words: rest, applet: true }];
};

/** `su`, `runuser`: a user, then options; `-c` has a text for the user's shell. */
const su: InnerReader = (args) => {
  const style: OptionStyle = {
    short: 'cgGsuTw',
    long: 'command session-command group supp-group shell user whitelist-environment'.split(' '),
  };
  const first = scanOptions(args, style);
  const after = first.rest[0]?.text === '-' ? first.rest.slice(1) : first.rest;
  const second = scanOptions(after.slice(1), style);
  const options = [...first.options, ...second.options];
  const lines = valuesOf(options, '-c', '--command', '--session-command').map(line);
  if (lines.length > 0) return lines;
  return has(first.options, '-u', '--user') && after.length > 0 ? [words(after)] : [];
};

const sudo: InnerReader = prefix({
  short: 'CDghpRrTtUu',
  assigns: true,
  idle: '-l -v -V -k -K'.split(' '),
  long: 'close-from chdir group host prompt chroot role command-timeout type other-user user'.split(' '),
});

/** Programs that start what their arguments say. The table is by base name; `ld.so` has names of its own. */
export const PREFIX_PROGRAMS: Readonly<Record<string, InnerReader>> = {
  busybox: applets,
  catchsegv: prefix({}),
  chpst: prefix({ short: 'ubenmdoprcfltU/' }),
  chronic: prefix({}),
  chroot: prefix({ skip: 1, long: ['userspec', 'groups'] }),
  chrt: prefix({
    skip: 1,
    short: 'TPD',
    long: ['sched-runtime', 'sched-period', 'sched-deadline'],
    idle: '-p --pid -m --max'.split(' '),
  }),
  coreutils: applets,
  cpulimit: prefix({ short: 'leplP', long: 'limit exe pid path'.split(' ') }),
  'dbus-launch': prefix({ long: ['autolaunch', 'config-file'] }),
  'dbus-run-session': prefix({ long: ['config-file', 'dbus-daemon'] }),
  doas: prefix({ short: 'aCu' }),
  'dumb-init': prefix({ short: 'r', long: ['rewrite'] }),
  eatmydata: prefix({}),
  env,
  fakeroot: prefix({ short: 'lsib', long: ['lib', 'faked'] }),
  faketime: prefix({ skip: 1 }),
  find,
  firejail: prefix({}),
  flock: prefix({
    skip: 1,
    short: 'wEc',
    long: 'timeout wait conflict-exit-code command'.split(' '),
    lines: ['-c', '--command'],
  }),
  genv: env,
  gfind: find,
  gosu: prefix({ skip: 1 }),
  gtimeout: prefix({ skip: 1, short: 'ks', long: ['kill-after', 'signal'] }),
  gxargs: xargs,
  ionice: prefix({ short: 'cnpPu', long: 'class classdata pid pgid uid'.split(' ') }),
  linux32: prefix({}),
  linux64: prefix({}),
  ltrace: prefix({ short: 'aAeFlnopsuwxX' }),
  nice: prefix({ short: 'n', long: ['adjustment'] }),
  nohup: prefix({}),
  nsenter: prefix({ short: 'tSGWm', long: 'target setuid setgid wdns'.split(' ') }),
  numactl: prefix({ short: 'impNCPl', long: 'interleave preferred membind cpunodebind physcpubind'.split(' ') }),
  parallel,
  pkexec: prefix({ long: ['user'] }),
  prlimit: prefix({ short: 'po', long: ['pid', 'output'] }),
  proxychains: prefix({ short: 'f' }),
  proxychains4: prefix({ short: 'f' }),
  rlwrap: prefix({ short: 'aAbCDefgHlmMnOpPqstSvz' }),
  runuser: su,
  script: prefix({
    short: 'cEIOBTmot',
    long: 'command echo log-in log-out log-io log-timing logging-format output-limit'.split(' '),
    skip: 1,
    lines: ['-c', '--command'],
  }),
  setarch: prefix({ skip: 1 }),
  setpriv: prefix({
    long: 'reuid regid groups inh-caps ambient-caps bounding-set securebits pdeathsig selinux-label apparmor-profile'.split(
      ' ',
    ),
  }),
  setsid: prefix({}),
  's6-setuidgid': prefix({ skip: 1 }),
  stdbuf: prefix({ short: 'ieo', long: ['input', 'error', 'output'] }),
  strace: prefix({ short: 'abeEIoOpPsSuUX' }),
  su,
  'su-exec': prefix({ skip: 1 }),
  sudo,
  'systemd-run': prefix({
    short: 'EHMpt',
    long: 'unit property description slice uid gid nice working-directory setenv host machine service-type on-active on-calendar'.split(
      ' ',
    ),
  }),
  taskset: prefix({ skip: 1, idle: ['-p', '--pid'] }),
  time: prefix({ short: 'fo', long: ['format', 'output'] }),
  timeout: prefix({ skip: 1, short: 'ks', long: ['kill-after', 'signal'] }),
  tini: prefix({ short: 'pe' }),
  torsocks: prefix({ short: 'uPap', long: 'user pass address port'.split(' ') }),
  toybox: applets,
  unbuffer: prefix({}),
  unshare: prefix({ short: 'RwSG', long: 'root wd setuid setgid propagation map-user map-group'.split(' ') }),
  valgrind: prefix({}),
  watch: prefix({ short: 'nq', long: ['interval', 'equexit'], shell: true }),
  xargs,
  'xvfb-run': prefix({
    short: 'efnpsw',
    long: 'error-file auth-file server-num xauth-protocol server-args wait'.split(' '),
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
  long: 'library-path inhibit-rpath audit preload argv0 glibc-hwcaps-prepend glibc-hwcaps-mask'.split(' '),
});
