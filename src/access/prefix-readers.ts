import { type Around, type Inner, type InnerReader, joined, line, opaque, words } from './inner-commands.js';
import { ANYWHERE } from './inner-text.js';
import {
  getopt,
  type Given,
  has,
  mayBeOption,
  type OptionStyle,
  scanOptions,
  sortWords,
  valuesOf,
} from './option-words.js';
import { commandAfter, isStrange, NOT_KNOWN, prefix, type Prefix } from './prefix-reader.js';
import { literal, splitWords, unknownWord, type Word } from './word.js';

const ENV: Prefix = {
  ...getopt(
    'i0u:C:S:va:',
    'ignore-environment null unset: chdir: split-string: block-signal default-signal ignore-signal list-signal-handling debug argv0:',
  ),
  assigns: true,
};
/** An emptied environment lacks the variable that puts the belt on a Node child. */
const CLEARED = [['NODE_OPTIONS', '']] as const;
const asWords = ({ name, value }: Given): Word[] => [literal(name), ...(value === undefined ? [] : [value])];

/** `env`: clears, unsets and sets variables, may split one word into many, then starts the rest. */
export const env: InnerReader = (args, around) => {
  const { options, rest } = scanOptions(args, ENV);
  const [split] = valuesOf(options, '-S', '--split-string');
  const folder = valuesOf(options, '-C', '--chdir').at(-1);
  if (isStrange(options) || folder?.known === false) return [NOT_KNOWN];
  if (split !== undefined) return splitEnv(split, options, rest, around);
  const dash = rest[0]?.text === '-';
  const cleared = dash || has(options, '-i', '--ignore-environment');
  const unset = valuesOf(options, '-u', '--unset').map((word) => [word.text, ''] as const);
  const command = dash ? rest.slice(1) : rest;
  const more = { ...(folder === undefined ? {} : { folder }), ...(cleared ? { clears: true as const } : {}) };
  const found = commandAfter(command, ENV, [...(cleared ? CLEARED : []), ...unset]);
  return found.map((inner) => (inner.kind === 'words' ? { ...inner, ...more } : inner));
};

/** `env -S "a b" c` is `env a b c`. */
function splitEnv(split: Word, options: readonly Given[], rest: readonly Word[], around: Around): readonly Inner[] {
  const list = split.known && !/[\\$]/.test(split.text) ? splitWords(split.text) : undefined;
  if (list === undefined) return [opaque('env -S splits a text that is not known')];
  const others = options.filter(({ name }) => name !== '-S' && name !== '--split-string').flatMap(asWords);
  return env([...others, ...list.map(literal), ...rest], around);
}

const XARGS = getopt(
  '0a:d:e?E:i?I:J:l?L:n:oP:pR:rs:S:tx',
  'null arg-file: delimiter: eof replace max-lines max-args: open-tty max-procs: interactive process-slot-var: no-run-if-empty max-chars: show-limits verbose exit',
);

/** `xargs`: what it reads is appended to the command, or put in the place of a mark. */
export const xargs: InnerReader = (args, { piped }) => {
  const { options, rest } = scanOptions(args, XARGS);
  if (isStrange(options)) return [NOT_KNOWN];
  if (rest.length === 0) return [];
  const marks = valuesOf(options, '-I', '-J', '-i', '--replace').map((word) => word.text);
  const mark = marks.at(-1) ?? (has(options, '-i', '--replace') ? '{}' : undefined);
  // What another command of the line prints is judged by what that one reads; anything else may name any file.
  const where = piped && !has(options, '-a', '--arg-file') ? {} : { under: ANYWHERE };
  if (mark === undefined || mark === '') return [words([...rest, { ...unknownWord('{}'), ...where }])];
  return [
    words(
      rest.map((word) =>
        word.text.includes(mark)
          ? { text: word.text.replaceAll(mark, '{}'), known: false, single: true, ...where }
          : word,
      ),
    ),
  ];
};

/** Tests of find whose next word is a value, and cannot be an action. */
const TESTS =
  /^-(?:[acm](?:min|time)|[ac]?newer(?:[aBcm][aBcmt])?|context|fstype|gid|group|i?(?:l?name|path|regex|wholename)|inum|links|(?:max|min)depth|perm|printf|regextype|samefile|size|uid|used|user|x?type)$/;

