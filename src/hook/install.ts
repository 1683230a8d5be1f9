import type { Guard, Row, Target } from '../table/row.js';
import type { Enforce } from '../enforce.js';
import {
  apply,
  builtin,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  nodeMajor,
  process,
} from '../primordials.js';
import { deliveries } from './delivery.js';
import { glancing } from './glancing.js';
import { holding } from './holding.js';
import { watchHeirs } from './heirs.js';
import { type AnyFunction, createHook, createStandIn } from './hook.js';
import { moduleObject, whenLoaded } from './lazy.js';
import { undressing } from './undress.js';

/**
 * Puts every row's hook on its live object: now for what is loaded, on first load for the rest. `onMissing` is told each
 * door that this Node should have and that is not there (`fs.glob`), whenever that turns out.
 */
export function install(rows: readonly Row[], enforce: Enforce, onMissing: (door: string) => void): void {
  const byModule = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.nodes !== undefined && !row.nodes.includes(nodeMajor) && nodeMajor <= 26) continue;
    byModule.set(row.module, [...(byModule.get(row.module) ?? []), row]);
  }
  whenLoaded([...byModule.keys()].filter(exists), (name) => {
    const module = moduleObject(name);
    for (const row of byModule.get(name) ?? [])
      if (!place(row, module, enforce)) onMissing(`${row.module}.${row.name}`);
  });
  (builtin('module') as { syncBuiltinESMExports: () => void }).syncBuiltinESMExports();
}

const LATER_MODULES: Readonly<Record<string, number>> = { sqlite: 22, ffi: 26 };
const exists = (name: string): boolean => nodeMajor >= (LATER_MODULES[name] ?? 0);

function place(row: Row, module: object, enforce: Enforce): boolean {
  const targets = row.reach === undefined ? target(module, row.name) : row.reach(module);
  let placed = targets.length > 0;
  for (const target of targets) placed = replace(row, target, enforce) && placed;
  return placed;
}

/** The object and key that a dotted name leads to; none when a step is missing. */
function target(module: object, name: string): readonly Target[] {
  const steps = name.split('.');
  const key = steps.pop() ?? name;
  let object: unknown = module;
  for (const step of steps) object = (object as Record<string, unknown> | undefined)?.[step];
  return (typeof object === 'object' && object !== null) || typeof object === 'function'
    ? [{ object: object, key }]
    : [];
}

/** One hook for each function, under however many names it stands (`sqlite.Database` and `DatabaseSync`): they stay the same. */
const hooks = new WeakMap<AnyFunction, AnyFunction>();
const ours = new WeakSet<AnyFunction>();

/** Keeps the kind and the flags of the original property, for programs assign to exports and mock them. */
function replace(row: Row, { object, key, given }: Target, enforce: Enforce): boolean {
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined) return false;
  if (ours.has(descriptor.value as AnyFunction)) return true;
  const hookFor = (original: AnyFunction): AnyFunction => {
    const known = hooks.get(original);
    if (known !== undefined) return known;
    const guard: Guard = {
      ...row,
      ...(row.makes === undefined ? {} : { after: hooking(row.makes, row.after, enforce) }),
      deliver: typeof row.delivery === 'function' ? row.delivery : deliveries[row.delivery],
    };
    const guards = glancing(guard, original, undressing(guard, original, holding(guard, original, enforce)));
    const hook = createHook(guard, original, guards);
    nameInStacks(original, key);
    if (guard.constructs === true) watchHeirs(original, hook);
    guard.hook ??= hook;
    hooks.set(original, hook);
    ours.add(hook);
    return hook;
  };
  if (row.sets === true) {
    const { set } = descriptor;
    return set !== undefined && defineProperty(object, key, { ...descriptor, set: hookFor(set as AnyFunction) });
  }
  if (given === true) return give(object, descriptor, hookFor);
  if (descriptor.get !== undefined) return replaceLazy(object, key, descriptor, hookFor);
  // Some names stand for nothing on some systems (`fs.lchmod` outside macOS): there is no door.
  if (descriptor.value === undefined) return true;
  return (
    typeof descriptor.value === 'function' &&
    defineProperty(object, key, { ...descriptor, value: hookFor(descriptor.value as AnyFunction) })
  );
}

/** From Node 22 on, stacks call a function without a name by the property that it is found at, where it no longer is. */
function nameInStacks(original: AnyFunction, key: PropertyKey): void {
  if (nodeMajor >= 22 && original.name === '' && typeof key === 'string')
    defineProperty(original, 'name', { value: key });
}

/** Puts hooks on what a call made: on its prototype, or where a row finds its target from there. */
const hooking =
  (rows: readonly Row[], after: Row['after'], enforce: Enforce): NonNullable<Row['after']> =>
  (result, ...rest) => {
    const prototype = typeof result === 'object' && result !== null ? getPrototypeOf(result) : null;
    if (prototype !== null)
      for (const row of rows) {
        if (row.reach === undefined) replace(row, { object: prototype, key: row.name }, enforce);
        else for (const target of row.reach(result as object)) replace(row, target, enforce);
      }
    return after === undefined ? result : after(result, ...rest);
  };

/** Gives Node the hook in place of the function that it calls itself. It is not the program that does so: Node's warning is not for it. */
function give(
  object: object,
  { get, set }: PropertyDescriptor,
  hookFor: (original: AnyFunction) => AnyFunction,
): boolean {
  const original: unknown = get === undefined ? undefined : apply(get as AnyFunction, object, []);
  const warn = getOwnPropertyDescriptor(process, 'emitWarning');
  if (typeof original !== 'function' || set === undefined || warn === undefined) return false;
  defineProperty(process, 'emitWarning', { ...warn, value: () => undefined });
  try {
    apply(set as AnyFunction, object, [hookFor(original as AnyFunction)]);
  } finally {
    defineProperty(process, 'emitWarning', warn);
  }
  return true;
}

/** A function that Node loads on first use (`fs.opendir` on 20): its getter becomes one that puts the hook there. */
function replaceLazy(
  object: object,
  key: PropertyKey,
  { get, set, enumerable }: PropertyDescriptor,
  hookFor: (original: AnyFunction) => AnyFunction,
): boolean {
  const settle = (value: unknown): void => {
    defineProperty(object, key, { value, writable: true, enumerable: enumerable === true, configurable: true });
  };
  const loaded: Accessor = (getter, self) => {
    const original: unknown = apply(getter, self, []);
    const value = typeof original === 'function' ? hookFor(original as AnyFunction) : original;
    settle(value);
    return value;
  };
  const assigned: Accessor = (_setter, _self, [value]) => {
    settle(value);
  };
  return defineProperty(object, key, {
    get: createStandIn(get as AnyFunction, loaded),
    ...(set === undefined ? {} : { set: createStandIn(set as AnyFunction, assigned) }),
    enumerable: enumerable === true,
    configurable: true,
  });
}

type Accessor = Parameters<typeof createStandIn>[1];
