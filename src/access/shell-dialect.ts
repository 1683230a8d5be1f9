import type { Command, SyntaxNode } from 'unbash';

/** Nodes that only Bash reads as what they are here; another shell may read commands in them. */
const BASH_ONLY: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'AnsiCQuoted',
  'ArithmeticCommand',
  'ArithmeticFor',
  'ArrayValue',
  'Coproc',
  'ExtendedGlob',
  'LocaleString',
  'ProcessSubstitution',
  'Select',
  'TestCommand',
]);

/** True for what a shell that is not Bash may read in another way. */
export function isBashOnly(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'ArithmeticExpansion':
      return node.text.startsWith('$[');
    case 'ParameterExpansion':
      return node.operation !== undefined && node.operation.type !== 'Default' && node.operation.type !== 'Remove';
    case 'Function':
      return node.name.pos !== node.pos;
    case 'Command':
      return endsEarly(node);
    default:
      return BASH_ONLY.has(node.type);
  }
}

/** `a &> f b` is one command to Bash; to other shells `&` ends the first, and `b` is another. */
function endsEarly(node: Command): boolean {
  const both = node.redirects.find((redirect) => redirect.type === 'Redirect' && redirect.operator.startsWith('&>'));
  const parts = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix];
  return both !== undefined && parts.some((part) => part.pos > both.pos);
}
