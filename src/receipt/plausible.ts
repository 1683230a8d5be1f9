import { looksSecret } from './secret-names.js';

/** A place in a text where a secret may be: `at` is where the anchor is, `start` and `end` enclose the secret. */
export interface Found {
  readonly text: string;
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

const LONGEST_NAME = 64;
const nameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code === 46;

/** The name (letters, digits, `_`, `-`, `.`) that the character at `at` belongs to, as its two ends. */
function nameAround(text: string, at: number): [start: number, end: number] {
  let start = at;
  while (start > 0 && at - start < LONGEST_NAME && nameCode(text.charCodeAt(start - 1))) start -= 1;
  let end = at;
  while (end < text.length && end - at < LONGEST_NAME && nameCode(text.charCodeAt(end))) end += 1;
  return [start, end];
}

/** Names that are too short for `looksSecret` and yet the usual ones for a login in a connection string or a mail account. */
const SHORT_NAMES = /^(?:pass|pwd|auth)$/i;

/** What may follow the name of something that is assigned a value: a quote, a space, `:`, `=`, `>`, `%3D`, a backslash, NUL, `,`. */
const AFTER_NAME = /["'\s:=>%\\\0,]/;

/** Whether the name at `at` is a secret's name; asked before the value behind it is looked at. */
export function secretName(text: string, at: number): boolean {
  const [start, end] = nameAround(text, at);
  if (!AFTER_NAME.test(text.charAt(end))) return false;
  const name = text.slice(start, end);
  return looksSecret(name) || SHORT_NAMES.test(name);
}

/** As `secretName`, but for `authorization`, whose value has a scheme that should stay readable. */
export function authName(text: string, at: number): boolean {
  return secretName(text, at) && text.slice(at, at + 13).toLowerCase() !== 'authorization';
}

/** Longer values are secrets whatever they look like: that keeps the cost of a value that is turned down small. */
const LONGEST_HARMLESS = 256;
/** What stands for a value and is none: `$HOME`, `${X}`, `$(cat f)`, `{{ x }}`, `<your key>`, `***`, a version, an address. */
const PLACEHOLDER =
  /^(?:\$\{|\$\(|\$[A-Z_][A-Z0-9_]*$|%[A-Za-z_]+%$|\{\{|<[^>]*>?$|[*•.…xX_-]{3,}$|\[object |(?:id|src|type|env|name|file)=|https?:\/\/[^@]*$|[\^~<>=v]{1,2}\d+\.|0x[0-9a-fA-F]+$|\s)/;
/** Words of programs and of their messages. */
const WORD =
  /^(?:null|undefined|none|nil|true|false|string|number|boolean|bigint|symbol|object|unknown|any|never|void|required|optional|missing|invalid|expired|empty|function|async|await|new|typeof|this|self|include|omit|same-origin|use-credentials|bearer|basic|digest|negotiate|apikey|default|is|was|not|the|and|or|for)$/i;
/** `req.body.password`, `e.token`, `process.env.X`, `getPassword(`: a program that names the value elsewhere. */
const CODE =
  /^(?:[a-z_$]|this|self|req|request|res|response|process|config|options|opts|args|argv|props|params|state|env|os|window|document|data|user|body|ctx|context|session|event|init|settings|secrets|credentials|import\.meta)(?:[?!]{0,2}\.[A-Za-z_$][\w$]{0,64}|\[[^\]]{0,64}\]?){1,8}\W?$|^(?:await |new )?[A-Za-z_$][\w$.]{0,60}\(|^[A-Za-z_$]$/;
/** `accessToken`, `keys_1.APIKeys`, `tokens[i]`, `auth.factory?.()`: names and what one does with them, and no digit but an index. */
const NAMES = /^[A-Za-z_$](?:[A-Za-z_$]|[0-9](?=\.)|\[[0-9]{1,3}\]?|[.?![\]():;,](?!\/))*$/;
/** `BinaryLike`, `NodeJS.Timeout`: names of types. */
const TYPE = /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$|^[A-Z]\w*\.[A-Z]\w*$/;
const LETTERS = /^[A-Za-z]+$/;
const DIGITS = /^[0-9.]+$/;

interface Assigned {
  readonly secret: string;
  readonly name: string;
  /** `name: value` in prose, YAML or a program, as against `name=value`: a plain word may just be the next word. */
  readonly loose: boolean;
  /** Not in quotes and not `NAME=value`: may be an expression of a program. */
  readonly program: boolean;
}

/** Whether what stands between name and value assigns nothing: a space in prose, the end of a tag, `=>` of a function, `"Password:"`. */
function noAssignment(separator: string, before: string, flag: boolean): boolean {
  if (!/[:=>%]/.test(separator)) return !flag;
  if (separator.includes('=>')) return !/["'`]$/.test(separator);
  if (separator.includes('>')) return before !== '<';
  return separator.length === 2 && /^[:=]["'`]$/.test(separator) && before === separator.charAt(1);
}

function assigned({ text, at, start, end }: Found): Assigned | undefined {
  const [from, to] = nameAround(text, at);
  const name = text.slice(from, to);
  const separator = text.slice(to, start);
  // `--password x`, and `["x-api-key", "x"]` as raw headers are listed
  const flag = name.startsWith('-') || (/^x-/i.test(name) && separator.includes(','));
  if (noAssignment(separator, text.charAt(from - 1), flag)) return undefined;
  const quoted = /["'`]$/.test(separator);
  const program = !quoted && !flag && !(separator === '=' && /^[A-Z0-9_]+$/.test(name));
  return { secret: text.slice(start, end), name, program, loose: !quoted && /[\s\0]/.test(separator) };
}

function harmless({ secret, program, loose }: Assigned): boolean {
  if (secret.length > LONGEST_HARMLESS) return false;
  return (
    PLACEHOLDER.test(secret) || WORD.test(secret) || (program && CODE.test(secret)) || (loose && secret.startsWith('-'))
  );
}

/** Whether what was assigned to a password's name is one: anything but a placeholder, a word of a program or a working folder. */
export function passwordValue(found: Found): boolean {
  const value = assigned(found);
  if (value === undefined || harmless(value)) return false;
  if (/^pwd$/i.test(value.name)) return !/^(?:[~/.\\]|[A-Za-z]:)/.test(value.secret);
  if (/^pass$/i.test(value.name)) return !DIGITS.test(value.secret) && !value.loose;
  return !(value.loose && TYPE.test(value.secret));
}

function opaqueValue(value: Assigned): boolean {
  const { secret, loose, program } = value;
  if (secret.length > LONGEST_HARMLESS) return true;
  if (DIGITS.test(secret) && secret.length < 16) return false;
  return !(
    (loose && (LETTERS.test(secret) || TYPE.test(secret))) ||
    (program && NAMES.test(secret) && /[^A-Za-z]/.test(secret))
  );
}

/** Whether what was assigned to a secret's name is one: as for passwords, and in prose and programs not just the next name. */
export function secretValue(found: Found): boolean {
  const value = assigned(found);
  return value !== undefined && !harmless(value) && opaqueValue(value);
}

/** Whether what was assigned to a token's name is one: as for secrets, and without spaces. */
export function tokenValue(found: Found): boolean {
  const value = assigned(found);
  return value !== undefined && !harmless(value) && opaqueValue(value) && !/\s/.test(value.secret);
}

/** Whether what was assigned to a key's name is one: as for tokens, and with a digit, or long and in letters of both cases. */
export function keyValue(found: Found): boolean {
  const secret = found.text.slice(found.start, found.end);
  return tokenValue(found) && (/[0-9]/.test(secret) || /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z+/=]{20,}$/.test(secret));
}

/** Whether a bearer token may be one: has a digit, or is longer than a word. */
export function bearerValue({ text, start, end }: Found): boolean {
  return end - start >= 24 || (/[0-9]/.test(text.slice(start, end)) && !PLACEHOLDER.test(text.slice(start, end)));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Whether the text is base64 of printable characters with a colon among them, as the `user:password` of Basic is. */
export function basicValue({ text, start, end }: Found): boolean {
  let bits = 0;
  let held = 0;
  let colon = false;
  for (let i = start; i < end && text[i] !== '='; i += 1) {
    bits = ((bits << 6) | BASE64.indexOf(text.charAt(i))) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const byte = (bits >> held) & 0xff;
    if (byte < 32) return false;
    colon ||= byte === 58;
  }
  return colon;
}

/** Whether what stands behind `Cookie:` is one, `name=value`, or a single word with a digit. */
export function cookieValue({ text, start, end }: Found): boolean {
  const value = text.slice(start, Math.min(end, start + LONGEST_HARMLESS));
  return /^[^\s=;]{1,128}=/.test(value) || (/[0-9]/.test(value) && !/\s/.test(value));
}

/** Whether the rest of an `Authorization` header is a credential and neither a scheme alone nor a word. */
export function headerValue({ text, start, end }: Found): boolean {
  if (end - start > LONGEST_HARMLESS) return true;
  const value = text.slice(start, end).trim();
  return (
    !PLACEHOLDER.test(value) &&
    !WORD.test(value) &&
    !CODE.test(value) &&
    !(LETTERS.test(value) && value.length < 32) &&
    !/^\w+\s*\$\{/.test(value)
  );
}

/** Whether what stands behind `-u name:` is a password and not a number or the name again, as in `docker run -u node:node`. */
export function loginValue({ text, at, start, end }: Found): boolean {
  const secret = text.slice(start, Math.min(end, start + LONGEST_HARMLESS));
  return !DIGITS.test(secret) && !PLACEHOLDER.test(secret) && !text.slice(at, start).endsWith(`${secret}:`);
}

/** Whether a `sk-…` of no known kind has the long mixed run that a name in kebab case lacks. */
export function mixedRun({ text, start, end }: Found): boolean {
  return end - start > LONGEST_HARMLESS || /(?=[A-Za-z_]*[0-9])\w{12,}/.test(text.slice(start, end));
}
