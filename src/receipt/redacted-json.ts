import type { Json } from '../types.js';
import { createGenerations } from './generations.js';

/** Characters of one string that a receipt keeps; what is longer ends with the number of characters left out. */
const KEPT = 16_384;
/** Characters of one string that are searched for secrets; the rest of a longer one is never looked at and never kept. */
const SEARCHED = 65_536;
/** At the end of a string cut short for the search, a secret may have been cut in two: this much is thrown away. */
const CUT_ZONE = 4096;
const DEPTH = 24;
const ELLIPSIS = '"…"';

/** Strings up to this length, and so many of them, are remembered in their redacted and quoted form. */
const REMEMBERED_LENGTH = 40;
const REMEMBERED = 2048;

/** Stands for a secret when a field's name is tried on the redactor. */
const PROBE = 'Zq7hT0x4Wm9b';
const NAME_LENGTH = 64;
/** A name of a header or a field. */
const NAME = /^:?[A-Za-z_][\w.-]{0,63}$/;
const FLAG = /^--?([A-Za-z][\w.-]{0,60})$/;

type Redact = (text: string) => string;

/**
 * Prints JSON with every string, names included, redacted. A value also goes when its field's name (`password`),
 * or the flag before it in a list (`--token x`), is one whose assignment the redactor would hide.
 */
export class RedactedJson {
  readonly #redact: Redact;
  readonly #quoted = createGenerations<string, string>(REMEMBERED);
  readonly #marks = createGenerations<string, string>(REMEMBERED);
  #left = 0;

  constructor(redact: Redact) {
    this.#redact = redact;
  }

  /** Starts a text whose strings may have `characters` together; beyond them all is `…`. */
  allow(characters: number): void {
    this.#left = characters;
  }

  /** A string, redacted and quoted. */
  quote(text: string): string {
    this.#left -= text.length;
    if (this.#left < 0) return ELLIPSIS;
    if (text.length > REMEMBERED_LENGTH) return JSON.stringify(shorten(text, this.#redact));
    const known = this.#quoted.get(text);
    if (known !== undefined) return known;
    const made = JSON.stringify(this.#redact(text));
    this.#quoted.set(text, made);
    return made;
  }

  /** Any value. `mark`, unless empty, stands in for every string in it. */
  print(value: Json, mark = '', depth = 0): string {
    if (typeof value === 'string') return mark === '' || value === '' ? this.quote(value) : JSON.stringify(mark);
    if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
    if (typeof value !== 'object' || value === null) return String(value);
    return depth > DEPTH || this.#left < 0 ? ELLIPSIS : this.#compound(value, mark, depth + 1);
  }

  #compound(value: object, mark: string, depth: number): string {
    return Array.isArray(value)
      ? this.#list(value as readonly Json[], mark, depth)
      : this.#record(value as { readonly [key: string]: Json }, mark, depth);
  }

  /** A secret may be told only by what stands before it: a flag (`--token x`, `-u a:b`), or the name in a pair, as in a list of headers. */
  #list(values: readonly Json[], mark: string, depth: number): string {
    let out = '';
    let before: Json | undefined;
    const pairs = isPairs(values);
    for (const [at, value] of values.entries()) {
      this.#left -= 2;
      if (out !== '') out += ',';
      const known = mark === '' && typeof before === 'string' ? this.#markAfter(before, pairs && at % 2 === 1) : mark;
      out += this.print(known === '' ? this.#withoutSecret(before, value) : value, known, depth);
      if (this.#left < 0) break;
      before = value;
    }
    return `[${out}]`;
  }

  #markAfter(before: string, pair: boolean): string {
    return this.#markOf(FLAG.exec(before)?.[1] ?? (pair ? before : ''));
  }

  /** The value as it reads behind the one before it. */
  #withoutSecret(before: Json | undefined, value: Json): Json {
    if (typeof before !== 'string' || typeof value !== 'string' || before.length + value.length > KEPT) return value;
    const joined = `${before} ${value}`;
    const hidden = this.#redact(joined);
    return hidden !== joined && hidden.startsWith(`${before} `) ? hidden.slice(before.length + 1) : value;
  }

  #record(record: { readonly [key: string]: Json | undefined }, mark: string, depth: number): string {
    let out = '';
    for (const key of Object.keys(record)) {
      const value = record[key];
      if (value === undefined) continue;
      this.#left -= 2;
      if (this.#left < 0) break;
      if (out !== '') out += ',';
      out += `${this.quote(key)}:${this.print(value, mark === '' ? this.#markOf(key) : mark, depth)}`;
    }
    return `{${out}}`;
  }

  /** The marker for every value under that name, or '' when the name tells of no secret. */
  #markOf(name: string): string {
    if (name === '' || name.length > NAME_LENGTH) return '';
    const known = this.#marks.get(name);
    if (known !== undefined) return known;
    const mark = probe(name, this.#redact);
    this.#marks.set(name, mark);
    return mark;
  }
}

/** True for a list of names and values in turn. */
const isPairs = (values: readonly Json[]): boolean =>
  values.length % 2 === 0 &&
  values.every((value, at) => at % 2 === 1 || (typeof value === 'string' && NAME.test(value)));

/** Redacts before it cuts, so that no secret is kept in part. */
function shorten(text: string, redact: Redact): string {
  if (text.length <= KEPT) return redact(text);
  let clean = redact(text.slice(0, SEARCHED));
  if (text.length > SEARCHED) clean = clean.slice(0, -CUT_ZONE);
  else if (clean.length <= KEPT) return clean;
  return `${clean.slice(0, KEPT)}…[${text.length - KEPT} more characters]`;
}

/** What the redactor puts in place of a value that is assigned to the name, or ''; a name that is a secret itself tells nothing of its value. */
function probe(name: string, redact: Redact): string {
  if (redact(name) !== name) return '';
  for (const joint of ['=', ': ']) {
    const tried = `${name}${joint}${PROBE}`;
    const hidden = redact(tried);
    if (hidden !== tried)
      return hidden.startsWith(name + joint) ? hidden.slice(name.length + joint.length) : '[REDACTED]';
  }
  return '';
}
