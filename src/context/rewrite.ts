import { whyOf, type Placement, type TaggedExport } from './placement.js';
import { locateInCommonjs, rewriteCommonjs } from './rewrite-commonjs.js';
import { lexModule, locateInModule, rewriteEsm } from './rewrite-module.js';
import { topLevelTokens } from './source-tokens.js';

export type { Placement, TaggedExport } from './placement.js';

/** Tells where the export is declared: in this source, in another module, behind stars, or nowhere. */
export function locateExport(source: string, tagged: TaggedExport): Placement {
  try {
    const lexed = lexModule(source);
    return lexed === undefined ? locateInCommonjs(source, tagged) : locateInModule(source, lexed, tagged);
  } catch (error) {
    return {
      kind: 'missing',
      why: `the source could not be read: ${whyOf(error)}`,
    };
  }
}

/**
 * Returns the source with each tagged export's binding assigned its wrapper, so that importers, re-exporters, `require`
 * and calls inside the module all meet it. Lines keep their numbers; text is added within lines and after the last.
 * `wrapName` is an expression for the function `(id, kind, stage, value)` of wrap-entry.ts, `key` what it is told at the
 * beginning and at the end of the module.
 * @throws Error when an export is not declared here in a way that can be wrapped
 */
export function rewriteModule(
  source: string,
  file: string,
  tagged: readonly TaggedExport[],
  wrapName: string,
  key: number,
): string {
  const lexed = lexModule(source);
  const tokens = topLevelTokens(source);
  for (const one of tagged) {
    const placement = lexed === undefined ? locateInCommonjs(source, one) : locateInModule(source, lexed, one);
    if (placement.kind !== 'here') {
      const why = placement.kind === 'missing' ? placement.why : 'it is declared in another module now';
      throw new Error(`the tagged export ${file}#${one.path.join('.')} cannot be wrapped: ${why}`);
    }
  }
  return lexed === undefined
    ? rewriteCommonjs(source, tokens, tagged, wrapName, key)
    : rewriteEsm(source, tokens, lexed, tagged, wrapName, key);
}
