/** A file or folder that a statement of SQL names. */
export interface SqlFile {
  /** Whether SQLite opens it as a database, writes a copy there, or keeps its temporary files in it. */
  readonly use: 'attach' | 'vacuum' | 'folder';
  /** The name, or undefined where it is known only once the statement runs. */
  readonly name: string | undefined;
  /** What a name in its place has to stand in, to be of the same kind: text, or the name of a thing. */
  readonly quote: string;
  /** Where what gives the name stands in the text. */
  readonly start: number;
  readonly end: number;
}

interface Token {
  readonly kind: 'word' | 'quoted' | 'mark';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Nearly all SQL names no file, and is told by this alone. */
const MENTIONS = /attach|vacuum|_store_directory|lock_proxy_file/i;
const FOLDERS = new Set(['temp_store_directory', 'data_store_directory', 'lock_proxy_file']);
/** Words that give a value; any other one in place of a name is the name. */
const VALUES = new Set(['null', 'current_date', 'current_time', 'current_timestamp']);

/** The files that SQL names, by the statements that SQLite would see in it; too many where SQLite would complain. */
export function filesIn(sql: string): readonly SqlFile[] {
  if (!MENTIONS.test(sql)) return [];
  const found: SqlFile[] = [];
  for (const statement of statementsOf(sql)) {
    const file = fileOf(statement);
    if (file !== undefined) found.push(file);
  }
  return found;
}

/** The text with other names in place of some of the files. */
export function renameIn(
  sql: string,
  files: readonly SqlFile[],
  rename: (file: SqlFile) => string | undefined,
): string {
  let text = '';
  let at = 0;
  for (const file of files) {
    const name = rename(file);
    if (name === undefined) continue;
    const { quote } = file;
    text += sql.slice(at, file.start) + quote + name.replaceAll(quote, quote + quote) + quote;
    at = file.end;
  }
  return text + sql.slice(at);
}

const is = (token: Token | undefined, word: string): boolean =>
  token?.kind === 'word' && token.text.toLowerCase() === word;

const HEADS: Readonly<Record<string, (tokens: readonly Token[], start: number) => SqlFile | undefined>> = {
  attach: (tokens, start) => {
    const given = tokens.slice(start + (is(tokens[start], 'database') ? 1 : 0));
    return given.slice(1).some((token) => is(token, 'as')) ? named('attach', given) : undefined;
  },
  vacuum: (tokens, start) => {
    const into = is(tokens[start], 'into') ? start : start + 1;
    return is(tokens[into], 'into') ? named('vacuum', tokens.slice(into + 1)) : undefined;
  },
  pragma: (tokens, start) => {
    const name = tokens[start + 1]?.text === '.' ? start + 2 : start;
    if (!FOLDERS.has(valueOf(tokens[name])?.toLowerCase() ?? '')) return undefined;
    return tokens[name + 1] === undefined ? undefined : named('folder', tokens.slice(name + 2));
  },
};

/** EXPLAIN runs nothing; but a pragma takes effect while it is only read. */
function fileOf(tokens: readonly Token[]): SqlFile | undefined {
  const explained = is(tokens[0], 'explain');
  const plan = explained && is(tokens[1], 'query') && is(tokens[2], 'plan');
  const at = plan ? 3 : explained ? 1 : 0;
  const head = tokens[at];
  if (head?.kind !== 'word' || (explained && !is(head, 'pragma'))) return undefined;
  const word = head.text.toLowerCase();
  return Object.hasOwn(HEADS, word) ? HEADS[word]?.(tokens, at + 1) : undefined;
}

/** The file that an expression gives: one literal, in brackets or not, or what nobody but SQLite can tell. */
function named(use: SqlFile['use'], tokens: readonly Token[]): SqlFile | undefined {
  const [first] = tokens;
  if (first === undefined) return undefined;
  const depth = Math.max(
    tokens.findIndex(({ text }) => text !== '('),
    0,
  );
  const literal = tokens[depth];
  const last = depth * 2;
  const alone = tokens.slice(depth + 1, last + 1).every(({ text }) => text === ')') && ends(use, tokens[last + 1]);
  const name = alone ? valueOf(literal) : undefined;
  const { end } = tokens[name === undefined ? tokens.length - 1 : last] ?? first;
  return { use, name, quote: quoteOf(literal?.text.at(0)), start: first.start, end };
}

/** True when an expression is complete before this token; a pragma takes no expressions, only values. */
const ends = (use: SqlFile['use'], next: Token | undefined): boolean =>
  next === undefined || use === 'folder' || (use === 'attach' && is(next, 'as'));

const quoteOf = (first: string | undefined): string => (first === "'" || first === '"' ? first : '`');

function valueOf(token: Token | undefined): string | undefined {
  if (token?.kind === 'quoted') return unquoted(token.text);
  return token?.kind === 'word' && !VALUES.has(token.text.toLowerCase()) ? token.text : undefined;
}

function unquoted(text: string): string {
  const quote = text.slice(-1);
  const inside = text.slice(1, -1);
  return quote === ']' ? inside : inside.replaceAll(quote + quote, quote);
}

/**
 * The statements of a text, each as its tokens. A semicolon inside a trigger begins one too, for no statement in there
 * can name a file.
 */
function* statementsOf(text: string): Generator<readonly Token[]> {
  // To SQLite a text ends at its first NUL.
  const end = text.indexOf('\0');
  const sql = end < 0 ? text : text.slice(0, end);
  let statement: Token[] = [];
  for (let at = 0; at < sql.length;) {
    const token = tokenAt(sql, at);
    at = token === undefined ? pastBlank(sql, at) : token.end;
    if (token?.text === ';') {
      yield statement;
      statement = [];
    } else if (token !== undefined) statement.push(token);
  }
  yield statement;
}

const BLANK = /[\t-\r \ufeff]/;
/** Letters of words are these and everything beyond ASCII. */
const WORD = /[\w$\x80-\uffff]+/y;
/** `$name::part(anything but blanks)`: what looks like a quote in there is none. */
const VARIABLE = /[$@#:](?:[\w$\x80-\uffff]|::)*(?:\([^\t-\r )]*\))?/y;
const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };

const isComment = (sql: string, at: number): boolean => sql.startsWith('--', at) || sql.startsWith('/*', at);

/** The token that begins here; undefined where a blank or a comment does. */
function tokenAt(sql: string, start: number): Token | undefined {
  const first = sql.charAt(start);
  if (BLANK.test(first) || isComment(sql, start)) return undefined;
  const make = (kind: Token['kind'], end: number): Token => ({ kind, text: sql.slice(start, end), start, end });
  const quote = CLOSING[first];
  if (quote !== undefined) {
    const end = pastQuote(sql, start + 1, quote);
    return end === undefined ? make('mark', sql.length) : make('quoted', end);
  }
  if (/[$@#:]/.test(first)) return make('mark', matchEnd(VARIABLE, sql, start));
  const end = matchEnd(WORD, sql, start);
  return make(end > start && !/\d/.test(first) ? 'word' : 'mark', Math.max(end, start + 1));
}

function matchEnd(pattern: RegExp, sql: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(sql) ? pattern.lastIndex : start;
}

function pastBlank(sql: string, at: number): number {
  const close = sql.startsWith('--', at) ? '\n' : sql.startsWith('/*', at) ? '*/' : undefined;
  if (close === undefined) return at + 1;
  const end = sql.indexOf(close, at + 2);
  return end < 0 ? sql.length : end + close.length;
}

/** The end of what is quoted; a quote that is doubled stands for itself. Undefined where it has none. */
function pastQuote(sql: string, from: number, quote: string): number | undefined {
  for (let at = from; ;) {
    const end = sql.indexOf(quote, at);
    if (end < 0) return undefined;
    if (quote === ']' || sql[end + 1] !== quote) return end + 1;
    at = end + 2;
  }
}
