import type { Assignment, Command } from 'unbash';
import { type Belt, keepsBelt, lossOf, OPTIONS } from './belt.js';
import { expandValue, type Variables } from './shell-words.js';
import type { Word } from './word.js';

/** Builtins whose operands give a variable another value, hide it or take it away. */
const SETTERS: ReadonlySet<string> = new Set(
  'declare export getopts let local mapfile printf read readarray readonly typeset unset'.split(' '),
);
/** Those that give the values that they are told, as long as no option says otherwise (`declare -u`, `export -n`). */
const GIVERS: ReadonlySet<string> = new Set('declare export local readonly typeset'.split(' '));
const PLAIN_OPTION = /^(?:--|-[gxr]+)$/;

/** True when a builtin called so gives variables just the values that are written. */
export const givesAsWritten = (builtin: string, operands: readonly { readonly text: string }[]): boolean =>
  GIVERS.has(builtin) && operands.every(({ text }) => !/^[-+]/.test(text) || PLAIN_OPTION.test(text));

/** What is assigned before one of these stays assigned after it in a POSIX shell. */
const SPECIAL: ReadonlySet<string> = new Set(
  '. : break continue eval exec exit export readonly return set shift source times trap unset'.split(' '),
);

/** What takes the belt off: for the rest of the line, or only for the command itself. */
export interface Losses {
  readonly lasting?: string;
  readonly passing?: string;
}

/** Tells whether a simple command of a line takes out of the environment what carries the policy into a Node child. */
export function lossesIn(command: Command, words: readonly Word[], belt: Belt, outside: Variables): Losses {
  const before = assignmentLoss(
    command.prefix.filter((part) => part.type === 'Assignment'),
    belt,
    outside,
  );
  const lasts = words[0] === undefined || SPECIAL.has(words[0].text);
  const set = setterLoss(command, words, belt, outside) ?? keywordLoss(words, belt);
  const lasting = set ?? (lasts ? before : undefined);
  return { ...(lasting === undefined ? {} : { lasting }), ...(before === undefined ? {} : { passing: before }) };
}

/** After `set -k` Bash takes `X=1` for an assignment wherever it stands among the arguments of a program. */
const keywordLoss = ([program, ...operands]: readonly Word[], belt: Belt): string | undefined =>
  program?.text === 'set' &&
  belt[OPTIONS] !== undefined &&
  operands.some(({ text }) => /^(?:-\w*k\w*|keyword)$/.test(text))
    ? 'set -k lets arguments of programs set NODE_OPTIONS, so that Node could run without this policy'
    : undefined;

function assignmentLoss(assignments: readonly Assignment[], belt: Belt, outside: Variables): string | undefined {
  for (const { name, value, append, index } of assignments) {
    if (belt[name] === undefined || append === true) continue;
    const plain = value.type === 'Word' && index === undefined;
    if (!plain || !keepsBelt(name, expandValue(value, outside).text, belt)) return lossOf(name);
  }
  return undefined;
}

/** What a builtin does to the variables that its operands name. */
function setterLoss(command: Command, words: readonly Word[], belt: Belt, outside: Variables): string | undefined {
  const start = words.findIndex((word) => word.text !== 'builtin' && word.text !== 'command');
  const [program, ...operands] = words.slice(Math.max(start, 0));
  if (program === undefined || !SETTERS.has(program.text)) return undefined;
  const written = command.args.filter((arg) => arg.type === 'Assignment');
  const names = new Set(written.map((part) => part.name));
  const leaves = leavesValues(program.text, operands);
  const asWritten = givesAsWritten(program.text, operands);
  const lost = operands.find(({ text }) => {
    const [, name = '', value] = /^(\w+)(?:=(.*))?$/s.exec(text) ?? [];
    if (belt[name] === undefined) return false;
    if (value === undefined) return !names.has(name) && !leaves;
    return !asWritten || (!names.has(name) && !keepsBelt(name, value, belt));
  });
  return assignmentLoss(written, belt, outside) ?? (lost && lossOf(/^\w*/.exec(lost.text)?.[0] ?? ''));
}

/** True when names without a value keep theirs: `export X`, but not `export -n X`. */
const leavesValues = (builtin: string, operands: readonly Word[]): boolean =>
  builtin === 'readonly' || (builtin === 'export' && !operands.some((word) => /^-\w*n/.test(word.text)));
