import type { CommandPlace } from './command-place.js';
import type { Inner, InnerReader } from './inner-commands.js';
import { OPTION_COMMANDS } from './option-commands.js';
import { absolute } from './path.js';
import { prefixReader } from './prefix-programs.js';
import type { CommandFiles } from './surroundings.js';
import { textReader } from './text-programs.js';
import type { Word } from './word.js';

/** How to read what a program of these names starts; one reader once. */
export const innerReaders = (names: readonly string[]): readonly InnerReader[] => [
  ...new Set(
    names
      .flatMap((name) => [
        prefixReader(name),
        Object.hasOwn(OPTION_COMMANDS, name) ? OPTION_COMMANDS[name] : undefined,
        textReader(name),
      ])
      .filter((read) => read !== undefined),
  ),
];

/** What a program of these names starts, as its arguments say. */
export function innerCommands(
  names: readonly string[],
  args: readonly Word[],
  { folders, input }: CommandPlace,
  files: CommandFiles,
): readonly Inner[] {
  const textOf = (file: string): string | undefined => files.text(absolute(file, folders[0] ?? '/'));
  return innerReaders(names).flatMap((read) => read(args, { textOf, piped: input?.from === 'pipe' }));
}
