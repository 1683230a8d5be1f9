import type { ContextDocument, Mode, Places, PolicyLayer, PowerName } from './document.js';
import { compileGate, type Gate, type Lazy } from './gate.js';
import { type PathGate, linkWarnings } from './path-rules.js';
import type { Ground } from './places.js';
import { compileProtected, type Protected, type ProtectGate } from './protect.js';
import type { Owner } from './rule-ref.js';
import { createResolver, type Resolver } from './resolve-path.js';
import { type Spelling, spellingOf } from './spelling.js';
import { platform as thisPlatform } from '../primordials.js';
import { standardStreams, type Streams } from './free-files.js';

export type { Protected } from './protect.js';

/** A policy ready to judge. Contexts add gates to it; nothing takes one away. */
export interface CompiledPolicy {
  readonly mode: Mode;
  /** What a child is handed down: the layers, and the contexts that narrow them as further layers. */
  readonly layers: readonly PolicyLayer[];
  readonly gates: readonly Gate[];
  readonly reading: readonly Lazy<PathGate>[];
  readonly writing: readonly Lazy<PathGate>[];
  readonly protect: ProtectGate;
  readonly resolver: Resolver;
  readonly spelling: Spelling;
  readonly surroundings: Surroundings;
  /** Looks for allow patterns that lead through a link and so match nothing: one line each. */
  readonly warnings: () => readonly string[];
}

/** What is the same for every gate of a process. */
export interface Surroundings {
  readonly platform: string;
  /** The folder of the program's entry, whose code the loader may read. */
  readonly entryFolder?: string;
  /** What the process's own standard streams were at the start. */
  readonly streams: Streams;
}

/** What tests and the boot may set. */
export interface CompileOptions {
  readonly entryFolder?: string;
  readonly resolver?: Resolver;
  readonly platform?: string;
}

/** Compiles the layers in force: one gate each. `mode` is the strictest of theirs; `protect` is enforced in audit too. */
export function compile(
  layers: readonly PolicyLayer[],
  mode: Mode,
  protect: Protected,
  options: CompileOptions = {},
): CompiledPolicy {
  const { platform = thisPlatform, resolver = createResolver(), entryFolder } = options;
  const spelling = spellingOf(platform);
  const entry = entryFolder === undefined ? {} : { entryFolder };
  const gates = layers.map(({ name, document, places }) =>
    compileGate(document, { owner: { layer: name }, ground: { places, resolver, spelling, platform }, ...entry }),
  );
  return withGates(gates, {
    mode,
    layers,
    protect: compileProtected(protect, { places: layers[0]?.places ?? NOWHERE, resolver, spelling, platform }),
    resolver,
    spelling,
    surroundings: { platform, streams: standardStreams(resolver), ...entry },
    warnings: () => gates.flatMap(warningsOf),
  });
}

/**
 * The policy of a named context: the root's gates and one of its own. Its rules are named by their key path under
 * `contexts`, unless `owner` says that they were written elsewhere.
 */
export function narrow(
  root: CompiledPolicy,
  name: string,
  document: ContextDocument,
  places: Places,
  owner: Owner = { layer: 'project', context: name },
): CompiledPolicy {
  const { resolver, spelling, surroundings, layers } = root;
  const ground: Ground = { places, resolver, spelling, platform: surroundings.platform };
  const spoken = new Set(root.gates.flatMap((gate) => Object.keys(gate.document.process ?? {}) as PowerName[]));
  const narrower = asOpen(root, document);
  const gate = compileGate(narrower, {
    owner,
    ground,
    spoken,
    ...(surroundings.entryFolder === undefined ? {} : { entryFolder: surroundings.entryFolder }),
  });
  const layer: PolicyLayer = { name: owner.layer, document: narrower, sources: [], places };
  return withGates([...root.gates, gate], { ...root, layers: [...layers, layer], warnings: () => warningsOf(gate) });
}

/** A context that has no word on children without the belt has its root's, also where it is a layer of a child's own. */
function asOpen({ gates }: CompiledPolicy, document: ContextDocument): ContextDocument {
  const words = gates.map((gate) => gate.document.exec?.unbelted);
  const [word] = words;
  if (word === undefined || document.exec?.unbelted !== undefined || words.some((one) => one?.word !== 'allow'))
    return document;
  return { ...document, exec: { ...document.exec, unbelted: word } };
}

/** A policy that allows what both allow. */
export function meet(one: CompiledPolicy, other: CompiledPolicy): CompiledPolicy {
  const added = <T>(ones: readonly T[], others: readonly T[]): T[] => [
    ...ones,
    ...others.filter((each) => !ones.includes(each)),
  ];
  return withGates(added(one.gates, other.gates), {
    ...one,
    mode: other.mode === 'enforce' ? other.mode : one.mode,
    layers: added(one.layers, other.layers),
  });
}

/** Patterns for the places of a policy without layers: only `**` and absolute ones are used then. */
const NOWHERE: Places = { project: '/', cwd: '/', tmp: '/', home: '/', modules: [] };

const present = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value) => value !== undefined);

const withGates = (
  gates: readonly Gate[],
  rest: Omit<CompiledPolicy, 'gates' | 'reading' | 'writing'>,
): CompiledPolicy => ({
  ...rest,
  gates,
  reading: present(gates.map((gate) => gate.read)),
  writing: present(gates.map((gate) => gate.write)),
});

function warningsOf({ document, owner, ground }: Gate): string[] {
  const { fs, process } = document;
  const sections = [fs?.read, fs?.write, process?.addons?.allow && { allow: process.addons.allow }];
  return sections.flatMap((section) => linkWarnings(section, owner, ground));
}
