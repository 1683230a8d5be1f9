import { parse, type Export } from 'es-module-lexer';
import { classFrom, findBinding, isAlone, placeAfter, prologueEnd, skipStar, type Binding } from './bindings.js';
import { lacksMethod } from './class-methods.js';
import {
  applyEdits,
  bindingEdits,
  insertAt,
  loadCalls,
  tailOf,
  wrapStatement,
  type Edit,
  type Target,
} from './edits.js';
import { DEFAULT_NAME, type Placement, type TaggedExport } from './placement.js';
import { afterStatement, textAt, topLevelTokens, type Token } from './source-tokens.js';

/** The exports of an ES module as es-module-lexer reports them. */
export type Lexed = readonly Export[];
type Direct = Extract<Export, { readonly type: 'direct' }>;
type Reexport = Extract<Export, { readonly type: 'reexport' }>;

/** The exports of a source with ES module syntax, undefined when it has none. @throws when it cannot be lexed */
export function lexModule(source: string): Lexed | undefined {
  const [, exports, , hasModuleSyntax] = parse(source);
  return hasModuleSyntax ? exports : undefined;
}

/** Tells where an ES module's export is declared. @throws when the source cannot be read */
export function locateInModule(source: string, lexed: Lexed, { path }: TaggedExport): Placement {
  const [exported, ...members] = path;
  const named = lexed.filter((one): one is Direct | Reexport => one.type !== 'reexport-all' && !one.typeOnly);
  const found = named.find(({ name }) => name === exported);
  if (found !== undefined) {
    return found.type === 'direct' ? declaredHere(source, found, members) : reexported(found, members);
  }
  const specifiers = lexed.flatMap((one) => (one.type === 'reexport-all' && !one.typeOnly ? [one.from] : []));
  if (specifiers.length > 0 && exported !== 'default') return { kind: 'stars', specifiers };
  const others = named.length === 0 ? '' : `; it exports ${named.map(({ name }) => name).join(', ')}`;
  return { kind: 'missing', why: `it exports no ${exported}${others}` };
}

function declaredHere(source: string, found: Direct, members: readonly string[]): Placement {
  const tokens = topLevelTokens(source);
  const byDefault = found.localName === undefined;
  const local = found.localName ?? defaultIdentifier(tokens, found);
  if (local === undefined) return { kind: 'here' };
  const binding = findBinding(tokens, source, local);
  if (binding === undefined || binding.kind === 'other') {
    const imported = byDefault ? importedAs(source, local) : undefined;
    if (imported !== undefined) return reexported(imported, members);
    if (byDefault && binding === undefined) return { kind: 'here' };
    return { kind: 'missing', why: `${local} is not declared as a function, a class or a variable` };
  }
  const lack = lacksMethod(source, binding, members);
  return lack === undefined ? { kind: 'here' } : { kind: 'missing', why: lack };
}

/** Where the name in `import run from './x.js'; export default run` comes from: the lexer knows of names that are exported by name. */
function importedAs(source: string, local: string): Reexport | undefined {
  const probe = '$receiptbot_probe';
  return lexModule(`${source}\n;export{${local} as ${probe}}`)?.find(
    (one): one is Reexport => one.type === 'reexport' && one.name === probe,
  );
}

function reexported({ from, importName }: Reexport, members: readonly string[]): Placement {
  const [exported, ...rest] = importName === null ? members : [importName, ...members];
  if (exported === undefined) return { kind: 'missing', why: 'it is a namespace, not a function' };
  return { kind: 'elsewhere', specifier: from, path: [exported, ...rest] };
}

/** Adds the assignments to an ES module (JavaScript or erasable TypeScript). */
export function rewriteEsm(
  source: string,
  tokens: readonly Token[],
  lexed: Lexed,
  tagged: readonly TaggedExport[],
  wrapName: string,
  key: number,
): string {
  const onLoad = loadCalls(wrapName, tagged, key);
  const edits: Edit[] = [insertAt(prologueEnd(tokens, source), onLoad.early)];
  const tail: string[] = [];
  for (const { id, path } of tagged) {
    const [exported, ...members] = path;
    const found = lexed.find((one): one is Direct => one.type === 'direct' && one.name === exported && !one.typeOnly);
    if (found === undefined) continue;
    const { local, binding, naming } = localOf(source, tokens, found);
    const target: Target = { local, binding, whole: members.length === 0 };
    if (naming !== undefined) edits.push(naming);
    edits.push(...bindingEdits(source, tokens, target, wrapStatement(wrapName, id, 'early', target)));
    tail.push(wrapStatement(wrapName, id, 'final', target));
  }
  return applyEdits(source, edits) + tailOf([...tail, onLoad.final]);
}

interface Local {
  readonly local: string;
  readonly binding: Binding;
  /** What gives an anonymous default export a name, so that there is a binding to assign to. */
  readonly naming?: Edit;
}

function localOf(source: string, tokens: readonly Token[], found: Direct): Local {
  const local = found.localName ?? defaultIdentifier(tokens, found);
  const binding = local === undefined ? undefined : findBinding(tokens, source, local);
  if (local !== undefined && binding !== undefined && binding.kind !== 'other') return { local, binding };
  return nameDefault(tokens, found);
}

function nameDefault(tokens: readonly Token[], found: Direct): Local {
  const at = afterDefault(tokens, found);
  const keyword = textAt(tokens, at) === 'async' && textAt(tokens, at + 1) === 'function' ? at + 1 : at;
  const local = DEFAULT_NAME;
  const nameAfter = (index: number): Edit => {
    const offset = tokens[index]?.end ?? 0;
    return { start: offset, end: offset, text: ` ${local}` };
  };
  switch (textAt(tokens, keyword)) {
    case 'function':
      return { local, binding: { kind: 'function' }, naming: nameAfter(skipStar(tokens, keyword + 1) - 1) };
    case 'class':
      return { local, binding: classFrom(tokens, keyword + 1), naming: nameAfter(keyword) };
    default: {
      const naming = { start: found.exportStart, end: found.end, text: `export{${local} as default};let ${local}=` };
      return { local, binding: { kind: 'variable', after: placeAfter(tokens, afterStatement(tokens, at)) }, naming };
    }
  }
}

const afterDefault = (tokens: readonly Token[], found: Direct): number =>
  tokens.findIndex(({ start }) => start === found.start) + 1;

/** The name in `export default name`. */
function defaultIdentifier(tokens: readonly Token[], found: Direct): string | undefined {
  const at = afterDefault(tokens, found);
  const isName = tokens[at]?.kind === 'word' && !/^(?:async|class|function|new|await)$/.test(textAt(tokens, at));
  return isName && isAlone(tokens, at) ? textAt(tokens, at) : undefined;
}
