import { chunk } from '../chunks.js';
import {
  bytesToText,
  copyBytes,
  defineProperty,
  getOwnPropertyDescriptor,
  ownKeys,
  programObject,
  ProgramTypeError,
  promiseThen,
  setOwn,
  textToBytes,
} from '../primordials.js';
import { conflicts, type Entry, type EntryProblem } from './entry.js';
import { followExport, type SourcePorts } from './follow.js';
import { findLoadSite, isRequired, readerOf, type ModuleClass } from './loader.js';
import { whyOf, type TaggedExport } from './placement.js';
import type { WrappedEntry } from './wrap-entry.js';

/** What the serving of rewritten modules needs of this thread. */
export interface ServePorts extends SourcePorts {
  /** Expression by which rewritten text reaches the function of wrap-entry.ts. */
  readonly wrapName: string;
  /** What rewritten text tells that function at the beginning and at the end of a module. */
  readonly loadKey: number;
  /** The call sites of the read under way, the innermost first. */
  readonly sites: () => readonly NodeJS.CallSite[];
  /** `node:module`; `registerHooks` is there from Node 22.15 on. */
  readonly module: ModuleClass & { readonly registerHooks?: (hooks: { readonly load: LoadHook }) => unknown };
  /** True in the thread in which Node runs asynchronous loader hooks. */
  readonly loaderThread: boolean;
  /**
   * Brings the engine into that thread (`module.register` of the file behind `--import`). Called where Node has no
   * `registerHooks` and nothing else would: its other loaders (tsx) read there, and only `--require` reaches there by itself.
   */
  readonly joinLoaderThread?: () => void;
}

/** The `load` of `module.registerHooks`. */
export type LoadHook = (url: string, context: unknown, nextLoad: (url: string, context: unknown) => unknown) => unknown;

/** The tagged modules of a run. */
export interface TaggedEntries {
  /** Entries whose export cannot be found: reasons to refuse to start. */
  readonly problems: readonly EntryProblem[];
  /** Every entry with the place of its function, by the id that rewritten text names it by. */
  readonly wrapped: readonly WrappedEntry[];
  /** Starts serving; call once there are no problems, before any code of the program. */
  readonly install: () => void;
  /** What a read of `file` (absolute) gives its reader in place of `result`: the rewritten text for a load of a tagged module, else `result`. */
  readonly served: (file: string, result: unknown) => unknown;
}

/** Formats of code. `typescript` is a required file whose package says no type, on Node 22.18 and later. */
const CODE = /^(?:module|commonjs|typescript)/;

interface TaggedModule {
  readonly exports: TaggedExport[];
  /** The text seen at start and what became of it, so that a program that has come into play since has no part in it. */
  readonly text: string;
  rewritten: string;
}

/** Finds the declaring module of every entry, rewrites it once, and returns how it is served. Runs nothing of the program. */
export function tagEntries(entries: readonly Entry[], ports: ServePorts): TaggedEntries {
  const modules = new Map<string, TaggedModule>();
  const { problems, wrapped } = findAll(entries, modules, ports);
  /** Tagged modules that our load hook is loading at this moment; what is read for it is rewritten by it. */
  const loading: string[] = [];
  const { registerHooks } = ports.module;
  const loadSite = modules.size === 0 ? undefined : findLoadSite(ports.module, ports.sites);

  const rewrite = (file: string, module: TaggedModule, text: string): string =>
    text === module.text ? module.rewritten : rewriteText(file, module, text, ports);

  const load: LoadHook = (url, context, nextLoad) => {
    const file = ports.pathOfUrl(url);
    const module = file === undefined ? undefined : modules.get(file);
    if (file === undefined || module === undefined) return nextLoad(url, context);
    loading.push(file);
    let result;
    try {
      result = nextLoad(url, context) as { readonly format?: unknown; readonly source?: unknown };
    } finally {
      loading.pop();
    }
    // CommonJS from `require` has no format; one that is no code (`with { type: 'text' }`) is the program's own reading.
    if (typeof result.format === 'string' && !CODE.test(result.format)) return result;
    const text = textOf(result.source);
    return text === undefined ? result : withSource(result, rewrite(file, module, text));
  };

  const isLoad = (file: string): boolean => {
    const reader = readerOf(ports.sites(), loadSite);
    if (registerHooks === undefined) return reader !== 'program';
    return reader === 'loader' && !ports.loaderThread && !loading.includes(file);
  };

  return {
    problems,
    wrapped,
    install() {
      if (modules.size === 0 || ports.loaderThread) return;
      if (registerHooks !== undefined) registerHooks({ load });
      else if (!isRequired(ports.sites())) ports.joinLoaderThread?.();
    },
    served(file, result) {
      const module = modules.get(file);
      if (module === undefined || !isLoad(file)) return result;
      return inItsForm(result, (text) => rewrite(file, module, text));
    },
  };
}

