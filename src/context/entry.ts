import type { Origin } from '../types.js';
import { paths } from '../primordials.js';

/** An export whose every call runs in a named context. */
export interface Entry {
  /** The context's name. */
  readonly name: string;
  /** Absolute path of the module that was named; links not resolved. */
  readonly file: string;
  /** `run`, `default`, or a dotted path into the exported value: `Agent.prototype.run`, `agent.run`. */
  readonly exportName: string;
  /** Where a policy file says so; absent for the environment variable. */
  readonly at?: Origin;
}

/** Something wrong with an entry, in words for the person who wrote it. */
export interface EntryProblem {
  readonly message: string;
  readonly at?: Origin;
}

/** Every problem of `RECEIPTBOT_ENTRY` at once. */
export class EntryProblems extends Error {
  readonly problems: readonly EntryProblem[];

  constructor(problems: readonly EntryProblem[]) {
    super(problems.map(({ message }) => message).join('\n'));
    this.name = 'EntryProblems';
    this.problems = problems;
  }
}

const CONTEXT = /^[A-Za-z_][\w.-]*$/;
const EXPORT = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;
/** A comma ends an entry when another `name=` follows; any other comma is part of a path. */
const BETWEEN = /,(?=\s*[A-Za-z_][\w.-]*\s*=)|,\s*$/;

/**
 * The entries of `RECEIPTBOT_ENTRY` (`name=./module.js#export[,…]`), relative to `cwd`; the last `#` separates.
 * @throws EntryProblems with everything that is wrong
 */
export function parseEntries(text: string, cwd: string): Entry[] {
  const problems: EntryProblem[] = [];
  const entries: Entry[] = [];
  for (const part of text.split(BETWEEN).filter((piece) => piece.trim() !== '')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0)).trim();
    if (!CONTEXT.test(name)) {
      problems.push({ message: `RECEIPTBOT_ENTRY: ${quote(part)} is not of the form name=./module.js#export` });
      continue;
    }
    const target = splitTarget(part.slice(equals + 1), cwd);
    if ('message' in target) problems.push({ message: `RECEIPTBOT_ENTRY: ${quote(part)}: ${target.message}` });
    else entries.push({ name, ...target });
  }
  problems.push(...conflicts(entries));
  if (problems.length > 0) throw new EntryProblems(problems);
  return entries;
}

/** The entry that `contexts.<name>.entry` names, relative to the project's folder, or what is wrong with it. */
export function entryOf(name: string, text: string, project: string, at?: Origin): Entry | EntryProblem {
  const where = at === undefined ? {} : { at };
  const target = splitTarget(text, project);
  if ('message' in target) return { message: `contexts.${name}.entry: ${quote(text)}: ${target.message}`, ...where };
  return { name, ...target, ...where };
}

/** Exports that two different contexts claim: a call can run in one of them only. */
export function conflicts(entries: readonly Entry[]): EntryProblem[] {
  const owners = new Map<string, Entry>();
  const problems: EntryProblem[] = [];
  for (const entry of entries) {
    const key = `${entry.file}#${entry.exportName}`;
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, entry);
    else if (owner.name !== entry.name) {
      const where = entry.at === undefined ? {} : { at: entry.at };
      problems.push({
        message: `${quote(key)} is the entry of two contexts, ${owner.name} and ${entry.name}`,
        ...where,
      });
    }
  }
  return problems;
}

function splitTarget(text: string, folder: string): Pick<Entry, 'file' | 'exportName'> | { message: string } {
  const hash = text.lastIndexOf('#');
  if (hash === -1) return { message: 'no #export after the file (./module.js#run, ./module.js#default)' };
  const file = text.slice(0, hash).trim();
  const exportName = text.slice(hash + 1).trim();
  if (/#[^/\\]*\.$/.test(file)) return { message: `#${exportName} is private to its class` };
  if (file === '') return { message: 'no file before the #' };
  if (/^[a-z][a-z\d+.-]+:/i.test(file)) return { message: 'a file path is needed, not a URL' };
  if (!EXPORT.test(exportName)) {
    return { message: `${quote(exportName)} is no export (run, default, Agent.prototype.run)` };
  }
  return { file: paths.resolve(folder, file), exportName };
}

const quote = (text: string): string => JSON.stringify(text);
