import { startsWithBelt } from '../access/belt.js';
import { paths } from '../primordials.js';

/** The variable that Node takes options from: in a thread before those of `execArgv` (20 to 26). */
export const NODE_OPTIONS = 'NODE_OPTIONS';

/** Quotes a path for NODE_OPTIONS: Node takes `\` before `\` and `"` inside double quotes (20 to 26). */
export function quoteOption(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * The option of Node that puts the belt on. With `=`, as one word: whoever takes NODE_OPTIONS apart (Next does, for its
 * workers) may give the words after a second `--require` to the first.
 */
export const beltOption = (register: string): string => `--require=${quoteOption(register)}`;

/** True when the value of the variable sets any option. */
export const setsOptions = (options: string | undefined): options is string =>
  options !== undefined && options.trim() !== '';

/** True when the value of the variable puts Node's own permission model on. */
const setsPermission = (options: string | undefined): boolean =>
  /(?:^|\s)--(?:experimental-)?permission(?:\s|$)/.test(options ?? '');

/** The options with which a Node under its own permission model may read the belt and write its receipt. */
export const passOptions = (register: string, receipts: string | undefined): string =>
  [
    ['read', paths.dirname(register)],
    ...(receipts === undefined
      ? []
      : [
          ['read', receipts],
          ['write', receipts],
        ]),
  ]
    .map(([use = '', folder = '']) => `--allow-fs-${use}=${quoteOption(paths.join(folder, '*'))}`)
    .join(' ');

/**
 * NODE_OPTIONS with `pass` where Node's permission model is on, by its own flags or by the variable; without it elsewhere,
 * for there Node does not take it.
 */
export function withPass(options: string | undefined, pass: string, permitted: boolean): string | undefined {
  const bare = options?.replace(` ${pass}`, '').replace(pass, '');
  return permitted || setsPermission(bare) ? `${bare ?? ''} ${pass}`.trimStart() : bare;
}

/** NODE_OPTIONS with our `--require` first; unchanged when it is there already. */
export function withBelt(options: string | undefined, register: string): string {
  const belt = beltOption(register);
  if (!setsOptions(options)) return belt;
  return startsWithBelt(options, belt) ? options : `${belt} ${options}`;
}
