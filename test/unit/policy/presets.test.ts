import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GENERATED, generatePresets } from '../../../scripts/build-presets.js';
import { generateSchema, SCHEMA } from '../../../scripts/build-schema.js';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import type { PolicyDocument, Rule } from '../../../src/policy/document.js';
import { readComposed } from '../../../src/policy/extends.js';
import { presetDocument } from '../../../src/policy/preset-document.js';
import { PRESET_NAMES } from '../../../src/policy/preset-names.js';
import { documentOf } from './written-policies.js';
import { fakePort } from './fake-port.js';

setChunkLoader(() => ip);

describe('what is generated', () => {
  it.each([
    [GENERATED, generatePresets, 'npx tsx scripts/build-presets.ts'],
    [SCHEMA, generateSchema, 'npx tsx scripts/build-schema.ts'],
  ])('%s is up to date', async (file, generate, command) => {
    expect(readFileSync(file, 'utf8'), `run ${command}`).toBe(await generate());
  });
});

const extending = (body: string): PolicyDocument => {
  const files = fakePort({ '/app/p.yaml': `version: 1\n${body}\n` });
  const { document, problems } = readComposed('/app/p.yaml', { files, home: '/home/u', relative: true });
  expect(problems).toEqual([]);
  return document;
};

const texts = (rules: readonly Rule[] | undefined): string[] | undefined => rules?.map(({ rule }) => rule);
const composed = (name: (typeof PRESET_NAMES)[number]): PolicyDocument => presetDocument(name, () => undefined);

describe('every preset', () => {
  it.each(PRESET_NAMES)('%s carries no mode, and can be extended', (name) => {
    expect(composed(name).mode).toBeUndefined();
    expect(extending(`extends: ["receiptbot:${name}"]`)).toBeDefined();
  });

  it('points at the lines of its own file', () => {
    const lines = readFileSync('src/policy/presets/recommended.yaml', 'utf8').split('\n');
    for (const rule of composed('recommended').fs?.read?.deny ?? []) {
      expect(rule.at.file).toBe('receiptbot:recommended');
      expect(lines[rule.at.line - 1]).toContain(`rule: '${rule.rule}'`);
    }
  });
});

describe('recommended', () => {
  it('has no allow list, and stays without one', () => {
    const document = extending('extends: ["receiptbot:recommended"]');
    expect(JSON.stringify(document)).not.toContain('"allow"');
  });

  it('does not deny what package managers read and write', () => {
    const denied = [composed('recommended').fs?.read, composed('recommended').fs?.write].flatMap((part) =>
      texts(part?.deny),
    );
    expect(denied.filter((pattern) => /npm|yarn|pnpm|corepack/.test(pattern ?? ''))).toEqual([]);
  });

  it('widens the allow lists of who extends it by the folders of package managers, and only those', () => {
    const { fs } = extending('extends: ["receiptbot:recommended"]\nfs: { write: { allow: ["./out/**"] } }');
    expect(texts(fs?.write?.allow)).toEqual(expect.arrayContaining(['./out/**', '~/.npm/**']));
    expect(fs?.write?.allowAt?.file).toBe('/app/p.yaml');
    expect(fs?.read?.allow).toBeUndefined();
  });
});

describe('strict', () => {
  it('allows the code to be read and nothing else, and denies what recommended does', () => {
    const { fs, net, exec, process } = extending('extends: ["receiptbot:strict"]');
    expect(texts(fs?.read?.allow)).toEqual(['${project}/**', '${modules}/**']);
    expect([fs?.write, net, exec]).toMatchObject([
      { allow: [] },
      { connect: { allow: [] }, listen: { allow: [] } },
      { allow: [] },
    ]);
    expect(texts(fs?.read?.deny)).toEqual(texts(composed('recommended').fs?.read?.deny));
    expect(Object.values(process ?? {}).map(({ word }) => word)).toEqual(Array(6).fill('deny'));
  });

  it('is widened by allow lists of one’s own, by nothing that was not asked for', () => {
    const { fs, process } = extending(
      'extends: ["receiptbot:strict"]\nfs: { write: { allow: ["./out/**"] } }\nprocess: { workers: allow }',
    );
    expect(texts(fs?.write?.allow)).toEqual(['./out/**']);
    expect(process?.workers?.word).toBe('allow');
    expect(process?.addons?.word).toBe('deny');
  });
});

describe('mcp-server', () => {
  it('is strict, with writes in the project', () => {
    const { fs, net } = extending('extends: ["receiptbot:mcp-server"]');
    expect(texts(fs?.write?.allow)).toEqual(['${project}/**']);
    expect(texts(fs?.read?.allow)).toEqual(['${project}/**', '${modules}/**']);
    expect(net?.connect?.allow).toEqual([]);
  });
});

describe('package-managers', () => {
  it('restricts nothing by itself', () => {
    expect(extending('extends: ["receiptbot:package-managers"]')).toEqual({});
  });

  it('widens strict when asked to', () => {
    const { fs } = extending('extends: ["receiptbot:strict", "receiptbot:package-managers"]');
    expect(texts(fs?.write?.allow)).toContain('~/.npm/**');
  });
});

describe('the published schema', () => {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { properties: Record<string, { description?: string }> };

  it('describes every key that the page of the policy has', () => {
    const keys = Object.keys(documentOf(readFileSync('fixtures/policies/every-key.yaml', 'utf8')));
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(keys));
    expect(Object.values(schema.properties).every(({ description }) => (description?.length ?? 0) > 10)).toBe(true);
  });
});
