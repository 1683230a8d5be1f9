/** Tells whether a word of a command is one that a rule describes. */
export type WordMatcher = (word: string) => boolean;

/**
 * A matcher of one word: `*` is any characters (slashes too, for a word is no path), `?` one, `[…]` one of a class,
 * `{a,b}` one of several; `\` takes the next character as it is. Always about the whole word.
 */
export function wordMatcher(glob: string, fold: (word: string) => string = (word) => word): WordMatcher {
  const text = fold(glob);
  if (!/[*?[{\\]/.test(text)) return (word) => fold(word) === text;
  const pattern = new RegExp(`^${source(text)}$`, 's');
  return (word) => pattern.test(fold(word));
}

const TOKEN = /\\(.)|\*+|\?|\[(!|\^)?(\]?[^\]]*)\]|\{([^{}]*,[^{}]*)\}|./gs;

function source(glob: string): string {
  return glob.replace(TOKEN, (all: string, escaped?: string, negated?: string, set?: string, list?: string) => {
    if (escaped !== undefined) return quote(escaped);
    if (list !== undefined) return `(?:${list.split(',').map(source).join('|')})`;
    if (all.startsWith('*')) return '.*';
    if (all === '?') return '.';
    if (set === undefined || set === '') return [...all].map(quote).join('');
    return classOf(set, negated !== undefined);
  });
}

/** A class that is no valid one is taken as it is written. */
function classOf(set: string, negated: boolean): string {
  const text = `[${negated ? '^' : ''}${set.replace(/[\\\][^]/g, '\\$&')}]`;
  try {
    new RegExp(text);
    return text;
  } catch {
    return [...`[${set}]`].map(quote).join('');
  }
}

const quote = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
