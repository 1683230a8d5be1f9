import type { CommandAccess, Verdict } from '../types.js';
import { type CommandRules, type CommandVerdict, judgeCommands } from './command-rules.js';
import type { CompiledPolicy } from './compile.js';
import type { PolicyLayer, Rule } from './document.js';
import type { GateDocument } from './gate.js';
import { addException, addToList, commandWords } from './fix.js';
import { judgePath } from './judge-path.js';
import { nameMatcher } from './name-globs.js';
import { restricts } from './power-rules.js';
import { keyRef, type Owner, ruleRef } from './rule-ref.js';
import { ALLOWED, refuse } from './verdict.js';

/** Judges the command line and the variables it sets by every gate, then the files that it names. */
export function judgeCommand(policy: CompiledPolicy, access: CommandAccess): Verdict {
  const runs: (readonly string[])[] = [];
  for (const { commands, owner, document } of policy.gates) {
    const rules = commands?.();
    const judged = rules === undefined ? ANY : judgeCommands(rules, access);
    if (!judged.allowed) return commandDenial(policy, rules, owner, judged);
    const refused = rules && variableDenial(policy, rules, owner, access);
    if (refused !== undefined) return refused;
    const loose = unbeltedDenial(policy, document, owner, access);
    if (loose !== undefined) return loose;
    runs.push(judged.runs ?? []);
  }
  for (const path of access.paths) {
    const verdict = judgePath(policy, path);
    if (!verdict.allowed) return verdict;
  }
  return runs.some((extra) => extra.length > 0) ? { ...ALLOWED, runs } : ALLOWED;
}

/** What a gate without a word on commands says. */
const ANY: CommandVerdict = { allowed: true };

function commandDenial(
  policy: CompiledPolicy,
  rules: CommandRules | undefined,
  owner: Owner,
  { rule, why, command }: Extract<CommandVerdict, { allowed: false }>,
): Verdict {
  const words = command && commandWords(command);
  if (rule !== undefined) return refuse(policy, ruleRef(owner, rule), { fix: words && addException(words) });
  const list = keyRef(owner, 'exec.allow', rules?.allowAt, why);
  return refuse(policy, list, { fix: words && addToList(words, list) });
}

/** Where any command may run, a variable that steers one adds nothing: they are judged where a list says what may. */
function variableDenial(
  policy: CompiledPolicy,
  { allow, env }: CommandRules,
  owner: Owner,
  access: CommandAccess,
): Verdict | undefined {
  if (allow === undefined && env.length === 0) return undefined;
  const steering = access.variables.find((name) => !env.some((glob) => nameMatcher(glob)(name)));
  if (steering === undefined) return undefined;
  const list = keyRef(owner, 'exec.env', undefined, `${steering} steers the programs that are started`);
  return refuse(policy, { ...list, text: steering }, { fix: addToList(steering, list) });
}

/**
 * A Node child that would start without this policy needs a word of its own in every layer that restricts anything. Another runtime of JavaScript
 * needs none where a list says what may be started: it is on it by name.
 */
function unbeltedDenial(
  policy: CompiledPolicy,
  document: GateDocument,
  owner: Owner,
  { unbelted }: CommandAccess,
): Verdict | undefined {
  if (unbelted === undefined) return undefined;
  const { allow, unbelted: word } = document.exec ?? {};
  const listed = unbelted.runtime === true && allow !== undefined;
  if (word === undefined ? listed || !restricts(document) : word.word === 'allow') return undefined;
  const rule = keyRef(owner, 'exec.unbelted', word?.at, unbelted.why);
  return refuse(policy, rule, { fix: 'set exec.unbelted: allow' });
}

/** The layers for a child whose command was allowed by `verdict`: each allow list with what its rule's `runs` adds. */
export function descendantLayers(
  { layers }: Pick<CompiledPolicy, 'layers'>,
  { runs }: Verdict,
): readonly PolicyLayer[] {
  if (runs === undefined) return layers;
  return layers.map((layer, i) => {
    const { exec } = layer.document;
    const extra = runs[i] ?? [];
    if (exec?.allow === undefined || extra.length === 0) return layer;
    const at = exec.allowAt ?? { file: '', line: 0, column: 0, key: 'exec.allow' };
    const added = extra.map((rule): Rule => ({ rule, at: { ...at, key: `${at.key}.runs` } }));
    return { ...layer, document: { ...layer.document, exec: { ...exec, allow: [...exec.allow, ...added] } } };
  });
}
