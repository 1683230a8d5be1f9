import type { FoundProgram } from '../types.js';
import { literal, type Word } from './word.js';

/** How a shell reads its language: Bash's, that of whatever `sh` is, zsh's and ksh's (near enough where plain), or that of cmd.exe. */
export type Dialect = 'bash' | 'sh' | 'other' | 'cmd';

const DIALECTS: Readonly<Record<string, Dialect>> = {
  ash: 'sh', bash: 'bash', cmd: 'cmd', dash: 'sh', ksh: 'other', ksh93: 'other', mksh: 'other', oksh: 'other', posh: 'sh', rbash: 'bash', sh: 'sh', yash: 'other', zsh: 'other', zsh5: 'other',
};

/** The dialect of a program that is a shell. What it really is decides before what it is called. */
export function dialectOf({ names, real }: FoundProgram): Dialect | undefined {
  const base = real?.slice(real.lastIndexOf('/') + 1) ?? '';
  return [base, ...[...names].reverse()].map((name) => (Object.hasOwn(DIALECTS, name) ? DIALECTS[name] : undefined)).find((one) => one !== undefined);
}

/** True for a program that needs no allow rule as a shell: one that is a shell by a name under which it is trusted. */
export const isTrustedShell = ({ trusted }: FoundProgram): boolean => trusted.some((name) => Object.hasOwn(DIALECTS, name));

/** How a shell was called. */
export interface ShellCall {
  /** The text it was given to run; absent when it reads a script or its input. */
  readonly text?: Word;
  /** `$1`, `$2`, … for that text. */
  readonly positionals: readonly Word[];
  /** True when it reads its commands from its standard input. */
  readonly readsInput: boolean;
  /** Set when what it runs besides cannot be known. */
  readonly opaque?: string;
}

/** Reads the arguments of a shell: clusters of letters with `-` or `+`, of which `o` and `O` take a word and `c` the text after all options. */
export function readShellCall(args: readonly Word[], dialect: Dialect): ShellCall {
  if (dialect === 'cmd') return readCmdCall(args);
  let given = false;
  let input = false;
  let opaque: string | undefined;
  let at = 0;
  for (; at < args.length; at++) {
    const { text, known } = args[at] as Word;
    if (!known) opaque ??= 'it is not known with which options a shell is called';
    if (text === '--' || text === '-') {
      at++;
      break;
    }
    if (!/^[-+]./s.test(text)) break;
    if (text.startsWith('--')) {
      if (text === '--rcfile' || text === '--init-file') {
        opaque ??= `${text} makes the shell run a file first`;
        at++;
      }
      continue;
    }
    if (text.includes('c')) given = true;
    if (text.includes('s')) input = true;
    at += text.replace(/[^oO]/g, '').length;
  }
  const rest = args.slice(at);
  const why = opaque === undefined ? {} : { opaque };
  if (given) return { text: rest[0] ?? literal(''), positionals: rest.slice(2), readsInput: false, ...why };
  return { positionals: rest.slice(1), readsInput: input || rest.length === 0 || /^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(rest[0]?.text ?? ''), ...(rest.length === 0 ? {} : why) };
}

/** cmd.exe: everything after `/c` or `/k` is the text. */
function readCmdCall(args: readonly Word[]): ShellCall {
  const at = args.findIndex((word) => /^\/[ck]/i.test(word.text));
  if (at < 0) return { positionals: [], readsInput: true };
  const first = args[at]?.text.slice(2) ?? '';
  const texts = [first, ...args.slice(at + 1).map((word) => word.text)].filter((text) => text !== '');
  return { text: { text: texts.join(' '), known: args.every((word) => word.known), single: true }, positionals: [], readsInput: false };
}

/** What zsh and ksh read as Bash does: plain words, quotes, lists and pipes. */
const PLAIN = /^[\w\s./:,+@'"&|;-]*$/;
/** Words of zsh and ksh that stand before a command. */
const MODIFIERS = /(?:^|[;&|]\s*)(?:-|noglob|nocorrect|repeat|foreach|nice|always|coproc|time|whence|alias|autoload|zmodload|zcompile|emulate|eval|\.|source)\s/;

/** True when such a shell reads the text as Bash would. */
export const isPlainLine = (text: string): boolean => PLAIN.test(text) && !MODIFIERS.test(text);
