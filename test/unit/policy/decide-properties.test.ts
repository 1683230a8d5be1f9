import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import * as ip from '../../../src/access/ip.js';
import { narrow } from '../../../src/policy/compile.js';
import { decide } from '../../../src/policy/decide.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import type { Access, PathEffect } from '../../../src/types.js';
import {
  connect,
  contextOf,
  layerOf,
  listen,
  PLACES,
  policyOf,
  read,
  socket,
  type WrittenDocument,
  type WrittenSection,
  write,
} from './layers.js';
import type { Entries } from './memory-files.js';

beforeAll(() => {
  setChunkLoader((name) => (name === 'ip' ? ip : oddGlob));
});

const files: Entries = {
  '/app/a/x': 'file',
  '/app/b': { to: 'a' },
  '/app/out/y.pem': 'file',
  '/app/l': { to: 'secret/.env' },
  '/app/secret/.env': 'file',
  '/tmp/z': 'file',
  '/app/d': { to: 'out/new' },
  '/app/.env': 'file',
};
const pathPattern = fc.constantFrom(
  './a/**',
  './b/**',
  '**/.env',
  '**/*.pem',
  './out/**',
  '/tmp/**',
  '/**',
  '${tmp}',
  './secret',
  '**/secret/*',
  './*',
  './[ab]/x',
  '**/{a,out}/**',
  './out/*.pem',
  '~/**',
);
const hostPattern = fc.constantFrom(
  'a.example',
  '*.example',
  'a.example:443',
  '10.0.0.0/8',
  'private',
  'loopback',
  'localhost',
  '*',
  '*:80',
  'metadata',
  'unix:./s',
  'unix:**/s',
  'unix:@x*',
  '[::1]:80',
  '::/0',
);
const sectionOf = (pattern: fc.Arbitrary<string>): fc.Arbitrary<WrittenSection> =>
  fc.record(
    {
      allow: fc.array(pattern, { maxLength: 3 }),
      deny: fc.array(fc.oneof(pattern, fc.record({ rule: pattern, except: fc.array(pattern, { maxLength: 2 }) })), {
        maxLength: 3,
      }),
    },
    { requiredKeys: [] },
  );
const document: fc.Arbitrary<WrittenDocument> = fc.record(
  {
    fs: fc.record({ read: sectionOf(pathPattern), write: sectionOf(pathPattern) }, { requiredKeys: [] }),
    net: fc.record({ connect: sectionOf(hostPattern), listen: sectionOf(hostPattern) }, { requiredKeys: [] }),
    process: fc.dictionary(
      fc.constantFrom('internals', 'workers', 'wasi'),
      fc.constantFrom<'allow' | 'deny'>('allow', 'deny'),
      { maxKeys: 2 },
    ),
    env: fc.record(
      { deny: fc.array(fc.constantFrom('A*', '*B', 'AB', { rule: '*', except: ['A'] }), { maxLength: 2 }) },
      { requiredKeys: [] },
    ),
    models: sectionOf(fc.constantFrom('gpt-*', '*', 'x/*', 'o3')),
  },
  { requiredKeys: [] },
);
const path = fc.constantFrom(
  '/app',
  '/app/a',
  '/app/a/x',
  '/app/b/x',
  '/app/b',
  '/app/l',
  '/app/.env',
  '/app/out/y.pem',
  '/app/out',
  '/tmp/z',
  '/',
  '/app/d',
  '/app/secret',
  '/home/u/k',
  '/dev/null',
  '/etc/receiptbot/policy.yaml',
  '/app/receiptbot.config.yml',
);
const pathAccess = fc
  .tuple(
    path,
    fc.boolean(),
    fc.constantFrom<PathEffect>('read', 'stat', 'list', 'write', 'create', 'delete', 'move', 'link'),
    fc.boolean(),
    fc.boolean(),
    fc.option(path, { nil: undefined }),
    fc.boolean(),
  )
  .map(([at, reading, effect, follow, tree, partner, loader]) =>
    (reading ? read : write)(at, {
      effect,
      follow,
      tree,
      ...(partner === undefined ? {} : { partner }),
      ...(loader ? { origin: 'loader' as const } : {}),
    }),
  );
