import type { FoundProgram } from '../types.js';
import { literal, type Word } from './word.js';

/** How a shell reads its language: Bash's, that of whatever `sh` is, zsh's and ksh's (near enough where plain), or that of cmd.exe. */
export type Dialect = 'bash' | 'sh' | 'other' | 'cmd';

const DIALECTS: Readonly<Record<string, Dialect>> = {
  ash: 'sh',
  bash: 'bash',
  cmd: 'cmd',
  dash: 'sh',
  ksh: 'other',
  ksh93: 'other',
  mksh: 'other',
  oksh: 'other',
  posh: 'sh',
  rbash: 'bash',
  sh: 'sh',
  yash: 'other',
  zsh: 'other',
  zsh5: 'other',
};

/** The dialect of a program that is a shell. What it really is decides before what it is called. */
export function dialectOf({ names, real }: FoundProgram): Dialect | undefined {
  const base = real?.slice(real.lastIndexOf('/') + 1) ?? '';
  return [base, ...[...names].reverse()]
    .map((name) => (Object.hasOwn(DIALECTS, name) ? DIALECTS[name] : undefined))
    .find((one) => one !== undefined);
}

/** True for a program that needs no allow rule as a shell: one that is a shell by a name under which it is trusted. */
export const isTrustedShell = ({ trusted }: FoundProgram): boolean =>
  trusted.some((name) => Object.hasOwn(DIALECTS, name));

/** How a shell was called. */
export interface ShellCall {
  /** The text it was given to run; absent when it reads a script or its input. */
  readonly text?: Word;
  /** `$1`, `$2`, … for that text. */
  readonly positionals: readonly Word[];
  /** The file that it was given to run. */
  readonly script?: Word;
  /** True when it reads its commands from its standard input. */
  readonly readsInput: boolean;
  /** Set when what it runs besides cannot be known. */
  readonly opaque?: string;
}

/**
 * Reads the arguments of a shell: clusters of letters with `-` or `+`, of which `o` and `O` take a word, and the text
 * of `c` after all options.
 */
export function readShellCall(args: readonly Word[], dialect: Dialect): ShellCall {
  if (dialect === 'cmd') return readCmdCall(args);
  const end = optionsEnd(args);
  const options = args.slice(0, end);
  const rest = args.slice(end);
  const clusters = options.filter((word) => /^[-+][^-]/.test(word.text)).map((word) => word.text);
  const why = doubtAbout([...options, ...rest.slice(0, 1)]);
  const opaque = why === undefined ? {} : { opaque: why };
  if (clusters.some((text) => text.includes('c'))) {
    return { text: rest[0] ?? literal(''), positionals: rest.slice(2), readsInput: false, ...opaque };
  }
  if (clusters.some((text) => text.startsWith('-') && text.includes('s')))
    return { positionals: rest, readsInput: true, ...opaque };
  const [script] = rest;
  const readsInput = script === undefined || INPUT.test(script.text);
  return { positionals: rest.slice(1), readsInput, ...(script === undefined ? {} : { script, ...opaque }) };
}

/** Files that are the standard input. */
const INPUT = /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/(?:self|thread-self)\/fd\/0)$/;

/** How many of the words are options of the shell or their values. */
function optionsEnd(args: readonly Word[]): number {
  let at = 0;
  for (; at < args.length; at++) {
    const text = args[at]?.text ?? '';
    if (text === '--' || text === '-') return at + 1;
    if (!/^[-+]./s.test(text)) return at;
    if (text.startsWith('--')) at += FILE_OPTIONS.has(text) ? 1 : 0;
    else at += text.replace(/[^oO]/g, '').length;
  }
  return args.length;
}

const FILE_OPTIONS = new Set(['--rcfile', '--init-file']);

/** Why it cannot be told how the shell is called. The last of the words is the text or script. */
function doubtAbout(words: readonly Word[]): string | undefined {
  const text = words.at(-1)?.text ?? '';
  if (/^\/+(?:dev|proc)\//.test(text) && !INPUT.test(text)) return `a shell reads its commands from ${text}`;
  const file = words.find((word) => FILE_OPTIONS.has(word.text.replace(/=.*/s, '')));
  if (file !== undefined) return `${file.text} makes the shell run a file first`;
  return words.every((word) => word.known) ? undefined : 'it is not known with which options a shell is called';
}

/** cmd.exe: everything after `/c` or `/k` is the text. */
function readCmdCall(args: readonly Word[]): ShellCall {
  const at = args.findIndex((word) => /^\/[ck]/i.test(word.text));
  if (at < 0) return { positionals: [], readsInput: true };
  const first = args[at]?.text.slice(2) ?? '';
  const texts = [first, ...args.slice(at + 1).map((word) => word.text)].filter((text) => text !== '');
  return {
    text: { text: texts.join(' '), known: args.every((word) => word.known), single: true },
    positionals: [],
    readsInput: false,
  };
}

/** What zsh and ksh read as Bash does: plain words, quotes, lists and pipes. */
const PLAIN = /^[\w\s./:,+@'"&|;-]*$/;
/** Words of zsh and ksh that stand before a command. */
const MODIFIERS =
  /(?:^|[;&|]\s*)(?:-|noglob|nocorrect|repeat|foreach|nice|always|coproc|time|whence|alias|autoload|zmodload|zcompile|emulate|eval|\.|source)\s/;

/** True when such a shell reads the text as Bash would. */
export const isPlainLine = (text: string): boolean => PLAIN.test(text) && !MODIFIERS.test(text);
