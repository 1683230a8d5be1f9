import type { Hold } from '../access/hold.js';

interface Spelling {
  readonly text: string;
  readonly hold: Hold;
}

interface SystemError {
  code?: unknown;
  errno?: unknown;
  message: string;
  stack?: unknown;
  path?: unknown;
  dest?: unknown;
}

/** `ENOENT: no such file or directory` of `ENOENT: no such file or directory, open 'x'`. */
const reasonOf = ({ message }: SystemError): string => message.split(',', 1)[0] ?? message;

/** Makes an error of Node tell the names that the program gave instead of those that stood for them. */
export function respell(error: unknown, names: readonly Spelling[]): void {
  if (typeof error !== 'object' || error === null || typeof (error as SystemError).message !== 'string') return;
  const told = error as SystemError;
  for (const { text, hold } of names) {
    if (!told.message.includes(`'${hold.path}'`)) continue;
    const reason = reasonOf(told);
    const instead = reasonInstead(told, hold);
    change(told, (line) => line.replace(reason, instead).replaceAll(`'${hold.path}'`, `'${text}'`));
    if (told.path === hold.path) told.path = text;
    if (told.dest === hold.path) told.dest = text;
  }
}

/** What Node says of a name below /proc that leads nowhere. */
const NOWHERE: ReadonlySet<unknown> = new Set(['ENOENT', 'EXDEV']);

/** A name that leads nowhere fails as such; why it really led nowhere was seen before. */
function reasonInstead(told: SystemError, { error }: Hold): string {
  const seen = error as SystemError | undefined;
  if (seen === undefined || !NOWHERE.has(told.code)) return reasonOf(told);
  told.code = seen.code;
  told.errno = seen.errno;
  return reasonOf(seen);
}

function change(told: SystemError, said: (line: string) => string): void {
  const { stack } = told;
  told.message = said(told.message);
  if (typeof stack === 'string') told.stack = said(stack);
}
