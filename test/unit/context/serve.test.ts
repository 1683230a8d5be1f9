import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import type { Entry } from '../../../src/context/entry.js';
import * as rewrite from '../../../src/context/rewrite.js';
import { tagEntries, type LoadHook, type ServePorts, type TaggedEntries } from '../../../src/context/serve.js';

beforeAll(() => {
  setChunkLoader(() => rewrite);
});

const esmLoad = 'node:internal/modules/esm/load';
const hooks = 'node:internal/modules/customization_hooks';
const site = (file: string, name: string): NodeJS.CallSite =>
  ({
    getFileName: () => file,
    getFunctionName: () => name,
    getMethodName: () => null,
    getLineNumber: () => 1,
    getColumnNumber: () => 1,
  }) as NodeJS.CallSite;

interface Thread {
  readonly tagged: TaggedEntries;
  /** The load hook that was installed, if any. */
  readonly load: () => LoadHook | undefined;
}

/** A thread with these files, of a Node with or without load hooks, in which `reader` reads. */
function thread(
  files: Record<string, string>,
  entries: readonly Entry[],
  reader: [string, string][] = [],
  extra: Partial<ServePorts> & { hooks?: boolean } = {},
): Thread {
  let load: LoadHook | undefined;
  class Module {
    static readonly _extensions = {};
    load(): void {
      throw new Error('no probe');
    }
  }
  const registerHooks = (given: { load: LoadHook }): void => {
    load = given.load;
  };
  const ports: ServePorts = {
    wrapName: 'W',
    loadKey: 7,
    readText: (file) => {
      const text = files[file];
      if (text === undefined) throw new Error('ENOENT');
      return text;
    },
    realpath: (file) => file.replace('/link/', '/app/'),
    isFile: (file) => file in files,
    pathOfUrl: (url) => (url.startsWith('file://') ? url.slice(7).replace(/\?.*/, '') : undefined),
    sites: () => reader.map(([file, name]) => site(file, name)),
    module: Object.assign(Module, extra.hooks === true ? { registerHooks } : {}),
    loaderThread: false,
    ...extra,
  };
  const tagged = tagEntries(entries, ports);
  tagged.install();
  return { tagged, load: () => load };
}

const entry = (file: string, exportName = 'run', name = 'a'): Entry => ({ name, file, exportName });
const run = 'export function run() {}';
const [begins, ends] = ['W(0,"load","early",7);', 'W(0,"load","final",7);'];
const wrapped = `${begins}run=W(0,"binding","early",run);export function run() {}\n;run=W(0,"binding","final",run);${ends}\n`;
const byLoader: [string, string][] = [[esmLoad, 'getSource']];

describe('finding entries', () => {
  it('follows re-exports to the module that declares them', () => {
    const files = {
      '/app/index.ts': "export * from './other.js'; export * from './agents/index.js'",
      '/app/other.js': 'export const other = 1',
      '/app/agents/index.ts': "import { go } from './one'; export { go as run }",
      '/app/agents/one.ts': "export { default as go } from '../two.cjs'",
      '/app/two.cjs': "module.exports = require('./three');",
      '/app/three/index.js': 'module.exports = async () => {}',
    };
    const { tagged } = thread(files, [entry('/app/index.ts')], byLoader);
    expect(tagged.problems).toEqual([]);
    expect(tagged.wrapped).toEqual([{ entry: entry('/app/index.ts'), file: '/app/three/index.js', path: ['default'] }]);
    expect(tagged.served('/app/three/index.js', 'module.exports = async () => {}')).toContain(
      'W(0,"exports","final",module)',
    );
    expect(tagged.served('/app/two.cjs', 'as it is')).toBe('as it is');
  });

  it.each([
    [{}, 'run', '/app/x.js cannot be read (ENOENT)'],
    [{ '/app/x.js': 'export const go = 1' }, 'run', 'in /app/x.js: it exports no run; it exports go'],
    [
      { '/app/x.js': "export { run } from 'some-package'" },
      'run',
      '/app/x.js re-exports it from "some-package"; name the module that declares it instead',
    ],
    [{ '/app/x.js': "export { run } from './gone.js'" }, 'run', 'from "./gone.js", which is not there'],
    [
      { '/app/x.js': "export { run } from './y.js'", '/app/y.js': "export { run } from './x.js'" },
      'run',
      're-exports it in a circle',
    ],
    [{ '/app/x.js': "export * from './y.js'", '/app/y.js': '' }, 'run', 'in /app/y.js'],
    [{ '/app/x.js': 'export class Agent { run = () => 1 }' }, 'Agent.prototype.run', 'run is a field'],
    [{ '/app/x.js': 'export const run = (' }, 'run', 'could not be read'],
  ] as [Record<string, string>, string, string][])('says why an entry of %j has no %s', (files, exportName, why) => {
    const { tagged } = thread(files, [
      { ...entry('/app/x.js', exportName), at: { file: '/app/p.yaml', line: 3, column: 5, key: 'contexts.a.entry' } },
    ]);
    expect(tagged.problems).toHaveLength(1);
    expect(tagged.problems[0]).toMatchObject({ at: { line: 3 } });
    expect(tagged.problems[0]?.message).toContain(
      `the entry of context "a", /app/x.js#${exportName}, cannot be found: `,
    );
    expect(tagged.problems[0]?.message).toContain(why);
  });

  it('tells every problem at once, and of two contexts that meet in one function', () => {
    const files = { '/app/x.js': "export { run } from './y.js'", '/app/y.js': run };
    const entries = [entry('/app/x.js'), entry('/app/y.js', 'run', 'b'), entry('/app/z.js')];
    const { problems } = thread(files, entries).tagged;
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('/app/z.js cannot be read') as string,
      '"/app/y.js#run" is the entry of two contexts, a and b',
    ]);
  });

  it('takes one function that one context names twice once', () => {
    const files = { '/app/x.js': "export { run } from './y.js'", '/app/y.js': run };
    const { tagged } = thread(files, [entry('/app/x.js'), entry('/app/y.js')]);
    expect([tagged.problems, tagged.wrapped.length]).toEqual([[], 1]);
  });
});

