import { findBinding, placeAfter, prologueEnd, type Place } from './bindings.js';
import { lacksMethod } from './class-methods.js';
import { originOf, starsOf } from './commonjs-origin.js';
import {
  applyEdits,
  bindingEdits,
  insertAt,
  loadCalls,
  tailOf,
  wrapCall,
  wrapStatement,
  type Edit,
  type Target,
} from './edits.js';
import type { Placement, TaggedExport } from './placement.js';
import { afterStatement, shapeOf, textAt, topLevelTokens, withoutComments, type Token } from './source-tokens.js';

/** Tells where a CommonJS export is declared, from the forms that people and compilers write. @throws when it cannot be read */
export function locateInCommonjs(text: string, { path }: TaggedExport): Placement {
  const source = withoutComments(text);
  const [exported, ...members] = path;
  const origin = originOf(source, exported);
  if (origin === undefined) {
    const specifiers = starsOf(source);
    if (specifiers.length > 0) return { kind: 'stars', specifiers };
    return { kind: 'missing', why: `nothing in it looks like exports.${exported} = …` };
  }
  if (origin.kind === 'required') {
    return { kind: 'elsewhere', specifier: origin.specifier, path: [origin.name ?? exported, ...members] };
  }
  const binding = origin.kind === 'local' ? findBinding(topLevelTokens(source), source, origin.name) : undefined;
  const lack = lacksMethod(source, binding, members);
  return lack === undefined ? { kind: 'here' } : { kind: 'missing', why: lack };
}

/** Adds the assignments to a CommonJS module: to the local name, when there is one, and to `module.exports`. */
export function rewriteCommonjs(
  source: string,
  tokens: readonly Token[],
  tagged: readonly TaggedExport[],
  wrapName: string,
  key: number,
): string {
  const onLoad = loadCalls(wrapName, tagged, key);
  const edits: Edit[] = [insertAt(prologueEnd(tokens, source), onLoad.early)];
  const tail: string[] = [];
  const blanked = withoutComments(source);
  for (const { id, path } of tagged) {
    const [exported, ...members] = path;
    const origin = originOf(blanked, exported);
    const binding = origin?.kind === 'local' ? findBinding(tokens, source, origin.name) : undefined;
    if (origin?.kind === 'local' && binding !== undefined) {
      const target: Target = { local: origin.name, binding, whole: members.length === 0 };
      edits.push(...bindingEdits(source, tokens, target, wrapStatement(wrapName, id, 'early', target)));
    }
    const early = wrapCall(wrapName, id, 'exports', 'early', 'module');
    edits.push(...assignments(tokens, exported).map((place) => insertAt(place, early)));
    tail.push(wrapCall(wrapName, id, 'exports', 'final', 'module'));
  }
  return applyEdits(source, edits) + tailOf([...tail, onLoad.final]);
}

/** The places after each outermost statement that assigns to the export or to the whole of `module.exports`. */
function assignments(tokens: readonly Token[], exported: string): Place[] {
  const places: Place[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (!/^(?:module|exports)$/.test(textAt(tokens, i)) || textAt(tokens, i - 1) === '.') continue;
    const end = afterStatement(tokens, i);
    const statement = shapeOf(tokens.slice(i, end)).trimStart();
    const assigns = /^(?:module \. )?exports (?:=|\. \S+ =)/.test(statement);
    const whole = /^(?:module \. )?exports =/.test(statement);
    if (whole || (assigns && statement.includes(`. ${exported} =`))) places.push(placeAfter(tokens, end));
    i = end - 1;
  }
  return places;
}
