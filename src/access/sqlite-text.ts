import { line, opaque } from './inner-commands.js';
import { TextEffects, type TextReading } from './inner-text.js';
import { filesIn } from './sql.js';
import { literal } from './word.js';

/** Commands of the shell of SQLite that only show or set how it shows. */
const HARMLESS = new Set(
  `bail binary changes databases dbconfig dbinfo dump echo eqp exit explain fullschema headers header help indexes indices
  limit lint mode nullvalue parameter print progress prompt quit scanstats schema separator show stats tables timeout
  timer vfsinfo vfslist vfsname version width`.split(/\s+/),
);
/** Functions and tables that its shell adds, and that reach outside. */
const READS = /\b(?:readfile|fsdir|lsdir|zipfile|csv)\s*\(/i;
const WRITES = /\bwritefile\s*\(/i;
const RUNS = /\b(?:edit|load_extension|fts3_tokenizer)\s*\(/i;
/** One of them with a name that is written out. */
const PLAIN = /\b(?:\w+file|fsdir|lsdir|csv)\s*\(\s*(?:filename\s*=\s*)?'(?:[^']|'')*'\s*[,)]/i;
const STRINGS = /'((?:[^']|'')*)'/g;

/** The file that a name of a database stands for, which may be an address (`file:x?mode=ro`). */
export function databaseFile(name: string): string {
  const path = /^file:(?:\/\/[^/]*)?([^?#]*)/i.exec(name)?.[1];
  return path?.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) ?? name;
}

/** sqlite3: a line with a dot is a command of its shell, everything else SQL. */
export function readSql(text: string): TextReading {
  const effects = new TextEffects();
  const lines = text.split('\n');
  for (const one of lines) if (/^\s*\./.test(one)) dotCommand(one.trim(), effects);
  const sql = lines.filter((one) => !/^\s*\./.test(one)).join('\n');
  for (const { name } of filesIn(sql))
    for (const kind of ['reads', 'writes'] as const)
      effects.file(kind, name === undefined ? undefined : databaseFile(name));
  if (RUNS.test(sql)) effects.runs.push(opaque('sqlite3 calls what can run programs'));
  if (READS.test(sql)) namesIn(sql, 'reads', effects);
  if (WRITES.test(sql)) namesIn(sql, 'writes', effects);
  return effects;
}

/** A function may be given a name that is put together: then it is any. */
function namesIn(sql: string, kind: 'reads' | 'writes', effects: TextEffects): void {
  const names = Array.from(sql.matchAll(STRINGS), ([, name = '']) => name.replaceAll("''", "'"));
  for (const name of names) effects[kind].push(kind === 'reads' ? { ...literal(name), under: [name] } : literal(name));
  if (sql.includes('||') || !PLAIN.test(sql)) effects.file(kind, undefined);
}

function dotCommand(text: string, effects: TextEffects): void {
  const [, name = '', rest = ''] = /^\.(\w*)\s*([\s\S]*)$/.exec(text) ?? [];
  if (HARMLESS.has(name)) return;
  if (/^s(?:h(?:e(?:ll?)?)?|y(?:s(?:t(?:em?)?)?)?)$/.test(name)) effects.runs.push(line(literal(rest)));
  else effects.all(`.${name} of sqlite3 may run programs or use any file`);
}
