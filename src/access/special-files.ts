import { has, type OptionStyle, sortWords, valuesOf } from './option-words.js';
import type { NamedFiles } from './path-arguments.js';
import { literal, type Word } from './word.js';

const TAR: OptionStyle = {
  short: 'bCfFgHIKLNTVX',
  long: 'file directory files-from exclude-from exclude listed-incremental index-file transform strip-components one-top-level checkpoint-action to-command use-compress-program'.split(
    ' ',
  ),
};

/** tar: which file is the archive and whether it is written is said by a letter that may stand without a dash. */
export function archiveFiles(args: readonly Word[], into: NamedFiles): void {
  const [first, ...rest] = args;
  const words = first !== undefined && /^[A-Za-z]+$/.test(first.text) ? oldStyle(first.text, rest) : args;
  const { options, operands } = sortWords(words, TAR);
  const creates = has(
    options,
    '-c',
    '-r',
    '-u',
    '-A',
    '--create',
    '--append',
    '--update',
    '--catenate',
    '--concatenate',
    '--delete',
  );
  const extracts = has(options, '-x', '--extract', '--get');
  for (const file of valuesOf(options, '-f', '--file'))
    if (!/^[\w.-]+:/.test(file.text)) into.add(file, creates ? 'write' : 'read');
  const folders = valuesOf(options, '-C', '--directory');
  if (extracts) for (const folder of folders.length > 0 ? folders : [literal('.')]) into.add(folder, 'write', true);
  if (creates) for (const word of operands) into.add(word, 'read', true);
  for (const file of valuesOf(options, '-g', '--listed-incremental', '--index-file')) into.add(file, 'write');
}

/** `cf x.tar`: the letters that take a value find theirs in the words that follow, in order. */
function oldStyle(letters: string, rest: readonly Word[]): Word[] {
  const values = [...rest];
  const options = [...letters].flatMap((letter) => {
    const value = TAR.short?.includes(letter) === true ? values.shift() : undefined;
    return value === undefined ? [literal(`-${letter}`)] : [literal(`-${letter}`), value];
  });
  return [...options, ...values];
}

/** dd: `if=` is read, `of=` written. */
export function ddFiles(args: readonly Word[], into: NamedFiles): void {
  for (const word of args) {
    const match = /^(if|of)=(.+)$/s.exec(word.text);
    if (match !== null) into.add({ ...word, text: match[2] ?? '' }, match[1] === 'of' ? 'write' : 'read');
  }
}

const GIT: OptionStyle = {
  short: 'bcCoPuj',
  long: 'branch config depth origin reference template separate-git-dir upload-pack jobs git-dir work-tree output output-directory prefix format'.split(
    ' ',
  ),
};
/** Where the folder stands that a sub-command makes, among the operands after it. */
const MADE_BY: Readonly<Record<string, number>> = { clone: 1, init: 0, worktree: 1 };

/** git: the places outside of a repository that it is told to write. */
export function repositoryFiles(args: readonly Word[], into: NamedFiles): void {
  const { options, operands } = sortWords(args, GIT);
  const at = operands.findIndex((word) => Object.hasOwn(MADE_BY, word.text));
  const [sub, ...after] = at < 0 ? [] : operands.slice(at);
  if (sub !== undefined && !(sub.text === 'worktree' && after[0]?.text !== 'add')) {
    into.add(after[MADE_BY[sub.text] ?? 0] ?? literal('.'), 'create');
  }
  for (const value of valuesOf(options, '--separate-git-dir', '--output', '--output-directory'))
    into.add(value, 'write');
}

/** ln: a hard link is another name to read and write its source by; a symbolic one is judged by where it will lead. */
export function linkFiles(args: readonly Word[], into: NamedFiles): void {
  const { options, operands } = sortWords(args, { short: 'St', long: ['suffix', 'target-directory'] });
  const [folder] = valuesOf(options, '-t', '--target-directory');
  const symbolic = has(options, '-s', '--symbolic');
  const alone = folder === undefined && operands.length === 1;
  const target = folder ?? (alone ? literal('.') : operands.at(-1));
  const sources = folder === undefined && !alone ? operands.slice(0, -1) : operands;
  if (target === undefined) return;
  const inside = into.isFolder(target.text);
  const name = (source: Word): Word =>
    inside ? { ...target, text: `${target.text}/${source.text.replace(/\/+$/, '').replace(/^.*\//s, '')}` } : target;
  for (const source of sources) {
    const from =
      symbolic && !source.text.startsWith('/') ? { ...source, text: `${name(source).text}/../${source.text}` } : source;
    into.add(from, 'link', symbolic, 'fs.read');
    if (!symbolic) into.add(source, 'link', false, 'fs.write');
    into.add(name(source), 'create');
  }
}

/** find: the folders before its first test are looked through; what is started for each file may read it. */
export function searchedFolders(args: readonly Word[], into: NamedFiles): void {
  const options = args.filter((word) => word.text.startsWith('-')).map((word) => word.text);
  const start = args.findIndex((word) => /^[-(!]/.test(word.text) && !/^-[HLPO]/.test(word.text));
  const folders = (start < 0 ? args : args.slice(0, start)).filter((word) => !word.text.startsWith('-'));
  const reads = options.some((option) => /^-(?:exec|execdir|ok|okdir)$/.test(option));
  for (const folder of folders.length > 0 ? folders : [literal('.')]) {
    into.add(folder, reads ? 'read' : 'list', true);
    if (options.includes('-delete')) into.add(folder, 'delete', true);
  }
  args.forEach((word, at) => {
    const file = args[at + 1];
    if (/^-f(?:print0?|ls|printf)$/.test(word.text) && file !== undefined) into.add(file, 'write');
  });
}
