import { PathIndex, type PathRule } from './path-index.js';
import { addedDenial } from './path-rules.js';
import { type Form, formsOf } from './glob.js';
import type { Ground } from './places.js';
import type { RuleRef } from '../types.js';

/** What nothing in the process may write, move or replace; absolute paths. Not configurable. */
export interface Protected {
  /** The policy files in force, and the file that hands a policy down; presets and packages among them are passed over. */
  readonly policyFiles: readonly string[];
  /** The receipts folder; absent when receipts go elsewhere. */
  readonly receiptsFolder?: string;
  /** ReceiptBot's own folder. */
  readonly ownFolder?: string;
  /** Anything else: the key file, the managed folder of Windows. */
  readonly others?: readonly string[];
}

/** Self-protection as path rules of its own. */
export interface ProtectGate {
  readonly index: PathIndex;
  readonly denies: readonly PathRule[];
}

const ABSOLUTE = /^\/|^[A-Za-z]:[\\/]/;
/** The rule by which nothing in the process may touch the engine, its policy and its receipts. */
export const SELF_PROTECTION: RuleRef = {
  id: 'self-protection',
  reason: 'ReceiptBot guards its policy, its receipts and itself',
};
/** The memory of processes as files: what was removed can be read there, and every guard be written over. */
export const MEMORY_FILES: readonly string[] = ['/proc/*/mem', '/proc/*/task/*/mem'];
const POLICY_NAMES = ['**/receiptbot.config.yaml', '**/receiptbot.config.yml', '**/receiptbot.config.json'];

/** Compiles self-protection. */
export function compileProtected(protect: Protected, ground: Ground): ProtectGate {
  const { policyFiles, receiptsFolder, ownFolder, others = [] } = protect;
  const ref = SELF_PROTECTION;
  const fixed = [...policyFiles, receiptsFolder ?? '', ownFolder ?? '', ...others, '/etc/receiptbot'].filter((path) =>
    ABSOLUTE.test(path),
  );
  const denies = [
    { ...addedDenial(ref, [...POLICY_NAMES, ...MEMORY_FILES], ground), order: 0 },
    { ...literalDenial(fixed, ground), ref, order: 1 },
  ];
  return { index: new PathIndex(denies), denies };
}

/** These are paths, not patterns: nothing in them is a glob. Each counts as written and as it really is. */
function literalDenial(paths: readonly string[], { spelling, resolver }: Ground): Omit<PathRule, 'ref' | 'order'> {
  const spellings = new Set(
    paths.flatMap((path) => [spelling.path(path), spelling.path(resolver.locate(spelling.slashed(path), true).real)]),
  );
  const forms = [...spellings].flatMap((path): Form[] => formsOf(path === '/' ? '' : path, ''));
  return { deny: true, forms, except: [] };
}
