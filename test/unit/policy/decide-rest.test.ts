import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import { type CompiledPolicy, narrow } from '../../../src/policy/compile.js';
import { decide } from '../../../src/policy/decide.js';
import type { PolicyLayer } from '../../../src/policy/document.js';
import { descendantLayers } from '../../../src/policy/judge-command.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import type { CommandAccess, LlmAccess, PowerAccess } from '../../../src/types.js';
import { contextOf, layerOf, outcome, PLACES, policyOf, read, write, type WrittenDocument } from './layers.js';

beforeAll(() => {
  setChunkLoader(() => oddGlob);
});

const power = (capability: PowerAccess['capability'], resource = 'x'): PowerAccess => ({
  kind: 'power',
  capability,
  requested: resource,
  resource,
});
const command = (line: string, more: Partial<CommandAccess> = {}): CommandAccess => {
  const [program = '', ...argv] = line.split(' ');
  return {
    kind: 'command',
    capability: 'exec',
    requested: line,
    resource: line,
    commands: [{ program, argv, assignments: [] }],
    shell: false,
    paths: [],
    variables: [],
    cwd: '/app',
    ...more,
  };
};
const model = (name: string, resource = name): LlmAccess => ({
  kind: 'llm',
  capability: 'llm.call',
  requested: name,
  resource,
  model: name,
  cost: 0n,
});

describe('powers', () => {
  const caps = [
    'worker',
    'process.addons',
    'process.internals',
    'process.inspector',
    'process.wasi',
    'process.signals',
  ] as const;

  it('are all open under a policy that restricts nothing', () => {
    for (const capability of caps) expect(outcome(policyOf({}), power(capability))).toBe('allowed');
    expect(
      outcome(policyOf({ fs: { read: { deny: [] } }, process: { workers: 'allow' } }), power('process.internals')),
    ).toBe('allowed');
  });

  it.each<[string, WrittenDocument]>([
    ['a deny rule', { fs: { read: { deny: ['**/x'] } } }],
    ['an empty allow list', { net: { listen: { allow: [] } } }],
    ['a variable', { env: { passDeny: ['A'] } }],
    ['a denied power', { process: { wasi: 'deny' } }],
    ['a list of models', { models: { deny: ['x'] } }],
  ])('internals and the inspector close with %s', (_what, document) => {
    const policy = policyOf(document);
    expect(caps.map((capability) => outcome(policy, power(capability)))).toEqual([
      'allowed',
      'allowed',
      'process.internals',
      'process.inspector',
      document.process === undefined ? 'allowed' : 'process.wasi',
      'allowed',
    ]);
    expect(
      outcome(
        policyOf({ ...document, process: { ...document.process, internals: 'allow' } }),
        power('process.internals'),
      ),
    ).toBe('allowed');
  });

  it('closes by a cap too', () => {
    const layer = { ...layerOf('project', {}), document: { budget: { maxCost: '1000', at: {} } } };
    expect(outcome(policyOf([layer]), power('process.internals'))).toBe('process.internals');
    expect(
      outcome(policyOf([{ ...layer, document: { budget: { prices: {}, at: {} } } }]), power('process.internals')),
    ).toBe('allowed');
  });

  it('asks every layer for itself, and a context only where the root is silent', () => {
    const restrict: WrittenDocument = { fs: { read: { deny: ['**/x'] } } };
    const open: WrittenDocument = { ...restrict, process: { internals: 'allow' } };
    expect(
      outcome(policyOf([layerOf('managed', restrict), layerOf('project', open)]), power('process.internals')),
    ).toBe('managed:process.internals');
    expect(outcome(policyOf([layerOf('managed', {}), layerOf('project', open)]), power('process.internals'))).toBe(
      'allowed',
    );
    expect(outcome(narrow(policyOf(open), 'a', contextOf('a', restrict), PLACES), power('process.internals'))).toBe(
      'allowed',
    );
    expect(outcome(narrow(policyOf({}), 'a', contextOf('a', restrict), PLACES), power('process.internals'))).toBe(
      'contexts.a.process.internals',
    );
    expect(
      outcome(
        narrow(policyOf(open), 'a', contextOf('a', { process: { internals: 'deny' } }), PLACES),
        power('process.internals'),
      ),
    ).toBe('contexts.a.process.internals');
  });

  it('allows addons by their real path', () => {
    const files = {
      '/app/node_modules/a/a.node': 'file',
      '/app/node_modules/b.node': { to: '/tmp/evil.node' },
    } as const;
    const policy = policyOf({ process: { addons: { allow: ['${modules}/**'] } } }, { files });
    expect(outcome(policy, power('process.addons', '/app/node_modules/a/a.node'))).toBe('allowed');
    expect(outcome(policy, power('process.addons', '/app/node_modules/b.node'))).toBe('process.addons.allow');
    expect(decide(policy, power('process.addons', '/app/x.node'))).toMatchObject({
      rule: { id: 'process.addons.allow' },
      fix: 'add "./x.node" to process.addons.allow',
    });
    expect(decide(policyOf({ process: { wasi: 'deny' } }), power('process.wasi')).fix).toBe('set process.wasi: allow');
  });
});

