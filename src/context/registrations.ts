import type { Row, Target } from '../table/row.js';
import { getPrototypeOf, process } from '../primordials.js';
import { bound, boundListener, boundMembers, boundUnlessAsync, standInAmong } from './bound.js';

type Bind = (args: unknown[], self: unknown) => void;

/** A function that takes callbacks; `bind` puts what is called in their place among its arguments. */
const row = (module: string, name: string, bind: Bind, extra: Partial<Row> = {}): Row => ({
  module,
  name,
  type: 'tool.native',
  delivery: 'throwing',
  select: (args, self) => {
    bind(args, self);
    return undefined;
  },
  ...extra,
});

const first: Bind = (args) => void (args[0] = bound(args[0]));
const second: Bind = (args) => void (args[1] = bound(args[1]));
const promiseHook: Bind = (args) => void (args[0] = boundUnlessAsync(args[0]));
const promiseHooks: Bind = (args) =>
  void (args[0] = boundMembers(args[0], ['init', 'before', 'after', 'settled'], boundUnlessAsync));
const members =
  (...keys: readonly string[]): Bind =>
  (args) =>
    void (args[0] = boundMembers(args[0], keys));

/** Of all emitters, the one whose events Node fires. */
const ofProcess =
  (bind: Bind): Bind =>
  (args, self) => {
    if (self === process) bind(args, self);
  };
const listening = ofProcess((args) => void (args[1] = boundListener(args[1])));
const leaving = ofProcess((args, self) => {
  const { _events: events } = self as { readonly _events?: Readonly<Record<PropertyKey, unknown>> };
  args[1] = standInAmong(events?.[args[0] as PropertyKey], args[1]);
});
const unsubscribing: Bind = (args, self) => {
  const { _subscribers: subscribers } = self as { readonly _subscribers?: unknown };
  args[0] = standInAmong(subscribers, args[0]);
};

interface Channels {
  readonly channel: (name: string) => { subscribe: (fn: () => void) => void; unsubscribe: (fn: () => void) => void };
}

/** The methods of channels that have subscribers: the others call them. No module exports their class. */
const ofActive =
  (key: string) =>
  (module: object): readonly Target[] => {
    const channel = (module as Channels).channel('receiptbot');
    const nobody = (): void => undefined;
    channel.subscribe(nobody);
    const active = getPrototypeOf(channel);
    channel.unsubscribe(nobody);
    return active === null ? [] : [{ object: active, key }];
  };
const ofChannel = (key: string, bind: Bind): Row =>
  row('diagnostics_channel', `Channel.prototype.${key}`, bind, { reach: ofActive(key) });

const SINCE_22 = { nodes: [22, 24, 26] };

/** Functions that take callbacks which Node calls for whoever happens to run, or for nobody: they are bound to who registers them. */
export const registrations: readonly Row[] = [
  row('async_hooks', 'createHook', members('init', 'before', 'after', 'destroy', 'promiseResolve')),
  row('v8', 'promiseHooks.createHook', promiseHooks),
  ...['onInit', 'onBefore', 'onAfter', 'onSettled'].map((name) => row('v8', `promiseHooks.${name}`, promiseHook)),
  row('perf_hooks', 'PerformanceObserver', first),
  // On 20 the global one is taken from the module when it is first asked for.
  row('globalThis', 'PerformanceObserver', first, SINCE_22),
  row('globalThis', 'FinalizationRegistry', first),
  row('module', 'registerHooks', members('resolve', 'load'), SINCE_22),
  row('process', 'setUncaughtExceptionCaptureCallback', first),
  row('process', 'addUncaughtExceptionCaptureCallback', first, { nodes: [26] }),
  row('process', 'finalization.register', second, SINCE_22),
  row('process', 'finalization.registerBeforeExit', second, SINCE_22),
  ...['on', 'addListener', 'prependListener'].map((name) => row('events', `prototype.${name}`, listening)),
  ...['off', 'removeListener'].map((name) => row('events', `prototype.${name}`, leaving)),
  ofChannel('subscribe', first),
  ofChannel('unsubscribe', unsubscribing),
  ofChannel('bindStore', second),
];
