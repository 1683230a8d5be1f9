import { type Inner, type InnerReader, joined, line, opaque, words } from './inner-commands.js';
import { type Given, type OptionStyle, scanOptions, sortWords, valuesOf } from './option-words.js';
import { literal, splitWords, type Word } from './word.js';

/** Programs that run the value of an option. */
interface OptionLines extends OptionStyle {
  /** Options whose value is a command line. */
  readonly lines: readonly string[];
  /** What stands before the command in the value (`exec=` of tar's checkpoint actions); values without it run nothing. */
  readonly after?: Readonly<Record<string, RegExp>>;
}

function optionLines(row: OptionLines): InnerReader {
  return (args) => {
    const { options } = sortWords(args, row);
    return options.flatMap(({ name, value }) => {
      if (value === undefined || !row.lines.includes(name)) return [];
      const before = row.after?.[name];
      if (before === undefined) return [line(value)];
      const match = before.exec(value.text);
      return match === null ? [] : [line({ ...value, text: value.text.slice(match[0].length) })];
    });
  };
}

const TAR: OptionLines = {
  short: 'fCIFbgHKNTVXLs',
  long: 'checkpoint-action to-command use-compress-program rsh-command rmt-command info-script new-volume-script file directory'.split(
    ' ',
  ),
  lines:
    '--checkpoint-action --to-command -I --use-compress-program --rsh-command --rmt-command -F --info-script --new-volume-script'.split(
      ' ',
    ),
  after: { '--checkpoint-action': /^exec=/ },
};

/** ssh and its kin: some of their settings are commands, written `Name=command` or `Name command`. */
const SSH_COMMANDS = /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|PermitLocalCommand)[=\s]\s*/i;
const ssh = optionLines({ short: 'BbcDEeFIiJLlmOopQRSWw', lines: ['-o'], after: { '-o': SSH_COMMANDS } });
const scp = optionLines({ short: 'cDFiJloPSX', lines: ['-o', '-S'], after: { '-o': SSH_COMMANDS } });

/** Editors run what follows `!` or `system(` in a command; the other scripting languages in them cannot be read here. */
const editor: InnerReader = (args) => {
  const { options, operands } = sortWords(args, { short: 'cTuUSsiwW', long: ['cmd'] });
  const commands = [...valuesOf(options, '-c', '--cmd'), ...operands.filter((word) => word.text.startsWith('+'))];
  return commands.some((word) => !word.known || /!|system|lua|py|perl|ruby|source|\bso\b|eval|exe/i.test(word.text))
    ? [opaque('an editor is given commands to run')]
    : [];
};

/** Settings of git that hold a command, or a file that does. */
const GIT_COMMAND_KEYS =
  /^(?:alias\..+|core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|pager\..+|sequence\.editor|diff\.external|diff\..+\.(?:command|textconv)|difftool\..+|merge\..+\.driver|mergetool\..+|filter\..+\.(?:clean|smudge|process)|credential(?:\..+)?\.helper|gpg\.(?:.+\.)?program|interactive\.difffilter|uploadpack\.packobjectshook|browser\..+|web\.browser|man\..+|help\.browser|submodule\..+\.update|remote\..+\.(?:uploadpack|receivepack)|sendemail\..+|trailer\..+\.(?:command|cmd))$/i;
const GIT_FILE_KEYS =
  /^(?:core\.(?:hookspath|attributesfile|worktree)|include\.path|includeif\..+|init\.templatedir|protocol\..*allow|url\..+|remote\..+\.vcs|extensions\..+)$/i;
const GIT: OptionStyle = {
  short: 'cC',
  long: 'git-dir work-tree namespace exec-path config-env super-prefix'.split(' '),
};
const GIT_LATER: OptionStyle = {
  short: 'cux',
  long: 'upload-pack receive-pack exec extcmd config tool open-files-in-pager'.split(' '),
};
const GIT_RUNS =
  '--upload-pack --receive-pack --exec --extcmd --open-files-in-pager -x --msg-filter --tree-filter --index-filter --env-filter --parent-filter --commit-filter --tag-name-filter'.split(
    ' ',
  );

