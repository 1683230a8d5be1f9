import { parseShell } from '../../../src/access/shell.js';
import type { ShellLine } from '../../../src/access/shell-line.js';

const variables: Record<string, string> = { HOME: '/home/me', FOO: 'a b', EMPTY: '' };

/** The line taken apart where a few variables are set and `$1` … are what is given. */
export const parse = (text: string, dialect: 'bash' | 'sh' = 'bash', positionals?: readonly string[]): ShellLine =>
  parseShell(text, {
    dialect,
    variable: (name) => variables[name],
    ...(positionals === undefined ? {} : { positionals }),
  });

/** The words of its commands. */
export const words = (line: ShellLine): string[][] =>
  line.commands.filter((command) => command.words.length > 0).map((command) => command.words.map((word) => word.text));
