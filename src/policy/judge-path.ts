import type { CompiledPolicy } from './compile.js';
import { addException, addToList, patternFor } from './fix.js';
import { isCode, isFree } from './free-files.js';
import { type FloatCounts, ruleInside } from './folder-rules.js';
import { isWithin } from './glob.js';
import type { PathRule } from './path-index.js';
import type { PathGate } from './path-rules.js';
import type { ProtectGate } from './protect.js';
import type { PathAccess, Verdict } from '../types.js';
import { ALLOWED, refuse } from './verdict.js';

/** A path access with both its spellings, canonical, and how far it reaches. */
interface Asked {
  readonly access: PathAccess;
  readonly asked: string;
  readonly real: string;
  /** The real path as the system writes it. */
  readonly path: string;
  readonly reach: Reach;
  /** What every verdict on it tells. */
  readonly told: Pick<Verdict, 'real' | 'fleeting'> | undefined;
}

/** Judges a path: self-protection first, then every gate's deny rules for both spellings, then its allow list for the real one. */
export function judgePath(policy: CompiledPolicy, access: PathAccess): Verdict {
  const writing = access.capability === 'fs.write';
  const gates = writing ? policy.writing : policy.reading;
  if (!writing && gates.length === 0) return ALLOWED;
  if (access.unclear !== undefined) return refuse(policy, { id: access.capability, reason: UNCLEAR[access.unclear] });
  const found = spell(policy, access);
  if (writing) {
    const rule = denial(policy.protect, found, policy);
    if (rule !== undefined) return refuse(policy, rule.ref, { ...found.told, always: true });
  }
  for (const gate of gates) {
    const verdict = refusedBy(gate(), found, policy);
    if (verdict !== undefined) return verdict;
  }
  return found.told === undefined ? ALLOWED : { ...ALLOWED, ...found.told };
}

/** True when no deny rule is about a path, absolute and normalised, as it is written and as it really is: a short way to a look that is let through. */
export function isUndenied({ reading, spelling, resolver }: CompiledPolicy, path: string, follow: boolean): boolean {
  let real: string | undefined;
  for (const gate of reading) {
    const { denies, index } = gate();
    if (denies.length === 0) continue;
    if (index.find(spelling.path(path)) !== undefined) return false;
    real ??= resolver.locate(spelling.slashed(path), follow).real;
    if (real !== path && index.find(spelling.path(real)) !== undefined) return false;
  }
  return true;
}

const UNCLEAR: Readonly<Record<NonNullable<PathAccess['unclear']>, string>> = {
  garbled: 'a name that is not UTF-8 cannot be told from others, and rules cannot be trusted to hit it',
  computed: "only a file that is named in the SQL itself can be judged: write ATTACH 'name' or VACUUM INTO 'name'",
};

function spell(policy: CompiledPolicy, access: PathAccess): Asked {
  const { spelling, resolver } = policy;
  const place = resolver.locate(spelling.slashed(access.resource), access.follow || endsInSlash(access.requested));
  const asked = spelling.path(access.resource);
  const real = spelling.path(place.real);
  const told =
    asked === real && !place.fleeting
      ? undefined
      : {
          ...(asked === real ? undefined : { real: place.real }),
          ...(place.fleeting ? { fleeting: true as const } : undefined),
        };
  return { access, asked, real, path: place.real, reach: reachOf(policy, access, place.real), told };
}

function refusedBy(gate: PathGate, found: Asked, policy: CompiledPolicy): Verdict | undefined {
  const rule = denial(gate, found, policy);
  if (rule !== undefined) {
    const { led, path } = placeToName(found, gate, 'deny');
    return refuse(policy, rule.ref, { ...found.told, ...led, fix: exceptionFor(rule, found, path, gate) });
  }
  if (gate.list === undefined || gate.index.allowed || needsNoAllow(policy, gate, found)) return undefined;
  const { led, path } = placeToName(found, gate, 'allow');
  return refuse(policy, gate.list, { ...found.told, ...led, fix: addToList(patternFor(path, gate.ground), gate.list) });
}

/**
 * The place that a fix names: what was asked for where that is refused already, for where a link leads that may not
 * be looked at is nobody's business; else where the link leads.
 */
function placeToName(
  { access, asked, real, path }: Asked,
  { index }: PathGate,
  list: 'deny' | 'allow',
): { readonly path: string; readonly led?: Pick<Verdict, 'led'> } {
  if (asked === real) return { path };
  const denied = index.find(asked) !== undefined;
  return (list === 'deny' ? denied : !index.allowed) ? { path: access.resource } : { path, led: { led: true } };
}

/** `lstat('link/')` follows the link. */
const endsInSlash = (requested: string): boolean => /\/\.?$/.test(requested) && requested.length > 1;

/** The deny rule that hits either spelling, or begins inside what is reached; leaves `allowed` of the index as the real one has it. */
function denial({ index, denies }: ProtectGate, found: Asked, policy: CompiledPolicy): PathRule | undefined {
  const { asked, real, reach } = found;
  const hit = asked === real ? index.find(real) : (index.find(asked) ?? index.find(real));
  return hit ?? (reach === 'itself' ? undefined : inside(denies, found, policy));
}

/** How far an access reaches: the path alone, all that is below it, or perhaps that, when only the unknown other name of a rename could tell. */
type Reach = 'itself' | 'below' | 'perhaps';

function reachOf({ resolver, spelling }: CompiledPolicy, { effect, tree, partner }: PathAccess, path: string): Reach {
  if (!tree && effect !== 'move') return 'itself';
  const isFolder = (at: string | undefined): boolean =>
    at !== undefined && resolver.kind(spelling.slashed(at)) === 'folder';
  const known = (folder: boolean): Reach => (folder ? 'below' : 'itself');
  if (effect === 'write' || effect === 'create') return known(isFolder(partner));
  if (effect !== 'move' || resolver.kind(path) !== 'absent') return known(isFolder(path));
  return partner === undefined ? 'perhaps' : known(isFolder(partner));
}

/** The deny rule that begins inside a folder which the access reaches as a whole. */
function inside(
  rules: readonly PathRule[],
  { access, asked, real, reach }: Asked,
  policy: CompiledPolicy,
): PathRule | undefined {
  const floats: FloatCounts = (base) =>
    access.effect === 'move' && reach === 'below' && !staysBelow(base, access, policy);
  const folder = (path: string): string => (path === '/' ? '' : path);
  return (
    ruleInside(rules, folder(real), floats) ?? (asked === real ? undefined : ruleInside(rules, folder(asked), floats))
  );
}

/** True when a rename stays where a rule with that base applies, so that the rule goes on to hit what is moved. */
const staysBelow = (base: string, { partner }: PathAccess, { spelling }: CompiledPolicy): boolean =>
  partner !== undefined && isWithin(base, spelling.path(partner));

function needsNoAllow(
  { surroundings, resolver }: CompiledPolicy,
  gate: PathGate,
  { access, asked, real, path }: Asked,
): boolean {
  if (access.origin === 'lookup' || isFree(surroundings.streams, resolver, asked, path)) return true;
  return (
    access.origin === 'loader' &&
    access.capability === 'fs.read' &&
    isCode(real) &&
    gate.code?.().some((folder) => isWithin(folder, real)) === true
  );
}

/** The change that would let this spelling through; there is none for a whole folder. */
function exceptionFor(rule: PathRule, { access }: Asked, path: string, gate: PathGate): string | undefined {
  return access.tree || rule.ref.text === undefined ? undefined : addException(patternFor(path, gate.ground));
}
