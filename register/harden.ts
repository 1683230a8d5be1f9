/**
 * Freezes the constructors, namespaces and prototypes of the realm it runs in, should one of its objects ever reach the
 * program. Errors stay as they are: libraries name their subclasses by assignment.
 *
 * A frozen property can no longer be set by assignment on an object that inherits it (the "override mistake" of
 * ECMAScript). The prototypes of which libraries override members that way get accessors whose setter makes an own property.
 */
export function harden(realmGlobal: object): void {
  for (const prototype of [Object.prototype, Function.prototype, Array.prototype]) allowOverrides(prototype);
  for (const name of Object.getOwnPropertyNames(realmGlobal)) {
    if (name === 'globalThis' || name.endsWith('Error')) continue;
    const value: unknown = Reflect.get(realmGlobal, name);
    if (typeof value === 'function') freezeWithPrototype(value);
    else Object.freeze(value);
  }
  for (const value of hiddenIntrinsics()) Object.freeze(value);
}

function freezeWithPrototype(value: { readonly prototype?: unknown }): void {
  Object.freeze(value);
  Object.freeze(value.prototype);
}

/** What no global name leads to: prototypes of generators, async functions, iterators and typed arrays, with their constructors. */
function hiddenIntrinsics(): object[] {
  const samples = [
    function* () {},
    async function () {},
    async function* () {},
    (function* () {})(),
    (async function* () {})(),
    [].values(),
    new Map().entries(),
    new Set().values(),
    ''[Symbol.iterator](),
    ''.matchAll(/a/g),
    Uint8Array.prototype,
  ];
  return samples.flatMap((sample) => {
    const chain = [];
    for (
      let at = Object.getPrototypeOf(sample) as object | null;
      at !== null;
      at = Object.getPrototypeOf(at) as object | null
    ) {
      chain.push(at, at.constructor);
    }
    return chain;
  });
}

function allowOverrides(prototype: object): void {
  for (const key of Reflect.ownKeys(prototype)) {
    const property = Reflect.getOwnPropertyDescriptor(prototype, key);
    if (property?.configurable !== true || property.writable !== true) continue;
    const value: unknown = property.value;
    Object.freeze(value);
    Reflect.defineProperty(prototype, key, {
      configurable: false,
      enumerable: property.enumerable ?? false,
      get: () => value,
      set(this: object, own: unknown) {
        if (this === prototype) throw new TypeError(`Cannot assign to read only property '${String(key)}'`);
        Object.defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true });
      },
    });
  }
}
