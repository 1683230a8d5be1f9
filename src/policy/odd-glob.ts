import picomatch from 'picomatch';

/** Tells whether what follows the pattern's fixed folder matches its glob. */
export type OddMatcher = (relative: string) => boolean;

/** `dot`: `*` matches dotfiles; `s`: `*` and `**` match newlines, else a file name with one would pass a deny rule. */
const OPTIONS: picomatch.PicomatchOptions = { dot: true, flags: 's', nonegate: true, keepQuotes: true, windows: false };

/**
 * A matcher of globs that the tables do not take, by picomatch. Brackets, braces and parentheses may also be meant as
 * they are written (`app/[id]`, `(auth)`): both readings match. A name at the end covers what is inside.
 */
export function oddMatcher(rest: string): OddMatcher {
  const readings = [compile(plainParentheses(rest)), compile(rest.replace(/(?<!\\)[[\]{}()!+@|,]/g, '\\$&'))];
  return (relative) => readings.some((matches) => matches(relative));
}

function compile(glob: string): OddMatcher {
  const last = glob.slice(glob.lastIndexOf('/') + 1);
  const covers = !/(?<!\\)[*?[]|[!+@]\(/.test(last);
  const pattern = picomatch.makeRe(covers ? `${glob}/**` : glob, OPTIONS);
  return (relative) => pattern.test(relative);
}

/** Parentheses and bars mean something only after one of `?*+@!`, and there they may nest. */
function plainParentheses(glob: string): string {
  let depth = 0;
  return glob.replace(/\\.|[?*+@!]\(|[()|]/gs, (text) => {
    if (text.startsWith('\\')) return text;
    if (text.length > 1) depth += 1;
    else if (depth === 0) return `\\${text}`;
    else if (text === ')') depth -= 1;
    return text;
  });
}
