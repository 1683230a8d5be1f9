import { toBase64 } from '../primordials.js';
import { AnchorIndex } from './anchor-index.js';
import type { Anchored } from './anchor-index.js';
import { CONTEXTS, FORMATS } from './patterns.js';
import type { Pattern } from './patterns.js';

/** What to redact besides the known kinds. */
export interface RedactorOptions {
  /** A policy's own patterns, already checked to be safe. */
  readonly patterns?: readonly { readonly label: string; readonly regex: string }[];
  /** Values that must not appear, with the names of their variables; those shorter than 8 characters are ignored. */
  readonly secrets?: readonly { readonly name: string; readonly value: string }[];
}

/** A stretch of text to replace. The label of the longest in a heap of overlapping ones is used, of equals the one of lowest rank. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** Infinite for a marker that is in the text already. */
  readonly rank: number;
}

/** One anchor of one pattern. `find` returns where the secret is, or undefined. */
interface Candidate extends Anchored {
  readonly label: string;
  readonly rank: number;
  readonly find: (text: string, at: number, anchor: string) => readonly [start: number, end: number] | undefined;
  /** Shared by the anchors of a pattern: up to where it has matched already. Absent where matches may overlap. */
  readonly reach?: { end: number };
}

const SHORTEST_SECRET = 8;
const MARKER = /\[REDACTED_[A-Z0-9_]{1,64}\]/g;
/** Replacing may uncover another secret beside the first; a text that does not settle, or is too long to search, is withheld. */
const MOST_ROUNDS = 8;
const WITHHELD = '[REDACTED_TEXT]';

const labelOf = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_')
    .slice(0, 64) || 'SECRET';
const markerOf = (label: string): string => `[REDACTED_${label}]`;

const letterOrDigit = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
/** `\n`, `%3D`, `=`: an escape that ends in a letter or digit and yet stands for another character. */
const ESCAPE = /(?:\\[nrtbfv]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2})$/;

/** Whether a secret may begin at `start`, going by the character in front of it. */
function edge(text: string, start: number, kind: Pattern['edge']): boolean {
  if (kind === 'glued' || start === 0) return true;
  const code = text.charCodeAt(start - 1);
  if (letterOrDigit(code)) return ESCAPE.test(text.slice(Math.max(0, start - 6), start));
  return kind !== 'chain' || (code !== 45 && code !== 95);
}

/** Compiled when its first anchor turns up: most never do, and to compile them all would be felt at every start. */
function regexOf(pattern: Pattern): () => RegExp {
  let regex: RegExp | undefined;
  return () => {
    const { source } = 'body' in pattern ? pattern.body : pattern.secret;
    const before = 'body' in pattern ? undefined : (pattern.before?.source ?? '');
    return (regex ??= new RegExp(
      before === undefined ? source : `(${before})(?:${source})`,
      pattern.fold === true ? 'iy' : 'y',
    ));
  };
}

function fromPattern(pattern: Pattern, rank: number): Candidate[] {
  const { label, fold = false } = pattern;
  const reach = { end: 0 };
  const regexFor = regexOf(pattern);
  const find = (text: string, at: number, anchor: string): readonly [number, number] | undefined => {
    const from = 'body' in pattern ? at + anchor.length : at - (pattern.lead ?? 0);
    if (from < 0 || !edge(text, Math.min(from, at), pattern.edge) || pattern.when?.(text, at) === false)
      return undefined;
    const regex = regexFor();
    regex.lastIndex = from;
    const match = regex.exec(text);
    if (match === null) return undefined;
    const start = 'body' in pattern ? at : from + (match[1] ?? '').length;
    const end = regex.lastIndex;
    return pattern.check?.({ text, at, start, end }) === false ? undefined : [start, end];
  };
  return pattern.anchors.map((anchor) => ({ label, rank, anchor, fold, find, reach }));
}

const base64Code = (code: number): boolean =>
  letterOrDigit(code) || code === 43 || code === 47 || code === 45 || code === 95;
/** Base64 of any text that holds the value holds one of these: the part that does not depend on its neighbours, for each position modulo 3. */
const base64Of = (value: string): string[] =>
  ['', 'x', 'xx'].map((pad) => {
    const whole = toBase64(pad + value).replace(/=+$/, '');
    return whole.slice(pad === '' ? 0 : pad.length + 1, whole.length - 1);
  });

/** What `encode` makes of the value; the value itself when it holds half a character. */
const encodedOr = (value: string, encode: (value: string) => string): string => {
  try {
    return encode(value);
  } catch {
    return value;
  }
};

/** The spellings of a value: as it is, in a URL, in JSON, and in base64 (there the whole run around it goes). */
function fromSecret(name: string, value: string, rank: number): Candidate[] {
  const label = labelOf(name);
  const plain = new Set([
    value,
    value.trim(),
    encodedOr(value, encodeURIComponent),
    encodedOr(value, encodeURI),
    JSON.stringify(value).slice(1, -1),
  ]);
  const literal = [...plain].map((anchor): Candidate => ({
    label,
    rank,
    anchor,
    fold: false,
    find: (_text, at) => [at, at + anchor.length],
  }));
  const encoded = base64Of(value).flatMap((anchor) => [anchor, anchor.replaceAll('+', '-').replaceAll('/', '_')]);
  const reach = { end: 0 };
  const runs = [...new Set(encoded)].map((anchor): Candidate => ({
    label,
    rank,
    anchor,
    fold: false,
    reach,
    find: (text, at) => base64Run(text, at, at + anchor.length),
  }));
  return [...literal, ...runs];
}

