import type { PathAccess, PathEffect } from '../types.js';
import { type Effect, FILE_PROGRAMS, type FileRow, OUTPUT_OPTIONS } from './file-arguments.js';
import { expandGlob } from './file-globs.js';
import { type Given, has, type OptionStyle, sortWords, valuesOf } from './option-words.js';
import { noteNodeFlags } from './node-flags.js';
import { type Candidate, candidatesIn, looksLikePath } from './path-words.js';
import { absolute, pathAccesses } from './path.js';
import type { CommandFiles } from './surroundings.js';
import {
  archiveFiles,
  databaseFiles,
  ddFiles,
  downloadFiles,
  editedFiles,
  linkFiles,
  listedFiles,
  repositoryFiles,
  searchedFolders,
  transferFiles,
  zipFiles,
} from './special-files.js';
import { TEXT_PROGRAMS } from './text-programs.js';
import { literal, type Word } from './word.js';

/** Collects the files that a command names, each use once. */
export class NamedFiles {
  readonly #files: CommandFiles;
  readonly #cwd: string;
  readonly #into: Map<string, PathAccess>;

  constructor(files: CommandFiles, cwd: string, into: Map<string, PathAccess>) {
    this.#files = files;
    this.#cwd = cwd;
    this.#into = into;
  }