describe('commands', () => {
  const policy = policyOf({
    exec: { allow: ['git', 'cat', 'npm'], deny: ['git push'] },
    fs: { read: { deny: ['**/.env'] } },
  });

  it('are judged by their own rules', () => {
    expect(outcome(policy, command('git status'))).toBe('allowed');
    expect(outcome(policy, command('git push'))).toBe('exec.deny[0]');
    expect(decide(policy, command('/usr/bin/curl get http://x'))).toMatchObject({
      rule: { id: 'exec.allow' },
      fix: 'add "curl get" to exec.allow',
    });
    expect(outcome(policyOf({}), command('anything'))).toBe('allowed');
  });

  it('are judged by the files they name', () => {
    expect(decide(policy, command('cat .env', { paths: [read('/app/.env')] }))).toMatchObject({
      rule: { id: 'fs.read.deny[0]' },
    });
    expect(outcome(policy, command('cat a', { paths: [read('/app/a'), write('/app/receiptbot.config.yaml')] }))).toBe(
      'self-protection',
    );
    expect(
      outcome(policyOf({ fs: { read: { deny: ['**/.env'] } } }), command('cat .env', { paths: [read('/app/.env')] })),
    ).toBe('fs.read.deny[0]');
  });

  it('hand the extra allows of their rule to what they start, layer by layer', () => {
    const project = layerOf('project', {
      exec: { allow: [{ rule: 'npm run build', runs: ['tsc', 'vite build'] }, 'git'] },
    });
    const both = policyOf([layerOf('managed', { exec: { deny: ['sudo'] } }), project]);
    const verdict = decide(both, command('npm run build'));
    expect(verdict).toMatchObject({ allowed: true, runs: [[], ['tsc', 'vite build']] });
    const [managed, handed] = descendantLayers(both, verdict);
    expect(managed).toBe(both.layers[0]);
    const child = policyOf([handed as PolicyLayer]);
    expect(outcome(child, command('tsc -p .'))).toBe('allowed');
    expect(outcome(child, command('vite dev'))).toBe('exec.allow');
    expect(outcome(both, command('tsc -p .'))).toBe('exec.allow');
    expect(descendantLayers(both, decide(both, command('git status')))).toBe(both.layers);
  });

  it('may not set what steers programs, where a list says which may run', () => {
    const steered = command('git status', { variables: ['LD_PRELOAD'] });
    expect(decide(policy, steered)).toMatchObject({
      rule: { id: 'exec.env', text: 'LD_PRELOAD' },
      fix: 'add "LD_PRELOAD" to exec.env',
    });
    expect(outcome(policyOf({ exec: { allow: ['git'], env: ['LD_*', 'PATH'] } }), steered)).toBe('allowed');
    expect(outcome(policyOf({ exec: { deny: ['sudo'] } }), steered)).toBe('allowed');
    expect(outcome(policyOf({ exec: { env: ['PATH'] } }), steered)).toBe('exec.env');
    expect(outcome(policyOf({}), steered)).toBe('allowed');
  });
});

