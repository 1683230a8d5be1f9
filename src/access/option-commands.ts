import { editor, less } from './editor-commands.js';
import { git } from './git-commands.js';
import { type Inner, type InnerReader, line, opaque } from './inner-commands.js';
import { type OptionStyle, sortWords, valuesOf } from './option-words.js';
import { scp, sftp, ssh } from './remote-commands.js';
import { archiveWords, TAR } from './tar-words.js';
import type { Word } from './word.js';

/** Programs that run the value of an option. */
interface OptionLines extends OptionStyle {
  /** Options whose value is a command line. */
  readonly lines: readonly string[];
  /** What stands before the command in the value (`exec=` of tar's checkpoint actions); values without it run nothing. */
  readonly after?: Readonly<Record<string, RegExp>>;
  /** Options whose value is a file, or a setting, that decides what is run; values that match are harmless. */
  readonly hides?: Readonly<Record<string, RegExp>>;
  /** Puts the words into a form in which the options can be told. */
  readonly words?: (args: readonly Word[]) => readonly Word[];
}

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

function optionLines(row: OptionLines): InnerReader {
  return (args) => {
    const { options, unclear } = sortWords(row.words?.(args) ?? args, row);
    const runs = options.flatMap(({ name, value }): Inner[] => {
      if (value === undefined) return [];
      const harmless = row.hides?.[name];
      if (harmless?.test(value.text) === false) return [opaque(`what ${name} names may run programs`)];
      if (!row.lines.includes(name)) return [];
      const before = row.after?.[name];
      if (before === undefined) return [line(value)];
      const match = before.exec(value.text);
      return match === null ? [] : [line({ ...value, text: value.text.slice(match[0].length) })];
    });
    return unclear ? [...runs, opaque('an option that runs programs may be among what is known only later')] : runs;
  };
}

const tar = optionLines({
  ...TAR,
  words: archiveWords,
  lines: list(
    '--checkpoint-action --to-command -I --use-compress-program --rsh-command --rmt-command -F --info-script --new-volume-script',
  ),
  after: { '--checkpoint-action': /^exec=/ },
});

const NEVER = /(?!)/;
/** Settings of wget that neither run nor write anything. */
export const WGET_SETTING: RegExp =
  /^[\s_-]*(?:robots|timeout|tries|wait\w*|random_?wait|header|user_?agent|quiet|verbose|progress|continue|check_?certificate|https?_?proxy|use_?proxy|follow_?\w+|max_?redirect|recursive|reclevel|limit_?rate|retry_?\w+|connect_?timeout|read_?timeout|dns_?timeout|timestamping|server_?response|content_?\w+|inet4_?only|inet6_?only)\s*=/i;

/** `--eval`, a shell of one's own and what is between `$(` and `)` are run before any rule of the project is. */
const make: InnerReader = (args) => {
  const { options, operands } = sortWords(args, {
    short: 'fCIoWE',
    attached: 'jlO',
    long: list('file makefile directory include-dir old-file assume-old what-if new-file assume-new eval'),
    flags: list('jobs load-average output-sync'),
  });
  const files = valuesOf(options, '-f', '--file', '--makefile').filter(({ text }) =>
    /^(?:-$|\/(?:dev|proc)\/)/.test(text),
  );
  const texts = [...valuesOf(options, '-E', '--eval'), ...files];
  const set = operands.filter(({ text }) => /\$[({]|!=|^\s*(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|GNUMAKEFLAGS)\b/.test(text));
  return texts.length + set.length > 0 ? [opaque('make is given rules that are not the project’s')] : [];
};

/** curl: a file of settings may say anything that options can. */
const curl: InnerReader = (args, { textOf }) => {
  const { options } = sortWords(args, { short: 'AbcCdDeEFHKmoPQrtTuUwxXyYz', long: ['config', 'engine'] });
  const hidden = valuesOf(options, '-K', '--config').filter((file) => !file.known || textOf(file.text) === undefined);
  const loaded = valuesOf(options, '--engine').filter(({ text }) => text !== 'list');
  return hidden.length + loaded.length > 0 ? [opaque('curl is given settings that cannot be read')] : [];
};

const openssl: InnerReader = (args) => {
  const { options } = sortWords(args, {
    singleDash: true,
    exact: true,
    long: list('engine provider provider-path config'),
  });
  const loaded = valuesOf(options, '-engine', '-provider-path').concat(
    valuesOf(options, '-provider').filter(({ text }) => !/^(?:default|legacy|base|fips|null)$/.test(text)),
  );
  return loaded.length > 0 ? [opaque('openssl is given code to load')] : [];
};

/** zip: `-TT` is an option of two letters that stands among those of one. */
const zip: InnerReader = (args) => {
  const { options, unclear } = sortWords(args, { short: 'bnt', long: ['unzip-command'] });
  const tests = args.flatMap((word, at) => {
    const [, given] = /^-[A-Za-z]*TT=?(.*)$/s.exec(word.text) ?? [];
    const value = given === '' ? args[at + 1] : given === undefined ? undefined : { ...word, text: given };
    return value === undefined ? [] : [line(value)];
  });
  const runs = [...valuesOf(options, '--unzip-command').map(line), ...tests];
  return unclear ? [...runs, opaque('zip may be told to run what is known only later')] : runs;
};

/** Programs that run the value of an option or a setting, by base name. */
export const OPTION_COMMANDS: Readonly<Record<string, InnerReader>> = {
  bsdtar: tar,
  curl,
  ex: editor,
  git,
  gmake: make,
  gtar: tar,
  gvim: editor,
  less,
  make,
  man: optionLines({
    short: 'CRLmMSsePprEH',
    attached: 'TXZ',
    long: list('pager config-file locale manpath systems sections extension preprocessor prompt encoding recode'),
    flags: ['html'],
    lines: list('-P --pager -H --html'),
    hides: { '-C': NEVER, '--config-file': NEVER },
  }),
  more: less,
  nvim: editor,
  openssl,
  rsync: optionLines({
    short: 'efTBM',
    long: list('rsh rsync-path filter exclude include exclude-from include-from files-from config'),
    lines: list('-e --rsh'),
  }),
  rvim: editor,
  scp,
  sftp,
  sort: optionLines({
    short: 'kotST',
    long: list(
      'compress-program key output field-separator buffer-size temporary-directory files0-from parallel random-source batch-size',
    ),
    lines: ['--compress-program'],
  }),
  split: optionLines({
    short: 'abClnt',
    long: list('filter suffix-length bytes line-bytes lines number separator additional-suffix'),
    lines: ['--filter'],
  }),
  ssh,
  strace: optionLines({
    short: 'aAbeEIoOpPsSuUX',
    long: ['output'],
    lines: list('-o --output'),
    after: { '-o': /^[|!]/, '--output': /^[|!]/ },
  }),
  tar,
  vi: editor,
  view: editor,
  vim: editor,
  vimdiff: editor,
  wget: optionLines({
    short: 'aAeiBDGIlnoOPQRtTUwX',
    long: list('use-askpass execute config'),
    lines: ['--use-askpass'],
    hides: { '-e': WGET_SETTING, '--execute': WGET_SETTING, '--config': NEVER },
  }),
  zip,
};