function base64Run(text: string, from: number, to: number): readonly [number, number] {
  let start = from;
  let end = to;
  while (start > 0 && base64Code(text.charCodeAt(start - 1))) start -= 1;
  while (end < text.length && base64Code(text.charCodeAt(end))) end += 1;
  while (text.charCodeAt(end) === 61) end += 1;
  return [start, end];
}

/** Literal characters that every match of the regular expression begins with, or '' when it is not plain to see. */
function literalStart(source: string): string {
  const start = /^[\w-]{3,64}/.exec(source)?.[0] ?? '';
  if (start === source) return start;
  if (start === '' || /\||\\[1-9k]/.test(source)) return '';
  const safe = /[?*{]/.test(source.charAt(start.length)) ? start.slice(0, -1) : start;
  return safe.length < 3 ? '' : safe;
}

const isMarker = (span: Span): boolean => span.rank === Infinity;
/** From left to right, the longer before the shorter, a marker before what is just as long. */
const inOrder = (a: Span, b: Span): number =>
  a.start - b.start || b.end - a.end || Number(isMarker(b)) - Number(isMarker(a)) || a.rank - b.rank;

/** Joins overlapping spans. A marker that is touched goes with them; one that holds a span shields it. */
function settle(text: string, found: readonly Span[]): Span[] {
  const markers = Array.from(text.matchAll(MARKER), ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
    label: '',
    rank: Infinity,
  }));
  const joined: Span[] = [];
  let shield = 0;
  let longest = 0;
  for (const span of [...found, ...markers].sort(inOrder)) {
    if (isMarker(span)) shield = span.end;
    else if (span.end <= shield) continue;
    const length = isMarker(span) ? 0 : span.end - span.start;
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) {
      joined.push(span);
      longest = length;
      continue;
    }
    const wins = length > longest || (length === longest && span.rank < last.rank);
    if (wins) longest = length;
    joined[joined.length - 1] = { ...(wins ? span : last), start: last.start, end: Math.max(last.end, span.end) };
  }
  return joined.filter((span) => !isMarker(span));
}

function replace(text: string, spans: readonly Span[]): string {
  let out = '';
  let from = 0;
  for (const { start, end, label } of spans) {
    out += text.slice(from, start) + markerOf(label);
    from = end;
  }
  return out + text.slice(from);
}

/**
 * Returns the function that takes secrets out of a text: each becomes a marker that names its kind, `[REDACTED_OPENAI_API_KEY]`.
 *
 * It takes whole texts, never pieces of one. A text without a secret comes back as the same string; the result does not change
 * when it is redacted again. Time grows linearly with the text, that of the policy's own patterns aside.
 */
export function createRedactor(options: RedactorOptions = {}): (text: string) => string {
  const own = (options.patterns ?? []).map(({ label, regex }) => ({
    label: labelOf(label),
    regex,
    start: literalStart(regex),
  }));
  const secrets = (options.secrets ?? []).filter(({ value }) => value.trim().length >= SHORTEST_SECRET);
  const rankOfSecrets = own.length + FORMATS.length;
  const anchored = new AnchorIndex<Candidate>([
    ...own.flatMap(({ label, regex, start }, rank) =>
      start === '' ? [] : fromPattern({ label, anchors: [start], edge: 'glued', secret: new RegExp(regex) }, rank),
    ),
    ...FORMATS.flatMap((pattern, index) => fromPattern(pattern, own.length + index)),
    ...secrets.flatMap(({ name, value }) => fromSecret(name, value, rankOfSecrets)),
    ...CONTEXTS.flatMap((pattern, index) => fromPattern(pattern, rankOfSecrets + 1 + index)),
  ]);
  const loose = own.flatMap(({ label, regex, start }, rank) =>
    start === '' ? [{ label, rank, regex: new RegExp(regex, 'g') }] : [],
  );

  const search = (text: string): readonly Span[] => {
    const spans: Span[] = [];
    const reached: { end: number }[] = [];
    anchored.scan(text, ({ find, label, rank, reach, anchor }, at) => {
      if (reach !== undefined && at < reach.end) return;
      const [start, end] = find(text, at, anchor) ?? [0, 0];
      if (start >= end) return;
      spans.push({ start, end, label, rank });
      if (reach === undefined) return;
      reach.end = end;
      reached.push(reach);
    });
    for (const reach of reached) reach.end = 0;
    for (const { label, rank, regex } of loose) {
      for (const { 0: match, index: start } of text.matchAll(regex)) {
        if (match !== '') spans.push({ start, end: start + match.length, label, rank });
      }
    }
    return spans.length === 0 ? spans : settle(text, spans);
  };
  const settled = (text: string): string => {
    let current = text;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const found = search(current);
      if (found.length === 0) return current;
      current = replace(current, found);
    }
    return WITHHELD;
  };
  return (text) => {
    try {
      return settled(text);
    } catch {
      // a regular expression ran out of stack, as they do some ten million characters into a match
      return WITHHELD;
    }
  };
}
