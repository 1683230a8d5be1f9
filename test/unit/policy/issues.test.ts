import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { check } from '../../../src/policy/issues.js';
import { RANGE_WORDS } from '../../../src/policy/host-syntax.js';
import { formatProblem, formatProblems } from '../../../src/policy/problems.js';
import { policySchema } from '../../../src/policy/schema.js';
import { readSource } from '../../../src/policy/yaml.js';

setChunkLoader(() => ip);

function told(text: string, relative = true): string[] {
  const source = readSource('p', text);
  const { problems } = check(source, policySchema(relative));
  return [...source.problems, ...problems]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map((problem) => formatProblem(problem).replace(/^p:/, '').replace(RANGE_WORDS.join(', '), '(ranges)'));
}

const fixture = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

describe('a policy with every key', () => {
  it.each(['fixtures/policies/every-key.yaml', 'receiptbot.config.example.yaml'])('is one: %s', (name) => {
    expect(told(fixture(name))).toEqual([]);
  });
});

describe('a policy with every mistake', () => {
  const lines = told(fixture('fixtures/policies/every-mistake.yaml'));

  it('is told all of them at once, each with its place', () => {
    expect(lines).toMatchInlineSnapshot(`
      [
        "2:10: version: expected 1, received "1" (write it without quotes)",
        "3:1: mod: expected one of $schema, version, extends, mode, coverage, fs, net, exec, process, budget, limits, env, redact, receipt, contexts, received "mod", did you mean "mode"?",
        "4:7: mode: expected one of enforce, audit, off, received "enforced", did you mean "enforce"?",
        "5:10: extends: expected a list, received "receiptbot:recommended" (write ["receiptbot:recommended"])",
        "7:3: fs.reed: expected one of read, write, received "reed", did you mean "read"?",
        "9:5: fs.read.denny: expected one of allow, deny, received "denny", did you mean "deny"?",
        "11:9: fs.read.deny[0]: expected a pattern with a slash (write "**/.env" for any folder, "./.env" for the project's), received ".env"",
        "12:9: fs.read.deny[1]: expected a text or a mapping of keys, received 5",
        "13:26: fs.read.deny[2].excpt: expected one of rule, except, reason, received "excpt", did you mean "except"?",
        "14:17: fs.read.deny[3].rule: expected a pattern with a slash (write "**/a" for any folder, "./a" for the project's), received "a"",
        "14:31: fs.read.deny[3].except[0]: expected a pattern with a slash (write "**/.x" for any folder, "./.x" for the project's), received ".x"",
        "14:44: fs.read.deny[3].runs: only an allow rule under exec can have runs",
        "15:9: fs.read.deny[4]: a colon and a space make a mapping in YAML: write it without the space, or in quotes, "localhost:8080"",
        "16:9: fs.read.deny[5]: expected a path pattern (environment variables are not read: write "~/…" or begin with \${project}, \${cwd}, \${tmp}, \${home}, \${modules}), received "$HOME/x"",
        "17:9: fs.read.deny[6]: expected one of \${project}, \${cwd}, \${tmp}, \${home}, \${modules} (did you mean \${home}?), received "\${hom}/x"",
        "18:9: fs.read.deny[7].rule: expected this key, received nothing",
        "20:32: fs.read.allow[0].except: only a deny rule can have except: write narrower allow rules",
        "23:13: net.connect.allow[0]: expected a host, not a URL (write "api.openai.com:443"), received "https://api.openai.com/v1"",
        "23:42: net.connect.allow[1]: expected * only as a whole first part (write "*.example.com"), received "api.*.com"",
        "23:55: net.connect.allow[2]: expected one host (a list has one entry for each), received "a.com, b.com"",
        "23:71: net.connect.allow[3]: expected a host or one of (ranges), localhost (did you mean "metadata"? write "metdata." for a host of that name), received "metdata"",
        "23:82: net.connect.allow[4]: expected brackets around an IPv6 address that ends like a port (write "[::1]:443" or "[::1:443]"), received "::1:443"",
        "23:93: net.connect.allow[5]: expected a length from 0 to 32 after the slash, received "10.0.0.0/33"",
        "23:108: net.connect.allow[6]: expected a port from 0 to 65535 or * after the colon, received "x:70000"",
        "24:12: net.connect.deny[0]: [ ] is a list to YAML: write the address in quotes, "[fe80::1]"",
        "26:10: exec.deny[0]: expected one simple command (a list has one entry for each, without shell signs), received "rm -rf / && ls"",
        "28:9: env.deny: expected a list, received "AWS_*" (write ["AWS_*"])",
        "29:11: env.pass.allow: expected one of deny, received "allow"",
        "31:11: process.addons: expected one of deny, allow, received "denny", did you mean "deny"?",
        "32:14: process.internals: expected one of deny, allow, received true",
        "33:3: process.worker: expected one of addons, internals, inspector, wasi, signals, workers, received "worker", did you mean "workers"?",
        "35:15: budget.maxCostUsd: expected a number, received "1.00" (write 1.00)",
        "36:14: budget.maxTokens: expected a number, received "200_000" (write 200000)",
        "37:12: budget.maxTime: expected a duration with a unit, like 90s, 10m or 1h30m, received 600",
        "38:11: budget.warnAt: expected a share from 0 to 1, received 80",
        "39:15: budget.perModel["a b"]: expected the name of a model, without spaces, received "a b"",
        "39:24: budget.perModel["a b"].maxCost: expected one of maxCostUsd, maxTokens, maxCalls, received "maxCost", did you mean "maxCostUsd"?",
        "40:16: budget.prices.x: expected input and output, or as and perhaps times, received {"input":1}",
        "40:33: budget.prices.y: expected "free" or a mapping of keys, received "cheap"",
        "40:45: budget.prices.z.inptu: expected one of input, output, as, times, received "inptu", did you mean "input"?",
        "41:9: budget.rate: expected a mapping of keys, received "-"",
        "42:25: limits.filesWritten: expected a whole number, 0 or more, received -1",
        "42:29: limits.sameCallRepeats.max: expected this key, received nothing",
        "42:56: limits.sameCallRepeats.action: expected one of warn, deny, received "wran", did you mean "warn"?",
        "43:31: redact.patterns[0].label: expected a label in capitals, like ACME_TOKEN, received "acme"",
        "43:44: redact.patterns[0].regex: expected a regular expression that is quick on every text (a repeat within a repeat: begin or end the inner part with a character that it does not repeat), received "(a+)+$"",
        "43:56: redact.patterns[1].regex: expected this key, received nothing",
        "44:21: receipt.maxSize: expected a size with a unit, like 256MB or 1GiB, received 256",
        "46:3: contexts.root: expected another name (the root context is the policy itself), received "root"",
        "47:3: contexts["a b"]: expected a name of letters, digits, - _ and ., received "a b"",
        "49:12: contexts.r.entry: expected "./module.js#export" (in YAML a # after a space begins a comment: write none before it), received "./a.js"",
        "50:18: contexts.r.env.deny: variables are removed from the whole process, so a context cannot have env.deny: use env.pass.deny with a child process or a worker",
        "51:5: contexts.r.contexts: expected one of entry, fs, net, exec, process, budget, limits, env, received "contexts"",
      ]
    `);
  });
});