const git: InnerReader = (args) => {
  const { options, rest } = scanOptions(args, GIT);
  const [sub, ...after] = rest;
  const later = sortWords(after, GIT_LATER);
  const settings = [
    ...valuesOf(options, '-c'),
    ...(sub?.text === 'clone' || sub?.text === 'init' ? valuesOf(later.options, '-c', '--config') : []),
    ...configured(sub, later.operands),
  ];
  return [
    ...settings.flatMap((setting) => gitSetting(setting, rest)),
    ...valuesOf(options, '--config-env').flatMap((word) =>
      GIT_COMMAND_KEYS.test(word.text.split('=')[0] ?? '') ? [opaque('git is given a command by a variable')] : [],
    ),
    ...(valuesOf(options, '--exec-path').length > 0 ? [opaque('git is given another folder for its programs')] : []),
    ...gitRuns(sub?.text ?? '', after, later),
  ];
};

/** `git config key value` as a setting: what it stores runs later. */
const configured = (sub: Word | undefined, operands: readonly Word[]): Word[] => {
  const [key, value] = operands[0]?.text === 'set' || operands[0]?.text === 'add' ? operands.slice(1) : operands;
  return sub?.text === 'config' && key !== undefined && value !== undefined
    ? [{ ...value, text: `${key.text}=${value.text}`, known: key.known && value.known }]
    : [];
};

function gitSetting(setting: Word, rest: readonly Word[]): readonly Inner[] {
  const at = setting.text.indexOf('=');
  const key = at < 0 ? setting.text : setting.text.slice(0, at);
  const text = at < 0 ? '' : setting.text.slice(at + 1);
  if (!setting.known || GIT_FILE_KEYS.test(key)) return [opaque(`git -c ${key} may run what is not seen here`)];
  if (!GIT_COMMAND_KEYS.test(key) || /^(?:|true|false|\d+)$/.test(text)) return [];
  const alias = /^alias\./i.test(key);
  if (text.startsWith('!')) return [line({ ...setting, text: text.slice(1) })];
  const list = splitWords(text);
  if (list === undefined) return [opaque(`git -c ${key} is not a command that can be read`)];
  // An alias without `!` is a git command of its own, with the words that follow.
  return alias ? [words([literal('git'), ...list.map(literal), ...rest.slice(1)])] : [line({ ...setting, text })];
}

function gitRuns(
  sub: string,
  after: readonly Word[],
  later: { options: readonly Given[]; operands: readonly Word[] },
): readonly Inner[] {
  const names = sub === 'clone' ? [...GIT_RUNS, '-u'] : GIT_RUNS;
  const lines = valuesOf(later.options, ...names).map(line);
  const remote = after
    .filter((word) => word.text.startsWith('ext::'))
    .map((word) => line({ ...word, text: word.text.slice(5) }));
  const operand = later.operands[0]?.text;
  const start = after.findIndex((word) => word.text === operand) + 1;
  if (sub === 'bisect' && operand === 'run') return [...lines, words(after.slice(start))];
  if (sub === 'submodule' && operand === 'foreach')
    return [...lines, line(joined(after.slice(start).filter((word) => !/^--(?:recursive|quiet)$/.test(word.text))))];
  return [...lines, ...remote];
}

/** Programs that run the value of an option or a setting, by base name. */
export const OPTION_COMMANDS: Readonly<Record<string, InnerReader>> = {
  bsdtar: optionLines(TAR),
  ex: editor,
  git,
  gtar: optionLines(TAR),
  gvim: editor,
  man: optionLines({ short: 'CRLmMSsePpETHX', long: ['pager', 'html'], lines: '-P --pager -H --html'.split(' ') }),
  nvim: editor,
  rsync: optionLines({
    short: 'efTBM',
    long: 'rsh rsync-path filter exclude include'.split(' '),
    lines: ['-e', '--rsh'],
  }),
  rvim: editor,
  scp,
  sftp: scp,
  sort: optionLines({ short: 'kotST', long: ['compress-program'], lines: ['--compress-program'] }),
  split: optionLines({ short: 'abClnt', long: ['filter'], lines: ['--filter'] }),
  ssh,
  tar: optionLines(TAR),
  vi: editor,
  view: editor,
  vim: editor,
  vimdiff: editor,
  wget: optionLines({ long: ['use-askpass'], lines: ['--use-askpass'] }),
  zip: optionLines({ long: ['unzip-command'], short: 'bnt', lines: ['--unzip-command', '-TT'] }),
};
