import { readAwk } from './awk-text.js';
import { type Around, type InnerReader, line, opaque } from './inner-commands.js';
import { TextEffects, type TextReading } from './inner-text.js';
import { type Given, has, type OptionStyle, sortWords, type Sorted, valuesOf } from './option-words.js';
import { readSed } from './sed-text.js';
import { readSql } from './sqlite-text.js';
import { literal, type Word } from './word.js';

/** How a program gets texts in its own language. */
interface TextRow {
  readonly style: OptionStyle;
  /** Options whose value is such a text. */
  readonly texts: readonly string[];
  /** Options whose value is a file of such texts. */
  readonly files?: readonly string[];
  /** The operands that are texts too; `given` is true when an option has one. */
  readonly operands: (
    sorted: Sorted,
    given: boolean,
  ) => { readonly texts?: readonly Word[]; readonly files?: readonly Word[] };
  readonly read: (text: string) => TextReading;
  /** Options that load code of another kind. */
  readonly loads?: readonly string[];
  /** Options whose value is a file that is written. */
  readonly writes?: readonly string[];
  /** Options whose value says what a copy is called: with a slash in it, the copy lies elsewhere. */
  readonly aside?: readonly string[];
  /** Options with which the language can reach nothing outside of it. */
  readonly tame?: readonly string[];
}

const AWK: TextRow = {
  style: {
    short: 'FvfeilEW',
    attached: 'dDLop',
    long: 'field-separator assign file source include load exec'.split(' '),
    flags: 'dump-variables debug pretty-print profile lint lint-old sandbox'.split(' '),
  },
  texts: ['-e', '--source'],
  files: ['-f', '--file', '-E', '--exec'],
  // `mawk -We file`: the first operand is a file.
  operands: ({ options, operands }, given) =>
    valuesOf(options, '-W').some(({ text }) => /^e/i.test(text))
      ? { files: operands.slice(0, 1) }
      : { texts: given ? [] : operands.slice(0, 1) },
  read: readAwk,
  loads: ['-l', '--load', '-i', '--include', '-D', '--debug'],
  writes: ['-d', '-o', '-p', '--dump-variables', '--pretty-print', '--profile'],
  tame: ['-S', '--sandbox'],
};
const SED: TextRow = {
  style: {
    short: 'efl',
    attached: 'i',
    long: ['expression', 'file', 'line-length'],
    flags: ['sandbox', 'in-place', 'follow-symlinks'],
  },
  texts: ['-e', '--expression'],
  files: ['-f', '--file'],
  operands: ({ operands }, given) => ({ texts: given ? [] : operands.slice(0, 1) }),
  read: readSed,
  tame: ['--sandbox'],
  aside: ['-i', '--in-place'],
};
const SQLITE: TextRow = {
  style: {
    singleDash: true,
    exact: true,
    long: 'cmd init separator newline nullvalue vfs mmap lookaside pagecache'.split(' '),
  },
  texts: ['-cmd', '--cmd'],
  files: ['-init', '--init'],
  operands: ({ operands }) => ({ texts: operands.slice(1) }),
  read: readSql,
  tame: ['-safe', '--safe'],
};

function readAll(row: TextRow, args: readonly Word[], { textOf }: Pick<Around, 'textOf'>): TextReading {
  const sorted = sortWords(args, row.style);
  const { options } = sorted;
  const { files: fileOptions = [], loads = [], tame = [] } = row;
  const effects = new TextEffects();
  noteWritten(row, options, effects);
  if (has(options, ...tame)) return effects;
  const given = valuesOf(options, ...row.texts);
  const files = valuesOf(options, ...fileOptions);
  const { texts = [], files: more = [] } = row.operands(sorted, given.length + files.length > 0);
  takeTexts(row, [...given, ...texts], effects);
  for (const file of [...files, ...more]) takeFile(row, file, effects, textOf);
  if (sorted.unclear) effects.runs.push(opaque('a script may be among what is known only later'));
  if (valuesOf(options, ...loads).some((word) => word.text !== 'inplace')) effects.all('awk is given code to load');
  return effects;
}

function noteWritten({ writes = [], aside = [] }: TextRow, options: readonly Given[], effects: TextEffects): void {
  effects.writes.push(...valuesOf(options, ...writes));
  if (valuesOf(options, ...aside).some(({ text }) => text.includes('/'))) effects.file('writes', undefined);
}

function takeTexts(row: TextRow, texts: readonly Word[], effects: TextEffects): void {
  if (texts.every((word) => word.known)) take(effects, row.read(texts.map((word) => word.text).join('\n')));
  else effects.runs.push(opaque('a program is given a script that is known only once it runs'));
}

function takeFile(row: TextRow, file: Word, effects: TextEffects, textOf: Around['textOf']): void {
  const text = file.known ? textOf(file.text) : undefined;
  if (text === undefined) effects.all(`a script cannot be read before it runs: ${file.text}`);
  else take(effects, row.read(text));
}

function take(into: TextEffects, from: TextReading): void {
  into.runs.push(...from.runs);
  into.reads.push(...from.reads);
  into.writes.push(...from.writes);
}

type TextReader = (args: readonly Word[], around: Pick<Around, 'textOf'>) => TextReading;
const reader =
  (row: TextRow): TextReader =>
  (args, around) =>
    readAll(row, args, around);

const awk = reader(AWK);
const sed = reader(SED);

/** ed runs what stands behind `!` instead of a file. */
const ed: TextReader = (args) => {
  const effects = new TextEffects();
  for (const { text } of sortWords(args, { short: 'p' }).operands)
    if (text.startsWith('!')) effects.runs.push(line(literal(text.slice(1))));
  return effects;
};

/** Programs whose arguments hold a text in a language of their own that can start others, by base name. */
export const TEXT_PROGRAMS: Readonly<Record<string, TextReader>> = {
  awk,
  ed,
  gawk: awk,
  gsed: sed,
  mawk: awk,
  nawk: awk,
  'original-awk': awk,
  red: ed,
  sed,
  sqlite3: reader(SQLITE),
};

/** The commands that such a text starts. */
export const textReader = (name: string): InnerReader | undefined => {
  const read = Object.hasOwn(TEXT_PROGRAMS, name) ? TEXT_PROGRAMS[name] : undefined;
  return read === undefined ? undefined : (args, around) => read(args, around).runs;
};
