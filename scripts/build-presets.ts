/** Turns the presets into data, so that a run that only has presets in force reads no YAML. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { setChunkLoader } from '../src/chunks.js';
import * as ip from '../src/access/ip.js';
import type { PolicyDocument, Rule } from '../src/policy/document.js';
import { check } from '../src/policy/issues.js';
import { normalise } from '../src/policy/normalise.js';
import { PRESET_NAMES, PRESET_PREFIX, type PresetName } from '../src/policy/preset-names.js';
import { formatProblems } from '../src/policy/problems.js';
import { policySchema } from '../src/policy/schema.js';
import { readSource } from '../src/policy/yaml.js';
import { sha256 } from '../src/primordials.js';

export const GENERATED = 'src/policy/presets/generated.ts';

const HEADER = `// Made from the YAML files beside it by scripts/build-presets.ts; a test tells when it is out of date.
import type { PolicyDocument } from '../document.js';
import type { PresetName } from '../preset-names.js';
import { rules } from './rules.js';

/** A preset without what it extends. */
export interface Preset {
  readonly sha256: string;
  readonly bases: readonly PresetName[];
  readonly document: PolicyDocument;
}

export const presets: Readonly<Record<PresetName, Preset>> = `;

/** The text of the generated module. @throws when a preset has a problem, a mode or a rule without a reason */
export async function generatePresets(): Promise<string> {
  setChunkLoader(() => ip);
  const entries = PRESET_NAMES.map((name) => [name, presetOf(name)]);
  const text = `${HEADER}${code(Object.fromEntries(entries))};\n`;
  return format(text, { ...(await resolveConfig(GENERATED)), parser: 'typescript' });
}

/** A value as code, lists of rules as calls that are a third as long. */
function code(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (!Array.isArray(value)) {
    const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${code(each)}`);
    return `{ ${entries.join(', ')} }`;
  }
  const list = value as unknown[];
  return list.length > 0 && list.every(isRule) ? ruleCode(list) : `[${list.map(code).join(', ')}]`;
}

const isRule = (value: unknown): value is Rule => typeof value === 'object' && value !== null && 'rule' in value;

function ruleCode(list: readonly Rule[]): string {
  const [first] = list;
  const rows = list.map(({ rule, reason, except, at }) => [
    at.line,
    at.column,
    rule,
    reason,
    ...(except ? [except] : []),
  ]);
  const key = first?.at.key.replace(/\[0\]$/, '');
  return `rules(${JSON.stringify(first?.at.file)}, ${JSON.stringify(key)}, ${JSON.stringify(rows)})`;
}

function presetOf(name: PresetName): object {
  const text = readFileSync(new URL(`../src/policy/presets/${name}.yaml`, import.meta.url), 'utf8');
  const source = readSource(PRESET_PREFIX + name, text);
  const { output, problems } = check(source, policySchema(false));
  if (output === undefined || source.problems.length > 0)
    throw new Error(formatProblems([...source.problems, ...problems]));
  const document = normalise(output, source.at);
  if (document.mode !== undefined) throw new Error(`${name}: presets carry no mode`);
  const silent = rulesOf(document).find((rule) => rule.reason === undefined);
  if (silent !== undefined) throw new Error(`${name}: ${silent.at.key} has no reason`);
  const bases = (output.extends ?? []).map((base) => base.slice(PRESET_PREFIX.length));
  return { sha256: sha256(text), bases, document: name === 'package-managers' ? additions(document) : document };
}

const rulesOf = ({ fs, net, exec }: PolicyDocument) =>
  [fs?.read, fs?.write, net?.connect, net?.listen, exec].flatMap((section) => [
    ...(section?.allow ?? []),
    ...(section?.deny ?? []),
  ]);

/** An allow list without a place of its own only widens one that is there. */
function additions({ fs }: PolicyDocument): PolicyDocument {
  const lists = Object.entries(fs ?? {}).map(([verb, { allow }]) => [verb, { allow }]);
  return { fs: Object.fromEntries(lists) as PolicyDocument['fs'] & object };
}

if (process.argv[1]?.endsWith('build-presets.ts') === true) writeFileSync(GENERATED, await generatePresets());
