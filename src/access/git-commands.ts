import { type Inner, type InnerReader, joined, line, opaque, words } from './inner-commands.js';
import { getopt, type OptionStyle, scanOptions, type Sorted, sortWords, valuesOf } from './option-words.js';
import { literal, splitWords, type Word } from './word.js';

/** The options of git before its sub-command. */
export const GIT: OptionStyle = getopt(
  'C:c:hpPv',
  'git-dir: work-tree: namespace: exec-path config-env: super-prefix: attr-source: list-cmds html-path man-path info-path paginate no-pager no-replace-objects no-lazy-fetch no-optional-locks no-advice bare literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs',
);

/** What a sub-command may be told to run. */
interface SubCommand extends OptionStyle {
  /** Options whose value is a command line. */
  readonly lines?: readonly string[];
  /** Options whose value is a setting (`key=value`). */
  readonly settings?: readonly string[];
  /** Options whose value is a folder or file that decides what is run. */
  readonly hides?: readonly string[];
}

const list = (names: string): readonly string[] => names.trim().split(/\s+/);
const FETCH: SubCommand = {
  short: 'jo',
  long: list('upload-pack exec depth jobs server-option refmap filter'),
  lines: list('--upload-pack --exec'),
};
const PUSH: SubCommand = {
  short: 'o',
  long: list('receive-pack exec repo push-option'),
  lines: list('--receive-pack --exec'),
};
const FILTERS = list('msg tree index env parent commit tag-name').map((name) => `${name}-filter`);

const SUB_COMMANDS: Readonly<Record<string, SubCommand>> = {
  archive: { short: 'ol', long: list('format prefix output remote exec'), lines: ['--exec'] },
  clone: {
    short: 'bcjou',
    long: list(
      'upload-pack config template branch origin depth reference reference-if-able separate-git-dir jobs server-option filter',
    ),
    lines: list('-u --upload-pack'),
    settings: list('-c --config'),
    hides: ['--template'],
  },
  config: { short: 'ft', long: list('file type default blob value comment url') },
  daemon: { long: list('access-hook'), lines: ['--access-hook'] },
  difftool: { short: 'xt', long: list('extcmd tool'), lines: list('-x --extcmd') },
  fetch: FETCH,
  'fetch-pack': FETCH,
  'filter-branch': { short: 'd', long: FILTERS, lines: FILTERS.map((name) => `--${name}`) },
  grep: {
    short: 'efABCm',
    attached: 'O',
    flags: ['open-files-in-pager'],
    lines: list('-O --open-files-in-pager'),
  },
  init: { short: 'b', long: list('template separate-git-dir initial-branch object-format'), hides: ['--template'] },
  instaweb: { short: 'dbpm', long: list('httpd browser port module-path'), lines: list('-d --httpd -b --browser') },
  'ls-remote': FETCH,
  pull: { ...FETCH, short: 'josX' },
  push: PUSH,
  rebase: { short: 'xsXC', long: list('exec strategy strategy-option onto whitespace'), lines: list('-x --exec') },
  'send-email': {
    long: list('sendmail-cmd to-cmd cc-cmd header-cmd smtp-server'),
    lines: list('--sendmail-cmd --to-cmd --cc-cmd --header-cmd --smtp-server'),
  },
  'send-pack': PUSH,
};

/** Settings that make git run nothing, and read nothing that could make it. */
const HARMLESS =
  /^(?:(?:user|author|committer|color|push|pull|fetch|rebase|branch|advice|gc|pack|index|feature|log|status|blame|commit|tag|transfer|column|format|rerere|stash|versionsort|i18n|maintenance|checkout|clone|grep|init|repack|rev|am|apply|fsck|worktree|safe)\.(?!templatedir$)[^.]*(?:\..*)?|http\.(?!.*cookiefile$).*|core\.(?:abbrev|autocrlf|bare|bigfilethreshold|checkstat|commentchar|compression|deltabasecachelimit|eol|excludesfile|filemode|fscache|ignorecase|logallrefupdates|longpaths|packedgit\w+|precomposeunicode|preloadindex|protecthfs|protectntfs|quotepath|repositoryformatversion|safecrlf|sharedrepository|sparsecheckout\w*|splitindex|symlinks|trustctime|untrackedcache|warnambiguousrefs|whitespace)|diff\.[^.]*(?<!external)|merge\.(?!tool$)[^.]*|receive\.(?!procreceiverefs$)[^.]*|submodule\.(?:recurse|fetchjobs|[^.]+\.(?:active|branch|ignore|url))|credential\.(?:username|usehttppath|interactive)|protocol\.version|gpg\.format|remote\.[^.]+\.(?:url|pushurl|fetch|push|prune|tagopt|mirror|promisor|partialclonefilter)|interactive\.singlekey|lfs\.(?:url|fetchinclude|fetchexclude|concurrenttransfers)|help\.autocorrect|uploadpack\.allow\w+)$/i;
