import { afterStatement, endsAtLine, textAt, type Token } from './source-tokens.js';

/** How a name is declared outside all brackets of a module, and where text may be put so that it takes effect. */
export type Binding =
  /** Hoisted: its value is there before the first statement. */
  | { readonly kind: 'function' }
  /** `after` is the first place where its value is there; `constant` the place of a `const` that forbids assigning. */
  | { readonly kind: 'variable'; readonly after: Place; readonly constant?: number }
  | { readonly kind: 'class'; readonly after: Place; readonly body: Token | undefined; readonly derived: boolean }
  /** Declared by a form that has no binding to assign to (`enum`, `namespace`, `import x = require()`). */
  | { readonly kind: 'other' };

/** A place between two statements. */
export interface Place {
  readonly offset: number;
  /** True when the statement before has no `;` of its own. */
  readonly open: boolean;
}

/** Finds the declaration of `name` among a module's outermost tokens. */
export function findBinding(tokens: readonly Token[], source: string, name: string): Binding | undefined {
  let other: Binding | undefined;
  for (let i = 0; i < tokens.length; i++) {
    const found =
      DECLARATIONS.test(textAt(tokens, i)) && startsDeclaration(tokens, i)
        ? declared(tokens, source, i, name)
        : undefined;
    if (found !== undefined && found.kind !== 'other') return found;
    other ??= found;
  }
  return other;
}

const DECLARATIONS = /^(?:function|class|const|let|var|enum|namespace|module|import)$/;

/** What the declaration whose keyword stands at `i` makes of `name`. */
function declared(tokens: readonly Token[], source: string, i: number, name: string): Binding | undefined {
  const keyword = textAt(tokens, i);
  const next = textAt(tokens, i + 1) === 'enum' ? textAt(tokens, i + 2) : textAt(tokens, skipStar(tokens, i + 1));
  switch (keyword) {
    case 'function':
      return next === name ? { kind: 'function' } : undefined;
    case 'class':
      return next === name ? classFrom(tokens, i + 1) : undefined;
    case 'const':
    case 'let':
    case 'var': {
      if (textAt(tokens, i + 1) === 'enum') return next === name ? { kind: 'other' } : undefined;
      if (!declares(tokens, source, i, name)) return undefined;
      const after = placeAfter(tokens, afterStatement(tokens, i));
      return keyword === 'const'
        ? { kind: 'variable', after, constant: tokens[i]?.start ?? 0 }
        : { kind: 'variable', after };
    }
    default:
      return next === name ? { kind: 'other' } : undefined;
  }
}

/** The places after the outermost statements `name = …`. */
export function reassignments(tokens: readonly Token[], name: string): Place[] {
  return tokens.flatMap((token, i) => {
    if (!isWord(token, name) || textAt(tokens, i + 1) !== '=' || !startsStatement(tokens, i)) return [];
    return [placeAfter(tokens, afterStatement(tokens, i))];
  });
}

/** The place before the first statement that is no directive (`'use strict'`) — which text put before it would disarm. */
export function prologueEnd(tokens: readonly Token[], source: string): Place {
  let i = 0;
  while (tokens[i]?.kind === 'string' && isAlone(tokens, i)) i = afterStatement(tokens, i);
  return i === 0 ? { offset: tokens[0]?.start ?? source.length, open: false } : placeAfter(tokens, i);
}

/** True when the token at `index` is all of its statement. */
export function isAlone(tokens: readonly Token[], index: number): boolean {
  const end = afterStatement(tokens, index);
  return end - index === (textAt(tokens, end - 1) === ';' ? 2 : 1);
}

/** The place after the token before `index`. */
export function placeAfter(tokens: readonly Token[], index: number): Place {
  const last = tokens[index - 1];
  return { offset: last?.end ?? 0, open: last?.text !== ';' };
}

/** Index of the token that comes after an optional `*`. */
export function skipStar(tokens: readonly Token[], index: number): number {
  return textAt(tokens, index) === '*' ? index + 1 : index;
}

/** The class whose name or heritage starts at `index`. */
export function classFrom(tokens: readonly Token[], index: number): Extract<Binding, { readonly kind: 'class' }> {
  for (let i = index; i < tokens.length; i++) {
    const token = tokens[i];
    // A brace inside type arguments (`extends Base<{ … }>`) is no body.
    if (token?.kind === 'group' && token.text === '{' && !/^[>,|&.]$/.test(textAt(tokens, i + 1))) {
      const derived = tokens.slice(index, i).some(({ text }) => text === 'extends');
      return { kind: 'class', after: { offset: token.end, open: false }, body: token, derived };
    }
  }
  return { kind: 'class', after: placeAfter(tokens, tokens.length), body: undefined, derived: true };
}

function declares(tokens: readonly Token[], source: string, keyword: number, name: string): boolean {
  const end = afterStatement(tokens, keyword);
  return tokens.slice(keyword + 1, end).some((token, i) => {
    if (i > 0 && textAt(tokens, keyword + i) !== ',') return false;
    return isWord(token, name) || (token.kind === 'group' && names(source.slice(token.start, token.end), name));
  });
}

const names = (pattern: string, name: string): boolean =>
  new RegExp(`(?<![\\w$.])${name.replace(/\$/g, '\\$')}(?![\\w$]|\\s*:)`, 'u').test(pattern);

const isWord = (token: Token | undefined, name: string): boolean => token?.kind === 'word' && token.text === name;

/** True when the word at `index` can begin a declaration: nothing that expects an operand stands before it. */
function startsDeclaration(tokens: readonly Token[], index: number): boolean {
  const before = textAt(tokens, index - 1);
  if (/^(?:export|default|declare|abstract)$/.test(before) || textAt(tokens, index - 2) === '@') return true;
  if (before === 'async') return startsDeclaration(tokens, index - 1);
  // `type Reply = Promise<string>` and `x = y!` end in what JavaScript takes for an operator.
  return startsStatement(tokens, index) || (tokens[index]?.line === true && /^[>!]$/.test(before));
}

function startsStatement(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  const token = tokens[index];
  if (before === undefined || token === undefined || before.text === ';') return true;
  return (before.kind === 'group' && before.text === '{') || endsAtLine(before, token);
}
