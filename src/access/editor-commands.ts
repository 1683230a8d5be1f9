import { type Inner, type InnerReader, line, opaque } from './inner-commands.js';
import { has, mayBeOption, type OptionStyle, sortWords, valuesOf } from './option-words.js';
import type { Word } from './word.js';

/** Options of vi and its kin. */
export const EDITOR: OptionStyle = {
  short: 'cTuUSiwWt',
  attached: 'V',
  long: ['cmd', 'remote-send', 'remote-expr', 'startuptime', 'listen', 'servername'],
};

/** Commands of an editor that move, search, replace, show and leave; everything else may run programs or use any file. */
const HARMLESS =
  /^(?:\d*|\$|\/[^|]*|(?:%|\d+(?:,(?:\d+|\$))?)?s([/,#])(?:(?!\1)[^\\|]|\\[^=])*\1(?!\\=)(?:(?!\1)[^\\|]|\\[^=])*\1[gcineI&]*|w?q[!a]*|wqa?!?|x!?|qa!?|set? (?:no)?(?:nu|number|ro|readonly|wrap|list|hls|hlsearch|paste|et|expandtab|ff=\w+|fileformat=\w+|(?:fileencoding|ft|filetype|syntax|ts|sw|tw)=[\w-]+)|syntax (?:on|off)|startinsert|normal! [GgdjkwxpPyouh]+)$/;

/** The commands that an editor is given in its arguments. */
export function editorCommands(args: readonly Word[]): readonly Word[] {
  const { options, operands } = sortWords(args, EDITOR);
  return [
    ...valuesOf(options, '-c', '--cmd', '--remote-send', '--remote-expr'),
    ...operands.filter(({ text }) => text.startsWith('+')).map((word) => ({ ...word, text: word.text.slice(1) })),
  ];
}

/** Says why an editor may do anything; nothing where all that it is given is harmless. */
export function editorFreedom(args: readonly Word[]): string | undefined {
  if (editorCommands(args).some((word) => !word.known || !HARMLESS.test(word.text.replace(/^[:\s]+/, ''))))
    return 'an editor is given commands that may run programs';
  const { options } = sortWords(args, EDITOR);
  const scripts = valuesOf(options, '-S', '-u', '-U', '-i').filter(
    ({ text }) => !/^(?:NONE|NORC|DEFAULTS)$/.test(text),
  );
  // With `-e` the same letter only asks for silence.
  const typed = has(options, '-s') && !has(options, '-e', '-E');
  return scripts.length > 0 || typed ? 'an editor is given a file of commands' : undefined;
}

/** Editors run what follows `!` in a command, and have languages of their own. */
export const editor: InnerReader = (args) => {
  const shells = editorCommands(args).filter(({ text }) => /^[:\s]*!/.test(text));
  const runs = shells.map((word) => line({ ...word, text: word.text.replace(/^[:\s]*!/, '') }));
  const why = editorFreedom(args);
  if (why !== undefined && (runs.length === 0 || runs.length < editorCommands(args).filter(isMore).length))
    return [...runs, opaque(why)];
  return args.some(mayBeOption)
    ? [...runs, opaque('an editor may be given commands by what is known only later')]
    : runs;
};
const isMore = (word: Word): boolean => !HARMLESS.test(word.text.replace(/^[:\s]+/, ''));

/** Options of pagers. */
export const PAGER: OptionStyle = {
  short: 'bhjkoOpPtTxyzD"',
  long: ['lesskey-file', 'lesskey-src', 'lesskey-content', 'log-file', 'LOG-FILE', 'prompt', 'tag', 'pattern'],
};
/** Where to begin: a line, the end, a text to look for. */
const START = /^\+\+?(?:[\dGgFp%]*|\/[^!|]*)$/;

/** Pagers run what follows `!` in their first command, and what a file of keys says. */
export const less: InnerReader = (args) => {
  const { options, operands, unclear } = sortWords(args, PAGER);
  const runs = operands.flatMap((word): Inner[] => {
    if (!word.text.startsWith('+') || (word.known && START.test(word.text))) return [];
    const shell = /^\++!/.exec(word.text);
    return [
      shell === null ? opaque('a pager is given commands') : line({ ...word, text: word.text.slice(shell[0].length) }),
    ];
  });
  const keys = has(options, '-k', '--lesskey-file', '--lesskey-src', '--lesskey-content');
  return keys || unclear ? [...runs, opaque('a pager is given a file of keys')] : runs;
};