describe('children without the belt', () => {
  const bare = command('env -i node a.js', { unbelted: { why: 'the environment is emptied' } });
  const bun = command('bun a.js', { unbelted: { why: 'bun is no Node', runtime: true } });
  const restricting = { fs: { read: { deny: ['**/.env'] } } } as const;
  const open = { ...restricting, exec: { unbelted: 'allow' } } as const;

  it('need a word wherever anything is restricted', () => {
    expect(decide(policyOf(restricting), bare)).toMatchObject({
      allowed: false,
      rule: { id: 'exec.unbelted', reason: 'the environment is emptied' },
      fix: 'set exec.unbelted: allow',
    });
    expect(outcome(policyOf(open), bare)).toBe('allowed');
    expect(outcome(policyOf({ exec: { unbelted: 'deny' } }), bare)).toBe('exec.unbelted');
    expect(outcome(policyOf({}), bare)).toBe('allowed');
  });

  it('need it in every layer', () => {
    const project = layerOf('project', open);
    expect(outcome(policyOf([layerOf('managed', restricting), project]), bare)).toBe('managed:exec.unbelted');
    expect(outcome(policyOf([layerOf('managed', open), project]), bare)).toBe('allowed');
    expect(outcome(policyOf([layerOf('managed', {}), project]), bare)).toBe('allowed');
  });

  it('have the word of the root in a context that has none, also in a child of it', () => {
    const silent = narrow(policyOf(open), 'a', contextOf('a', { ...restricting, exec: { deny: ['rm'] } }), PLACES);
    expect(outcome(silent, bare)).toBe('allowed');
    expect(outcome(policyOf(silent.layers), bare)).toBe('allowed');
    const strict = narrow(policyOf(open), 'a', contextOf('a', { exec: { unbelted: 'deny' } }), PLACES);
    expect(outcome(strict, bare)).toBe('contexts.a.exec.unbelted');
    const loose = narrow(policyOf(restricting), 'a', contextOf('a', open), PLACES);
    expect(outcome(loose, bare)).toBe('exec.unbelted');
  });

  it('are no news where another runtime is named by a list', () => {
    expect(outcome(policyOf(restricting), bun)).toBe('exec.unbelted');
    expect(outcome(policyOf({ exec: { allow: ['bun'] } }), bun)).toBe('allowed');
    expect(outcome(policyOf({ exec: { allow: ['bun'], unbelted: 'deny' } }), bun)).toBe('exec.unbelted');
    expect(outcome(policyOf({ exec: { allow: ['env', 'node'] } }), bare)).toBe('exec.unbelted');
  });
});

describe('variables', () => {
  const policy = policyOf([
    layerOf('managed', { env: { deny: ['AWS_*', { rule: '*_SECRET', except: ['NOT_A_SECRET'] }] } }),
    layerOf('project', { env: { deny: ['EXACT'], passDeny: ['*_API_KEY', 'a*b*c?'] } }),
  ]);
  const names = [
    'AWS_KEY',
    'MY_SECRET',
    'NOT_A_SECRET',
    'EXACT',
    'EXACTLY',
    'X_API_KEY',
    'PATH',
    'aXbXcX',
    'aws_key',
    'A.C',
  ];

  const refused = (from: CompiledPolicy, capability: 'env.read' | 'env.pass'): string[] =>
    names.filter((name) => !decide(from, { kind: 'variable', capability, requested: name, resource: name }).allowed);

  it('are removed here, or kept from children', () => {
    expect(refused(policy, 'env.read')).toEqual(['AWS_KEY', 'MY_SECRET', 'EXACT']);
    expect(refused(policy, 'env.pass')).toEqual(['AWS_KEY', 'MY_SECRET', 'EXACT', 'X_API_KEY', 'aXbXcX']);
  });

  it('stay in audit, and are told of', () => {
    const audit = policyOf({ env: { deny: ['AWS_*'] } }, { mode: 'audit' });
    expect(
      decide(audit, { kind: 'variable', capability: 'env.read', requested: 'AWS_KEY', resource: 'AWS_KEY' }),
    ).toMatchObject({ allowed: false, enforced: false, rule: { id: 'env.deny[0]' } });
  });

  it('are judged by name', () => {
    const verdict = (capability: 'env.read' | 'env.pass', name: string) =>
      outcome(policy, { kind: 'variable', capability, requested: name, resource: name });
    expect(verdict('env.read', 'AWS_KEY')).toBe('managed:env.deny[0]');
    expect(verdict('env.read', 'X_API_KEY')).toBe('allowed');
    expect(verdict('env.pass', 'X_API_KEY')).toBe('env.pass.deny[0]');
    expect(verdict('env.pass', 'EXACT')).toBe('env.deny[0]');
    expect(verdict('env.pass', 'PATH')).toBe('allowed');
  });

  it('have no case on Windows', () => {
    const windows = policyOf({ env: { deny: ['aws_*'] } }, { platform: 'win32' });
    const access = { kind: 'variable', capability: 'env.read', requested: 'Aws_Key', resource: 'Aws_Key' } as const;
    expect(outcome(windows, access)).toBe('env.deny[0]');
  });
});

describe('models', () => {
  const policy = policyOf({ models: { allow: ['gpt-*', 'anthropic/claude-*'], deny: ['*-pro'] } });
  it.each([
    [model('gpt-4o'), 'allowed'],
    [model('claude-x', 'anthropic/claude-x'), 'allowed'],
    [model('claude-x', 'bedrock/claude-x'), 'budget.models.allow'],
    [model('gpt-5-pro'), 'budget.models.deny[0]'],
  ])('%o: %s', (access, expected) => {
    expect(outcome(policy, access)).toBe(expected);
  });
  it('name what would allow them', () => {
    expect(decide(policy, model('o3')).fix).toBe('add "o3" to budget.models.allow');
  });
});
