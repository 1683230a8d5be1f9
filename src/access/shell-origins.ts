import type { ArithmeticExpression, Assignment, ParsedScript, SyntaxNode, Word, WordPart } from 'unbash';
import { forEachChild } from 'unbash';

/** What a text may bring with it where a shell evaluates it (arithmetic, subscripts, names, prompts). */
export interface Origin {
  /** Variables whose values may be in the text, or that it names. */
  readonly names: readonly string[];
  /** True when it may hold a substitution that nobody has read. */
  readonly armed: boolean;
}

/** A number, which evaluates to nothing but itself. */
export const NUMBER: Origin = { names: [], armed: false };
/** A text that may hold anything. */
export const ANYTHING: Origin = { names: [], armed: true };
/** The pseudo-variables that stand for `$1` and its kin, and for a program of that name. */
export const POSITIONALS = '$@';
export const programNamed = (name: string): string => `${name}()`;

/** What is in a literal text: every name in it may be that of a variable. */
export const originOfText = (text: string): Origin => ({
  names: text.match(/[A-Za-z_]\w*/g) ?? [],
  armed: /[$`]/.test(text),
});

export const mergeOrigins = (origins: readonly Origin[]): Origin => ({
  names: origins.flatMap((one) => one.names),
  armed: origins.some((one) => one.armed),
});

/** What a written word brings with it, whatever it expands to. */
export function originOfWord({ parts, value }: Word): Origin {
  return parts === undefined ? originOfText(value) : mergeOrigins(parts.map(originOfPart));
}

/** What an assignment brings with it. */
export const originOfAssigned = ({ value }: Assignment): Origin =>
  value.type === 'Word' ? originOfWord(value) : mergeOrigins(value.elements.map(originOfWord));

function originOfPart(part: WordPart): Origin {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return originOfText(part.value);
    case 'DoubleQuoted':
    case 'LocaleString':
      return mergeOrigins(part.parts.map(originOfPart));
    case 'BraceExpansion':
      return originOfText(part.text);
    case 'SimpleExpansion':
      return originOfReference(part.text.slice(1));
    case 'ParameterExpansion': {
      if (part.prefix === '#') return NUMBER;
      if (part.prefix === '!') return ANYTHING;
      const inner: Origin[] = [originOfReference(part.parameter)];
      if (part.operation !== undefined)
        forEachChild(part.operation, (child) => inner.push(child.type === 'Word' ? originOfWord(child) : ANYTHING));
      return mergeOrigins(inner);
    }
    case 'ArithmeticExpansion':
      return NUMBER;
    case 'ProcessSubstitution':
      return NUMBER;
    case 'CommandExpansion':
      return originOfOutput(part.script);
    default:
      return ANYTHING;
  }
}

/** What `$name` stands for. `$_` and `$0` are texts, the other signs numbers. */
function originOfReference(name: string): Origin {
  if (/^[#?$!-]$/.test(name)) return NUMBER;
  if (/^(?:[1-9]\d*|[@*])$/.test(name)) return { names: [POSITIONALS], armed: false };
  return /^[A-Za-z]\w*$|^_\w+$/.test(name) ? { names: [name], armed: false } : ANYTHING;
}

/** What a written arithmetic expression brings with it. */
export function originOfExpression(expression: ArithmeticExpression): Origin {
  if (expression.type === 'ArithmeticWord')
    return expression.parts === undefined
      ? originOfArithmetic(expression.value)
      : mergeOrigins(expression.parts.map(originOfPart));
  if (expression.type === 'ArithmeticCommandExpansion') return originOfOutput(expression.script);
  const inner: Origin[] = [];
  forEachChild(expression, (child) => inner.push(originOfExpression(child as ArithmeticExpression)));
  return mergeOrigins(inner);
}

/** The same for a text whose parts are not told apart: `$x` and `${x}` in it are values of variables. */
export function originOfArithmetic(text: string): Origin {
  const found: Origin[] = [];
  const rest = text.replace(
    /\$(?:\{(#?)(\w+|[@*#?$!-])\}|(\w+|[@*#?$!-]))/g,
    (_, length?: string, braced?: string, bare?: string) => {
      if (length !== '#') found.push(originOfReference(braced ?? bare ?? ''));
      return ' ';
    },
  );
  return mergeOrigins([...found, originOfText(rest)]);
}

/** Arguments with which a program prints numbers and nothing else. */
const NUMBER_PRINTERS: Readonly<Record<string, RegExp>> = {
  date: /^(?:-u )?\+(?:%[-0]?[sNYymdHMSj])+$/,
  git: /^rev-list --count [\w./-]+$/,
  jobs: /^-p$/,
  nproc: /^(?:--all)?$/,
  wc: /^-[clmw]$/,
};
/** Programs that print numbers made of the numbers that they are given. */
const CALCULATORS: ReadonlySet<string> = new Set(['expr', 'seq']);

/** What the output of a command may hold: only of a few is it known that they print numbers. */
function originOfOutput(script: ParsedScript | undefined): Origin {
  const [statement, ...more] = script?.commands ?? [];
  const command = statement?.command;
  const last = command?.type === 'Pipeline' ? command.commands.at(-1) : command;
  return last === undefined || more.length > 0 ? ANYTHING : originOfPrinted(last);
}

function originOfPrinted(node: SyntaxNode): Origin {
  if (node.type !== 'Command' || node.prefix.length > 0 || node.name?.parts !== undefined) return ANYTHING;
  const program = node.name?.value ?? '';
  const words = node.args.filter((arg) => arg.type === 'Word');
  const isListed = words.length === node.args.length && printsNumbers(program, words);
  const origins = CALCULATORS.has(program) ? words.map(originOfWord) : [];
  return isListed ? mergeOrigins([{ names: [programNamed(program)], armed: false }, ...origins]) : ANYTHING;
}

function printsNumbers(program: string, words: readonly Word[]): boolean {
  if (CALCULATORS.has(program))
    return words.every((word) => word.parts !== undefined || /^[-+*/%()\d.\\]+$/.test(word.text));
  if (!Object.hasOwn(NUMBER_PRINTERS, program) || words.some((word) => word.parts !== undefined)) return false;
  return NUMBER_PRINTERS[program]?.test(words.map((word) => word.value).join(' ')) === true;
}
