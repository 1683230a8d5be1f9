import type {
  ContextDocument,
  PolicyDocument,
  PolicyLayer,
  LayerName,
  Mode,
  Places,
  Rule,
  Section,
} from '../../../src/policy/document.js';
import { decide } from '../../../src/policy/decide.js';
import { compile, type CompileOptions, type CompiledPolicy, type Protected } from '../../../src/policy/compile.js';
import { createResolver } from '../../../src/policy/resolve-path.js';
import type { Access, EndpointAccess, Origin, PathAccess, PathEffect } from '../../../src/types.js';
import { type Entries, memoryFiles } from './memory-files.js';

/** A rule as the policy file has it. */
export type Written =
  | string
  | {
      readonly rule: string;
      readonly except?: readonly string[];
      readonly reason?: string;
      readonly runs?: readonly string[];
    };
export interface WrittenSection {
  readonly allow?: readonly Written[];
  readonly deny?: readonly Written[];
}

/** A policy document as the file has it, as far as these tests need one. */
export interface WrittenDocument {
  readonly fs?: { readonly read?: WrittenSection; readonly write?: WrittenSection };
  readonly net?: { readonly connect?: WrittenSection; readonly listen?: WrittenSection };
  readonly exec?: WrittenSection & { readonly env?: readonly Written[]; readonly unbelted?: 'allow' | 'deny' };
  readonly env?: { readonly deny?: readonly Written[]; readonly passDeny?: readonly Written[] };
  readonly process?: Readonly<Record<string, 'allow' | 'deny' | { readonly allow: readonly Written[] }>>;
  readonly models?: WrittenSection;
}

export const PLACES: Places = {
  project: '/app',
  cwd: '/app',
  tmp: '/tmp',
  home: '/home/u',
  modules: ['/app/node_modules'],
};

const originOf = (key: string): Origin => ({ file: '/app/receiptbot.config.yaml', line: 1, column: 1, key });

const rules = (list: readonly Written[], key: string): Rule[] =>
  list.map((rule, i) => ({ ...(typeof rule === 'string' ? { rule } : rule), at: originOf(`${key}[${String(i)}]`) }));

function section(written: WrittenSection, key: string): Section {
  return {
    ...(written.allow && { allow: rules(written.allow, `${key}.allow`), allowAt: originOf(`${key}.allow`) }),
    ...(written.deny && { deny: rules(written.deny, `${key}.deny`) }),
  };
}

/** The parts of a group that are written, each made into a section. */
const sections = <T extends object>(group: T | undefined, key: string): Partial<Record<keyof T, Section>> | undefined =>
  group &&
  (Object.fromEntries(
    Object.entries(group).map(([name, part]) => [name, section(part as WrittenSection, `${key}.${name}`)]),
  ) as Partial<Record<keyof T, Section>>);

const powers = (written: WrittenDocument['process'], key: string): PolicyDocument['process'] =>
  written &&
  Object.fromEntries(
    Object.entries(written).map(([name, word]) => {
      const at = originOf(`${key}.${name}`);
      return [
        name,
        typeof word === 'string'
          ? { word, at }
          : { word: 'allow' as const, allow: rules(word.allow, `${key}.${name}.allow`), at },
      ];
    }),
  );

/** The document, every clause with its origin; `under` is put before every key. */
export function documentOf({ fs, net, exec, env, process, models }: WrittenDocument, under = ''): PolicyDocument {
  return Object.fromEntries(
    Object.entries({
      fs: sections(fs, `${under}fs`),
      net: sections(net, `${under}net`),
      exec: exec && {
        ...section(exec, `${under}exec`),
        ...(exec.env && { env: rules(exec.env, `${under}exec.env`) }),
        ...(exec.unbelted && { unbelted: { word: exec.unbelted, at: originOf(`${under}exec.unbelted`) } }),
      },
      env: env && {
        deny: rules(env.deny ?? [], `${under}env.deny`),
        passDeny: rules(env.passDeny ?? [], `${under}env.pass.deny`),
      },
      process: powers(process, `${under}process`),
      budget: models && { models: section(models, `${under}budget.models`), at: {} },
    }).filter(([, part]) => part !== undefined),
  );
}

export const contextOf = (name: string, written: WrittenDocument): ContextDocument => ({
  ...documentOf(written, `contexts.${name}.`),
  at: originOf(`contexts.${name}`),
});

export const layerOf = (name: LayerName, written: WrittenDocument, places: Places = PLACES): PolicyLayer => ({
  name,
  document: documentOf(written),
  sources: [],
  places,
});

export interface Setting extends Omit<CompileOptions, 'resolver'> {
  readonly mode?: Mode;
  readonly files?: Entries;
  readonly protect?: Protected;
}

/** Compiles layers over a file system in memory. */
export function policyOf(
  layers: readonly PolicyLayer[] | WrittenDocument,
  { mode = 'enforce', files = {}, protect = { policyFiles: [] }, platform = 'linux', ...rest }: Setting = {},
): CompiledPolicy {
  const list = Array.isArray(layers)
    ? (layers as readonly PolicyLayer[])
    : [layerOf('project', layers as WrittenDocument)];
  return compile(list, mode, protect, { platform, resolver: createResolver(memoryFiles(files)), ...rest });
}

const path = (
  capability: PathAccess['capability'],
  effect: PathEffect,
  resource: string,
  more: Partial<PathAccess> = {},
): PathAccess => ({
  kind: 'path',
  capability,
  effect,
  requested: resource,
  resource,
  follow: true,
  tree: false,
  ...more,
});
export const read = (resource: string, more?: Partial<PathAccess>): PathAccess =>
  path('fs.read', 'read', resource, more);
export const write = (resource: string, more?: Partial<PathAccess>): PathAccess =>
  path('fs.write', 'write', resource, more);
export const move = (resource: string, partner?: string): PathAccess =>
  path('fs.write', 'move', resource, { follow: false, tree: true, ...(partner === undefined ? {} : { partner }) });
export const remove = (resource: string, tree = true): PathAccess =>
  path('fs.write', 'delete', resource, { follow: false, tree });

/** A connection as the waist describes it. */
export function connect(host: string, port: number | undefined, more: Partial<EndpointAccess> = {}): EndpointAccess {
  const name = host.includes(':') ? `[${host}]` : host;
  const resource = port === undefined ? host : `${name}:${String(port)}`;
  return {
    kind: 'endpoint',
    capability: 'net.connect',
    requested: resource,
    resource,
    host,
    use: 'connect',
    ...(port === undefined ? {} : { port }),
    ...more,
  };
}
export const listen = (host: string, port: number): EndpointAccess => ({
  ...connect(host, port, { use: 'listen' }),
  capability: 'net.listen',
});
export const socket = (socketPath: string): EndpointAccess => ({
  kind: 'endpoint',
  capability: 'net.connect',
  requested: socketPath,
  resource: `unix:${socketPath}`,
  socketPath,
  use: 'connect',
});

/** The id of the rule that denies, or `allowed`. */
export function outcome(policy: CompiledPolicy, access: Access): string {
  const verdict = decide(policy, access);
  return verdict.allowed ? 'allowed' : (verdict.rule?.id ?? 'no rule');
}
