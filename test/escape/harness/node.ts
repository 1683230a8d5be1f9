import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Node binary that the techniques run on: `ESCAPE_NODE`, or the one that runs the tests. */
export const binary: string = process.env['ESCAPE_NODE'] ?? process.execPath;

const ask = (...args: string[]): string => execFileSync(binary, args, { encoding: 'utf8' });

/** Its major version. */
export const major: number = Number.parseInt(
  binary === process.execPath ? process.versions.node : ask('-p', 'process.versions.node'),
  10,
);

let help: string | undefined;

/** True when that Node knows a flag, given with or without its value. */
export function knowsFlag(flag: string): boolean {
  help ??= ask('--help');
  return help.includes(flag.split('=')[0] ?? flag);
}

/** Folders in which the techniques find the system's tools. */
export const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/** True when the system has a tool of that name. */
export function hasTool(name: string): boolean {
  return SYSTEM_PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
