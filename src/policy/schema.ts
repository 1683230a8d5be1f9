import * as v from 'valibot';
import { budgetSchema, limitsSchema } from './schema-budget.js';
import { described, mapping, notHere, safeRegex, size, someText, textOf } from './schema-parts.js';
import { type RuleKinds, ruleKinds } from './schema-rules.js';
import type { WrittenContext, WrittenPass, WrittenPolicy, WrittenProcess, WrittenReceipt } from './written-policy.js';
import { RANGE_WORDS } from './host-syntax.js';
import { contextNameProblem, entryProblem } from './word-syntax.js';

const power = v.picklist(['deny', 'allow']);

/** What the root and a context have in common. */
function capabilities(kinds: RuleKinds) {
  return {
    fs: v.exactOptional(
      described(
        mapping<NonNullable<WrittenPolicy['fs']>>({
          read: v.exactOptional(described(kinds.path, 'Reading files and folders, and asking about them.')),
          write: v.exactOptional(described(kinds.path, 'Writing, making, moving, linking and deleting.')),
        }),
        'Files: path globs, relative to ${project} unless they begin with /, ~/, ${…}/ or **/.',
      ),
    ),
    net: v.exactOptional(
      described(
        mapping<NonNullable<WrittenPolicy['net']>>({
          connect: v.exactOptional(described(kinds.host, 'Connections and look-ups of names.')),
          listen: v.exactOptional(described(kinds.host, 'Servers: the address and port to listen on.')),
        }),
        `Hosts: "example.com:443", "*.example.com", addresses, CIDR blocks, ${RANGE_WORDS.join(', ')}, "unix:/path".`,
      ),
    ),
    exec: v.exactOptional(described(kinds.command, 'Commands: a program and argument words, each a glob.')),
    process: v.exactOptional(
      described(
        mapping<WrittenProcess>({
          addons: v.exactOptional(
            described(
              v.union([power, v.strictObject({ allow: described(kinds.powerPaths, 'The files that may be loaded.') })]),
              'Native addons.',
            ),
          ),
          internals: v.exactOptional(described(power, 'process.binding, constructors of handles and their kin.')),
          inspector: v.exactOptional(
            described(power, "The debugger's protocol, the signal that opens it, and heap snapshots."),
          ),
          wasi: v.exactOptional(described(power, 'WebAssembly with system calls.')),
          signals: v.exactOptional(described(power, 'Signals to processes that are not our children.')),
          workers: v.exactOptional(described(power, 'Worker threads.')),
        }),
        'Powers of the process itself.',
      ),
    ),
    budget: v.exactOptional(described(budgetSchema(kinds), 'What language models may cost.')),
    limits: v.exactOptional(described(limitsSchema, 'Blast radius, for each context and for the run.')),
  };
}

const passed = (kinds: RuleKinds) =>
  v.exactOptional(
    described(
      mapping<WrittenPass>({
        deny: v.exactOptional(described(kinds.variables, 'Variables that stay here and are not handed to children.')),
      }),
      'What children get.',
    ),
  );

const contextSchema = (kinds: RuleKinds) =>
  mapping<WrittenContext>({
    entry: v.exactOptional(
      described(textOf(entryProblem), 'The export whose calls run in this context: "./module.js#export".'),
    ),
    ...capabilities(kinds),
    env: v.exactOptional(
      described(
        mapping<NonNullable<WrittenContext['env']>>({
          pass: passed(kinds),
          deny: v.exactOptional(
            notHere(
              'variables are removed from the whole process, so a context cannot have env.deny: use env.pass.deny with a child process or a worker',
            ),
          ),
        }),
        'What children of this context get of the environment.',
      ),
    ),
  });

const LABEL = v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'expected a label in capitals, like ACME_TOKEN'));

const redact = mapping<NonNullable<WrittenPolicy['redact']>>({
  patterns: described(
    v.array(
      v.strictObject({
        label: described(LABEL, 'Stands in the receipt in place of what matched: [REDACTED_<label>].'),
        regex: described(safeRegex, 'A JavaScript regular expression.'),
      }),
    ),
    'Secrets of your own.',
  ),
});

const receipt = mapping<WrittenReceipt>({
  dir: v.exactOptional(described(someText, 'The folder for receipts, relative to ${project}.')),
  onError: v.exactOptional(described(v.picklist(['stop', 'warn']), 'What happens when the receipt cannot be written.')),
  maxSize: v.exactOptional(described(size, 'The size past which a receipt goes on in a new file.')),
});

const EXTENDS =
  'Policies that this one adds to: presets (receiptbot:recommended, strict, mcp-server, package-managers), files, npm packages.';
const MODE = 'enforce refuses (the default), audit only records what it would refuse, off does nothing.';
const COVERAGE = 'Whether to refuse to start when a door of this Node could not be guarded.';

const environment = (kinds: RuleKinds) =>
  mapping<NonNullable<WrittenPolicy['env']>>({
    deny: v.exactOptional(described(kinds.variables, 'Variables that are removed from this process and its children.')),
    pass: passed(kinds),
  });

/** The schema of a policy file; where `relative` is false, patterns have to be absolute (managed files and presets). */
export function policySchema(relative: boolean): v.GenericSchema<unknown, WrittenPolicy> {
  const kinds = ruleKinds(relative);
  const contexts = v.record(textOf(contextNameProblem), contextSchema(kinds));
  return mapping<WrittenPolicy>({
    $schema: v.exactOptional(described(v.string(), 'For editors.')),
    version: described(v.literal(1), 'The version of this format.'),
    extends: v.exactOptional(described(v.array(someText), EXTENDS)),
    mode: v.exactOptional(described(v.picklist(['enforce', 'audit', 'off']), MODE)),
    coverage: v.exactOptional(described(v.picklist(['warn', 'required']), COVERAGE)),
    ...capabilities(kinds),
    env: v.exactOptional(described(environment(kinds), 'Environment variables: globs for their names.')),
    redact: v.exactOptional(described(redact, 'What receipts leave out, besides the secrets that are known.')),
    receipt: v.exactOptional(described(receipt, 'The record of the run.')),
    contexts: v.exactOptional(
      described(contexts, 'Named contexts: each has this policy and its own, which can only narrow it.'),
    ),
  });
}