function findAll(
  entries: readonly Entry[],
  modules: Map<string, TaggedModule>,
  ports: ServePorts,
): Pick<TaggedEntries, 'problems' | 'wrapped'> {
  const problems: EntryProblem[] = [];
  const wrapped: WrappedEntry[] = [];
  const declared: Entry[] = [];
  for (const entry of entries) {
    const [exported = '', ...members] = entry.exportName.split('.');
    const found = followExport(entry.file, [exported, ...members], ports);
    const where = entry.at === undefined ? {} : { at: entry.at };
    if ('why' in found) {
      problems.push({
        message: `the entry of context "${entry.name}", ${entry.file}#${entry.exportName}, cannot be found: ${found.why}`,
        ...where,
      });
      continue;
    }
    const { file, text, path } = found;
    const same = declared.some(
      (one) => one.file === file && one.exportName === path.join('.') && one.name === entry.name,
    );
    declared.push({ ...entry, file, exportName: path.join('.') });
    if (same) continue;
    const module = modules.get(file) ?? { exports: [], text, rewritten: text };
    module.exports.push({ id: wrapped.length, path });
    modules.set(file, module);
    wrapped.push({ entry, file, path });
  }
  problems.push(...conflicts(declared));
  for (const [file, module] of problems.length === 0 ? modules : []) {
    try {
      module.rewritten = chunk('rewrite').rewriteModule(
        module.text,
        file,
        module.exports,
        ports.wrapName,
        ports.loadKey,
      );
    } catch (error) {
      problems.push({ message: whyOf(error) });
    }
  }
  return { problems, wrapped };
}

/** @throws TypeError of the program's realm when the export is no longer where it was: the module then does not load */
function rewriteText(file: string, module: TaggedModule, text: string, { wrapName, loadKey }: ServePorts): string {
  try {
    return chunk('rewrite').rewriteModule(text, file, module.exports, wrapName, loadKey);
  } catch (error) {
    throw new ProgramTypeError(`receiptbot: ${whyOf(error)}`);
  }
}

/** The rewritten text as what the read gave: a string, bytes, or a promise of either. */
function inItsForm(result: unknown, rewrite: (text: string) => string): unknown {
  if (typeof result === 'string') return rewrite(result);
  if (ArrayBuffer.isView(result)) return textToBytes(rewrite(bytesToText(copyBytes(result))));
  if (typeof result !== 'object' || result === null) return result;
  return promiseThen(result as Promise<unknown>, (value) =>
    typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) ? value : inItsForm(value, rewrite),
  );
}

/** The text of a loader's `source`, without a byte order mark, as Node reads it. */
function textOf(source: unknown): string | undefined {
  if (source === null || source === undefined) return undefined;
  const text =
    typeof source === 'string'
      ? source
      : bytesToText(copyBytes(ArrayBuffer.isView(source) ? source : new Uint8Array(source as ArrayBuffer)));
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** A copy, in the program's realm, of what a load hook returned, with another source. */
function withSource(result: object, source: string): object {
  const copy = programObject();
  for (const key of ownKeys(result)) {
    const descriptor = getOwnPropertyDescriptor(result, key);
    if (descriptor !== undefined) defineProperty(copy, key, descriptor);
  }
  setOwn(copy, 'source', source);
  return copy;
}
