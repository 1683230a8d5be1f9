/** Prints what a program sees of the process that it runs in. */
const { basename } = require('node:path');
const tell = (name, value) => console.log(name, JSON.stringify(value));

tell(
  'loaded',
  process.moduleLoadList.length === new Set(process.moduleLoadList).size && Array.isArray(process.moduleLoadList),
);
tell('kept as it is', (process.moduleLoadList.push('x'), process.moduleLoadList.pop()));
tell(
  'grows',
  (() => {
    const before = process.moduleLoadList.length;
    require('node:readline');
    return process.moduleLoadList.length > before && process.moduleLoadList.includes('NativeModule readline');
  })(),
);
tell(
  'events',
  process.eventNames().map((name) => [String(name), process.listenerCount(name), process.rawListeners(name).length]),
);
tell('emitter', [Object.keys(process._events).sort(), process._eventsCount, process.getMaxListeners()]);
tell('resources', [
  process.getActiveResourcesInfo(),
  process._getActiveHandles().length,
  process._getActiveRequests().length,
]);
tell('globals', Reflect.ownKeys(globalThis).map(String));
tell('process', Object.keys(process));
tell('names', Object.getOwnPropertyNames(process));
tell('inherited', Object.getOwnPropertyNames(Object.getPrototypeOf(process)));
tell(
  'enumerated',
  (() => {
    const names = [];
    for (const name in process) names.push(name);
    return names;
  })(),
);
tell('cache', [
  Object.keys(require.cache).map((file) => basename(file)),
  Object.keys(require('node:module')._pathCache).length,
  require('node:module')._extensions === require.extensions,
  Object.keys(require.extensions),
]);
tell('module', [
  module.id,
  module.parent === null,
  module.children.length,
  require.main === module,
  process.mainModule === module,
  module.loaded,
]);
tell('start', [
  process.execArgv,
  process.argv.length,
  process.argv0,
  process.title,
  process.exitCode ?? null,
  process.allowedNodeEnvironmentFlags.size,
]);
tell('environment', [
  Object.keys(process.env).filter((name) => !/^(?:NODE_OPTIONS$|RECEIPTBOT_)/.test(name)),
  'x' in process.env,
  typeof NODE_OPTIONS,
]);
tell('errors', [
  Error.stackTraceLimit,
  typeof Error.prepareStackTrace,
  Reflect.ownKeys(Error).map(String),
  new Error('x').stack.split('\n').length,
]);
tell('flags', [
  process.noDeprecation ?? null,
  process.traceDeprecation ?? null,
  process.throwDeprecation ?? null,
  process.sourceMapsEnabled ?? null,
  process.report?.reportOnSignal,
]);
tell('stdio', [
  process.stdin.constructor.name,
  process.stdout.constructor.name,
  process.stdout.listenerCount('error'),
  process.stderr.fd,
  process.stdin.listenerCount('end'),
]);
tell('umask and cwd', [process.umask(), process.cwd() === __dirname, process.pid > 0]);
tell('descriptors', require('node:fs').readdirSync('/proc/self/fd').length > 3);
tell('hooks', [
  typeof require('node:async_hooks').executionAsyncResource(),
  require('node:diagnostics_channel').hasSubscribers('http.client.request.start'),
]);
tell(
  'timers',
  (() => {
    const id = setTimeout(() => {}, 1);
    clearTimeout(id);
    return [typeof id[Symbol.toPrimitive](), setImmediate.name];
  })(),
);
