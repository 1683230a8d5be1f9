import type { InnerReader } from './inner-commands.js';
import { OPTION_COMMANDS } from './option-commands.js';
import { prefixReader } from './prefix-programs.js';
import { textReader } from './text-programs.js';

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
