import { type Inner, type InnerReader, line, opaque } from './inner-commands.js';
import { type OptionStyle, sortWords, valuesOf } from './option-words.js';
import { literal, type Word } from './word.js';

/** What a program's own little language makes it do. */
interface TextReading {
  readonly runs: readonly Inner[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

const NOTHING: TextReading = { runs: [], reads: [], writes: [] };
const STRING = /"((?:[^"\\]|\\.)*)"/g;
/** A regular expression with a quote in it: where the strings are can then not be told by looking for quotes. */
const QUOTE_IN_PATTERN = /\/[^/\n]*"[^/\n]*\//;

/** awk: `system("…")`, `"…" | getline`, `print | "…"` and `print > "…"`. Only literal texts can be known. */
export function readAwk(text: string): TextReading {
  const unclear = /[\ue000\ue001]/.test(text) || QUOTE_IN_PATTERN.test(text);
  if (unclear && /\bsystem\b|\||@/.test(text))
    return { ...NOTHING, runs: [opaque('awk may run what its program makes up')] };
  const strings: string[] = [];
  const writes: string[] = [];
  const runs: Inner[] = [];
  const run = (_: string, index: string): string => {
    const value = strings[Number(index)] ?? '';
    runs.push(value.includes('\\') ? opaque('awk runs a text that is not plain') : line(literal(value)));
    return ' ';
  };
  const rest = text
    .replace(STRING, (_, value: string) => `\ue000${String(strings.push(value) - 1)}\ue001`)
    .replace(/\bsystem\s*\(\s*\ue000(\d+)\ue001\s*\)/g, run)
    .replace(/\ue000(\d+)\ue001\s*\|&?\s*getline/g, run)
    .replace(/(?<!\|)\|&?\s*\ue000(\d+)\ue001/g, run)
    .replace(/>>?\s*\ue000(\d+)\ue001/g, (_, index: string) => {
      writes.push(strings[Number(index)] ?? '');
      return ' ';
    });
  if (/\bsystem\s*\(|(?<!\|)\|(?!\|)|@(?:load|include)|@\w+\s*\(|"/.test(rest))
    runs.push(opaque('awk runs what its program makes up'));
  return { runs, reads: [], writes };
}

/** GNU sed: the `e` command and flag run a shell; `r` reads and `w` writes a file. */
export function readSed(text: string): TextReading {
  const runs: Inner[] = [];
  const writes: string[] = [];
  const flags = (_: string, _mark: string, given: string, file: string | undefined): string => {
    if (given.includes('e')) runs.push(opaque('sed runs what a substitution makes'));
    if (file !== undefined) writes.push(file.trim());
    return ' ';
  };
  const rest = text
    .replace(
      /(?<![\w\\])s([^\w\s\\])(?:\\.|(?!\1)[^\\])*\1(?:\\.|(?!\1)[^\\])*\1([gpiImMe\d]*)(w[^\n;}]+)?/gs,
      (all, mark: string, given: string, file?: string) => flags(all, mark, given, file?.slice(1)),
    )
    .replace(/\/(?:\\.|[^/\\])*\//g, '/');
  const command = /(?:^|[;{}\n]|[\d$/!])\s*e(?:\s+([^\n]*))?(?=$|[\n;}])/.exec(rest);
  if (command !== null)
    runs.push(
      command[1] === undefined || command[1] === '' ? opaque('sed runs what it reads') : line(literal(command[1])),
    );
  const files = (letter: string): string[] =>
    Array.from(
      rest.matchAll(new RegExp(String.raw`(?:^|[;{}\n]|[\d$/!])\s*${letter}\s*([^\n;}]+)`, 'gi')),
      ([, file = '']) => file.trim(),
    );
  return { runs, reads: files('r'), writes: [...writes, ...files('w')] };
}

const AWK: OptionStyle = {
  short: 'FvfeiloEL',
  long: ['field-separator', 'assign', 'file', 'source', 'include', 'load', 'output'],
};
const SED: OptionStyle = { short: 'efl', long: ['expression', 'file', 'line-length'] };

/** The program text among the arguments: options that hold one, else the first operand when no file holds it. */
function programText(
  args: readonly Word[],
  style: OptionStyle,
  names: readonly string[],
  files: readonly string[],
): Word[] {
  const { options, operands } = sortWords(args, style);
  const given = valuesOf(options, ...names);
  if (given.length > 0 || valuesOf(options, ...files).length > 0) return given;
  return operands.slice(0, 1);
}

type TextReader = (args: readonly Word[]) => TextReading;

const reader =
  (
    style: OptionStyle,
    names: readonly string[],
    files: readonly string[],
    read: (text: string) => TextReading,
  ): TextReader =>
  (args) => {
    const readings = programText(args, style, names, files).map((word) => read(word.text));
    return {
      runs: readings.flatMap((one) => one.runs),
      reads: readings.flatMap((one) => one.reads),
      writes: readings.flatMap((one) => one.writes),
    };
  };

const awk = reader(AWK, ['-e', '--source'], ['-f', '--file', '-E'], readAwk);
const sed = reader(SED, ['-e', '--expression'], ['-f', '--file'], readSed);

/** Programs whose first argument is a text in a language of their own that can start others, by base name. */
export const TEXT_PROGRAMS: Readonly<Record<string, TextReader>> = {
  awk,
  gawk: awk,
  gsed: sed,
  mawk: awk,
  nawk: awk,
  'original-awk': awk,
  sed,
};

/** The commands that such a text starts. */
export const textReader = (name: string): InnerReader | undefined => {
  const read = Object.hasOwn(TEXT_PROGRAMS, name) ? TEXT_PROGRAMS[name] : undefined;
  return read === undefined ? undefined : (args) => read(args).runs;
};
