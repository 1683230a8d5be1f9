import fc from 'fast-check';
import { check } from '../../../src/policy/issues.js';
import type { PolicyDocument } from '../../../src/policy/document.js';
import { normalise } from '../../../src/policy/normalise.js';
import { formatProblems } from '../../../src/policy/problems.js';
import { policySchema } from '../../../src/policy/schema.js';
import type { WrittenPolicy } from '../../../src/policy/written-policy.js';
import { readSource } from '../../../src/policy/yaml.js';

const path = fc.constantFrom(
  '/x',
  '~/.ssh/**',
  '${tmp}/**',
  '**/.env',
  './out/**',
  'a [b]/{c}',
  "it's/#x",
  '/*',
  '/a: b',
  '/\n"\\*',
);
const host = fc.constantFrom(
  'example.com',
  '*.example.com:443',
  'metadata',
  '[::1]:443',
  '10.0.0.0/8',
  '*',
  'unix:@x',
  'unix:/run/x.sock',
);
const command = fc.constantFrom('git', 'git push', 'npm run build', 'rm', '/usr/bin/*', '*');
const name = fc.constantFrom('AWS_*', '*_SECRET', 'PATH', 'yes', '~', '*');
const model = fc.constantFrom('gpt-*', 'claude-*', 'ft:gpt-4o-mini:*', '*', 'null', 'true', '1e3', 'ollama/*');
const reason = fc.constantFrom('because', 'no: reason', '# not a comment', '- x', 'ä\n€', '"');

const optional = (parts: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record(parts, { requiredKeys: [] });
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 });

const rule = (pattern: fc.Arbitrary<string>, extra: fc.Arbitrary<object>) =>
  fc.oneof(
    pattern,
    fc.tuple(pattern, extra).map(([text, more]) => ({ rule: text, ...more })),
  );
const deny = (pattern: fc.Arbitrary<string>) => list(rule(pattern, optional({ reason, except: list(pattern) })));
const allow = (pattern: fc.Arbitrary<string>) => list(rule(pattern, optional({ reason })));
const section = (pattern: fc.Arbitrary<string>) => optional({ allow: allow(pattern), deny: deny(pattern) });

const usd = fc.oneof(
  fc.constantFrom(0, 1, 0.1, 0.000001, 1e-12, 1234.56789, 5000),
  fc.nat(10_000_000).map((n) => n / 10_000),
);
const count = fc.nat(100_000);
const word = fc.constantFrom('deny', 'allow');

const budget = optional({
  maxCostUsd: usd,
  maxTokens: count,
  maxCalls: count,
  maxTime: fc.constantFrom('10m', '1h30m', '250ms', '2d'),
  warnAt: fc.constantFrom(0, 0.5, 0.8, 1),
  perCall: optional({ maxCostUsd: usd, maxOutputTokens: fc.integer({ min: 1, max: 9999 }) }),
  perModel: fc.dictionary(model, optional({ maxCostUsd: usd, maxTokens: count, maxCalls: count }), { maxKeys: 2 }),
  rate: optional({ callsPerMinute: fc.integer({ min: 1, max: 99 }), concurrent: fc.integer({ min: 1, max: 9 }) }),
  models: section(model),
  reserve: fc.constantFrom('worst', 'typical', 'none'),
  onExceed: fc.constantFrom('respond', 'throw', 'exit'),
  onOverrun: fc.constantFrom('abort', 'finish'),
  unknownPrice: fc.constantFrom('deny', 'free', 'highest'),
  prices: fc.dictionary(
    model,
    fc.oneof(
      fc.constant('free'),
      fc.record({ input: usd, output: usd }),
      fc.record({ as: model, times: fc.constantFrom(0.5, 2) }, { requiredKeys: ['as'] }),
    ),
    { maxKeys: 2 },
  ),
  websocket: fc.constantFrom('allow', 'warn', 'deny'),
});

const limits = optional({
  filesWritten: count,
  filesDeleted: count,
  processes: count,
  sameCallRepeats: fc.record(
    { max: fc.integer({ min: 1, max: 99 }), action: fc.constantFrom('warn', 'deny') },
    { requiredKeys: ['max'] },
  ),
});

const capabilities = {
  fs: optional({ read: section(path), write: section(path) }),
  net: optional({ connect: section(host), listen: section(host) }),
  exec: optional({
    allow: list(rule(command, optional({ reason, runs: list(command) }))),
    deny: deny(command),
    env: allow(name),
  }),
  process: optional({
    addons: fc.oneof(word, fc.record({ allow: allow(path) })),
    internals: word,
    inspector: word,
    wasi: word,
    signals: word,
    workers: word,
  }),
  budget,
  limits,
};

const context = optional({
  entry: fc.constantFrom('./a.js#run', './b.mjs#Agent.prototype.run'),
  ...capabilities,
  env: optional({ pass: optional({ deny: deny(name) }) }),
});

/** Policies as people may write them: every key, and texts that YAML would take for something else. */
export const writtenPolicies: fc.Arbitrary<WrittenPolicy> = fc
  .record(
    {
      version: fc.constant(1),
      mode: fc.constantFrom('enforce', 'audit', 'off'),
      coverage: fc.constantFrom('warn', 'required'),
      ...capabilities,
      env: optional({ deny: deny(name), pass: optional({ deny: deny(name) }) }),
      redact: fc.record({
        patterns: list(fc.record({ label: fc.constantFrom('A', 'ACME_TOKEN'), regex: fc.constant('acme_\\d{8}') })),
      }),
      receipt: optional({
        dir: fc.constantFrom('.receiptbot', '${tmp}/x', '~'),
        onError: fc.constantFrom('stop', 'warn'),
        maxSize: fc.constantFrom('256MB', '1GiB', '4097B'),
      }),
      contexts: fc.dictionary(fc.constantFrom('researcher', 'on', '0', 'a.b'), context, { maxKeys: 2 }),
    },
    { requiredKeys: ['version'] },
  )
  .map((policy) => policy as WrittenPolicy);

/** A policy file's text as the document it stands for. @throws what is wrong with it */
export function documentOf(text: string, file = 'p.yaml'): PolicyDocument {
  const source = readSource(file, text);
  const { output, problems } = check(source, policySchema(true));
  if (output === undefined || source.problems.length > 0)
    throw new Error(formatProblems([...source.problems, ...problems]));
  return normalise(output, source.at);
}

/** Documents of such policies. */
export const documents: fc.Arbitrary<PolicyDocument> = writtenPolicies.map((policy) =>
  documentOf(JSON.stringify(policy), 'p.json'),
);

/** A document without the places of its clauses. */
export function placeless<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) => (key === 'at' || key === 'allowAt' ? undefined : each)),
  ) as T;
}
