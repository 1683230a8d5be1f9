import { type Assignment, type Command, forEachChild, parse, type SyntaxNode, type Word as SyntaxWord } from 'unbash';
import { type Belt, keepsBelt, OPTIONS } from './belt.js';
import type { Dresser } from './dress.js';
import { givesAsWritten } from './shell-belt.js';
import { expandValue, expandWord, type Variables } from './shell-words.js';
import type { Word } from './word.js';

/** Changes what the words of one command have in them. */
export type DressCommand = (words: readonly Word[], dresser: Dresser) => void;

/**
 * A line for a shell with the belt put in front of each value that it gives NODE_OPTIONS, whatever that value is. Only
 * pieces in single quotes come in, and words without anything to expand are written anew; all else stays byte for byte.
 */
export function dressLine(text: string, belt: Belt, dressCommand: DressCommand): string {
  const script = parse(text);
  if (script.errors !== undefined && script.errors.length > 0) return text;
  const changes = new Changes(text, belt[OPTIONS] ?? '');
  const variables: Variables = {
    value: (name) => (name === OPTIONS ? belt[OPTIONS] : null),
    positionals: () => undefined,
    splitsAtBlanks: () => true,
  };
  for (const command of commandsIn(script)) {
    for (const part of command.prefix)
      if (part.type === 'Assignment' && isLoss(part, belt, variables)) changes.before(part);
    const written = command.name === undefined ? [] : [command.name, ...command.args];
    dressWritten(withoutBuiltins(written), belt, variables, changes, dressCommand);
  }
  return changes.applied();
}

type Written = SyntaxWord | Assignment;

function dressWritten(
  written: readonly Written[],
  belt: Belt,
  variables: Variables,
  changes: Changes,
  dressCommand: DressCommand,
): void {
  const [name, ...operands] = written;
  if (name === undefined) return;
  if (givesAsWritten(name.text, operands)) {
    for (const operand of operands) if (isLoss(operand, belt, variables)) changes.before(operand);
    return;
  }
  const nodes = new Map<Word, Written>();
  const words = written.flatMap((node) => {
    const expanded = node.type === 'Word' ? expandWord(node, variables) : [asWord(node, variables)];
    const [one] = expanded;
    if (one === undefined || expanded.length > 1) return expanded;
    nodes.set(one, node);
    return [one];
  });
  const at = (word: Word, change: (node: Written) => void): void => {
    const node = nodes.get(word);
    if (node !== undefined) change(node);
  };
  dressCommand(words, {
    assignment: (word) => {
      at(word, (node) => {
        changes.before(node);
      });
    },
    text: (word, anew) => {
      at(word, (node) => {
        if (node.type === 'Word' && isStatic(node)) changes.instead(node, anew);
      });
    },
  });
}

/** Every simple command whose place in the text is known and where a quote is a quote: not in backticks and here-documents. */
function commandsIn(node: SyntaxNode): Command[] {
  if (node.type === 'HereDoc' || (node.type === 'CommandExpansion' && node.text.startsWith('`'))) return [];
  const found = node.type === 'Command' ? [node] : [];
  forEachChild(node, (child) => {
    found.push(...commandsIn(child));
  });
  return found;
}

/** How a word begins that gives NODE_OPTIONS a value, and what the value is quoted with. */
const START = new RegExp(`^(["']?)${OPTIONS}=`);

/** The words after builtins that run their operands as they stand. */
function withoutBuiltins(written: readonly Written[]): readonly Written[] {
  const start = written.findIndex((word) => !/^(?:builtin|command|exec)$/.test(word.text));
  return written.slice(Math.max(start, 0));
}

const asWord = ({ name, value, text }: Assignment, variables: Variables): Word => {
  if (value.type !== 'Word') return { text, known: false, single: false };
  const word = expandValue(value, variables);
  return { ...word, text: `${name}=${word.text}` };
};

/** True for what gives NODE_OPTIONS a value without the belt. */
function isLoss(node: SyntaxNode, belt: Belt, variables: Variables): boolean {
  if (node.type === 'Word') {
    const value = START.test(node.text) ? expandValue(node, variables).text.slice(OPTIONS.length + 1) : undefined;
    return value !== undefined && !keepsBelt(OPTIONS, value, belt);
  }
  if (node.type !== 'Assignment' || node.name !== OPTIONS || node.append === true || node.index !== undefined)
    return false;
  return node.value.type === 'Word' && !keepsBelt(OPTIONS, expandValue(node.value, variables).text, belt);
}

/** True for a word that is the same wherever it is expanded. */
const isStatic = ({ parts = [] }: SyntaxWord): boolean =>
  parts.every(
    (part) =>
      /^(?:Literal|SingleQuoted|AnsiCQuoted)$/.test(part.type) ||
      (part.type === 'DoubleQuoted' && part.parts.every((inner) => inner.type === 'Literal')),
  );

const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Changes to a text, by where they begin. */
class Changes {
  readonly #text: string;
  readonly #worn: string;
  readonly #changes = new Map<number, { readonly end: number; readonly text: string }>();

  constructor(text: string, worn: string) {
    this.#text = text;
    this.#worn = worn;
  }

  /** Puts the belt in front of the value of `NODE_OPTIONS=…`, within the quotes that the word may begin with. */
  before(node: Written): void {
    const [start, quote = ''] = START.exec(node.text) ?? [];
    if (start === undefined) return;
    const value = node.text.slice(start.length);
    // A home folder is one at the start of a value only.
    if (quote === '' && value.startsWith('~')) return;
    const piece = inQuotes(value === '' ? this.#worn : `${this.#worn} `);
    const text = quote === '"' ? `"${piece}"` : quote === "'" ? piece.slice(1, -1) : piece;
    this.#change(node, start.length, 0, text);
  }

  /** Writes another word. */
  instead(node: Written, text: string): void {
    this.#change(node, 0, node.text.length, inQuotes(text));
  }

  #change(node: Written, from: number, length: number, text: string): void {
    if (this.#text.slice(node.pos, node.end) !== node.text) return;
    this.#changes.set(node.pos + from, { end: node.pos + from + length, text });
  }

  applied(): string {
    let done = '';
    let at = 0;
    for (const [start, { end, text }] of [...this.#changes].sort(([a], [b]) => a - b)) {
      done += this.#text.slice(at, start) + text;
      at = end;
    }
    return done + this.#text.slice(at);
  }
}
