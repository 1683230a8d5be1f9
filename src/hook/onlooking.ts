import type { Row } from '../table/row.js';
import { onlookerComes } from '../receipt/onlookers.js';
import { apply, createAsyncHook, followBriefly, getPrototypeOf } from '../primordials.js';
import type { Enforce } from '../enforce.js';
import { install } from './install.js';

/** Tells when the program enables an async hook, before that sees anything. `onMissing` is told when there is no way to know. */
export function watchOnlookers(onMissing: (name: string) => void): void {
  install([enabling], telling(), onMissing);
}

/** No module exports the class. */
const enabling: Row = {
  module: 'async_hooks',
  name: 'AsyncHook.prototype.enable',
  type: 'tool.native',
  delivery: 'throwing',
  select: () => undefined,
  reach: () => {
    const prototype = getPrototypeOf(createAsyncHook(() => undefined));
    return prototype === null ? [] : [{ object: prototype, key: 'enable' }];
  },
};

/** Nothing is judged here. The hook with which Node has stores follow asynchronous work is no onlooker: it shows nobody what it sees. */
function telling(): Enforce {
  let nodes: unknown;
  let asking = false;
  const isNodes = (hook: unknown): boolean => {
    if (nodes === undefined) {
      asking = true;
      followBriefly();
      asking = false;
    }
    return hook === nodes;
  };
  return (_row, original, self, args) => {
    if (asking) return (nodes = self);
    if (!isNodes(self)) onlookerComes();
    return apply(original, self, args);
  };
}
