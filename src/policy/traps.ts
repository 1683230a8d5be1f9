/**
 * YAML reads some patterns as something else, silently or with an error that explains nothing. What people write, and
 * what to write instead, in plain words.
 */

/** Words for a text that YAML took for an alias. */
export function aliasWords(written: string, isReal: boolean): string {
  if (isReal) {
    return `${written} is a YAML alias, and a policy has none (they make cycles and files that grow without end): write the value out, or share rules with extends`;
  }
  return `a value that begins with * is an alias to YAML: write it in quotes, ${quoted(written)}`;
}

/** Words for an anchor; what is no name was meant as a value. */
export function anchorWords(written: string): string {
  if (/^&[\w-]+$/.test(written)) {
    return `${written} is a YAML anchor, and a policy has none: leave it out, and share rules with extends`;
  }
  return `a value that begins with & is an anchor to YAML: write it in quotes, ${quoted(written)}`;
}

/** Words for a tag. */
export function tagWords(written: string): string {
  if (written.startsWith('!!')) return `${written} is a YAML tag, and a policy has none: leave it out`;
  return `a value that begins with ! is a tag to YAML: write it in quotes, ${quoted(written)}; there is no negation, what a deny rule leaves out goes under its except`;
}

/** Words for a `[…]` that was meant as an address. */
export const bracketWords = (written: string): string =>
  `[ ] is a list to YAML: write the address in quotes, ${quoted(written)}`;

/** Words for an entry without a value. */
export const emptyWords = (written: string, inList: boolean): string => {
  if (written === '~') return '~ alone is nothing to YAML: write "~/**" for the home folder';
  if (inList)
    return written === ''
      ? 'this entry of the list is empty'
      : `${written} is nothing to YAML: write it in quotes, ${quoted(written)}`;
  return 'this key has no value: leave it out, or write [] where an empty list is meant';
};

const quoted = (text: string): string => (text.includes('"') ? `'${text.replaceAll("'", "''")}'` : `"${text}"`);

/** One error of the YAML parser, and the text around it. */
export interface YamlError {
  readonly code: string;
  readonly message: string;
  /** The line it was found in, and the 0-based column in it. */
  readonly line: string;
  readonly column: number;
}

/** Plain words for an error, and the column they are about. */
export interface Words {
  readonly message: string;
  readonly column: number;
}

/** A trap that shows as an error: it is one when `find` tells where it begins. */
interface Trap {
  readonly codes: readonly string[];
  readonly find: RegExp;
  readonly words: (written: string) => string;
}

const BROKEN = [
  'MISSING_CHAR',
  'UNEXPECTED_TOKEN',
  'BAD_INDENT',
  'BLOCK_IN_FLOW',
  'BLOCK_AS_IMPLICIT_KEY',
  'MULTILINE_IMPLICIT_KEY',
];

/** The first one that fits is told. */
const TRAPS: readonly Trap[] = [
  {
    codes: ['TAB_AS_INDENT'],
    find: /\t/,
    words: () => 'a tab cannot indent YAML: write spaces',
  },
  {
    codes: BROKEN,
    find: /(?<=^ *)\t/,
    words: () => 'a tab cannot indent YAML: write spaces',
  },
  {
    codes: ['UNEXPECTED_TOKEN', 'BAD_ALIAS'],
    find: /(?<=(?:^|[[{,:-])\s*)\*[^\s,[\]{}:]*(?=:\s)|(?<=[\s[{,])\*(?=[\s,\]}]|$)/,
    words: (written) => aliasWords(written, false),
  },
  {
    codes: BROKEN,
    find: /(?<=[[,]\s*)\$\{[^}]*\}[^\s,[\]{}"']*|(?<=^\s*-\s+)\$\{[^}"']*$/,
    words: (written) => `{ } inside [ ] is a mapping to YAML: write it in quotes, ${quoted(written)}`,
  },
  {
    codes: BROKEN,
    find: /(?<=[[,]\s*)[^\s,[\]{}"'&!|>%@`#]+\{[^}"']*\}[^\s,[\]{}"']*/,
    words: (written) => `{ } inside [ ] is a mapping to YAML: write it in quotes, ${quoted(written)}`,
  },
  {
    codes: BROKEN,
    find: /\[[\da-fA-F.]*:[\da-fA-F:.]*\](?::(?:\d+|\*))?/,
    words: bracketWords,
  },
  {
    codes: ['BAD_SCALAR_START'],
    find: /[@`%][^\s,\]}]*/,
    words: (written) =>
      `a value cannot begin with ${written.charAt(0)} in YAML: write it in quotes, ${quoted(written)}`,
  },
  {
    codes: ['BAD_DQ_ESCAPE'],
    find: /\\./,
    words: (written) => `${written} is no escape of a "…" text in YAML: write the text in single quotes, '…'`,
  },
];

const PLAIN: Readonly<Record<string, string>> = {
  BAD_COLLECTION_TYPE: 'this is no mapping or list that YAML can read: check the indentation',
  BAD_DIRECTIVE: 'a line that begins with % is a directive to YAML, and a policy needs none: leave it out',
  BAD_INDENT: 'the indentation is wrong, or a bracket is not closed',
  BLOCK_AS_IMPLICIT_KEY: 'this does not fit in here: check the indentation, and quote a value with ": " in it',
  BLOCK_IN_FLOW: 'this does not fit between the brackets: a comma is missing, or a quote',
  MISSING_CHAR: 'something is missing here: a colon, a comma, a quote or a bracket',
  MULTILINE_IMPLICIT_KEY:
    'a key has to be on one line: check the indentation, and that a colon with a space follows it',
  MULTIPLE_DOCS: 'a second document begins here, and a policy is one: leave the --- out',
  UNEXPECTED_TOKEN: 'this does not fit in here: quote the whole value if it is part of it',
};

/** Plain words for what the parser found. */
export function errorWords({ code, message, line, column }: YamlError): Words {
  if (message.startsWith('Missing closing')) return { message: 'this quote is opened and never closed', column };
  for (const trap of TRAPS.filter(({ codes }) => codes.includes(code))) {
    const found = lastBefore(line, column, trap.find);
    if (found !== undefined) return { message: trap.words(found.text), column: found.column };
  }
  const told = message.startsWith('Maximum call stack')
    ? 'this is nested too deep'
    : (PLAIN[code] ?? message.replace(/\s+/g, ' '));
  return { message: `YAML cannot be read: ${told}`, column };
}

/** The occurrence that the error is in or behind; if there is none, the first one. */
function lastBefore(line: string, column: number, pattern: RegExp): { text: string; column: number } | undefined {
  const all = [...line.matchAll(new RegExp(pattern, 'g'))].map(([text, ...rest], i, matches) => ({
    text,
    column: matches[i]?.index ?? rest.length,
  }));
  return all.filter((found) => found.column <= column).at(-1) ?? all[0];
}

/** Where a mapping of one key at the place of a rule comes from: `- localhost: 8080`. */
export const pairWords = (key: string, value: unknown): string =>
  `a colon and a space make a mapping in YAML: write it without the space, or in quotes, ${quoted(`${key}:${scalarText(value)}`)}`;

const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '…';

/** What a text instead of a mapping or a list probably lacks, or the empty text. */
export function missingSpace(value: unknown): string {
  if (typeof value !== 'string') return '';
  if (/^-[^\s-]/.test(value)) return ' (a list entry needs a space after its dash)';
  if (/^[A-Za-z]\w*:\S/.test(value)) return ' (a key needs a space after its colon)';
  return '';
}
