/** The parts of the core that load on first use, each a file of its own beside the core. */
export interface Chunks {
  /** YAML, schema and the search for policy files. */
  readonly policy: typeof import('./policy/load.js');
  /** The presets as data. */
  readonly presets: typeof import('./policy/presets/generated.js');
  /** What the start of a process brings. */
  readonly command: typeof import('./access/command.js');
  /** The shell parser. */
  readonly shell: typeof import('./access/shell.js');
  /** picomatch, for globs that the plain matcher does not take. */
  readonly glob: typeof import('./policy/odd-glob.js');
  /** Addresses that are not plainly dotted decimal. */
  readonly ip: typeof import('./access/ip.js');
  /** What models cost. */
  readonly prices: typeof import('./llm/prices.js');
  /** The rewriting of tagged modules. */
  readonly rewrite: typeof import('./context/rewrite.js');
}

type Loader = (name: string) => unknown;
let loader: Loader = (name) => {
  throw new Error(`receiptbot: no loader for the part "${name}"`);
};
const loaded = new Map<string, unknown>();

/** Tells how chunks are brought in: from files by the built core, from sources by the unit tests. */
export function setChunkLoader(load: Loader): void {
  loader = load;
}

/** Returns the chunk, loading it the first time. @throws Error of the engine's own, so that a call that needs the part is refused */
export function chunk<N extends keyof Chunks>(name: N): Chunks[N] {
  let part = loaded.get(name);
  if (part === undefined) {
    part = load(name);
    loaded.set(name, part);
  }
  return part as Chunks[N];
}

function load(name: string): unknown {
  try {
    return loader(name);
  } catch (error) {
    const reason = String((error as { message?: unknown } | undefined)?.message ?? error);
    throw new Error(`the part "${name}" of receiptbot cannot be loaded, install it again (${reason})`, {
      cause: error,
    });
  }
}
