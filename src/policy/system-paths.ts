import type { PathKind, PathPort } from './resolve-path.js';
import { files, platform, program, realpathNative, statsPrototype } from '../primordials.js';

const FORMAT = 0o170_000;
const LINK = 0o120_000;
const FOLDER = 0o040_000;

const objectPrototype = program.Object.prototype;

/**
 * Node builds its answers and its errors out of ordinary objects; a property that the program put on what these
 * inherit from could forge them, and a forged "no such file" would hide a link. @throws when there is one
 */
function assertUnforged(): void {
  for (const key of ['errno', 'error', 'code']) {
    if (key in objectPrototype)
      throw new Error(`Object.prototype.${key} is set: what Node says of files cannot be trusted`);
  }
  if ('mode' in statsPrototype)
    throw new Error('a prototype of fs.Stats has "mode": what Node says of files cannot be trusted');
}

/** The answer, or undefined when the path leads no further; the call itself will then fail in its own way. */
function attempt(ask: () => unknown): unknown {
  try {
    return ask();
  } catch {
    assertUnforged();
    return undefined;
  }
}

/** Node's own permission model keeps folders above what it grants from us as well: those are taken to be folders. */
const isKept = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_ACCESS_DENIED';

function kind(path: string): PathKind {
  let stats: { mode: number } | undefined;
  try {
    stats = files.lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    assertUnforged();
    return isKept(error) ? 'folder' : 'absent';
  }
  assertUnforged();
  if (stats === undefined) return 'absent';
  const format = stats.mode & FORMAT;
  if (format === LINK) return 'link';
  return format === FOLDER ? 'folder' : 'other';
}

function text(answer: unknown): string | undefined {
  if (answer === undefined) return undefined;
  if (typeof answer !== 'string') throw new Error('a question about a path was answered with something else than text');
  return platform === 'win32' ? answer.replace(/^\\\\\?\\/, '').replaceAll('\\', '/') : answer;
}

/** The file system of this machine, asked through captured functions. */
export const systemPaths: PathPort = {
  kind,
  readlink: (path) => text(attempt(() => files.readlinkSync(path))),
  realpath: (path) => text(attempt(() => realpathNative(path))),
};
