import { nearest } from './nearest.js';

const PLACES: readonly string[] = ['project', 'cwd', 'tmp', 'home', 'modules'];
const ALL_PLACES = PLACES.map((place) => `\${${place}}`).join(', ');

/** A mistake and the words for it, which begin with `expected`. */
interface Mistake {
  readonly test: RegExp;
  readonly words: (found: RegExpExecArray) => string;
}

/** In this order: a later one takes for granted that the earlier ones are not made. */
const MISTAKES: readonly Mistake[] = [
  { test: /^$/, words: () => 'expected a path pattern' },
  { test: /\0/, words: () => 'expected a path pattern without NUL' },
  { test: /^\s|\s$/, words: () => 'expected a path pattern without spaces around it' },
  {
    test: /^!/,
    words: () => 'expected a path pattern (there is no negation: what a deny rule leaves out goes under its except)',
  },
  { test: /^file:/i, words: () => 'expected a path pattern (write the path, not a URL)' },
  {
    test: /^(?:[A-Za-z]:|\\)\\.*/s,
    words: ([text]) =>
      `expected a path pattern (write / between folders: ${JSON.stringify(text.replaceAll('\\', '/'))})`,
  },
  {
    test: /^~[^/]/,
    words: () => 'expected a path pattern (~ is the home folder of this user and stands before a slash: "~/…")',
  },
  {
    test: /^(?:\$[A-Za-z_]\w*|%[A-Za-z_]\w*%)(?=\/|$)/,
    words: () =>
      `expected a path pattern (environment variables are not read: write "~/…" or begin with ${ALL_PLACES})`,
  },
  { test: /.\$\{/s, words: () => 'expected a path pattern (${…} can only stand at its beginning)' },
];

/**
 * What is wrong with a path pattern, in words that begin with `expected`; undefined when nothing is. Where `relative` is
 * false a pattern that depends on the project has no meaning: in a managed file and in a preset.
 */
export function pathProblem(pattern: string, relative: boolean): string | undefined {
  for (const { test, words } of MISTAKES) {
    const found = test.exec(pattern);
    if (found !== null) return words(found);
  }
  if (pattern.startsWith('${')) return placeProblem(pattern);
  if (/^(?:~|[^/]*\/.*)$/s.test(pattern)) {
    const absolute = /^(?:\/|~|\*\*\/|[A-Za-z]:\/)/.test(pattern);
    return absolute || relative
      ? undefined
      : 'expected an absolute pattern (this file speaks for every project: begin with /, ~/, ${…}/ or **/)';
  }
  return slashProblem(pattern);
}

function placeProblem(pattern: string): string | undefined {
  const [place, name = ''] = /^\$\{([^}]*)\}/.exec(pattern) ?? [];
  if (place === undefined) return 'expected a path pattern (a } is missing after ${)';
  if (!PLACES.includes(name)) {
    const meant = nearest(name, PLACES);
    return `expected one of ${ALL_PLACES}${meant === undefined ? '' : ` (did you mean \${${meant}}?)`}`;
  }
  const rest = pattern.slice(place.length);
  return rest === '' || rest.startsWith('/') ? undefined : `expected a slash after ${place}`;
}

function slashProblem(pattern: string): string {
  if (/^\*+$/.test(pattern)) return 'expected a pattern with a slash (write "/**" for every file)';
  if (/^\.+$/.test(pattern)) return 'expected a pattern with a slash (write "./**" for the project)';
  const [anywhere, here] = [`**/${pattern}`, `./${pattern}`].map((text) => JSON.stringify(text));
  return `expected a pattern with a slash (write ${String(anywhere)} for any folder, ${String(here)} for the project's)`;
}
