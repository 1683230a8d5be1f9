/** Tells whether a name (of a variable, a model, an abstract socket) is one that a list of globs describes. */
export type NameMatcher = (name: string) => boolean;

/** A matcher of a glob in which `*` stands for any characters and `?` for one; everything else is literal. */
export function nameMatcher(glob: string, fold: (name: string) => string = (name) => name): NameMatcher {
  const text = fold(glob);
  const star = text.indexOf('*');
  if (text.includes('?') || (star >= 0 && text.includes('*', star + 1))) {
    const pattern = new RegExp(
      `^${text
        .replace(/[\\^$.+()[\]{}|/-]/g, '\\$&')
        .replace(/\*+/g, '.*')
        .replaceAll('?', '.')}$`,
      's',
    );
    return (name) => pattern.test(fold(name));
  }
  if (star < 0) return (name) => fold(name) === text;
  const before = text.slice(0, star);
  const after = text.slice(star + 1);
  return (name) => {
    const folded = fold(name);
    return folded.length >= before.length + after.length && folded.startsWith(before) && folded.endsWith(after);
  };
}
