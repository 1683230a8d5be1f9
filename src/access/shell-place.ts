import type { SyntaxNode } from 'unbash';
import type { Standing } from './line-folders.js';
import type { Input } from './shell-line.js';

/** What surrounds a node of a line. */
export interface Place extends Standing {
  /** True when another program or the line itself reads what it prints. */
  readonly feeds: boolean;
  readonly input: Input;
  /** False where it is not certain that the node runs, or runs once. */
  readonly certain: boolean;
}

/** The place of the line itself. */
export const TOP: Place = {
  scope: [],
  surely: true,
  roams: false,
  feeds: false,
  input: { from: 'outside' },
  certain: true,
};

/** Nodes whose parts run perhaps, or more than once. */
export const BRANCHES: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'ArithmeticFor',
  'Case',
  'Coproc',
  'For',
  'Function',
  'If',
  'Select',
  'Subshell',
  'While',
]);

/** A place in a subshell: neither variables nor folders of it are those of the commands after it. */
export const apart = (place: Place, id: number): Place => ({
  ...place,
  scope: [...place.scope, id],
  surely: true,
  list: undefined,
  certain: false,
});
