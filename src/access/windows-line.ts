import type { ShellCommand, ShellLine } from './shell-line.js';
import { literal, splitWords } from './word.js';

/** Words of cmd.exe that do more than start a program; a line with one is not taken apart. */
const OWN = /^(?:call|cmd|for|goto|if|rem|set|setlocal|start|pushd|popd|ftype|assoc)$/i;

/** Takes a plain line for cmd.exe apart: programs joined by `&`, `&&`, `||` and `|`. Anything else in it makes it opaque. */
export function parseWindowsLine(text: string): ShellLine {
  const line = text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replace(/^@/, '');
  const opaque = (why: string): ShellLine => ({ commands: [], opaque: why, changed: new Set() });
  if (/[%!^()`\n]/.test(line)) return opaque('the line uses what only cmd.exe can read');
  const commands: ShellCommand[] = [];
  const parts = line.match(/"[^"]*"|&&|\|\||[&|]|[^"&|]+/g) ?? [];
  let current = '';
  let piped = false;
  const end = (feeds: boolean): boolean => {
    const command = commandOf(current, piped, feeds);
    if (command === undefined || OWN.test(command.words[0]?.text ?? '')) return false;
    if (command.words.length > 0) commands.push(command);
    current = '';
    return true;
  };
  for (const part of parts) {
    if (!/^[&|]/.test(part)) current += part;
    else {
      if (!end(part === '|')) return opaque('the line uses words of cmd.exe that are not taken apart');
      piped = part === '|';
    }
  }
  return end(false)
    ? { commands, changed: new Set() }
    : opaque('the line uses words of cmd.exe that are not taken apart');
}

function commandOf(text: string, piped: boolean, feeds: boolean): ShellCommand | undefined {
  const redirects: ShellCommand['redirects'][number][] = [];
  const rest = text.replace(
    /\d?(>>?|<)\s*(?:&\d|("[^"]*"|[^\s"<>]+))/g,
    (_, operator: string, file: string | undefined) => {
      if (file !== undefined)
        redirects.push({ word: literal(file.replaceAll('"', '')), effect: operator === '<' ? 'read' : 'write' });
      return ' ';
    },
  );
  const words = splitWords(rest.replaceAll('\\', '\\\\').replaceAll("'", "\\'"));
  if (words === undefined || /[<>]/.test(rest)) return undefined;
  return {
    words: words.map(literal),
    assignments: [],
    redirects,
    input: { from: piped ? 'pipe' : 'outside' },
    feeds,
    standing: { scope: [], surely: true, roams: false },
  };
}
