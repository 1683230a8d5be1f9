import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDatabaseName } from '../../../src/access/database.js';
import { filesIn } from '../../../src/access/sql.js';
import { majors, nodeBinary } from '../../nodes.js';

/** Runs each text in a folder of its own, and tells which files appeared and whether SQLite complained. */
const program = `
const fs = require('node:fs');
const { DatabaseSync } = require('node:sqlite');
const top = fs.mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'receiptbot-sql-'));
const told = JSON.parse(fs.readFileSync(0, 'utf8')).map((sql, index) => {
  const folder = top + '/' + index;
  fs.mkdirSync(folder);
  process.chdir(folder);
  const database = new DatabaseSync(':memory:');
  let complained = false;
  try {
    database.exec(sql);
  } catch {
    complained = true;
  }
  database.close();
  return { appeared: fs.readdirSync(folder), complained };
});
process.chdir('/');
fs.rmSync(top, { recursive: true });
console.log(JSON.stringify(told));
`;

interface Told {
  readonly appeared: readonly string[];
  readonly complained: boolean;
}

const blank = fc.constantFrom(' ', '\n', '\t ', " /* ; ' */ ", ' -- " ;\n', '/**/', ' \ufeff ', ' \v', '');
const name = fc.constantFrom(
  ...["'a'", '"b"', '[c]', '`d`', 'e', "'f''g'", "('h')", "(( 'i' ))", "'file:j'", "'file:%6b?mode=rwc'", "':memory:'"],
  ...["'file:l?mode=memory'", "'m' || 'n'", "x'6f'", '5', 'null', "(select 'p')", "cast('q' as text)", '-1', "'r", '?'],
);
const piece = fc.constantFrom(
  ...['select', '1', ',', ';', "$a(')", '@b::c(")', '#d([)', ':e(--)', "'it''s'", '"', "'", '[', '`', '--', '/*', '*/'],
  ...[
    '\n',
    'attach',
    'vacuum',
    'into',
    'as',
    'explain',
    'begin',
    'end',
    '(',
    ')',
    '\0',
    'x',
    '$',
    '->>',
    "x'00'",
    '2e3',
  ],
);
const words = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.flatMap((part) => [blank, part])).map((each) => each.join(''));
const one = (text: string): fc.Arbitrary<string> => fc.constant(text);
const statement = fc.oneof(
  words(
    fc.constantFrom('attach ', 'ATTACH database ', 'explain attach '),
    name,
    one(' as'),
    fc.constantFrom(' x', ' y'),
  ),
  words(fc.constantFrom('vacuum ', 'vacuum main ', "Vacuum 'main' ", 'explain vacuum '), one('into '), name),
  words(one('select'), fc.constantFrom(' 1', " $a(')", ' @b(")', ' :c([)', " 'it''s; attach'", ' [1', ' "')),
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(' ')),
);
const text = fc.array(statement, { minLength: 1, maxLength: 4 }).map((statements) => statements.join(';'));

const CASES = 400;

it.each(majors(22, 24, 26))('sees every file that SQLite on Node %i makes, and no other', (major) => {
  const texts = fc.sample(text, { numRuns: CASES, seed: major });
  const input = JSON.stringify(texts);
  const answer = execFileSync(nodeBinary(major), ['--no-warnings', '-e', program], { input, encoding: 'utf8' });
  const told = JSON.parse(answer) as readonly Told[];
  const wrong = texts.filter((sql, index) => {
    const { appeared, complained } = told[index] ?? { appeared: [], complained: true };
    const names = filesIn(sql).map((file) => file.name && readDatabaseName(file.name).file?.replace(/^.*\//s, ''));
    const computed = filesIn(sql).some((file) => file.name === undefined);
    const unseen = computed ? [] : appeared.filter((file) => !names.includes(file));
    const invented = complained ? [] : names.filter((file) => file !== undefined && !appeared.includes(file));
    return unseen.length + invented.length > 0;
  });
  expect(wrong.map((sql) => ({ sql, seen: filesIn(sql) }))).toEqual([]);
  expect(told.filter(({ appeared }) => appeared.length > 0).length).toBeGreaterThan(CASES / 10);
});
