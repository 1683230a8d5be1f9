import type { Row, Selector } from './row.js';

/** Makes rows of one type of event whose functions throw their refusals. */
export const throwingRow =
  (type: Row['type']) =>
  (module: string, name: string, select: Selector, extra: Partial<Row> = {}): Row => ({
    module,
    name,
    type,
    delivery: 'throwing',
    select,
    ...extra,
  });
