import { parseSize } from './amounts.js';
import type { ContextDocument, ExecSection, PolicyDocument, PowerName, PowerRule, Section } from './document.js';
import { normaliseBudget, normaliseLimits } from './normalise-budget.js';
import { ruleList, rules, section, type Where } from './normalise-rules.js';
import { filled, present } from './present.js';
import type {
  WrittenCapabilities,
  WrittenContext,
  WrittenExec,
  WrittenPolicy,
  WrittenProcess,
  WrittenSection,
} from './written-policy.js';
import type { Path } from './yaml-tree.js';

/** A checked policy file as a document: one form for everything, and every clause with its place. */
export function normalise(written: WrittenPolicy, at: Where): PolicyDocument {
  const { mode, coverage, env, redact, receipt, contexts } = written;
  const patterns = redact?.patterns.map((pattern, i) => ({ ...pattern, at: at(['redact', 'patterns', i]) }));
  const maxSize = receipt?.maxSize === undefined ? undefined : parseSize(receipt.maxSize);
  return present({
    mode,
    coverage,
    ...capabilities(written, [], at),
    env: filled({
      deny: rules(env?.deny, ['env', 'deny'], at),
      passDeny: rules(env?.pass?.deny, ['env', 'pass', 'deny'], at),
    }),
    redact: patterns === undefined || patterns.length === 0 ? undefined : patterns,
    receipt: filled({ dir: receipt?.dir, onError: receipt?.onError, maxSize }),
    contexts: filled(
      Object.fromEntries(
        Object.entries(contexts ?? {}).map(([name, context]) => [name, contextOf(context, ['contexts', name], at)]),
      ),
    ),
  });
}

function contextOf(written: WrittenContext, path: Path, at: Where): ContextDocument {
  return present({
    at: at(path),
    entry: written.entry,
    ...capabilities(written, path, at),
    env: filled({ passDeny: rules(written.env?.pass?.deny, [...path, 'env', 'pass', 'deny'], at) }),
  });
}

type Capabilities = Pick<PolicyDocument, 'fs' | 'net' | 'exec' | 'process' | 'budget' | 'limits'>;

function capabilities(written: WrittenCapabilities, above: Path, at: Where): Capabilities {
  const { fs, net, exec, process, budget, limits } = written;
  const sectionAt = (part: WrittenSection | undefined, ...keys: string[]): Section | undefined =>
    section(part, [...above, ...keys], at);
  return present({
    fs: filled({ read: sectionAt(fs?.read, 'fs', 'read'), write: sectionAt(fs?.write, 'fs', 'write') }),
    net: filled({
      connect: sectionAt(net?.connect, 'net', 'connect'),
      listen: sectionAt(net?.listen, 'net', 'listen'),
    }),
    exec: execSection(exec, [...above, 'exec'], at),
    process: process && powers(process, [...above, 'process'], at),
    budget: budget && hasKeys(budget) ? normaliseBudget(budget, [...above, 'budget'], at) : undefined,
    limits: limits && hasKeys(limits) ? normaliseLimits(limits, [...above, 'limits'], at) : undefined,
  });
}

const hasKeys = (object: object): boolean => Object.keys(object).length > 0;

function execSection(written: WrittenExec | undefined, path: Path, at: Where): ExecSection | undefined {
  const word = written?.unbelted;
  return filled({
    ...section(written, path, at),
    env: rules(written?.env, [...path, 'env'], at),
    unbelted: word && { word, at: at([...path, 'unbelted']) },
  });
}

type WrittenPower = NonNullable<WrittenProcess['addons']>;

function powers(written: WrittenProcess, path: Path, at: Where): Partial<Record<PowerName, PowerRule>> | undefined {
  const entries = (Object.entries(written) as [string, WrittenPower][]).map(([name, rule]): [string, PowerRule] => {
    const place = { at: at([...path, name]) };
    if (typeof rule === 'string') return [name, { word: rule, ...place }];
    return [name, { word: 'allow', allow: ruleList(rule.allow, [...path, name, 'allow'], at), ...place }];
  });
  return filled(Object.fromEntries(entries));
}
