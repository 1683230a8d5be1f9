import { pathOfFileUrl } from './path.js';

/** A text that may be a path. */
export interface Candidate {
  readonly text: string;
  /** False when it counts only if there is such a file. */
  readonly sure: boolean;
  /** True when it stands for what is below it. */
  readonly below?: true;
}

/** The paths that a word of a command may hold: `x`, `--opt=x`, `f=@x`, `-Ix`, `x:y`, `file:///x`. */
export function candidatesIn(text: string): Candidate[] {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    return [{ text, sure: false }, ...(scheme === 'file' ? fileAddress(text) : [])];
  }
  return [...(text.startsWith('-') ? attached(text) : whole(text)), ...pieces(text), ...valueAfterEquals(text)];
}

/** The file of an address: some programs take any name of a host for this one, and make many addresses of `{a,b}`. */
function fileAddress(text: string): Candidate[] {
  const plain = text.replace(/^([a-z]+:\/\/)[^/?#]*/i, '$1');
  const glob = /[{[]/.exec(plain);
  const path = pathOfFileUrl(glob === null ? plain : plain.slice(0, glob.index).replace(/[^/]*$/, ''));
  if (path === undefined) return [];
  return [glob === null ? { text: path, sure: true } : { text: path, sure: true, below: true }];
}

const whole = (text: string): Candidate[] => [{ text, sure: looksLikePath(text) && !/:|^[\w-]+=/.test(text) }];

/** What may be attached to short options: `-I/usr/include`, `-czf/tmp/x.tar`, `-fx.tar`. */
function attached(text: string): Candidate[] {
  if (text.startsWith('--') || text.length < 3) return [];
  const slash = /(?:\.{0,2}|~)\//.exec(text);
  const value = text.slice(2);
  return [
    { text: value, sure: isAnchored(value) },
    ...(slash === null ? [] : [{ text: text.slice(slash.index), sure: false }]),
  ];
}

/** `src=/a,dst=/b`, `/a:/b`, `@x`: what stands between the marks. */
function pieces(text: string): Candidate[] {
  const [first = '', ...rest] = text.split(/[=:,@;]/);
  const found = rest.length > 0 && !text.startsWith('-') ? [first, ...rest] : rest;
  return found.map((piece) => ({ text: piece, sure: isAnchored(piece) && !/\s/.test(piece) }));
}

function valueAfterEquals(text: string): Candidate[] {
  const at = text.indexOf('=');
  const value = at < 0 ? '' : text.slice(at + 1).replace(/^@/, '');
  return value === '' ? [] : [{ text: value, sure: looksLikePath(value) && !value.includes(':') }];
}

const isAnchored = (text: string): boolean => /^(?:\/|\.\.?\/|~\/)/.test(text);

/** True for what is written as a path, or as a dotfile; other words are files only when there are such. */
export function looksLikePath(text: string): boolean {
  if (/[\s;(){}<>|"'`*?\\]/.test(text)) return false;
  return text.includes('/') || text === '..' || /^\.[\w.-]*\w$/.test(text);
}
