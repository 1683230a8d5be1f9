import type { FoundProgram } from '../types.js';
import type { Surroundings } from './surroundings.js';
import { absolute } from './path.js';

/** Where a program is looked for. */
export interface Search {
  readonly cwd: string;
  /** The PATH that the new process gets; absent when it gets none. */
  readonly path: string | undefined;
}

/** One file that is many programs: which one it is depends on the name it is called by, so its own name says nothing. */
const MULTI_CALL = new Set(['busybox', 'toybox', 'coreutils', 'uutils', 'toolbox', 'sbase-box']);
/** What the system has for a shell is judged as `sh`, whatever it is a link to. */
const SYSTEM_SHELL = new Set(['/bin/sh', '/usr/bin/sh']);
/** Where a program is looked for when there is no PATH (glibc's default). */
const NO_PATH = '/bin:/usr/bin';

/** The last part of a path or name, as rules know it: without `.exe` and case on Windows. */
export function baseName(file: string, platform: string): string {
  if (platform !== 'win32') return file.slice(file.lastIndexOf('/') + 1);
  return (
    /[^\\/]*$/
      .exec(file)?.[0]
      .toLowerCase()
      .replace(/[. ]+$/, '')
      .replace(/\.(?:exe|cmd|bat|com)$/, '') ?? ''
  );
}

/**
 * Which file a program's name stands for, as execvp(3) looks for it, and by which names rules may know it.
 *
 * An allow rule of a bare name is a promise about the program of that name on this machine, not about any file that was
 * given the name. So a file is trusted under a name only when that name leads to it along the PATH that this process
 * started with or in the system's own folders (`node` also stands for the Node that runs this). A bare name that the new process looks for along another
 * PATH is trusted too: that PATH is judged as a variable.
 */
export function findProgram(name: string, search: Search, around: Surroundings): FoundProgram {
  const base = baseName(name, around.platform);
  if (around.platform === 'win32') return findOnWindows(name, base, around);
  const bare = !name.includes('/');
  const path = bare ? lookUp(name, search.path, search.cwd, around) : absolute(name, search.cwd);
  const real = path === undefined ? undefined : around.files.real(path);
  if (path === undefined || real === undefined)
    return { ...(path === undefined ? {} : { path }), names: [base], trusted: bare ? [base] : [] };
  const realBase = baseName(real, around.platform);
  const known = [...new Set(SYSTEM_SHELL.has(path) || MULTI_CALL.has(realBase) ? [base] : [base, realBase])];
  const trusted = known.filter((one) => (bare && one === base) || leadsTo(one, real, around));
  return { path, real, names: known, trusted };
}

function lookUp(name: string, path: string | undefined, cwd: string, around: Surroundings): string | undefined {
  if (name === '') return undefined;
  for (const folder of (path ?? NO_PATH).split(':')) {
    const file = absolute(folder === '' ? name : `${folder}/${name}`, cwd);
    if (around.files.runs(file)) return file;
  }
  return undefined;
}

/** True when the name, looked for along the PATH at the start, is this very file. */
function leadsTo(name: string, real: string, around: Surroundings): boolean {
  if (name === 'node' && real === around.node) return true;
  return `${around.startedWith('PATH') ?? ''}:${NO_PATH}`.split(':').some((folder) => {
    const file = `${folder}/${name}`;
    return folder.startsWith('/') && around.files.exists(file) && around.files.real(file) === real;
  });
}

/** Windows: by name alone; a path is trusted when its folder is on the PATH at the start, or it is this process's Node. */
function findOnWindows(name: string, base: string, around: Surroundings): FoundProgram {
  const bare = !/[\\/:]/.test(name);
  if (bare) return { names: [base], trusted: [base] };
  const spelled = (path: string): string => path.replaceAll('/', '\\').toLowerCase().replace(/\\+$/, '');
  const path = spelled(name);
  const folder = path.slice(0, path.lastIndexOf('\\'));
  const onPath = (around.startedWith('PATH') ?? '').split(';').some((one) => one !== '' && spelled(one) === folder);
  const own = around.node !== undefined && spelled(around.node) === path;
  return { path: name, real: name, names: [base], trusted: onPath || own ? [base] : [] };
}

/** What a script begins with: the interpreter and its one argument; undefined for other files. */
export function interpreterOf(file: string, around: Surroundings): readonly string[] | undefined {
  const match = /^#![ \t]*([^\s\0]+)[ \t]*([^\r\n\0]*)/.exec(around.files.start(file) ?? '');
  if (match?.[1] === undefined) return undefined;
  const argument = match[2]?.trim() ?? '';
  return argument === '' ? [match[1]] : [match[1], argument];
}

/** True for a program that is whatever name it is called by. */
export const isMultiCall = (found: FoundProgram, platform: string): boolean =>
  found.real !== undefined && MULTI_CALL.has(baseName(found.real, platform));
