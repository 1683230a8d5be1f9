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
  if (redirect.type === 'HereDoc') return readDocument(redirect, variables);
  if (redirect.target === undefined) return { files: [], opaque: 'a redirection without a target' };
  const word = expandValue(redirect.target, variables);
  const { operator } = redirect;
  const input = isStandard(redirect) ? inputOf(operator, word) : undefined;
  return {
    files: redirect.type === 'HereString' ? [] : filesOf(redirect.operator, word),
    ...(input === undefined ? {} : { input }),
    ...(/^\/dev\/(?:tcp|udp)\//.test(word.text) ? { opaque: `${word.text} opens a network connection` } : {}),
  };
}

function readDocument(document: HereDoc, variables: Variables): Redirected {
  if (quotesInExpansion(document)) return { files: [], opaque: QUOTES };
  if (!PLAIN_DELIMITER.test(document.delimiter?.text ?? '')) return { files: [], opaque: ODD };
  return { files: [], ...(isStandard(document) ? { input: inputText(bodyOf(document, variables)) } : {}) };
}

/** True for a redirection of the standard input. */
const isStandard = ({ descriptor, operator }: Redirection): boolean =>
  descriptor === undefined ? operator.startsWith('<') : descriptor.type === 'FileDescriptor' && descriptor.value === 0;

/** Where the standard input comes from after a redirection of it: of another descriptor it is not known what it is. */
function inputOf(operator: string, word: Word): Input | undefined {
  if (operator === '<<<') return inputText(word.known ? word.text : undefined);
  if (!operator.endsWith('&')) return { from: 'file' };
  return word.text === '0' ? undefined : inputText(word.text === '-' ? '' : undefined);
}

/** Where a here-document with another delimiter ends is not agreed on among shells. */
const PLAIN_DELIMITER = /^[-\w.,:/+@%!'"\\ ]+$/;
const ODD = 'a here-document ends with what shells read in different ways';

/** A quote in `${x:-…}` of a here-document is none: what seems quoted may run. */
const quotesInExpansion = ({ body, delimiter }: HereDoc): boolean =>
  delimiter?.quoted !== true &&
  body.parts?.some(
    (part) => part.type === 'ParameterExpansion' && /['"]/.test(part.text) && /\$\(|`/.test(part.text),
  ) === true;
const QUOTES = 'quotes in an expansion in a here-document hide no substitution';

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
