import type { CommandPlace, Walker } from './command-place.js';
import { isPlain, type Word } from './word.js';

/** Options of builtins that run or load code, or give a program another name. */
const REBINDS: Readonly<Record<string, RegExp>> = {
  bind: /^-\w*[fx]/,
  compgen: /^-\w*[CFW]/,
  complete: /^-\w*[CFW]/,
  enable: /^-\w*[fn]/,
  fc: /^-\w*[es]/,
  hash: /^-\w*p/,
  jobs: /^-\w*x/,
  mapfile: /^-\w*C/,
  readarray: /^-\w*C/,
};
/** Ways to make the shell read words or change folders as no line shows. */
const ODD_OPTIONS = new Set(['autocd', 'cdable_vars', 'expand_aliases', 'keyword', 'lastpipe', 'physical']);

/** True when a builtin called so may do what no list of commands shows. */
export function mayRebind(name: string, args: readonly Word[]): boolean {
  if (name === 'set') return args.some((word) => ODD_OPTIONS.has(word.text) || /^-\w*[kP]/.test(word.text));
  if (name === 'shopt') return args.some((word) => !word.known || ODD_OPTIONS.has(word.text));
  const options = Object.hasOwn(REBINDS, name) ? REBINDS[name] : undefined;
  return options !== undefined && args.some((word) => !word.known || options.test(word.text));
}

/** Takes apart what a builtin that runs its operands runs. `place` is that of what it runs. */
export function runOperands(name: string, args: readonly Word[], place: CommandPlace, walker: Walker): void {
  switch (name) {
    case 'eval':
      evaluate(args[0]?.text === '--' ? args.slice(1) : args, place, walker);
      break;
    case 'trap':
      trap(args, place, walker);
      break;
    case 'exec':
      runExec(args, { ...place, shell: undefined }, walker);
      break;
    default:
      runNamed(name, args, place, walker);
  }
}

function evaluate(texts: readonly Word[], place: CommandPlace, walker: Walker): void {
  if (texts.every(isPlain)) walker.line(texts.map((word) => word.text).join(' '), place.shell ?? 'sh', place);
  else walker.fail('eval runs a text that is known only once the line runs');
}

/** `builtin x`, `command x`. `command -v x` only asks what x is; in `command x -v` the option is one of x. */
function runNamed(name: string, args: readonly Word[], place: CommandPlace, walker: Walker): void {
  const command = afterOptions(args, '');
  const options = args.slice(0, args.length - command.length);
  if (name === 'command' && options.some((word) => /^-\w*[vV]/.test(word.text))) return;
  walker.command(command, place);
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

/** True when a sourced file is known by its name and is a file, not what some command prints. */
export const isKnownFile = (word: Word): boolean => isPlain(word) && !/^\/(?:dev|proc)\//.test(word.text);
