import * as v from 'valibot';
import { nearest } from './nearest.js';
import { type Problem, problemAt, shown } from './problems.js';
import { keysAt, namesAt } from './schema-keys.js';
import { bracketWords, missingSpace, pairWords } from './traps.js';
import type { Source } from './yaml.js';
import type { Path } from './yaml-tree.js';

type Issue = v.BaseIssue<unknown>;

/** Checks what a file says against a schema: the policy as it is written, or every problem with its place. */
export function check<T>(source: Source, schema: v.GenericSchema<unknown, T>): { output?: T; problems: Problem[] } {
  if (source.value === undefined) return { problems: [] };
  // Texts of our own stand in the schema; an empty one marks what valibot would have said.
  const result = v.safeParse(schema, source.value, { message: () => '' });
  if (result.success) return { output: result.output, problems: [] };
  const problems = result.issues.flatMap((issue) => problemsOf(issue, [], source, schema));
  return { problems };
}

function problemsOf(issue: Issue, above: Path, source: Source, schema: v.GenericSchema): Problem[] {
  const path = [...above, ...pathOf(issue)];
  if (source.isBroken(path)) return [];
  if (issue.type === 'union') {
    const mistaken = mistakenMapping(issue.input, schema, path);
    if (mistaken !== undefined) return [problemAt(source.at(path), mistaken)];
    const inside = (issue.issues ?? []).filter(({ path: below }) => below !== undefined);
    if (inside.length > 0) return inside.flatMap((each) => problemsOf(each, path, source, schema));
  }
  if (isUnknownKey(issue)) return unknownKeys(issue, path.slice(0, -1), source, schema);
  const ofKey = issue.path?.at(-1)?.origin === 'key';
  return [problemAt(ofKey ? source.keyAt(path) : source.at(path), words(issue))];
}

/** valibot tells of the first unknown key of a mapping only. */
function unknownKeys({ path }: Issue, above: Path, source: Source, schema: v.GenericSchema): Problem[] {
  const known = namesAt(schema, above);
  const keys = Object.keys(path?.at(-1)?.input as object).filter((key) => !known.includes(key));
  return keys.map((key) => problemAt(source.keyAt([...above, key]), oneOf(keysAt(schema, above), key)));
}

const pathOf = (issue: Issue): Path => (issue.path ?? []).map(({ key }) => key as string | number);

const isUnknownKey = ({ type, expected }: Issue): boolean => type === 'strict_object' && expected === 'never';
const isMissingKey = ({ type, received, path }: Issue): boolean =>
  type === 'strict_object' && received === 'undefined' && path !== undefined;

function words(issue: Issue): string {
  const { message, input } = issue;
  if (isMissingKey(issue)) return `expected this key, received nothing`;
  if (message !== '') return message.startsWith('expected') ? `${message}, received ${shown(input)}` : message;
  const options = optionsOf(issue);
  if (options.length > 1 && typeof input === 'string') return oneOf(options, input);
  return `expected ${expectation(issue)}, received ${shown(input)}${hint(issue)}`;
}

function oneOf(options: readonly string[], received: unknown): string {
  const meant = typeof received === 'string' ? nearest(received, options) : undefined;
  return `expected one of ${options.join(', ')}, received ${shown(received)}${meant === undefined ? '' : `, did you mean "${meant}"?`}`;
}

/** The words that a picklist takes, alone or within a union. */
const optionsOf = ({ expected }: Issue): string[] =>
  Array.from((expected ?? '').matchAll(/"([^"]*)"/g), ([, word = '']) => word);

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  array: 'a list',
  strict_object: 'a mapping of keys',
  record: 'a mapping of keys',
};

function expectation(issue: Issue): string {
  const parts = issue.type === 'union' ? (issue.issues ?? []) : [issue];
  return parts.map((part) => KINDS[part.type] ?? literals(part)).join(' or ');
}

const literals = (issue: Issue | v.BaseIssue<unknown>): string => {
  const options = optionsOf(issue);
  return options.length > 1 ? `one of ${options.join(', ')}` : (issue.expected ?? 'something else');
};

function hint({ type, input, expected }: Issue): string {
  const isText = typeof input === 'string';
  if (type === 'array' && isText) return listHint(input);
  if (type === 'strict_object' && isText) return missingSpace(input);
  if (type === 'literal' && String(input) === expected) return ' (write it without quotes)';
  if (type === 'string' && typeof input === 'number') return ' (write it in quotes)';
  return type === 'number' && isText ? numberHint(input) : '';
}

const listHint = (text: string): string =>
  /^-\S/.test(text) ? missingSpace(text) : ` (write [${JSON.stringify(text)}])`;

function numberHint(text: string): string {
  const plain = text.replace(/[_$,\s]/g, '');
  return /^\d+(?:\.\d+)?$/.test(plain) ? ` (write ${plain})` : '';
}

/** At the place of a rule: what is a mapping or a list only because YAML took it for one. */
function mistakenMapping(input: unknown, schema: v.GenericSchema, path: Path): string | undefined {
  if (typeof path.at(-1) !== 'number' || typeof input !== 'object' || input === null) return undefined;
  return Array.isArray(input) ? mistakenList(input) : mistakenPair(input, keysAt(schema, path));
}

function mistakenList(input: readonly unknown[]): string | undefined {
  const [only] = input;
  return input.length === 1 && typeof only === 'string' && only.includes(':') ? bracketWords(`[${only}]`) : undefined;
}

function mistakenPair(input: object, known: readonly string[]): string | undefined {
  const [entry, ...more] = Object.entries(input) as [string, unknown][];
  if (entry === undefined || more.length > 0) return undefined;
  const [key, value] = entry;
  if (known.includes(key) || nearest(key, known) !== undefined || typeof value === 'object') return undefined;
  return pairWords(key, value);
}