const host = fc.constantFrom(
  'a.example',
  'b.a.example',
  '10.1.1.1',
  '127.0.0.1',
  '::1',
  '::',
  '169.254.169.254',
  'localhost',
);
const access: fc.Arbitrary<Access> = fc.oneof(
  { weight: 4, arbitrary: pathAccess },
  fc
    .tuple(
      host,
      fc.option(fc.constantFrom(80, 443), { nil: undefined }),
      fc.constantFrom('connect', 'resolve', 'proxied', 'udp'),
      fc.option(fc.constantFrom('10.1.1.1', '127.0.0.1', '8.8.8.8'), { nil: undefined }),
    )
    .map(([name, port, use, address]) => connect(name, port, { use, ...(address === undefined ? {} : { address }) })),
  fc.tuple(host, fc.constantFrom(0, 80)).map(([name, port]) => listen(name, port)),
  fc.constantFrom('/app/s', '/x/s', '@x1', '@y').map((name) => socket(name)),
  fc
    .constantFrom('worker', 'process.internals', 'process.wasi', 'process.inspector')
    .map((capability): Access => ({ kind: 'power', capability: capability as 'worker', requested: '', resource: '' })),
  fc
    .constantFrom('A', 'B', 'AB')
    .map((name): Access => ({ kind: 'variable', capability: 'env.read', requested: name, resource: name })),
  fc.constantFrom('gpt-4', 'o3').map((model): Access => ({
    kind: 'llm',
    capability: 'llm.call',
    requested: model,
    resource: `x/${model}`,
    model,
    cost: 0n,
  })),
);
const accesses = fc.array(access, { minLength: 1, maxLength: 8 });
const allows = (policy: Parameters<typeof decide>[0], asked: Access): boolean => decide(policy, asked).allowed;

describe('decide', () => {
  it('is never widened by a layer, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(document, { maxLength: 2 }), document, accesses, fc.nat(2), (documents, added, list, at) => {
        const layers = documents.map((written) => layerOf('project', written));
        const before = policyOf(layers, { files });
        const after = policyOf(layers.toSpliced(at, 0, layerOf('managed', added)), { files });
        for (const asked of list) if (!allows(before, asked)) expect(allows(after, asked)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('is never widened by a context, nor by one inside it', () => {
    fc.assert(
      fc.property(document, document, document, accesses, (outer, inner, innermost, list) => {
        const root = policyOf(outer, { files });
        const context = narrow(root, 'a', contextOf('a', inner), PLACES);
        const nested = narrow(context, 'b', contextOf('b', innermost), PLACES);
        for (const asked of list) {
          if (!allows(root, asked)) expect(allows(context, asked)).toBe(false);
          if (!allows(context, asked)) expect(allows(nested, asked)).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('lets a deny rule beat every allow rule, in any order and any company', () => {
    const rules = fc.array(
      fc.oneof(pathPattern, fc.record({ rule: pathPattern, except: fc.array(pathPattern, { maxLength: 1 }) })),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(
        rules,
        fc.option(fc.array(pathPattern), { nil: undefined }),
        fc.array(pathAccess, { minLength: 1, maxLength: 6 }),
        fc.context(),
        (deny, allow, list, context) => {
          const section = (denied: WrittenSection['deny']): WrittenDocument => {
            const rest = { ...(denied && { deny: denied }), ...(allow && { allow }) };
            return { fs: { read: rest, write: rest } };
          };
          const whole = policyOf(section(deny), { files });
          const turned = policyOf(section(deny.toReversed()), { files });
          for (const asked of list) {
            context.log(JSON.stringify(asked));
            const deniedAlone = deny.some(
              (rule) =>
                !allows(policyOf({ fs: { read: { deny: [rule] }, write: { deny: [rule] } } }, { files }), asked),
            );
            if (deniedAlone) expect(allows(whole, asked)).toBe(false);
            expect(allows(turned, asked)).toBe(allows(whole, asked));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is not loosened by taking a rule out of an allow list or putting one into a deny list', () => {
    fc.assert(
      fc.property(
        fc.array(pathPattern, { maxLength: 4 }),
        pathPattern,
        fc.array(pathAccess, { minLength: 1, maxLength: 6 }),
        (allow, pattern, list) => {
          const policy = (allowed: readonly string[], denied: readonly string[]) =>
            policyOf(
              { fs: { read: { allow: allowed, deny: denied }, write: { allow: allowed, deny: denied } } },
              { files },
            );
          for (const asked of list) {
            if (!allows(policy([...allow, pattern], []), asked)) expect(allows(policy(allow, []), asked)).toBe(false);
            if (!allows(policy(allow, []), asked)) expect(allows(policy(allow, [pattern]), asked)).toBe(false);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('names a rule whenever it denies, and enforces only in enforce', () => {
    fc.assert(
      fc.property(document, accesses, fc.constantFrom('enforce', 'audit'), (written, list, mode) => {
        const policy = policyOf(written, { files, mode });
        for (const asked of list) {
          const verdict = decide(policy, asked);
          if (!verdict.allowed) {
            expect(verdict.rule?.id).toMatch(/^[a-z]/);
            expect(verdict.enforced).toBe(mode === 'enforce' || verdict.rule?.id === 'self-protection');
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
