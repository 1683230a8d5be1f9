/** A tagged export within one module: the export's name, then the members that lead from its value to the function. */
export interface TaggedExport {
  readonly id: number;
  readonly path: readonly [exported: string, ...members: string[]];
}

/** Where a tagged export is declared. */
export type Placement =
  | { readonly kind: 'here' }
  | { readonly kind: 'elsewhere'; readonly specifier: string; readonly path: TaggedExport['path'] }
  /** Not in this module itself; one of these may have it (`export * from`). */
  | { readonly kind: 'stars'; readonly specifiers: readonly string[] }
  | { readonly kind: 'missing'; readonly why: string };

/** Name that the rewriting gives a default export that has none; wrap-entry.ts calls the function `default` again. */
export const DEFAULT_NAME = '$receiptbot_default';

/** What an error says, whatever realm it is from. */
export const whyOf = (error: unknown): string => String((error as { message?: unknown } | undefined)?.message ?? error);
