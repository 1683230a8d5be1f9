import type { CommandPlace, Walker } from './command-place.js';
import { absolute } from './path.js';
import type { CommandFiles } from './surroundings.js';
import { isPlain, literal, type Word } from './word.js';

/** Builtins that with some of their options run or load code, or give a program another name. */
const REBINDS = new Set(['bind', 'compgen', 'complete', 'enable', 'fc', 'hash', 'jobs', 'mapfile', 'readarray']);

/** True when a builtin called so may do what no list of commands shows. */
export const mayRebind = (name: string, args: readonly Word[]): boolean =>
  REBINDS.has(name) && args.some((word) => !word.known || /^-\w*[Ccefpsx]/.test(word.text));

/** Takes apart what a builtin that runs its operands runs. `place` is that of what it runs. */
export function runOperands(name: string, args: readonly Word[], place: CommandPlace, walker: Walker): void {
  switch (name) {
    case 'eval':
      if (!args.every(isPlain)) walker.fail('eval runs a text that is known only once the line runs');
      else walker.line(args.map((word) => word.text).join(' '), place.shell ?? 'sh', place);
      break;
    case 'trap':
      trap(args, place, walker);
      break;
    case 'exec':
      runExec(args, { ...place, shell: undefined }, walker);
      break;
    default:
      // `command -v x` only asks what x is.
      if (name === 'command' && args.some((word) => /^-\w*[vV]/.test(word.text))) return;
      walker.command(afterOptions(args, ''), place);
  }
}

const EMPTIED = 'exec -c empties the environment, and with it what carries the policy into a Node child';

function runExec(args: readonly Word[], place: CommandPlace, walker: Walker): void {
  const command = afterOptions(args, 'a');
  const empties = args.slice(0, args.length - command.length).some((word) => /^-\w*c/.test(word.text));
  if (empties) walker.fail(EMPTIED);
  walker.command(command, empties ? { ...place, bare: { why: EMPTIED, said: true } } : place);
}

function trap(args: readonly Word[], place: CommandPlace, walker: Walker): void {
  const [action, ...signals] = args.filter((word) => word.text !== '--');
  if (action === undefined || signals.length === 0 || /^(?:-|-p|-l|)$/.test(action.text)) return;
  if (action.known) walker.line(action.text, place.shell ?? 'sh', place);
  else walker.fail('trap is given a text that is known only once the line runs');
}

/** The words after a builtin's options; one of the letters takes a word. */
function afterOptions(args: readonly Word[], valued: string): readonly Word[] {
  let at = 0;
  for (; /^-\w+$/.test(args[at]?.text ?? ''); at++) {
    if (valued !== '' && args[at]?.text.endsWith(valued) === true) at++;
  }
  return args[at]?.text === '--' ? args.slice(at + 1) : args.slice(at);
}

/** An alias can stand for any piece of a line: what it holds is listed, but the line counts as not understood. */
export function defineAliases(args: readonly Word[], place: CommandPlace, walker: Walker): void {
  const defined = args.filter((word) => word.text.includes('='));
  if (defined.length > 0) walker.fail('an alias may change what the line means');
  for (const { text } of defined) {
    walker.line(text.slice(text.indexOf('=') + 1), place.shell ?? 'sh', { ...place, depth: place.depth + 1 });
  }
}

/** Where `cd` leads; undefined when that is not known, and both folders when it may fail. */
export function changedFolders(
  args: readonly Word[],
  folders: readonly string[],
  home: string | undefined,
  files: CommandFiles,
): readonly string[] | undefined {
  const target = args.find((word) => !/^-[LPe@]+$/.test(word.text)) ?? literal(home ?? '/');
  if (!isPlain(target) || /^(?:-$|\+\d)/.test(target.text)) return undefined;
  const moved = folders.flatMap((cwd) => {
    const folder = absolute(target.text, cwd);
    return files.isFolder(folder) ? [folder] : [folder, cwd];
  });
  return [...new Set(moved)].slice(0, 4);
}

/** True when a sourced file is known by its name and is a file, not what some command prints. */
export const isKnownFile = (word: Word): boolean => isPlain(word) && !/^\/(?:dev|proc)\//.test(word.text);
