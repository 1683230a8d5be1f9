import { EDITOR, editorFreedom } from './editor-commands.js';
import { GIT } from './git-commands.js';
import { FILE_PROGRAMS } from './file-arguments.js';
import { anyFile } from './inner-text.js';
import { type Given, has, type OptionStyle, scanOptions, sortWords, valuesOf } from './option-words.js';
import { WGET_SETTING } from './option-commands.js';
import type { NamedFiles } from './path-arguments.js';
import { startFolders } from './prefix-readers.js';
import { databaseFile } from './sqlite-text.js';
import { archiveWords, TAR } from './tar-words.js';
import { literal, type Word } from './word.js';

const CREATES = '-c -r -u -A --create --append --update --catenate --concatenate --delete'.split(' ');

const READ = ['read'] as const;
const READ_AND_DELETE = ['read', 'delete'] as const;

/** tar: which file is the archive and whether it is written is said by a letter that may stand without a dash. */
export function archiveFiles(args: readonly Word[], into: NamedFiles): void {
  const { options, operands } = sortWords(archiveWords(args), TAR);
  const creates = has(options, ...CREATES);
  for (const file of valuesOf(options, '-f', '--file'))
    if (!/^[\w.-]+:/.test(file.text)) into.add(file, creates ? 'write' : 'read');
  const moves = valuesOf(options, '-C', '--directory');
  if (has(options, '-x', '--extract', '--get')) extracted(options, moves, into);
  // Each `-C` begins where the one before led; which of them an operand stands behind is not asked.
  for (const place of creates ? into.along(moves) : [])
    for (const word of [...operands, ...valuesOf(options, '--add-file')])
      for (const effect of has(options, '--remove-files') ? READ_AND_DELETE : READ) place.add(word, effect, true);
  for (const list of valuesOf(options, '-T', '--files-from')) listedFiles(list, into, true);
  for (const file of valuesOf(options, '-g', '--listed-incremental', '--index-file', '--volno-file'))
    into.add(file, 'write');
}

/** What is taken out of an archive lands below the folder, unless names may be absolute. */
function extracted(options: readonly Given[], moves: readonly Word[], into: NamedFiles): void {
  for (const folder of moves.length > 0 ? moves : [literal('.')]) into.add(folder, 'write', true);
  if (has(options, '-P', '--absolute-names')) into.add(anyFile, 'write');
}

/** Files that a file names, one a line; those that a stream names may be any. */
export function listedFiles(list: Word, into: NamedFiles, tree = false): void {
  const text = list.known ? into.textOf(list.text) : undefined;
  if (text === undefined || /^-/m.test(text)) into.add(anyFile, 'read');
  else for (const name of text.split(/[\0\n]/)) into.add(literal(name), 'read', tree);
}

/** dd: `if=` is read, `of=` written. */
export function ddFiles(args: readonly Word[], into: NamedFiles): void {
  for (const word of args) {
    const match = /^(if|of)=(.+)$/s.exec(word.text);
    if (match !== null) into.add({ ...word, text: match[2] ?? '' }, match[1] === 'of' ? 'write' : 'read');
  }
}

/** What a sub-command of git does to files that no rule of a repository covers. */
const GIT_SUB: OptionStyle = {
  short: 'bcoujef',
  long: `branch config depth origin reference template separate-git-dir upload-pack jobs output output-directory prefix
    format file directory export-marks index-output`.split(/\s+/),
  flags: ['unsafe-paths', 'no-index'],
};
const MAKES = /^(?:worktree add|bundle create)$/;
/** Options of sub-commands whose value is written. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  archive: ['-o'],
  config: ['-f', '--file'],
  'format-patch': ['-o'],
};
const WRITTEN_BY_ALL = ['--separate-git-dir', '--output', '--output-directory', '--export-marks', '--index-output'];

/** git: the places outside of a repository that it is told to write, and the ones it reads without one. */
export function repositoryFiles(args: readonly Word[], given: NamedFiles): void {
  const { options: own, rest } = scanOptions(args, GIT);
  const into = given.along(valuesOf(own, '-C')).at(-1) ?? given;
  const [sub = literal(''), ...after] = rest;
  const { options, operands } = sortWords(after, GIT_SUB);
  ownFolders(sub.text, own, into);
  for (const value of valuesOf(options, ...WRITTEN_BY_ALL, ...(WRITTEN[sub.text] ?? []))) into.add(value, 'write');
  for (const made of madeBy(sub.text, operands)) into.add(made, 'create');
  if (has(options, '--unsafe-paths')) into.add(anyFile, 'write');
  if (!has(options, '--no-index')) return;
  const here = sub.text === 'grep' && operands.length < 2;
  for (const word of here ? [literal('.')] : operands) into.mention(word, 'read', true);
}

/** The folders that git itself is told to use. */
function ownFolders(sub: string, own: readonly Given[], into: NamedFiles): void {
  for (const folder of valuesOf(own, '--work-tree')) into.add(folder, 'write', true);
  if (sub === 'init') for (const folder of valuesOf(own, '--git-dir')) into.add(folder, 'create');
}