describe('serving where Node has no load hooks', () => {
  const files = { '/app/x.js': run };

  it('gives a load the rewritten text in the form that was asked for', async () => {
    const { tagged } = thread(files, [entry('/link/x.js')], byLoader);
    expect(tagged.served('/app/x.js', run)).toBe(wrapped);
    expect(String(tagged.served('/app/x.js', Buffer.from(run)))).toBe(wrapped);
    expect(Buffer.isBuffer(tagged.served('/app/x.js', Buffer.from(run)))).toBe(true);
    expect(await tagged.served('/app/x.js', Promise.resolve(run))).toBe(wrapped);
    expect(String(await tagged.served('/app/x.js', Promise.resolve(Buffer.from(run))))).toBe(wrapped);
    await expect(tagged.served('/app/x.js', Promise.reject(new Error('EIO')))).rejects.toThrow('EIO');
  });

  it('gives a program its own source, and everybody other files, untouched', () => {
    const bytes = Buffer.from(run);
    expect(thread(files, [entry('/app/x.js')], [['/app/x.js', 'run']]).tagged.served('/app/x.js', bytes)).toBe(bytes);
    expect(thread(files, [entry('/app/x.js')], byLoader).tagged.served('/app/y.js', bytes)).toBe(bytes);
  });

  it('rewrites anew what changed since the start, and does not load what lost the export', () => {
    const { tagged } = thread(files, [entry('/app/x.js')], byLoader);
    expect(tagged.served('/app/x.js', 'export const run = 1')).toBe(
      `${begins}export let   run = 1;run=W(0,"binding","early",run);\n;run=W(0,"binding","final",run);${ends}\n`,
    );
    expect(() => tagged.served('/app/x.js', 'export const other = 1')).toThrow(
      'receiptbot: the tagged export /app/x.js#run cannot be wrapped: it exports no run; it exports other',
    );
  });
});

describe("joining the thread of other loaders' hooks", () => {
  const files = { '/app/x.js': run };
  const joins = (
    reader: [string, string][],
    extra: Parameters<typeof thread>[3] = {},
    tagged = [entry('/app/x.js')],
  ): number => {
    let calls = 0;
    thread(files, tagged, reader, { ...extra, joinLoaderThread: () => (calls += 1) });
    return calls;
  };

  it('is left to Node where it loads the preload there itself, or has better hooks', () => {
    expect(joins([])).toBe(1);
    expect(joins([['node:internal/process/pre_execution', 'loadPreloadModules']])).toBe(0);
    expect(joins([], { hooks: true })).toBe(0);
    expect(joins([], { loaderThread: true })).toBe(0);
    expect(joins([], {}, [])).toBe(0);
  });
});

describe('serving where Node has load hooks', () => {
  const files = { '/app/x.js': run };
  const other: [string, string][] = [
    ['/app/loader.cjs', 'load'],
    [hooks, 'nextStep'],
  ];

  it('rewrites in the hook, with untouched arguments and all else that was returned', () => {
    const { load } = thread(files, [entry('/app/x.js')], [], { hooks: true });
    const asked: unknown[] = [];
    const context = { format: 'module' };
    const next = (...args: unknown[]): unknown => {
      asked.push(args);
      return { format: 'module', source: Buffer.from(`\uFEFF${run}`), shortCircuit: true };
    };
    expect(load()?.('file:///app/x.js?v=1', context, next)).toEqual({
      format: 'module',
      source: wrapped,
      shortCircuit: true,
    });
    expect(asked).toEqual([['file:///app/x.js?v=1', context]]);
    const untouched = { source: run };
    expect(load()?.('file:///app/y.js', context, () => untouched)).toBe(untouched);
    expect(load()?.('node:fs', context, () => untouched)).toBe(untouched);
    const none = { format: 'commonjs', source: null };
    expect(load()?.('file:///app/x.js', context, () => none)).toBe(none);
    const asText = { format: 'text', source: run };
    expect(load()?.('file:///app/x.js', context, () => asText)).toBe(asText);
    expect(load()?.('file:///app/x.js', context, () => ({ source: run }))).toEqual({ source: wrapped });
  });

  it("leaves Node's own reads to the hook, and gives other loaders the rewritten text but once", () => {
    expect(thread(files, [entry('/app/x.js')], byLoader, { hooks: true }).tagged.served('/app/x.js', run)).toBe(run);
    const { tagged, load } = thread(files, [entry('/app/x.js')], other, { hooks: true });
    expect(tagged.served('/app/x.js', run)).toBe(wrapped);
    const next = (): unknown => ({ source: tagged.served('/app/x.js', run) });
    expect(load()?.('file:///app/x.js', {}, next)).toEqual({ source: wrapped });
  });

  it('leaves all to the other threads in the one of asynchronous hooks', () => {
    const { tagged, load } = thread(files, [entry('/app/x.js')], other, { hooks: true, loaderThread: true });
    expect(load()).toBeUndefined();
    expect(tagged.served('/app/x.js', run)).toBe(run);
  });

  it('installs nothing when nothing is tagged', () => {
    expect(thread(files, [], [], { hooks: true }).load()).toBeUndefined();
  });
});
