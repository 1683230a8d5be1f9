import type { HereDoc, Redirection } from 'unbash';
import type { Input, RedirectedFile } from './shell-line.js';
import { expandBody, expandValue, type Variables } from './shell-words.js';
import type { Word } from './word.js';

/** What the redirections of a command do. */
export interface Redirected {
  readonly files: readonly RedirectedFile[];
  /** Absent when they leave the standard input as it is. */
  readonly input?: Input;
  readonly opaque?: string;
}

/** Reads redirections: the files that they open and where the input then comes from. */
export function readRedirections(redirects: readonly Redirection[], variables: Variables): Redirected {
  const all = redirects.map((redirect) => readOne(redirect, variables));
  const input = all.findLast((one) => one.input !== undefined)?.input;
  const opaque = all.find((one) => one.opaque !== undefined)?.opaque;
  return {
    files: all.flatMap((one) => one.files),
    ...(input === undefined ? {} : { input }),
    ...(opaque === undefined ? {} : { opaque }),
  };
}

function readOne(redirect: Redirection, variables: Variables): Redirected {
  if (redirect.type === 'HereDoc') {
    const input = inputText(bodyOf(redirect, variables));
    return PLAIN_DELIMITER.test(redirect.delimiter?.text ?? '') ? { files: [], input } : { files: [], opaque: ODD };
  }
  if (redirect.target === undefined) return { files: [], opaque: 'a redirection without a target' };
  const word = expandValue(redirect.target, variables);
  if (redirect.type === 'HereString') return { files: [], input: inputText(word.known ? word.text : undefined) };
  const { operator } = redirect;
  return {
    files: filesOf(operator, word),
    ...(operator === '<' || operator === '<>' ? { input: { from: 'file' } } : {}),
    ...(/^\/dev\/(?:tcp|udp)\//.test(word.text) ? { opaque: `${word.text} opens a network connection` } : {}),
  };
}

/** Where a here-document with another delimiter ends is not agreed on among shells. */
const PLAIN_DELIMITER = /^[-\w.,:/+@%!'"\\ ]+$/;
const ODD = 'a here-document ends with what shells read in different ways';

const inputText = (text: string | undefined): Input => (text === undefined ? { from: 'text' } : { from: 'text', text });

function bodyOf({ operator, body, delimiter }: HereDoc, variables: Variables): string | undefined {
  const text = operator === '<<-' ? body.text.replace(/^\t+/gm, '') : body.text;
  if (delimiter?.quoted === true) return text;
  const plain = body.parts?.every((part) => part.type === 'Literal') !== false;
  return expandBody(plain ? undefined : body.parts, text, variables);
}

function filesOf(operator: string, word: Word): RedirectedFile[] {
  const duplicates = operator === '>&' && /^(?:\d+-?|-)$/.test(word.text);
  if (duplicates || operator === '<&') return [];
  const read: RedirectedFile = { word, effect: 'read' };
  const write: RedirectedFile = { word, effect: 'write' };
  if (operator === '<>') return [read, write];
  return [operator === '<' ? read : write];
}
