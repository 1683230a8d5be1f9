import * as v from 'valibot';
import { hostProblem } from './host-syntax.js';
import { pathProblem } from './path-syntax.js';
import { described, mapping, notHere, someText, type Syntax, textOf } from './schema-parts.js';
import type { WrittenExec, WrittenRule, WrittenSection } from './written-policy.js';
import { commandProblem, modelProblem, variableProblem } from './word-syntax.js';

const REASON = 'Why the rule is there; errors and receipts say it.';

function allowRule(text: v.GenericSchema<string, string>) {
  return v.union([
    text,
    v.strictObject({
      rule: text,
      reason: v.exactOptional(described(someText, REASON)),
      except: v.exactOptional(notHere('only a deny rule can have except: write narrower allow rules')),
    }),
  ]);
}

function denyRule(text: v.GenericSchema<string, string>) {
  return v.union([
    text,
    v.strictObject({
      rule: text,
      except: v.exactOptional(described(v.array(text), 'What this deny rule leaves out.')),
      reason: v.exactOptional(described(someText, REASON)),
      runs: v.exactOptional(notHere('only an allow rule under exec can have runs')),
    }),
  ]);
}

function commandRule(text: v.GenericSchema<string, string>) {
  return v.union([
    text,
    v.strictObject({
      rule: text,
      runs: v.exactOptional(described(v.array(text), 'Commands that what this one starts may run besides.')),
      reason: v.exactOptional(described(someText, REASON)),
      except: v.exactOptional(notHere('only a deny rule can have except: write narrower allow rules')),
    }),
  ]);
}

/** The kinds of rules, each read in one way. A file that speaks for every project has no relative patterns. */
export interface RuleKinds {
  readonly path: Section;
  readonly host: Section;
  readonly command: CommandSection;
  readonly model: Section;
  readonly variables: v.GenericSchema<unknown, WrittenRule[]>;
  readonly powerPaths: v.GenericSchema<unknown, WrittenRule[]>;
}

type Section = v.GenericSchema<unknown, WrittenSection>;
type CommandSection = v.GenericSchema<unknown, WrittenExec>;

const ALLOW = 'What is allowed; everything else is denied as soon as there is this list.';
const DENY = 'What is denied, whatever any allow list says.';

const section = (syntax: Syntax): Section => {
  const text = textOf(syntax);
  return mapping<WrittenSection>({
    allow: v.exactOptional(described(v.array(allowRule(text)), ALLOW)),
    deny: v.exactOptional(described(v.array(denyRule(text)), DENY)),
  });
};

/** The schemas of every kind of rule. */
export function ruleKinds(relative: boolean): RuleKinds {
  const command = textOf((text) => commandProblem(text, relative));
  const variable = textOf(variableProblem);
  return {
    path: section((text) => pathProblem(text, relative)),
    host: section((text) => hostProblem(text, relative)),
    model: section(modelProblem),
    command: mapping<WrittenExec>({
      allow: v.exactOptional(described(v.array(commandRule(command)), ALLOW)),
      deny: v.exactOptional(described(v.array(denyRule(command)), DENY)),
      env: v.exactOptional(
        described(
          v.array(allowRule(variable)),
          'Variables that steer programs (PATH, NODE_OPTIONS, …) and may be set for a command all the same.',
        ),
      ),
      unbelted: v.exactOptional(
        described(
          v.picklist(['deny', 'allow']),
          'Command lines that start Node without this policy (env -i node, unset NODE_OPTIONS, bun, …): deny is the default.',
        ),
      ),
    }),
    variables: v.array(denyRule(variable)),
    powerPaths: v.array(allowRule(textOf((text) => pathProblem(text, relative)))),
  };
}
