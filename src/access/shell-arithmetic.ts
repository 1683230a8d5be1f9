import type { ArithmeticExpression, Assignment, ParameterOperation, SyntaxNode, Word } from 'unbash';
import { type Origin, originOfArithmetic, originOfExpression, originOfText, originOfWord } from './shell-origins.js';
import { asArray, ASSIGNED } from './shell-setters.js';

/** Operators of arithmetic that give a variable a value. */
const SETS = /^(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=)$/;
/** Operators of `[[` that calculate with both sides. */
const CALCULATES = /^-(?:eq|ne|lt|le|gt|ge)$/;
const NAME = /^[A-Za-z_]\w*$/;

/** The texts that a shell evaluates where it meets the node, those of its parts not included. */
export function evaluatedBy(node: SyntaxNode): readonly Origin[] {
  switch (node.type) {
    case 'ArithmeticCommand':
      return [expression(node.expression, node.body)];
    case 'ArithmeticExpansion':
      return [expression(node.expression, node.text.replace(/^\$(?:\(\(|\[)/, ''))];
    case 'ArithmeticFor':
      return [node.initialize, node.test, node.update].flatMap((one) =>
        one === undefined ? [] : [expression(one, '')],
      );
    case 'TestBinary':
      return CALCULATES.test(node.operator) ? [originOfWord(node.left), originOfWord(node.right)] : [];
    case 'TestUnary':
      return /^-[vR]$/.test(node.operator) && !NAME.test(node.operand.text) ? [originOfWord(node.operand)] : [];
    case 'ParameterExpansion':
      return [
        ...subscript(node.index),
        ...sliced(node.operation),
        ...(node.prefix === '!' ? [originOfText(node.parameter)] : []),
      ];
    case 'Assignment':
      return [...subscript(node.index), ...list(node)];
    default:
      return [];
  }
}

const expression = (parsed: ArithmeticExpression | undefined, text: string): Origin =>
  parsed === undefined ? originOfArithmetic(text) : originOfExpression(parsed);

const sliced = (operation: ParameterOperation | undefined): Origin[] =>
  operation?.type === 'Slice'
    ? [originOfWord(operation.offset), ...(operation.length === undefined ? [] : [originOfWord(operation.length)])]
    : [];

/** An assignment to an array: the subscripts in a list, and what was assigned to the name as a text. */
function list({ index, name, value }: Assignment): Origin[] {
  if (value.type !== 'ArrayValue') return index === undefined ? [] : [asArray(name)];
  return [asArray(name), ...value.elements.filter((word) => word.text.startsWith('[')).map(originOfWord)];
}

const subscript = (index: Word | undefined): Origin[] =>
  index === undefined || /^[@*]$/.test(index.text) ? [] : [originOfWord(index)];

/** True for arithmetic in which a substitution may run that is not told apart: quotes do not stop it there. */
export function hidesIn(node: SyntaxNode): boolean {
  if (node.type !== 'ArithmeticCommand' && node.type !== 'ArithmeticExpansion') return false;
  const text = node.type === 'ArithmeticCommand' ? node.body : node.text.slice(3);
  return /\$\(|`/.test(text) && (node.expression === undefined || /['"\\[]/.test(text));
}

/** The variables that get a number where a shell meets the node. */
export function countedBy(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case 'ArithmeticBinary':
      return SETS.test(node.operator) ? targetOf(node.left) : [];
    case 'ArithmeticUnary':
      return SETS.test(node.operator) ? targetOf(node.operand) : [];
    case 'ArithmeticWord':
      return /=|\+\+|--/.test(node.value) ? originOfText(node.value).names : [];
    case 'ArithmeticCommand':
      return node.expression === undefined ? assignedIn(node.body) : [];
    case 'ArithmeticExpansion':
      return node.expression === undefined ? assignedIn(node.text) : [];
    case 'FileDescriptorVariable':
      return [node.name];
    default:
      return [];
  }
}

const targetOf = (node: ArithmeticExpression): readonly string[] =>
  node.type === 'ArithmeticWord' ? originOfText(node.value).names.slice(0, 1) : [];

const assignedIn = (text: string): readonly string[] => [...text.matchAll(ASSIGNED)].map(([name]) => name);