/** What a sub-command makes; what a clone is called by itself is not asked. */
function madeBy(sub: string, operands: readonly Word[]): readonly Word[] {
  if (sub === 'clone') return [operands[1] ?? literal('.')];
  if (sub === 'init') return [operands[0] ?? literal('.')];
  if (/^(?:mailinfo|pack-objects)$/.test(sub)) return operands;
  return MAKES.test(`${sub} ${operands[0]?.text ?? ''}`) ? [operands[1] ?? literal('.')] : [];
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

const ACTIONS = /^-(?:exec|execdir|ok|okdir)$/;

/** find: the folders before its first test are looked through; what is started for each file may read it. */
export function searchedFolders(args: readonly Word[], into: NamedFiles): void {
  const reads = args.some((word) => ACTIONS.test(word.text));
  const deletes = args.some((word) => word.text === '-delete');
  for (const folder of startFolders(args) ?? [anyFile]) {
    into.add(folder, reads ? 'read' : 'list', true);
    if (deletes) into.add(folder, 'delete', true);
  }
  args.forEach((word, at) => {
    const file = args[at + 1];
    if (/^-f(?:print0?|ls|printf)$/.test(word.text) && file !== undefined) into.add(file, 'write');
  });
}

/** An address whose scheme is put together of choices. */
const GLOBBED_SCHEME = /^(?!\[[\da-f:.]+\])[^/"\s]*[{[][^"\s]*\/\//i;

/** curl: a file of settings holds options, and `%output{…}` names a file in the middle of a text. */
export function transferFiles(args: readonly Word[], into: NamedFiles, again: (args: readonly Word[]) => void): void {
  const { options, operands } = sortWords(args, {
    ...FILE_PROGRAMS['curl'],
    long: [...(FILE_PROGRAMS['curl']?.long ?? []), 'write-out'],
  });
  noteAddresses(options, operands, into);
  for (const { text } of valuesOf(options, '-w', '--write-out'))
    for (const [, file = ''] of text.matchAll(/%output\{(?:>>)?([^}]*)\}/g)) into.add(literal(file), 'write');
  for (const file of valuesOf(options, '-K', '--config')) {
    const text = file.known ? into.textOf(file.text) : undefined;
    if (text !== undefined) again(text.split('\n').flatMap(setting));
    else for (const effect of ['read', 'write'] as const) into.add(anyFile, effect);
  }
}

/** An address of a file is written when something is sent to it. */
function noteAddresses(options: readonly Given[], operands: readonly Word[], into: NamedFiles): void {
  const addresses = [...operands, ...valuesOf(options, '--url')];
  if (addresses.some(({ text }) => GLOBBED_SCHEME.test(text))) into.add(anyFile, 'read');
  if (!has(options, '-T', '--upload-file')) return;
  for (const word of addresses) if (/^file:/i.test(word.text)) into.mention(word, 'write', true);
}

/** `output = "x"` as `--output x`. A file of settings can bring in no other one that is read here. */
function setting(one: string): Word[] {
  const [, name = '', quoted, plain] =
    /^\s*([\w-]+)\s*(?:[=:]\s*|\s)?(?:"((?:[^"\\]|\\.)*)"|(.*?))\s*$/.exec(one) ?? [];
  if (name === '') return [];
  const value = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
  return [literal(name.startsWith('-') ? name : `--${name}`), ...(value === '' ? [] : [literal(value)])];
}

/** wget: a setting may name what is written. */
export function downloadFiles(args: readonly Word[], into: NamedFiles): void {
  const { options } = sortWords(args, { short: 'aAeiBDGIlnoOPQRtTUwX', long: ['execute'] });
  if (valuesOf(options, '-e', '--execute').some(({ text }) => !WGET_SETTING.test(text))) into.add(anyFile, 'write');
}

/** Editors: a command of theirs may read and write any file, and `-V9x` says more and more into `x`. */
export function editedFiles(args: readonly Word[], into: NamedFiles): void {
  for (const word of valuesOf(sortWords(args, EDITOR).options, '-V'))
    into.add({ ...word, text: word.text.replace(/^\d+/, '') }, 'write');
  if (editorFreedom(args) === undefined) return;
  for (const effect of ['read', 'write'] as const) into.add(anyFile, effect);
}

const ZIP: OptionStyle = {
  short: 'bnt',
  long: ['out', 'output-file', 'logfile-path', 'temp-path', 'suffixes', 'unzip-command'],
  flags: ['names-stdin'],
};

/** zip: the archive stands first, `-lf` names a log and `-@` takes the names of files from a stream. */
export function zipFiles(args: readonly Word[], into: NamedFiles): void {
  const { options, operands } = sortWords(args, ZIP);
  if (operands[0] !== undefined && operands[0].text !== '-') into.add(operands[0], 'write');
  if (has(options, '--names-stdin') || args.some(({ text }) => /^-\w*@$/.test(text))) into.add(anyFile, 'read');
  args.forEach((word, at) => {
    const file = args[at + 1];
    if (/^-(?:lf|O)$/.test(word.text) && file !== undefined) into.add(file, 'write');
  });
  for (const file of valuesOf(options, '-b', '--out', '--output-file', '--logfile-path', '--temp-path'))
    into.add(file, 'write');
}

/** sqlite3: the database may be given as an address. */
export function databaseFiles(args: readonly Word[], into: NamedFiles): void {
  const [database] = sortWords(args, FILE_PROGRAMS['sqlite3'] ?? {}).operands;
  if (database !== undefined) into.add({ ...database, text: databaseFile(database.text) }, 'write');
}
