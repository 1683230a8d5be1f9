import type { Access, EndpointAccess } from '../../../src/types.js';
import type { Judge, Row } from '../../../src/table/row.js';

/** A row by its dotted name. */
export function rowNamed(rows: readonly Row[], name: string): Row {
  const row = rows.find((each) => each.name === name);
  if (row === undefined) throw new Error(`no row ${name}`);
  return row;
}

/** What a selector said of one call, and what it made of the arguments. */
export interface Selected {
  readonly args: unknown[];
  readonly accesses: readonly Access[] | undefined;
  /** `resource` of every access, in order. */
  readonly resources: readonly string[] | undefined;
  /** What was judged later in the same call. */
  readonly judged: EndpointAccess[];
}

/** Runs a selector on arguments; `refuse` says what a later judgement refuses. */
export function select(
  row: Row,
  args: unknown[],
  self: unknown = {},
  refuse?: (access: EndpointAccess) => boolean,
): Selected {
  const judged: EndpointAccess[] = [];
  const judge: Judge = (access) => {
    judged.push(access as EndpointAccess);
    return refuse?.(access as EndpointAccess) === true ? new Error('refused') : undefined;
  };
  const accesses = row.select(args, self, judge);
  return { args, accesses, resources: accesses?.map(({ resource }) => resource), judged };
}
