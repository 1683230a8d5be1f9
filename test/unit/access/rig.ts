import { beforeAll } from 'vitest';
import { type CommandCall, commandAccess } from '../../../src/access/command.js';
import * as shell from '../../../src/access/shell.js';
import type { Surroundings } from '../../../src/access/surroundings.js';
import { setChunkLoader } from '../../../src/chunks.js';
import type { CommandAccess } from '../../../src/types.js';
import { machine } from './machine.js';

/** Brings the shell parser in from its source. */
export function withShell(): void {
  beforeAll(() => {
    setChunkLoader(() => shell);
  });
}

export type Given = Partial<CommandCall> & { readonly around?: Surroundings };

/** The access of starting a program in /proj. */
export const start = (
  file: string,
  args: readonly string[],
  { around = machine(), ...more }: Given = {},
): CommandAccess => commandAccess({ file, args, shell: false, cwd: '/proj', ...more }, around);

/** The access of handing a line to a shell. */
export const line = (command: string, given: Given = {}): CommandAccess =>
  start(command, [], { shell: true, ...given });

/** The commands that an allow list has to name, as lines. */
export const commands = (access: CommandAccess): string[] =>
  access.commands.filter((one) => one.role === undefined).map((one) => [one.program, ...one.argv].join(' '));

/** The files, each as `effect path`, a whole folder with `/**`. */
export const paths = (access: CommandAccess): string[] =>
  access.paths.map((path) => `${path.effect} ${path.resource}${path.tree ? '/**' : ''}`).sort();

/** Rows of a table written as lines, `text => one ; two`. */
export const rows = (table: string, separator: string): [text: string, expected: string[]][] =>
  table
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const [text = '', expected = ''] = row.split(/ => ?/);
      return [text.trim(), expected.split(separator).filter((one) => one !== '')];
    });
