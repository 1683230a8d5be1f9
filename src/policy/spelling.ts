/** Brings paths and globs into the one spelling that they are compared in. */
export interface Spelling {
  /** An absolute path as the system writes it → with `/` before every part, `/` alone for the root. */
  readonly path: (path: string) => string;
  /** A path as the system writes it → with `/`, still a path of that system. */
  readonly slashed: (path: string) => string;
  readonly glob: (glob: string) => string;
}

const same = (text: string): string => text;
const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * The spelling of a platform: bytes on Linux; NFC without case on macOS; on Windows besides that drives like folders,
 * and none of the endings (dots, spaces, streams) that Windows drops from names.
 */
export function spellingOf(platform: string): Spelling {
  if (platform === 'darwin') return { path: fold, slashed: same, glob: fold };
  return platform === 'win32' ? { path: windowsPath, slashed, glob: fold } : { path: same, slashed: same, glob: same };
}

const slashed = (path: string): string => path.replaceAll('\\', '/').replace(/^\/\/[?.]\//, '');

function windowsPath(path: string): string {
  const text = slashed(path);
  const drive = /^[A-Za-z]:/.exec(text)?.[0] ?? '';
  const names = text
    .slice(drive.length)
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(/(?<=.):.*$/s, '').replace(/(?<=[^. ])[. ]+$/, ''));
  return fold(`/${[...(drive === '' ? [] : [drive]), ...names].join('/')}`);
}
