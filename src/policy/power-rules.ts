import type { ContextDocument, PowerName, Section } from './document.js';
import { compilePaths, type PathGate } from './path-rules.js';
import type { Ground } from './places.js';
import { keyRef, type Owner } from './rule-ref.js';
import type { PowerAccess, RuleRef } from '../types.js';

/** What one gate says of one power: a list of the files that may be loaded, or the clause that denies it. */
export interface PowerGate {
  readonly denied?: RuleRef;
  readonly files?: PathGate;
}

type PowerDocument = Pick<ContextDocument, 'process'>;

/** The key under `process` that each capability has. */
export const POWER_OF: Readonly<Record<PowerAccess['capability'], PowerName>> = {
  worker: 'workers',
  'process.addons': 'addons',
  'process.internals': 'internals',
  'process.inspector': 'inspector',
  'process.wasi': 'wasi',
  'process.signals': 'signals',
};

/** Powers that would undo the policy and so are denied unless it opens them. */
const CLOSED_BY_DEFAULT: ReadonlySet<PowerName> = new Set<PowerName>(['internals', 'inspector']);

/** Compiles what a gate says of a power; undefined when it says nothing. `closes` tells that the gate restricts anything at all. */
export function compilePower(
  document: PowerDocument,
  name: PowerName,
  owner: Owner,
  ground: Ground,
  closes: boolean,
): PowerGate | undefined {
  const rule = document.process?.[name];
  const key = `process.${name}`;
  if (rule?.allow !== undefined) return { files: compilePaths({ allow: rule.allow }, owner, key, ground) };
  if (rule !== undefined) return rule.word === 'deny' ? { denied: keyRef(owner, key, rule.at) } : undefined;
  if (!closes || !CLOSED_BY_DEFAULT.has(name)) return undefined;
  return { denied: keyRef(owner, key, undefined, 'the default of every policy that restricts something') };
}

/** True when the document restricts anything: what the closed powers could undo. */
export function restricts({ fs, net, exec, env, budget, limits, process = {} }: Omit<ContextDocument, 'at'>): boolean {
  const sections: readonly (Section | undefined)[] = [
    fs?.read,
    fs?.write,
    net?.connect,
    net?.listen,
    exec,
    budget?.models,
  ];
  return (
    sections.some((section) => section?.allow !== undefined || isFilled(section?.deny)) ||
    [env?.deny, env?.passDeny].some(isFilled) ||
    Object.values(process).some((rule) => rule.word === 'deny' || rule.allow !== undefined) ||
    [budget, limits].some((caps) => caps !== undefined && Object.keys(caps).some((key) => !CAPS_NOTHING.has(key)))
  );
}

const isFilled = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0;
/** Keys of a budget that alone cap nothing. */
const CAPS_NOTHING: ReadonlySet<string> = new Set(['at', 'prices', 'warnAt']);

/** The clause that denies a power for `path`, its real spelling in canonical form, where files count. */
export function powerDenial(gate: PowerGate, path: string): RuleRef | undefined {
  if (gate.files === undefined) return gate.denied;
  const { index } = gate.files;
  index.find(path);
  return index.allowed ? undefined : gate.files.list;
}