  /** A file that is used whatever it looks like (a redirection, an operand of `touch`). */
  add(word: Word, effect: Effect, tree = false, capability: PathAccess['capability'] = capabilityOf(effect)): void {
    if (word.text === '' || word.text.includes('\0')) return;
    const deep = tree || word.under !== undefined;
    for (const text of this.#expand(word, effect)) this.#note(text, effect, deep, capability);
  }

  /** A word that may be a file, or hold one: `x`, `--opt=x`, `@x`, `-Ix`, `x:y`. */
  mention(word: Word, effect: Effect = 'read', tree = false): void {
    if (word.under !== undefined) this.add(word, effect, tree);
    for (const text of this.#expand(word, 'read'))
      for (const candidate of candidatesIn(text)) this.#noteLikely(candidate, effect, tree);
  }

  /** A word that is no file unless there is one of that name. */
  perhaps(word: Word): void {
    this.#noteLikely({ text: word.text, sure: false }, 'read', false);
  }

  /** What a file holds, where it can be read. */
  readonly textOf = (file: string): string | undefined =>
    this.#files.text(file.startsWith('/') ? file : `${this.#cwd}/${file}`);

  isFolder(text: string): boolean {
    return this.#files.isFolder(text.startsWith('/') ? text : `${this.#cwd}/${text}`);
  }

  /** The places that changes of folder lead to, one after the other, this one first. */
  along(folders: readonly Word[]): readonly NamedFiles[] {
    const places: NamedFiles[] = [this];
    let at = this.#cwd;
    for (const folder of folders) {
      at = absolute(folder.text, at);
      places.push(new NamedFiles(this.#files, at, this.#into));
    }
    return places;
  }

  #expand(word: Word, effect: Effect): readonly string[] {
    if (word.under !== undefined) return word.under;
    // What is known only later may lead anywhere. A read is then beyond telling; a write is one to the root.
    if (!word.known && capabilityOf(effect) === 'fs.write') return ['/'];
    if (word.pattern === undefined) return [word.text];
    const found = expandGlob(word.pattern, this.#cwd, this.#files);
    if (found === undefined) return [word.text.replace(/[^/]*[*?[].*$/s, '') || '.'];
    return found.length === 0 ? [word.text] : found;
  }

  #noteLikely({ text, sure, below }: Candidate, effect: Effect, deep: boolean): void {
    if (text === '' || text.length > 4096 || text.includes('\0')) return;
    const tree = deep || below === true;
    if (sure || this.#files.exists(text.startsWith('/') ? text : `${this.#cwd}/${text}`))
      this.#note(text, effect, tree, capabilityOf(effect));
  }

  #note(text: string, effect: PathEffect, tree: boolean, capability: PathAccess['capability']): void {
    for (const access of pathAccesses(
      text,
      { capability, effect, tree, follow: effect !== 'delete' && effect !== 'move' },
      this.#cwd,
    )) {
      this.#into.set([access.capability, access.effect, access.tree, access.resource].join('\0'), access);
    }
  }
}

const capabilityOf = (effect: Effect): PathAccess['capability'] =>
  effect === 'read' || effect === 'list' || effect === 'stat' ? 'fs.read' : 'fs.write';

/** Options with which the first operand is no longer a mode, a pattern or a script. */
const NO_SKIP = ['-e', '-f', '--expression', '--file', '--regexp', '--reference'];

/** Notes the files that the arguments of a program name, and what becomes of them. */
export function noteArguments(names: readonly string[], args: readonly Word[], into: NamedFiles): void {
  if (names.includes('node')) noteNodeFlags(args, into);
  const special = names.map((name) => SPECIAL[name]).find((one) => one !== undefined);
  if (special !== undefined)
    special(args, into, (more) => {
      noteArguments(names, more, into);
    });
  noteText(names, args, into);
  const name = names.find((one) => Object.hasOwn(FILE_PROGRAMS, one));
  const row = name === undefined ? READS_ALL : (FILE_PROGRAMS[name] ?? READS_ALL);
  const { options, operands } = sortWords(args, styleOf(row));
  noteRow(row, options, operands, args, into.along(valuesOf(options, ...(row.folder ?? []))).at(-1) ?? into);
}

function noteRow(
  row: FileRow,
  options: readonly Given[],
  operands: readonly Word[],
  args: readonly Word[],
  into: NamedFiles,
): void {
  const handled = new Set(row.operands === undefined ? [] : operandsOf(row, options, operands));
  const deep = row.operands === undefined && isDeep(row, options);
  // Whatever else the table says, a word that looks like a file is read: a row may be wrong about a version of a program.
  const skipped = new Set(operands.slice(0, operands.length - operandsOf(row, options, operands).length));
  for (const word of args) {
    if (skipped.has(word)) into.perhaps(word);
    else if (!handled.has(word)) into.mention(word, 'read', deep);
  }
  noteOutputs(args, into);
  noteEffects(row, options, operandsOf(row, options, operands), into);
}

const READS_ALL: FileRow = {};

const operandsOf = (row: FileRow, options: readonly Given[], operands: readonly Word[]): readonly Word[] =>
  row.skip !== undefined && !has(options, ...NO_SKIP) ? operands.slice(row.skip) : operands;

type FileReader = (args: readonly Word[], into: NamedFiles, again: (args: readonly Word[]) => void) => void;

const SPECIAL: Readonly<Record<string, FileReader>> = {
  bsdtar: archiveFiles,
  curl: transferFiles,
  dd: ddFiles,
  ex: editedFiles,
  find: searchedFolders,
  gfind: searchedFolders,
  git: repositoryFiles,
  gtar: archiveFiles,
  link: linkFiles,
  ln: linkFiles,
  nvim: editedFiles,
  sqlite3: databaseFiles,
  tar: archiveFiles,
  vi: editedFiles,
  view: editedFiles,
  vim: editedFiles,
  vimdiff: editedFiles,
  wget: downloadFiles,
  zip: zipFiles,
};

/** The style of a row, which knows the options that the row is about too: they may be shortened. */
function styleOf(row: FileRow): OptionStyle {
  const bare = (...lists: readonly (FileRow['tree'] | true)[]): string[] =>
    lists
      .flatMap((names) => (typeof names === 'object' ? names : []))
      .filter((name) => name.startsWith('--'))
      .map((name) => name.slice(2));
  const { long = [], flags = [] } = row;
  const named = bare(row.tree, row.writesHere, row.inPlace, row.makes, row.fetches);
  return {
    ...row,
    long: [...long, ...bare(row.writes, row.target, row.lists, row.folder)],
    flags: [...flags, ...named.filter((name) => !long.includes(name))],
  };
}

const isDeep = (row: FileRow, options: readonly Given[]): boolean =>
  row.tree === 'always' ||
  has(options, ...(row.tree ?? [])) ||
  (row.deep !== undefined && valuesOf(options, ...row.deep.options).some(({ text }) => text === row.deep?.value));

function noteEffects(row: FileRow, options: readonly Given[], operands: readonly Word[], into: NamedFiles): void {
  const written = row.writes ?? [];
  for (const value of valuesOf(options, ...written))
    into.add(mountSource(value), 'write', written.includes('--volume'));
  noteFolders(row, options, operands, into);
  if (has(options, ...(row.inPlace ?? []))) for (const word of operands) into.add(word, 'write');
  if (row.operands !== undefined) noteOperands(row, row.operands, options, operands, into);
}

/** The folder that it runs in, and what files of names bring in. */
function noteFolders(row: FileRow, options: readonly Given[], operands: readonly Word[], into: NamedFiles): void {
  for (const value of valuesOf(options, ...(row.lists ?? []))) listedFiles(value, into);
  if (writesHere(row, options) || has(options, ...(row.fetches ?? []))) into.add(literal('.'), 'write');
  if (row.here === true && operands.length === 0 && isDeep(row, options)) into.add(literal('.'), 'read', true);
}

function noteOperands(
  row: FileRow,
  effect: PathEffect,
  options: readonly Given[],
  operands: readonly Word[],
  into: NamedFiles,
): void {
  const deep = isDeep(row, options);
  const makes = has(options, ...(row.makes ?? []));
  if (makes || row.last === undefined || (row.alone === true && operands.length < 2)) {
    for (const word of operands) into.add(word, makes ? 'create' : effect, deep);
    return;
  }
  noteTransfer({ ...row, last: row.last }, effect, options, operands, into);
}

function noteTransfer(
  row: FileRow & { readonly last: Effect },
  effect: PathEffect,
  options: readonly Given[],
  operands: readonly Word[],
  into: NamedFiles,
): void {
  const deep = isDeep(row, options);
  const [folder] = valuesOf(options, ...(row.target ?? []));
  const sources = folder === undefined ? operands.slice(0, -1) : operands;
  for (const source of sources) if (!isRemote(source)) into.add(source, effect, deep);
  for (const place of placesOf(sources, folder ?? operands.at(-1), into)) into.add(place, row.last, deep);
}

/** What copying makes: the target, or in a folder that is there one of each source's name. */
function placesOf(sources: readonly Word[], target: Word | undefined, into: NamedFiles): readonly Word[] {
  if (target === undefined || isRemote(target)) return [];
  const inside = sources.length > 0 && into.isFolder(target.text);
  return inside ? sources.map((source) => within(target, source)) : [target];
}

/** What a source is called once it is in a folder. */
const within = (folder: Word, source: Word): Word => ({
  ...folder,
  text: `${folder.text.replace(/\/$/, '')}/${source.text.replace(/\/+$/, '').replace(/^.*\//s, '')}`,
});

const writesHere = ({ writesHere: unless }: FileRow, options: readonly Given[]): boolean =>
  unless === true || (unless !== undefined && !has(options, ...unless));

/** `-v /here:/there` mounts `/here`. */
const mountSource = (value: Word): Word =>
  value.text.startsWith('/') || value.text.startsWith('.')
    ? { ...value, text: value.text.split(':')[0] ?? value.text }
    : value;

/** `host:path` of scp and rsync is a file elsewhere. */
const isRemote = (word: Word): boolean =>
  /^(?:[\w.-]+@)?[\w.-]+::?(?!\/\/)/.test(word.text) && !word.text.startsWith('/');

/** Options that name what is written in nearly every program; `-o` too when what follows is plainly a path. */
function noteOutputs(args: readonly Word[], into: NamedFiles): void {
  args.forEach((word, at) => {
    const equals = word.text.indexOf('=');
    const name = equals < 0 ? word.text : word.text.slice(0, equals);
    const value = equals < 0 ? args[at + 1] : { ...word, text: word.text.slice(equals + 1) };
    if (value === undefined) return;
    if (OUTPUT_OPTIONS.has(name) || (name === '-o' && looksLikePath(value.text) && value.text.includes('/')))
      into.add(value, 'write');
  });
}

function noteText(names: readonly string[], args: readonly Word[], into: NamedFiles): void {
  const name = names.find((one) => Object.hasOwn(TEXT_PROGRAMS, one));
  const reading = name === undefined ? undefined : TEXT_PROGRAMS[name]?.(args, into);
  for (const file of reading?.reads ?? []) into.add(file, 'read');
  for (const file of reading?.writes ?? []) into.add(file, 'write');
}
