import { type Command, forEachChild, type SyntaxNode } from 'unbash';
import { MOVERS } from './shell-builtins.js';

/** Nodes whose parts run any number of times, or later. */
const REPEATED: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'ArithmeticFor',
  'For',
  'Function',
  'Select',
  'While',
]);
/** Nodes whose parts run in a shell of their own. */
const APART: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'ArithmeticCommandExpansion',
  'CommandExpansion',
  'Coproc',
  'ProcessSubstitution',
  'Subshell',
]);

/** True when something in the node may change the folder of what follows it. */
export function movesIn(node: SyntaxNode): boolean {
  let found = node.type === 'Command' && isMove(node);
  forEachChild(node, (child) => {
    if (!found && !APART.has(child.type)) found = movesIn(child);
  });
  return found;
}

/** `cd`, `eval`, `command cd`, but not `command -v x`. */
function isMove({ name, args }: Command): boolean {
  if (name === undefined || !MOVERS.has(name.value)) return false;
  if (name.value !== 'command' && name.value !== 'builtin') return true;
  return args.some((arg) => arg.type === 'Word' && MOVERS.has(arg.value));
}

/** True when the folder of what is in the node cannot be told: `moves` says whether anything in the line changes it. */
export const roamsIn = (node: SyntaxNode, moves: boolean): boolean =>
  node.type === 'Function' ? moves : REPEATED.has(node.type) && movesIn(node);