/** The folders that find looks through, as it is told; unknown when a file names them. */
export function startFolders(args: readonly Word[]): readonly Word[] | undefined {
  if (args.some((word) => /^-files0-from/.test(word.text))) return undefined;
  const start = args.findIndex((word) => /^(?:[-(!,)])/.test(word.text) && !/^-[HLPOD]/.test(word.text));
  const before = start < 0 ? args : args.slice(0, start);
  const folders = before.filter((word, at) => !word.text.startsWith('-') && before[at - 1]?.text !== '-D');
  return folders.length > 0 ? folders : [literal('.')];
}

/** `find`: every `-exec` and its kin, up to `;` or `+`. What it finds lies in the folders it was given. */
export const find: InnerReader = (args) => {
  const found: Inner[] = [];
  const folders = startFolders(args);
  const under = folders?.every((word) => word.known) === true ? folders.map((word) => word.text) : ANYWHERE;
  const sure = folders?.every((word) => word.known || /^[./\w]/.test(word.text)) === true;
  // What more than a name is made of it may be anywhere.
  const inPlace = ({ text }: Word): Word => ({
    text,
    known: false,
    single: sure,
    under: /^\{\}[^/]*$/.test(text) ? under : ANYWHERE,
  });
  const inside = new Set<Word>();
  args.forEach((word, at) => {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(word.text)) return;
    const rest = args.slice(at + 1);
    const end = rest.findIndex(
      (one, index) => one.text === ';' || (one.text === '+' && rest[index - 1]?.text === '{}'),
    );
    const command = end < 0 ? rest : rest.slice(0, end);
    for (const one of command) inside.add(one);
    if (command.length > 0) found.push(words(command.map((one) => (one.text.includes('{}') ? inPlace(one) : one))));
  });
  const unclear = args.some(
    (word, at) => mayBeOption(word) && !inside.has(word) && !TESTS.test(args[at - 1]?.text ?? ''),
  );
  return unclear ? [...found, opaque('find may be told to run what is known only later')] : found;
};

const CHROOT: Prefix = { ...getopt('', 'groups: userspec: skip-chdir'), skip: 1 };

/** `chroot`: paths and programs are others in another root. */
export const chroot: InnerReader = (args, around) =>
  scanOptions(args, CHROOT).rest[0]?.text === '/'
    ? prefix(CHROOT)(args, around)
    : [opaque('chroot makes another folder the root')];

const PARALLEL =
  'jobs max-args max-replace-args colsep arg-file sshlogin results joblog delay timeout retries workdir tmpdir load nice halt tagstring env';

/** GNU parallel: the words up to `:::` are one line for a shell, with the inputs put in or appended. */
export const parallel: InnerReader = (args) => {
  const { rest } = scanOptions(args, { short: 'jJNnILsSadCPR', long: PARALLEL.split(' ') });
  const end = rest.findIndex((word) => /^:::/.test(word.text));
  const command = end < 0 ? rest : rest.slice(0, end);
  if (command.length === 0) return [opaque('parallel reads its commands from its input')];
  if (command.some((word) => /\{[^}]*\}/.test(word.text) && word === command[0]))
    return [opaque('parallel puts the name of a program in')];
  return [line({ ...joined(command), text: `${joined(command).text} "$@"` })];
};

/** `busybox ls`: the first word is a program inside of it. */
export const applets: InnerReader = (args) => {
  const { rest } = scanOptions(args, {});
  return rest.length === 0 ? [] : [{ kind: 'words', words: rest, applet: true }];
};

const SU = getopt(
  'c:fg:G:lmpPs:u:w:hVT',
  'command: session-command: fast group: supp-group: login preserve-environment pty no-pty shell: user: whitelist-environment:',
);
const READS_COMMANDS = opaque('it starts a shell that reads its commands');

/** `su`, `runuser`: a user, then options; `-c` has a text for the user's shell. */
export const su: InnerReader = (args) => {
  const first = scanOptions(args, SU);
  const after = first.rest[0]?.text === '-' ? first.rest.slice(1) : first.rest;
  const second = scanOptions(after.slice(1), SU);
  const options = [...first.options, ...second.options];
  if (isStrange(options)) return [NOT_KNOWN];
  const shells = valuesOf(options, '-s', '--shell').map((shell) => words([shell]));
  const lines = valuesOf(options, '-c', '--command', '--session-command').map(line);
  if (lines.length > 0) return [...shells, ...lines];
  return has(first.options, '-u', '--user') && after.length > 0 ? [words(after)] : [...shells, READS_COMMANDS];
};

