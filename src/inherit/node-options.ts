/** Quotes a path for NODE_OPTIONS: Node takes `\` before `\` and `"` inside double quotes (20 to 26). */
export function quoteOption(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}

/** The option of Node that puts the belt on. */
export const beltOption = (register: string): string => `--require ${quoteOption(register)}`;

/** NODE_OPTIONS with our `--require` first; unchanged when it is there already. */
export function withBelt(options: string | undefined, register: string): string {
  const belt = beltOption(register);
  if (options === undefined || options.trim() === '') return belt;
  return options.startsWith(belt) ? options : `${belt} ${options}`;
}
