import type { Surroundings } from '../../../src/access/surroundings.js';

/** What stands at a path of a pretended machine. */
export type Entry =
  { readonly folder: true } | { readonly link: string } | { readonly program: string } | { readonly text: string };

export const folder: Entry = { folder: true };
export const link = (to: string): Entry => ({ link: to });
export const program = (start = '\x7fELF'): Entry => ({ program: start });
export const text = (content: string): Entry => ({ text: content });

const PROGRAMS =
  'awk bash busybox cat chmod cp curl dash dd echo env find git grep head ln ls make mkdir mv nice node npm perl python3 rm sed sudo tar tee timeout touch tsc true vite wc xargs zsh';

function normalise(path: string): string {
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  }
  return `/${kept.join('/')}`;
}

/** A machine with the usual programs in /usr/bin, /bin/sh → dash, and what is given besides. */
export function machine(
  entries: Readonly<Record<string, Entry>> = {},
  options: Partial<Surroundings> & { readonly start?: Record<string, string> } = {},
): Surroundings {
  const all = new Map<string, Entry>([
    ...PROGRAMS.split(' ').map((name) => [`/usr/bin/${name}`, program()] as const),
    ['/bin', link('/usr/bin')],
    ['/usr/bin/sh', link('/usr/bin/dash')],
    ['/proj', folder],
    ['/proj/src', folder],
    ['/home/me', folder],
    ...Object.entries(entries),
  ]);
  const real = (given: string, depth = 0): string | undefined => {
    if (depth > 8) return undefined;
    const path = normalise(given);
    let at = '';
    for (const part of path.split('/').filter((one) => one !== '')) {
      at = `${at}/${part}`;
      const entry = all.get(at);
      if (entry !== undefined && 'link' in entry) {
        const rest = path.slice(at.length);
        return real(
          (entry.link.startsWith('/') ? entry.link : `${at.slice(0, at.lastIndexOf('/'))}/${entry.link}`) + rest,
          depth + 1,
        );
      }
    }
    return all.has(path) || [...all.keys()].some((one) => one.startsWith(`${path}/`)) ? path : undefined;
  };
  const at = (path: string): Entry | undefined => {
    const found = real(path);
    return found === undefined ? undefined : (all.get(found) ?? folder);
  };
  const start: Record<string, string> = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/me', ...options.start };
  return {
    platform: 'linux',
    node: '/usr/bin/node',
    startedWith: (name) => start[name],
    environment: () => Object.entries(start),
    files: {
      runs: (path) => 'program' in (at(path) ?? {}),
      exists: (path) => all.has(path) || at(path) !== undefined,
      isFolder: (path) => 'folder' in (at(path) ?? {}),
      real: (path) => real(path),
      list: (path) => {
        const names = [...all.keys()]
          .filter((one) => one.startsWith(path === '/' ? '/' : `${path}/`))
          .map((one) => one.slice(path === '/' ? 1 : path.length + 1).split('/')[0] ?? '');
        return names.length === 0 ? undefined : [...new Set(names)];
      },
      start: (path) => {
        const entry = at(path);
        if (entry === undefined || 'folder' in entry || 'link' in entry) return undefined;
        return 'program' in entry ? entry.program : entry.text;
      },
      text: (path) => {
        const entry = at(path);
        return entry !== undefined && 'text' in entry ? entry.text : undefined;
      },
    },
    ...options,
  };
}