const SCRIPT = getopt(
  'ac:eE:fI:m:O:B:o:qT:t?hV',
  'append command: return echo: flush force log-in: log-out: log-io: log-timing: logging-format: output-limit: quiet timing',
);

/** `script`: a text for a shell, or on some systems a command behind the file; else a shell that is typed to. */
export const script: InnerReader = (args) => {
  const { options, operands } = sortWords(args, SCRIPT);
  if (isStrange(options)) return [NOT_KNOWN];
  const lines = valuesOf(options, '-c', '--command').map(line);
  if (lines.length > 0) return lines;
  if (has(options, '--help', '--version', '-h', '-V')) return [];
  return operands.length > 1 ? [words(operands.slice(1))] : [READS_COMMANDS];
};

const DAEMON = getopt(
  'SKTHVp:x:n:u:g:c:s:a:r:d:N:P:I:k:bCO:mR:toqv',
  'start stop status pid: ppid: pidfile: exec: name: user: group: chuid: signal: startas: chroot: chdir: nicelevel: procsched: iosched: umask: background notify-await notify-timeout: no-close output: make-pidfile remove-pidfile retry: test oknodo quiet verbose',
);

/** `start-stop-daemon`: the program is the value of an option, its arguments stand behind `--`. */
export const startStopDaemon: InnerReader = (args) => {
  const { options, operands } = sortWords(args, DAEMON);
  if (isStrange(options) || has(options, '-r', '--chroot')) return [NOT_KNOWN];
  if (!has(options, '-S', '--start')) return [];
  const program = [...valuesOf(options, '-x', '--exec'), ...valuesOf(options, '-a', '--startas')].at(-1);
  const folder = valuesOf(options, '-d', '--chdir').at(-1);
  if (program === undefined) return [];
  return [{ kind: 'words', words: [program, ...operands], ...(folder === undefined ? {} : { folder }) }];
};

const GDB_COMMANDS = ['ex', 'eval-command', 'iex', 'init-eval-command', 'eiex', 'early-init-eval-command'];
const GDB_FILES = ['x', 'command', 'ix', 'init-command', 'eix', 'early-init-command'];
const GDB: OptionStyle = {
  singleDash: true,
  long: [
    ...GDB_COMMANDS,
    ...GDB_FILES,
    ...'cd core c directory d exec e symbols s se pid p tty data-directory'.split(' '),
  ],
  flags: 'args batch batch-silent quiet q silent nx n nh nw version help return-child-result readnow'.split(' '),
};

const dashed = (name: string): string => `-${name}`;

/** `gdb`: its commands may call a shell, and it runs the program that it is given. */
export const gdb: InnerReader = (args) => {
  const { options, operands } = sortWords(args, GDB);
  const commands = valuesOf(options, ...GDB_COMMANDS.map(dashed)).flatMap((word): Inner[] => {
    const shell = /^\s*(?:!|shell\b)\s*/.exec(word.text);
    if (shell !== null) return [line({ ...word, text: word.text.slice(shell[0].length) })];
    return word.known &&
      /^\s*(?:bt|backtrace|r|run|q|quit|info|thread|frame|set (?:pagination|confirm|height))\b/.test(word.text)
      ? []
      : [opaque('gdb is given a command that may run programs')];
  });
  const files = valuesOf(options, ...GDB_FILES.map(dashed)).map(() => opaque('gdb is given commands by a file'));
  return [...(operands.length > 0 ? [words(operands)] : []), ...commands, ...files];
};

const PERF = prefix(
  getopt(
    'e:F:gG:o:p:C:c:ar:dvi:ABx:T:t:u:b',
    'event: freq: call-graph: output: pid: cpu: count: all-cpus repeat: detailed verbose no-inherit',
  ),
);

/** `perf stat cmd`: the first word says what is done with the command. */
export const perf: InnerReader = (args, around) =>
  /^(?:stat|record|trace)$/.test(args[0]?.text ?? '') ? PERF(args.slice(1), around) : [];
