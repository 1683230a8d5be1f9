import { LARGEST, TOO_LARGE } from './read-file.js';
import { LineCounter, parseDocument, visit } from 'yaml';
import { keyPath, type Problem, problemAt, problemOf, shown } from './problems.js';
import { errorWords, missingSpace } from './traps.js';
import { type Path, readTree, type Tree } from './yaml-tree.js';
import type { Origin } from '../types.js';

/** A policy file as data that knows where it was written. */
export interface Source {
  readonly file: string;
  /** Plain data; undefined when there is none to judge. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Where the value at a path is written, or what encloses it when it is not. */
  readonly at: (path: Path) => Origin;
  /** Where the last key of a path is written. */
  readonly keyAt: (path: Path) => Origin;
  /** True when the value at the path could not be read, or one that encloses it. */
  readonly isBroken: (path: Path) => boolean;
}

/** Reads YAML 1.2, or JSON when the file's name says so. Whatever is wrong becomes a problem; nothing is thrown. */
export function readSource(file: string, written: string): Source {
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written;
  const wrong = unreadable(text);
  if (wrong !== undefined) return nothing(file, [problemOf(file, wrong)]);
  const lines = new LineCounter();
  let parsed;
  try {
    // Positions are told by ours: the parser's pretty errors take a time that grows with the square of their number.
    parsed = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'error',
      merge: false,
    });
  } catch {
    return nothing(file, [problemOf(file, 'YAML cannot be read: it is nested too deep')]);
  }
  const place = (offset: number, path: Path = []): Origin => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), key: keyPath(path) };
  };
  if (parsed.errors.length > 0) return nothing(file, syntaxProblems(parsed, text, place));
  if (parsed.directives.yaml.version === '1.1') {
    return nothing(file, [
      problemAt(place(0), 'the %YAML 1.1 directive changes what words like "off" mean: leave it out'),
    ]);
  }
  const tree = readTree(parsed, text);
  const problems = [
    ...rootProblems(file, tree, place),
    ...tree.problems.map(({ path, offset, message }) => problemAt(place(offset, path), message)),
    ...(file.endsWith('.json') ? jsonProblems(text, place) : []),
  ];
  return { file, value: tree.value, problems, ...located(tree, place) };
}

type Place = (offset: number, path?: Path) => Origin;

function located({ values, keys, problems }: Tree, place: Place): Pick<Source, 'at' | 'keyAt' | 'isBroken'> {
  const broken = problems.filter(({ kept }) => kept !== true).map(({ path }) => path);
  const nearest = (map: ReadonlyMap<string, number>, path: Path): number => {
    for (let length = path.length; length >= 0; length--) {
      const key = keyPath(path.slice(0, length));
      const offset = (length === path.length ? map.get(key) : undefined) ?? keys.get(key) ?? values.get(key);
      if (offset !== undefined) return offset;
    }
    return 0;
  };
  return {
    at: (path) => place(nearest(values, path), path),
    keyAt: (path) => place(nearest(keys, path), path),
    isBroken: (path) => broken.some((each) => each.every((key, i) => key === path[i])),
  };
}

const nothing = (file: string, problems: readonly Problem[]): Source => {
  const at = (path: Path): Origin => ({ file, line: 1, column: 1, key: keyPath(path) });
  return { file, value: undefined, problems, at, keyAt: at, isBroken: () => true };
};

/** What the bytes of a file say before YAML is asked. */
function unreadable(text: string): string | undefined {
  if (text.length > LARGEST) return TOO_LARGE;
  if (/^\uFFFD\uFFFD|\0/.test(text))
    return 'is not UTF-8 text (UTF-16, perhaps, as PowerShell writes it): save it as UTF-8';
  if (text.trim() === '') return 'is empty: a policy says at least "version: 1"; an empty file never means "no policy"';
  return undefined;
}

function rootProblems(file: string, { value, problems }: Tree, place: Place): Problem[] {
  if (problems.some(({ path }) => path.length === 0)) return [];
  if (value === undefined || value === null) {
    return [
      problemOf(file, 'has only comments: a policy says at least "version: 1"; an empty file never means "no policy"'),
    ];
  }
  if (typeof value === 'object' && !Array.isArray(value)) return [];
  return [problemAt(place(0), `expected a mapping of keys, received ${shown(value)}${missingSpace(value)}`)];
}

/** One problem a line: what follows an error in its line follows from it. */
function syntaxProblems(parsed: ReturnType<typeof parseDocument>, text: string, place: Place): Problem[] {
  const lines = text.split('\n');
  const seen = new Map<number, Problem>();
  const tabs = parsed.errors.some(({ code }) => code === 'TAB_AS_INDENT');
  for (const { code, message, pos } of parsed.errors) {
    if (tabs && code !== 'TAB_AS_INDENT') continue;
    const at = place(openQuote(parsed, code, message, pos[0]));
    if (seen.has(at.line)) continue;
    const words = errorWords({
      code,
      message,
      line: (lines[at.line - 1] ?? '').replace(/\r$/, ''),
      column: at.column - 1,
    });
    seen.set(at.line, problemAt({ ...at, column: words.column + 1 }, words.message));
  }
  for (const { path, offset, message, sign } of readTree(parsed, text).problems) {
    const at = place(offset, path);
    if (sign === true && !seen.has(at.line)) seen.set(at.line, problemAt(at, message));
  }
  return [...seen.values()].sort((a, b) => a.line - b.line);
}

/** A missing quote is noticed at the end of the file; what matters is where it was opened. */
function openQuote(parsed: ReturnType<typeof parseDocument>, code: string, message: string, offset: number): number {
  if (code !== 'MISSING_CHAR' || !message.includes('quote')) return offset;
  let start = offset;
  visit(parsed, {
    Scalar: (_, { type, range }) => {
      if (type?.startsWith('QUOTE') === true && range != null && range[1] === offset) start = range[0];
    },
  });
  return start;
}

/** YAML takes more than JSON does: a file that calls itself JSON should be read by every tool alike. */
function jsonProblems(text: string, place: Place): Problem[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    const { message } = error as { message: string };
    const position = /position (\d+)/.exec(message)?.[1];
    const words = `JSON cannot be read: ${message.replace(/\s+/g, ' ')} (comments and trailing commas need a .yaml file)`;
    return [problemAt(place(position === undefined ? 0 : Number(position)), words)];
  }
}
