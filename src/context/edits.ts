import { prologueEnd, reassignments, type Binding, type Place } from './bindings.js';
import type { TaggedExport } from './placement.js';
import type { Token } from './source-tokens.js';

/** Text put in place of a stretch of a source. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** When a wrapper is asked for: as soon as the value may be there, or when the module has run and it must be. */
export type Stage = 'early' | 'final';

/**
 * A call of the wrapper's function in rewritten text. Of `exports`, the value is the CommonJS `module`; of `load`, which is
 * made at the beginning and at the end of a module, a number that the module's own code has no way to know.
 */
export function wrapCall(
  wrapName: string,
  id: number,
  kind: 'binding' | 'exports' | 'load',
  stage: Stage,
  value: string,
): string {
  return `${wrapName}(${id},"${kind}","${stage}",${value})`;
}

/** The statements that tell when the evaluation of a module begins and ends; any of its entries stands for the module. */
export function loadCalls(
  wrapName: string,
  [first]: readonly TaggedExport[],
  key: number,
): Readonly<Record<Stage, string>> {
  const call = (stage: Stage): string => wrapCall(wrapName, first?.id ?? 0, 'load', stage, String(key));
  return { early: call('early'), final: call('final') };
}

/** Text added at a place between two statements, so that neither runs into it. */
export function insertAt(place: Place, statement: string): Edit {
  return { start: place.offset, end: place.offset, text: `${place.open ? ';' : ''}${statement};` };
}

/** A local name whose value is to be wrapped: all of it, or a member of it. */
export interface Target {
  readonly local: string;
  readonly binding: Binding;
  readonly whole: boolean;
}

/** The statement that wraps a target: an assignment to its binding, or a call that replaces the member. */
export function wrapStatement(wrapName: string, id: number, stage: Stage, { local, whole }: Target): string {
  return `${whole ? `${local}=` : ''}${wrapCall(wrapName, id, 'binding', stage, local)}`;
}

/** Puts `statement` wherever the target's value comes into being outside all brackets, and lifts a `const` in its way. */
export function bindingEdits(
  source: string,
  tokens: readonly Token[],
  { local, binding, whole }: Target,
  statement: string,
): Edit[] {
  if (binding.kind === 'other') return [];
  const first = binding.kind === 'function' ? prologueEnd(tokens, source) : binding.after;
  const unlock =
    whole && binding.kind === 'variable' && binding.constant !== undefined
      ? [{ start: binding.constant, end: binding.constant + 5, text: 'let  ' }] // padded, so that columns stay
      : [];
  return [...unlock, ...[first, ...reassignments(tokens, local)].map((place) => insertAt(place, statement))];
}

/** Applies edits that do not overlap, each once; at one place, insertions come first, in the order given. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const unique = new Map(edits.map((edit) => [`${edit.start}:${edit.end}:${edit.text}`, edit]));
  let result = '';
  let at = 0;
  for (const edit of [...unique.values()].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += source.slice(at, edit.start) + edit.text;
    at = Math.max(at, edit.end);
  }
  return result + source.slice(at);
}

/** The statements that follow the last line of a module, on lines of their own. */
export const tailOf = (statements: readonly string[]): string => `\n;${statements.join(';')};\n`;