/** Settings whose value is a command line. */
const COMMANDS =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|pager\..+|sequence\.editor|diff\.external|diff\..+\.(?:command|textconv)|difftool\..+\.(?:cmd|path)|merge\..+\.driver|mergetool\..+\.(?:cmd|path)|filter\..+\.(?:clean|smudge|process)|credential(?:\..+)?\.helper|gpg\.(?:.+\.)?program|gpg\.ssh\.defaultkeycommand|interactive\.difffilter|uploadpack\.packobjectshook|browser\..+|man\..+|tar\..+\.command|remote\..+\.(?:uploadpack|receivepack)|trailer\..+\.(?:command|cmd)|sendemail\..+cmd)$/i;
/** Values that name no program, or one that does nothing. */
const NO_COMMAND = /^(?:|true|false|cat|less|more|vi|vim|nano|store|cache)$/;

function settingRuns(setting: Word, rest: readonly Word[]): readonly Inner[] {
  const [key = '', ...parts] = setting.text.split('=');
  const text = parts.join('=');
  const hidden = opaque(`the setting ${key} of git may run what is not seen here`);
  const harmless = HARMLESS.test(key);
  if (!setting.known && (/[$`]/.test(key) || !harmless)) return [hidden];
  if (harmless) return remoteRuns([{ ...setting, text }]);
  if (/^alias\./i.test(key)) return aliasRuns(setting, text, rest);
  if (!COMMANDS.test(key)) return /^(?:|\/dev\/null)$/.test(text) ? [] : [hidden];
  if (text.startsWith('!')) return [line({ ...setting, text: text.slice(1) })];
  return NO_COMMAND.test(text) ? [] : [line({ ...setting, text })];
}

/** `ext::cmd` is an address that git reaches by a command. */
const remoteRuns = (list: readonly Word[]): readonly Inner[] =>
  list.filter(({ text }) => text.startsWith('ext::')).map((word) => line({ ...word, text: word.text.slice(5) }));

/** An alias is a line for the shell after `!`, else a git command of its own, with the words that follow. */
function aliasRuns(setting: Word, text: string, rest: readonly Word[]): readonly Inner[] {
  if (text.startsWith('!')) return [line({ ...setting, text: text.slice(1) })];
  const given = splitWords(text);
  if (given === undefined) return [opaque('an alias of git cannot be read')];
  return given.length === 0 ? [] : [words([literal('git'), ...given.map(literal), ...rest.slice(1)])];
}

/** `git config key value` as a setting: what it stores runs later. */
function stored(sub: string, operands: readonly Word[]): Word[] {
  const [key, value] = /^(?:set|add)$/.test(operands[0]?.text ?? '') ? operands.slice(1) : operands;
  if (sub !== 'config' || key === undefined || value === undefined) return [];
  if (/^(?:get|list|unset|edit|(?:rename|remove)-section)$/.test(key.text)) return [];
  return [{ ...value, text: `${key.text}=${value.text}`, known: key.known && value.known }];
}

/** Sub-commands that run the words behind them. */
function operandsRun(sub: string, after: readonly Word[], operands: readonly Word[]): readonly Inner[] {
  const [first] = operands;
  const rest = after.slice(first === undefined ? after.length : after.indexOf(first) + 1);
  switch (`${sub} ${first?.text ?? ''}`) {
    case 'bisect run':
      return [words(rest)];
    case 'submodule foreach':
      return [line(joined(rest.filter((word) => !/^--(?:recursive|quiet)$/.test(word.text))))];
    default:
  }
  if (sub === 'remote-ext') return operands.slice(1).map(line);
  return /^(?:shell|web--browse|cvsserver|gui|citool)$/.test(sub)
    ? [opaque(`git ${sub} runs what is not seen here`)]
    : [];
}

/** True where an option can say what is run. */
const takesCommands = ({ lines, settings, hides }: SubCommand): boolean =>
  lines !== undefined || settings !== undefined || hides !== undefined;

function subCommandRuns(sub: string, row: SubCommand, { options, operands, unclear }: Sorted): readonly Inner[] {
  const lines = valuesOf(options, ...(row.lines ?? [])).map(line);
  const hidden = valuesOf(options, ...(row.hides ?? [])).filter((word) => word.text !== '');
  const remotes = remoteRuns([...operands, ...options.flatMap(({ value }) => (value === undefined ? [] : [value]))]);
  return [
    ...lines,
    ...remotes,
    ...(hidden.length > 0 ? [opaque(`git ${sub} is given hooks by a folder`)] : []),
    ...(unclear && takesCommands(row)
      ? [opaque(`git ${sub} may be given a command among what is known only later`)]
      : []),
  ];
}

/** git: what its settings, options and sub-commands run. */
export const git: InnerReader = (args) => {
  const { options, rest } = scanOptions(args, GIT);
  const [first, ...after] = rest;
  const sub = first?.text ?? '';
  const row = Object.hasOwn(SUB_COMMANDS, sub) ? (SUB_COMMANDS[sub] ?? {}) : {};
  const sorted = sortWords(after, row);
  const settings = [
    ...valuesOf(options, '-c'),
    ...valuesOf(sorted.options, ...(row.settings ?? [])),
    ...stored(sub, sorted.operands),
  ];
  const byVariable = valuesOf(options, '--config-env').filter(({ text }) => !HARMLESS.test(text.split('=')[0] ?? ''));
  return [
    ...settings.flatMap((setting) => settingRuns(setting, rest)),
    ...(byVariable.length > 0 ? [opaque('git is given a setting by a variable')] : []),
    ...(valuesOf(options, '--exec-path').length > 0 ? [opaque('git is given another folder for its programs')] : []),
    ...(first?.known === false || options.some((option) => option.strange === true)
      ? [opaque('it is not known which command of git is run')]
      : []),
    ...operandsRun(sub, after, sorted.operands),
    ...subCommandRuns(sub, row, sorted),
    ...(isAlias(sub, settings) ? [opaque(`git ${sub} is no command of git: it may run anything`)] : []),
  ];
};

/** Every command of git, and the most usual that is added to it. */
const KNOWN = new Set(
  list(`
  add am annotate apply archive bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap
  check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph commit-tree
  config count-objects credential credential-cache credential-store cvsexportcommit cvsimport cvsserver daemon describe
  diagnose diff diff-files diff-index diff-tree difftool fast-export fast-import fetch fetch-pack filter-branch
  fmt-merge-msg for-each-ref for-each-repo format-patch fsck gc get-tar-commit-id grep gui hash-object help hook
  http-backend http-fetch http-push imap-send index-pack init init-db instaweb interpret-trailers lfs log ls-files
  ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-one-file merge-tree
  mergetool mktag mktree multi-pack-index mv name-rev notes pack-objects pack-redundant pack-refs patch-id prune
  prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog remote remote-ext remote-fd remote-http
  remote-https repack replace request-pull rerere reset restore rev-list rev-parse revert rm send-email send-pack
  sh-i18n shell shortlog show show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule
  switch symbolic-ref tag unpack-file unpack-objects update-index update-ref update-server-info upload-archive
  upload-pack var verify-commit verify-pack verify-tag version web--browse whatchanged worktree write-tree`),
);

/** A word that git does not know is an alias of the repository's, or a program of its own; one given here was read. */
const isAlias = (sub: string, settings: readonly Word[]): boolean =>
  sub !== '' &&
  !KNOWN.has(sub) &&
  !settings.some(({ text }) => text.toLowerCase().startsWith(`alias.${sub.toLowerCase()}=`));
