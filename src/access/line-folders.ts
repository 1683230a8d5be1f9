import { absolute } from './path.js';
import type { CommandFiles } from './surroundings.js';
import { isPlain, type Word } from './word.js';

/** The folder of a command that may run in any. */
export const ANY_FOLDER = '\0';
/** More folders than these are not told apart. */
const MOST = 8;

/** Where in a line a command stands, as far as its folder goes. */
export interface Standing {
  /** Subshells, outermost first. */
  readonly scope: readonly number[];
  /** The list of commands joined by `&&` that it is a later one of: each runs only if those before it did. */
  readonly list?: number | undefined;
  /** False when it may not run although its subshell does. */
  readonly surely: boolean;
  /** True where commands that change the folder run any number of times. */
  readonly roams: boolean;
}

interface Change {
  readonly folders: readonly string[];
  /** Set where the change may not have taken place, but in this list. */
  readonly unless?: { readonly list: number | undefined; readonly folders: readonly string[] };
}

/** The folders that the commands of a line run in: a change of folder lasts to the end of its subshell. */
export class LineFolders {
  /** Every folder that a command of the line may have run in: where `cd -` and `popd` lead. */
  readonly visited: Set<string>;
  readonly #start: Change;
  readonly #byScope = new Map<number | undefined, Change>();

  constructor(start: readonly string[], visited: Iterable<string>) {
    this.#start = { folders: start };
    this.visited = new Set([...visited, ...start]);
  }

  /** The folders of a command. A subshell begins where the one around it is. */
  of({ scope, list, roams }: Standing): readonly string[] {
    if (roams) return [ANY_FOLDER];
    let around = this.#byScope.get(undefined) ?? this.#start;
    for (const id of scope) {
      around = this.#byScope.get(id) ?? around;
      this.#byScope.set(id, around);
    }
    const { folders, unless } = around;
    if (unless === undefined || (list !== undefined && unless.list === list)) return folders;
    return few([...folders, ...unless.folders]);
  }

  /** Notes a change of folder; true when it lasts beyond the line. */
  move(standing: Standing, to: readonly string[]): boolean {
    const before = this.of(standing);
    const unless = standing.surely ? {} : { unless: { list: standing.list, folders: before } };
    this.#byScope.set(standing.scope.at(-1), { folders: standing.roams ? [ANY_FOLDER] : few(to), ...unless });
    for (const folder of to) this.visited.add(folder);
    return standing.scope.length === 0;
  }
}

function few(folders: readonly string[]): readonly string[] {
  const all = [...new Set(folders)];
  return all.length > MOST || all.includes(ANY_FOLDER) ? [ANY_FOLDER] : all;
}

/** What a change of folder depends on. */
export interface Moving {
  readonly folders: readonly string[];
  readonly visited: Iterable<string>;
  /** A variable; null when it is not known. */
  readonly variable: (name: string) => string | undefined | null;
  readonly files: CommandFiles;
}

/** Where `cd`, `pushd` and `popd` may lead; where one may fail, also where it was called. */
export function changedFolders(builtin: string, args: readonly Word[], moving: Moving): readonly string[] {
  const [first, ...rest] = args;
  if (builtin === 'popd') return goBack(moving);
  if (first !== undefined && isPlain(first) && /^(?:-[LPe@n]+|--)$/.test(first.text))
    return first.text === '--' ? goTo(rest[0], moving) : changedFolders(builtin, rest, moving);
  if (first === undefined && builtin === 'pushd') return goBack(moving);
  return goTo(first, moving);
}

function goBack({ visited, variable }: Moving): readonly string[] {
  const before = variable('OLDPWD');
  return before === null ? [ANY_FOLDER] : few([...visited, ...(before === undefined ? [] : [before])]);
}

function goTo(target: Word | undefined, moving: Moving): readonly string[] {
  const { folders, variable, files } = moving;
  const text = target === undefined ? variable('HOME') : isPlain(target) ? target.text : null;
  if (text === null) return [ANY_FOLDER];
  if (text === '-' || /^[-+]\d+$/.test(text ?? '')) return goBack(moving);
  const along = /^\.{0,2}(?:\/|$)/.test(text ?? '/') ? '' : variable('CDPATH');
  if (along === null) return [ANY_FOLDER];
  const bases = [...folders, ...(along ?? '').split(':').filter((folder) => folder.startsWith('/'))];
  return few(
    bases.flatMap((base) => {
      if (base === ANY_FOLDER && text?.startsWith('/') !== true) return [ANY_FOLDER];
      const folder = absolute(text ?? '/', base);
      return files.isFolder(folder) || base === ANY_FOLDER ? [folder] : [folder, base];
    }),
  );
}
