import { chunk } from '../chunks.js';
import type { Belt } from './belt.js';
import type { CommandPlace } from './command-place.js';
import type { ShellLine } from './shell-line.js';
import { type Dialect, isPlainLine } from './shells.js';
import { parseWindowsLine } from './windows-line.js';

/** What surrounds a line that is to be taken apart. */
interface Around extends Pick<CommandPlace, 'changed' | 'positionals'> {
  readonly variable: (name: string) => string | undefined;
  readonly belt: Belt | undefined;
}

/** Takes a line apart in the way of the shell that will read it. */
export function parseLine(text: string, dialect: Dialect, { changed, positionals, variable, belt }: Around): ShellLine {
  if (dialect === 'cmd') return parseWindowsLine(text);
  const line = chunk('shell').parseShell(text, {
    dialect: dialect === 'bash' ? 'bash' : 'sh',
    variable: (name) => (changed?.has(name) === true ? null : variable(name)),
    ...(positionals === undefined ? {} : { positionals }),
    belt,
  });
  if (dialect !== 'other' || isPlainLine(text)) return line;
  return { ...line, opaque: line.opaque ?? 'the line is for a shell that reads it in its own way' };
}
