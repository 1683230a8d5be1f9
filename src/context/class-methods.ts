import type { Binding } from './bindings.js';
import { shapeOf, topLevelTokens, type Token } from './source-tokens.js';

type Class = Extract<Binding, { readonly kind: 'class' }>;
const MODIFIERS = 'async|static|get|set|public|private|protected|override|readonly|declare|abstract|accessor|\\*';

/** Says why `members` (`prototype.run`, `create`) cannot be methods of the class, or undefined when they may be. */
export function lacksMethod(
  source: string,
  binding: Binding | undefined,
  members: readonly string[],
): string | undefined {
  if (binding?.kind !== 'class' || binding.body === undefined) return undefined;
  const isStatic = members[0] !== 'prototype';
  const [name, ...rest] = isStatic ? members : members.slice(1);
  if (name === undefined || rest.length > 0) return undefined;
  return lacks(source, binding, binding.body, name, isStatic);
}

function lacks(
  source: string,
  binding: Class,
  { start, end }: Token,
  name: string,
  isStatic: boolean,
): string | undefined {
  const body = shapeOf(topLevelTokens(source.slice(start + 1, end - 1)));
  const found = membersNamed(body, name).filter((one) => one.isStatic === isStatic);
  if (found.some(({ kind }) => kind === 'method')) return undefined;
  if (found.some(({ kind }) => kind === 'accessor')) return `${name} is an accessor, not a method`;
  if (isStatic) return undefined;
  if (found.length > 0) return `${name} is a field, of which every instance has its own; make it a method`;
  // It may be inherited, computed or added later; the wrapper looks again when the module has run.
  const uncertain =
    binding.derived || /(?:^|[;{\n] ?)\[/.test(body) || /\.prototype\b|Object\s*\.|Reflect\s*\./.test(source);
  return uncertain ? undefined : `the class has no method ${name}`;
}

interface Member {
  readonly kind: 'method' | 'accessor' | 'field';
  readonly isStatic: boolean;
}

/** The members of that name in the shape of a class body. */
function membersNamed(body: string, name: string): Member[] {
  const pattern = new RegExp(
    `(?:^|[;{\\n]) ?((?:(?:${MODIFIERS}) )*)${name.replace(/\$/g, '\\$')}(?![\\w$]) ?(.?)`,
    'gu',
  );
  return Array.from(body.matchAll(pattern), ([, modifiers = '', next = '']) => {
    const isStatic = modifiers.includes('static');
    if (/\b[gs]et /.test(modifiers)) return { kind: 'accessor', isStatic };
    return { kind: next === '(' || next === '<' ? 'method' : 'field', isStatic };
  });
}
