import type { FoundProgram, SimpleCommand } from '../types.js';
import type { CommandPlace } from './command-place.js';
import { isTrustedShell, type ShellCall } from './shells.js';
import { isPlain, type Word } from './word.js';

/** A command as rules see it. */
export function simpleCommand(
  program: string,
  args: readonly Word[],
  { assignments = [], within }: CommandPlace,
  more: Pick<SimpleCommand, 'found' | 'role' | 'unread'>,
): SimpleCommand {
  const unknown = args.flatMap((word, index) => (isPlain(word) ? [] : [index]));
  return {
    program,
    argv: args.map((word) => word.text),
    assignments,
    ...more,
    ...(unknown.length === 0 ? {} : { unknown }),
    ...(within === undefined ? {} : { within }),
  };
}

/** What a shell is among commands: it needs no rule when it got a text, and says when it reads what is not known. */
export function asShell(
  call: ShellCall,
  found: FoundProgram,
  { input }: CommandPlace,
): Pick<SimpleCommand, 'role' | 'unread'> {
  if (call.text !== undefined) return isTrustedShell(found) ? { role: 'shell' } : {};
  return call.readsInput && (input === undefined || input.from === 'outside') ? { unread: true } : {};
}
