/** Prints, line by line, all that can be told of the functions that Node exports without calling them. */
const MODULES = [
  'fs',
  'fs/promises',
  'child_process',
  'dns',
  'dns/promises',
  'net',
  'http',
  'https',
  'http2',
  'tls',
  'dgram',
  'worker_threads',
  'module',
  'v8',
  'vm',
  'inspector',
  'cluster',
  'os',
  'sqlite',
  'timers',
  'async_hooks',
  'wasi',
  'trace_events',
  'perf_hooks',
  'util',
  'url',
  'stream',
  'events',
];
const INTRINSICS = {
  Function,
  Object,
  Array,
  Promise,
  Error,
  String,
  Reflect,
  JSON,
  Map,
  Set,
  RegExp,
  Symbol,
  Proxy,
  Number,
  Math,
  Date,
  ArrayBuffer,
  WeakMap,
};
/** They load much when they are looked at, or warn. */
const LAZY = /^(WebSocket|localStorage|sessionStorage|crypto|navigator|EventSource|Storage|CloseEvent)$/;
const DEEPEST = 4;

const seen = new Map();
const tell = (...what) => console.log(...what);

function isConstructor(fn) {
  try {
    Reflect.construct(Object, [], fn);
    return true;
  } catch {
    return false;
  }
}

function tellFunction(name, fn) {
  tell(
    name,
    JSON.stringify([
      fn.name,
      fn.length,
      Object.prototype.toString.call(fn),
      isConstructor(fn),
      Object.getPrototypeOf(fn)?.constructor?.name,
      require('node:util').types.isProxy(fn),
    ]),
  );
}

function walk(name, object, depth) {
  if (seen.has(object)) {
    tell(name, 'is', seen.get(object));
    return;
  }
  seen.set(object, name);
  if (typeof object === 'function') tellFunction(name, object);
  for (const key of Reflect.ownKeys(object)) {
    const own = typeof key === 'symbol' ? `[${key.description}]` : key;
    const { value, get, set, ...flags } = Object.getOwnPropertyDescriptor(object, key);
    tell(`${name}.${own}`, Object.values(flags).join(), typeof value, typeof get, typeof set);
    for (const [part, inner] of Object.entries({ '': value, ' get': get, ' set': set })) {
      const leads =
        typeof inner === 'function' ||
        (typeof inner === 'object' && inner !== null && (depth === 0 || own === 'prototype'));
      if (leads && depth < DEEPEST) walk(`${name}.${own}${part}`, inner, depth + 1);
    }
  }
}

function walkGlobals() {
  for (const key of Reflect.ownKeys(process)) {
    const { value, ...flags } = Object.getOwnPropertyDescriptor(process, key);
    tell('process', String(key), typeof value, Object.values(flags).map(String).join());
    if (typeof value === 'function') walk(`process.${String(key)}`, value, 1);
  }
  for (const key of Reflect.ownKeys(globalThis)) {
    if (LAZY.test(String(key))) continue;
    const { value, get, set, ...flags } = Object.getOwnPropertyDescriptor(globalThis, key);
    tell('globalThis', String(key), typeof value, typeof get, typeof set, Object.values(flags).join());
    if (typeof value === 'function' && /^(fetch|set|clear|queue|structured)/.test(String(key)))
      tellFunction(String(key), value);
  }
}

(async () => {
  for (const [name, intrinsic] of Object.entries(INTRINSICS)) walk(name, intrinsic, 0);
  for (const name of MODULES) {
    let exported;
    try {
      exported = require(`node:${name}`);
    } catch {
      continue; // not on this Node
    }
    walk(name, exported, 0);
    const namespace = await import(`node:${name}`);
    tell(name, 'as ES module', Object.keys(namespace).join());
    for (const key of Object.keys(exported))
      if (key in namespace && !Object.is(namespace[key], exported[key])) tell(name, key, 'is another in the namespace');
  }
  walkGlobals();
})();
