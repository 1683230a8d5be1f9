import type { Access, EndpointAccess, LlmAccess, PowerAccess, VariableAccess, Verdict } from '../types.js';
import type { CompiledPolicy } from './compile.js';
import { addException, addToList, patternFor } from './fix.js';
import { hostDenial, type HostGate } from './host-gate.js';
import { judgeCommand } from './judge-command.js';
import { judgePath } from './judge-path.js';
import { SELF_PROTECTION } from './protect.js';
import { POWER_OF, powerDenial } from './power-rules.js';
import { nameRuleFor } from './variable-rules.js';
import { ALLOWED, refuse } from './verdict.js';

/** What the policy says of an access: it must pass every gate. Pure but for the resolving of paths. */
export function decide(policy: CompiledPolicy, access: Access): Verdict {
  switch (access.kind) {
    case 'path':
      return judgePath(policy, access);
    case 'endpoint':
      return judgeEndpoint(policy, access);
    case 'command':
      return judgeCommand(policy, access);
    case 'power':
      return judgePower(policy, access);
    case 'variable':
      return judgeVariable(policy, access);
    case 'llm':
      return judgeModel(policy, access);
  }
}

function judgeEndpoint(policy: CompiledPolicy, access: EndpointAccess): Verdict {
  for (const gate of policy.gates) {
    const hosts = (access.capability === 'net.connect' ? gate.connect : gate.listen)?.();
    const rule = hosts && hostDenial(hosts, access);
    if (hosts !== undefined && rule !== undefined)
      return refuse(policy, rule, { fix: hostFix(hosts, access, rule === hosts.list) });
  }
  return ALLOWED;
}

function hostFix({ ground, list }: HostGate, access: EndpointAccess, unlisted: boolean): string {
  const { socketPath, host, port, resource } = access;
  const socket = socketPath?.startsWith('@') === false ? `unix:${patternFor(socketPath, ground)}` : undefined;
  const entry = socket ?? (port === undefined && host !== undefined ? host : resource);
  if (!unlisted || list === undefined) return addException(entry);
  const added = addToList(entry, list);
  const everywhere = access.capability === 'net.listen' && (host === '::' || host === '0.0.0.0');
  return everywhere ? `pass a host, as in listen(${String(port ?? 0)}, "127.0.0.1"), or ${added}` : added;
}

function judgePower(policy: CompiledPolicy, access: PowerAccess): Verdict {
  if (access.own === true) return refuse(policy, SELF_PROTECTION, { always: true });
  const name = POWER_OF[access.capability];
  const { spelling, resolver } = policy;
  const addon = name === 'addons' ? spelling.path(resolver.locate(spelling.slashed(access.resource), true).real) : '';
  for (const gate of policy.gates) {
    const power = gate.powers[name]?.();
    const rule = power && powerDenial(power, addon);
    if (power === undefined || rule === undefined) continue;
    const fix =
      power.files === undefined
        ? `set process.${name}: allow`
        : addToList(patternFor(access.resource, gate.ground), rule);
    return refuse(policy, rule, { fix });
  }
  return ALLOWED;
}

function judgeVariable(policy: CompiledPolicy, access: VariableAccess): Verdict {
  for (const gate of policy.gates) {
    const rule =
      nameRuleFor(gate.removed, access.resource) ??
      (access.capability === 'env.pass' ? nameRuleFor(gate.kept, access.resource) : undefined);
    if (rule !== undefined) return refuse(policy, rule, { fix: addException(access.resource) });
  }
  return ALLOWED;
}

/** A model is named alone or with its provider before it; a rule may name either. Its cost is the ledger's business. */
function judgeModel(policy: CompiledPolicy, { model, resource }: LlmAccess): Verdict {
  for (const gate of policy.gates) {
    const models = gate.models?.();
    if (models === undefined) continue;
    const denied = nameRuleFor(models.deny, model) ?? nameRuleFor(models.deny, resource);
    if (denied !== undefined) return refuse(policy, denied, { fix: addException(model) });
    if (models.list !== undefined && !models.allow.some((matches) => matches(model) || matches(resource))) {
      return refuse(policy, models.list, { fix: addToList(model, models.list) });
    }
  }
  return ALLOWED;
}
