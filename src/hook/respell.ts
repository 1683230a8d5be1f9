import { bytesToText, textToBytes } from '../primordials.js';
import type { Hold } from '../access/hold.js';
import type { Held } from '../table/row.js';

interface Spelling {
  readonly text: string;
  readonly hold: Hold;
  /** Whether Node makes a longer name of it. */
  readonly held: Pick<Held, 'answers'>;
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
  for (const { text, hold, held } of names) {
    const end = held.answers === true ? '' : "'";
    if (!told.message.includes(`'${hold.path}${end}`)) continue;
    const reason = reasonOf(told);
    const instead = reasonInstead(told, hold);
    change(told, (line) => line.replace(reason, instead).replaceAll(`'${hold.path}${end}`, `'${text}${end}`));
    if (told.path === hold.path) told.path = text;
    if (held.answers === true) told.path = respellName(told.path, [{ text, hold, held }]);
    if (told.dest === hold.path) told.dest = text;
  }
}

/** A name that Node made up from one that was given, with that one as the program wrote it. */
export function respellName(made: unknown, names: readonly Spelling[]): unknown {
  if (names.length === 0) return made;
  const isText = typeof made === 'string';
  const text = isText ? made : ArrayBuffer.isView(made) ? bytesToText(made as Buffer) : undefined;
  const given = names.find(({ hold }) => hold.path !== '' && text?.startsWith(hold.path) === true);
  if (text === undefined || given === undefined) return made;
  const name = given.text + text.slice(given.hold.path.length);
  return isText ? name : textToBytes(name);
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
