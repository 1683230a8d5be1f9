import type { FilePort } from './file-port.js';
import { type Problem, problemOf } from './problems.js';

/** Files that are larger hold no policy that a person wrote; bytes. */
export const LARGEST: number = 1_000_000;
/** Words for a file that is not read for its size. */
export const TOO_LARGE: string = `is larger than ${LARGEST / 1_000_000} MB, which no policy is: share lists with extends`;

/** The text of a policy file, or the problem that keeps it from being read. */
export function readText(file: string, files: FilePort): { readonly text: string } | { readonly problem: Problem } {
  const kind = files.kind(file);
  if (kind !== 'file') return { problem: problemOf(file, kind === 'kept' ? keptFrom(file) : NOT_A_FILE[kind]) };
  try {
    const text = files.read(file, LARGEST);
    return text === undefined ? { problem: problemOf(file, TOO_LARGE) } : { text };
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return { problem: problemOf(file, `cannot be read: ${CODES[code ?? ''] ?? message ?? String(error)}`) };
  }
}

const keptFrom = (file: string): string =>
  `is kept from receiptbot by --permission: start with --allow-fs-read=${file} as well`;

const NOT_A_FILE = {
  absent: 'is not there',
  broken: 'cannot be read: it is a link that leads nowhere, or in a folder that may not be entered',
  folder: 'cannot be read: it is a folder',
  other: 'cannot be read: it is no regular file',
} as const;

const CODES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied (EACCES)',
  EPERM: 'permission denied (EPERM)',
};
