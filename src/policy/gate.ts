import { type CommandRules, compileCommands } from './command-rules.js';
import type { ContextDocument, PowerName, Section } from './document.js';
import { compileHosts, type HostGate } from './host-gate.js';
import { type NameMatcher, nameMatcher } from './name-globs.js';
import type { PathRule } from './path-index.js';
import { addedDenial, compilePaths, type PathGate } from './path-rules.js';
import { type Ground } from './places.js';
import { compilePower, POWER_OF, type PowerGate, restricts } from './power-rules.js';
import { MEMORY_FILES } from './protect.js';
import { keyRef, type Owner } from './rule-ref.js';
import type { RuleRef } from '../types.js';
import { compileNames, type NameRule } from './variable-rules.js';

/** Makes a thing when it is first asked for. */
export type Lazy<T> = () => T;

const lazy = <T>(make: () => T): Lazy<T> => {
  let made: { readonly it: T } | undefined;
  return () => (made ??= { it: make() }).it;
};

/** The document of one layer or context, compiled: an access must pass every gate. What an application never does is never compiled. */
export interface Gate {
  readonly owner: Owner;
  readonly document: GateDocument;
  readonly ground: Ground;
  readonly read: Lazy<PathGate> | undefined;
  readonly write: Lazy<PathGate> | undefined;
  readonly connect: Lazy<HostGate> | undefined;
  readonly listen: Lazy<HostGate> | undefined;
  readonly commands: Lazy<CommandRules> | undefined;
  readonly models: Lazy<ModelGate> | undefined;
  readonly powers: Readonly<Partial<Record<PowerName, Lazy<PowerGate | undefined>>>>;
  /** Variables that are removed here. */
  readonly removed: readonly NameRule[];
  /** Variables that are not handed to children. */
  readonly kept: readonly NameRule[];
}

export type GateDocument = Omit<ContextDocument, 'at' | 'entry'>;

/** Which models may be called. */
export interface ModelGate {
  readonly deny: readonly NameRule[];
  readonly allow: readonly NameMatcher[];
  readonly list: RuleRef | undefined;
}

/** What a gate needs to know beside its document. */
export interface GateSurroundings {
  readonly owner: Owner;
  readonly ground: Ground;
  /** The folder of the program's entry. */
  readonly entryFolder?: string;
  /** Powers that the root's document has words for, where this gate is a context's: their defaults are the root's. */
  readonly spoken?: ReadonlySet<PowerName>;
}

/** Compiles one gate. */
export function compileGate(document: GateDocument, surroundings: GateSurroundings): Gate {
  const { owner, ground } = surroundings;
  const { fs, net, exec, env, budget } = document;
  const removed = compileNames(env?.deny, owner, ground.platform);
  const kept = compileNames(env?.passDeny, owner, ground.platform);
  const environ = [...removed, ...kept].at(0);
  return {
    owner,
    document,
    ground,
    read: present(environ ?? fs?.read, () => compileReading(fs?.read ?? {}, environ?.ref, surroundings)),
    write: present(fs?.write, (section) => compilePaths(section, owner, 'fs.write', ground)),
    connect: present(net?.connect, (section) => compileHosts(section, owner, 'net.connect', ground)),
    listen: present(net?.listen, (section) => compileHosts(section, owner, 'net.listen', ground)),
    commands: present(exec, (section) => compileCommands(section, ground.places, ground)),
    models: present(budget?.models, (section) => compileModels(section, owner)),
    powers: compilePowers(document, surroundings),
    removed,
    kept,
  };
}

const present = <S, T>(section: S | undefined, make: (section: S) => T): Lazy<T> | undefined =>
  section === undefined ? undefined : lazy(() => make(section));

function compileReading(
  section: Section,
  environ: RuleRef | undefined,
  { owner, ground, entryFolder }: GateSurroundings,
): PathGate {
  const added = environ === undefined ? [] : environDenials(environ, ground);
  return {
    ...compilePaths(section, owner, 'fs.read', ground, added),
    code: lazy(() => codeFolders(ground, entryFolder)),
  };
}

function compilePowers(document: GateDocument, { owner, ground, spoken }: GateSurroundings): Gate['powers'] {
  const closes = restricts(document);
  return Object.fromEntries(
    Object.values(POWER_OF).map((name) => [
      name,
      lazy(() => compilePower(document, name, owner, ground, closes && spoken?.has(name) !== true)),
    ]),
  );
}

/** Where the program's code is: there, Node's own loader may read it whatever the allow list says. */
function codeFolders({ places, spelling, resolver }: Ground, entryFolder: string | undefined): string[] {
  return [places.project, ...places.modules, ...(entryFolder === undefined ? [] : [entryFolder])].map((folder) => {
    const path = spelling.path(resolver.locate(spelling.slashed(folder), true).real);
    return path === '/' ? '' : path;
  });
}

/** What a removed or withheld variable is still to be read from: Node keeps a copy of its environment, the kernel another. */
const environDenials = (ref: RuleRef, ground: Ground): PathRule[] => [
  addedDenial(
    { ...ref, reason: ref.reason ?? 'the environment of a process shows the variables that are removed' },
    ['/proc/*/environ', '/proc/*/task/*/environ', ...MEMORY_FILES],
    ground,
  ),
];

function compileModels(section: Section, owner: Owner): ModelGate {
  return {
    deny: compileNames(section.deny, owner, 'any'),
    allow: (section.allow ?? []).map((rule) => nameMatcher(rule.rule)),
    list: section.allow === undefined ? undefined : keyRef(owner, 'budget.models.allow', section.allowAt),
  };
}