describe('a place in a message', () => {
  it('is that of the key when the key is wrong, of the value when the value is', () => {
    expect(told('version: 1\nfs:\n    reed:   {}\n')).toEqual([expect.stringMatching(/^3:5: fs\.reed: /)]);
    expect(told('version: 1\nmode:    enforced\n')).toEqual([expect.stringMatching(/^2:10: mode: /)]);
  });

  it('is that of what should have the key when it is missing', () => {
    expect(told('mode: audit\n')).toEqual(['1:1: version: expected this key, received nothing']);
  });

  it('counts the same with a BOM and CRLF', () => {
    expect(told('\uFEFFversion: 1\r\nfs:\r\n  reed: {}\r\n')).toEqual([expect.stringMatching(/^3:3: fs\.reed: /)]);
  });
});

describe('unknown keys', () => {
  it('are all told, also of one mapping', () => {
    expect(told('version: 1\nfoo: 1\nbar: 2\nfs: { reed: {}, wriet: {} }\n')).toEqual([
      expect.stringMatching(/^2:1: foo: expected one of \$schema, .*, received "foo"$/),
      expect.stringMatching(/^3:1: bar: /),
      '4:7: fs.reed: expected one of read, write, received "reed", did you mean "read"?',
      '4:17: fs.wriet: expected one of read, write, received "wriet", did you mean "write"?',
    ]);
  });
});

describe('what follows from another problem', () => {
  it('is not told', () => {
    expect(told('version: 1\nmode: *x\n')).toHaveLength(1);
    expect(told('version: *x\n')).toHaveLength(1);
    expect(told('version: 1\nfs: { read: { deny: [~, "/x"] } }\n')).toHaveLength(1);
  });
});

describe('a managed file', () => {
  const managed = (rule: string): string[] =>
    told(`version: 1\nfs: { read: { deny: [${JSON.stringify(rule)}] } }\n`, false);

  it.each(['/etc/x', '~/.ssh/**', '${tmp}/**', '**/.env'])('has %s', (rule) => {
    expect(managed(rule)).toEqual([]);
  });

  it.each(['./out/**', 'src/x', '../x'])('has not %s, which means nothing to it', (rule) => {
    expect(managed(rule)).toEqual([
      `2:22: fs.read.deny[0]: expected an absolute pattern (this file speaks for every project: begin with /, ~/, \${…}/ or **/), received "${rule}"`,
    ]);
  });

  it('has no such program or exception either', () => {
    expect(
      told('version: 1\nexec: { deny: ["./x y"] }\nfs: { read: { deny: [{ rule: "/x", except: ["y/z"] }] } }\n', false),
    ).toHaveLength(2);
  });
});

describe('the whole text', () => {
  it('has a line for each problem, and an end', () => {
    const problem = { file: 'f', line: 1, column: 2, key: 'a', message: 'm' };
    const text = formatProblems(Array.from({ length: 60 }, () => problem));
    expect(text.split('\n')).toHaveLength(52);
    expect(text).toContain('  f:1:2: a: m\n');
    expect(text).toMatch(/… and 10 more$/);
  });

  it('has nothing in it that a terminal would act on', () => {
    const [line] = told('version: 1\n"\\e[31m\\u202e": 1\n');
    expect([...(line ?? '')].filter((char) => char === '\u001b' || char === '\u202e')).toEqual([]);
    expect(line).toContain('\\u001b[31m\\u202e');
  });
});
