import { type Inner, type InnerReader, joined, line, opaque } from './inner-commands.js';
import { type Given, has, type OptionStyle, scanOptions, valuesOf } from './option-words.js';
import type { Word } from './word.js';

/** How a prefix program is called: options, some operands of its own, then the command. */
export interface Prefix extends OptionStyle {
  /** Operands before the command (`timeout 5 cmd`). */
  readonly skip?: number;
  /** `NAME=value` before the command sets its environment. */
  readonly assigns?: true;
  /** The rest is joined and given to a shell, not started as it stands, but with one of these options. */
  readonly shell?: readonly string[];
  /** Options whose value is a text for a shell. */
  readonly lines?: readonly string[];
  /** Options with which nothing is started. */
  readonly idle?: readonly string[];
  /** Options whose value is the folder that the command runs in. */
  readonly folder?: readonly string[];
  /** Options that change what the command's words mean: another root, a file of settings. */
  readonly hides?: readonly string[];
}

/** Said where the words do not tell what is started. */
export const NOT_KNOWN: Inner = opaque('it is not known which word is the program');

/** True when an option is none that the program has, as far as that is known. */
export const isStrange = (options: readonly Given[]): boolean => options.some((option) => option.strange === true);

/** A reader made of a row: the look-through of a prefix program is data. */
export function prefix(row: Prefix): InnerReader {
  return (args) => {
    const { idle = [], hides = [], lines = [], folder: moves = [] } = row;
    const { options, rest } = scanOptions(args, row);
    if (has(options, ...idle)) return [];
    if (isStrange(options) || has(options, ...hides)) return [NOT_KNOWN];
    const texts = valuesOf(options, ...lines).map(line);
    if (texts.length > 0) return texts;
    if (!args.slice(0, args.length - rest.length).every((word) => word.known)) return [NOT_KNOWN];
    const asShell = row.shell !== undefined && !has(options, ...row.shell);
    const found = commandAfter(rest, { ...row, asShell }, []);
    return has(options, ...moves) ? inFolder(found, valuesOf(options, ...moves).at(-1)) : found;
  };
}

const inFolder = (found: readonly Inner[], folder: Word | undefined): readonly Inner[] =>
  folder === undefined ? [NOT_KNOWN] : found.map((inner) => (inner.kind === 'words' ? { ...inner, folder } : inner));

/** The command behind the operands of a prefix program. */
export function commandAfter(
  rest: readonly Word[],
  row: Pick<Prefix, 'assigns' | 'skip' | 'lines'> & { readonly asShell?: boolean },
  set: readonly (readonly [string, string])[],
): readonly Inner[] {
  const given = row.assigns === true ? leadingAssignments(rest) : [];
  const skip = given.length + (row.skip ?? 0);
  const before = rest.slice(0, skip);
  if (!before.every((word, index) => word.known || (index < given.length && isAssignment(word)))) return [NOT_KNOWN];
  const doubt = before.every((word) => word.known || word.single) ? [] : [NOT_KNOWN];
  const [option, text] = rest.slice(skip);
  if (option !== undefined && text !== undefined && row.lines?.includes(option.text) === true) return [line(text)];
  // No program is called like an option: these are options that stand after the operands.
  const start = rest.findIndex((word, index) => index >= skip && !word.text.startsWith('-'));
  if (start < 0) return [];
  const command = rest.slice(start);
  if (row.asShell === true) return [line(joined(command))];
  const assignments = [...set, ...given];
  return [...doubt, { kind: 'words', words: command, ...(assignments.length === 0 ? {} : { assignments }) }];
}

/** True for a word that sets a variable, whatever to. */
const isAssignment = ({ text }: Word): boolean => /^[A-Za-z_]\w*=/.test(text);

/** To these programs any word with `=` in it sets a variable, whatever its name. */
function leadingAssignments(words: readonly Word[]): (readonly [string, string])[] {
  const end = words.findIndex((word) => !word.text.includes('='));
  return words.slice(0, end < 0 ? words.length : end).map(({ text }) => {
    const at = text.indexOf('=');
    return [text.slice(0, at), text.slice(at + 1)];
  });
}
