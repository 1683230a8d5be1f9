import { startsWithBelt } from '../access/belt.js';

/** The variable that Node takes options from: in a thread before those of `execArgv` (20 to 26). */
export const NODE_OPTIONS = 'NODE_OPTIONS';

/** Quotes a path for NODE_OPTIONS: Node takes `\` before `\` and `"` inside double quotes (20 to 26). */
export function quoteOption(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}

/** The option of Node that puts the belt on. */
export const beltOption = (register: string): string => `--require ${quoteOption(register)}`;

/** True when the value of the variable sets any option. */
export const setsOptions = (options: string | undefined): options is string =>
  options !== undefined && options.trim() !== '';

/** NODE_OPTIONS with our `--require` first; unchanged when it is there already. */
export function withBelt(options: string | undefined, register: string): string {
  const belt = beltOption(register);
  if (!setsOptions(options)) return belt;
  return startsWithBelt(options, belt) ? options : `${belt} ${options}`;
}
