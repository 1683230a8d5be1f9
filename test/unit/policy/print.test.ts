import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { canonical } from '../../../src/policy/canonical.js';
import type { PolicyDocument } from '../../../src/policy/document.js';
import { print } from '../../../src/policy/print.js';
import { documentOf, documents, placeless } from './written-policies.js';

setChunkLoader(() => ip);

describe('print', () => {
  it('writes what reads back as the same policy', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(placeless(documentOf(print(document)))).toEqual(placeless(document));
      }),
      { numRuns: 300 },
    );
  });

  it('writes what a person would', () => {
    const text = print(
      documentOf(
        'version: 1\nmode: audit\nfs: { read: { deny: [{ rule: "**/.env" }] } }\nbudget: { maxCostUsd: 1.50, maxTime: 90m }\n',
      ),
    );
    expect(text).toBe(
      'version: 1\nmode: "audit"\nfs:\n  read:\n    deny:\n      - "**/.env"\nbudget:\n  maxCostUsd: 1.5\n  maxTime: "90m"\n',
    );
  });
});

describe('canonical', () => {
  it('of a canonical policy is itself', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const once = canonical(document);
        expect(canonical(JSON.parse(once) as PolicyDocument)).toBe(once);
      }),
      { numRuns: 200 },
    );
  });

  it('tells neither order nor places nor repetition nor empty lists apart', () => {
    const one = documentOf('version: 1\nmode: audit\nfs: { read: { deny: ["/a", "/b"] }, write: { allow: [] } }\n');
    const other = documentOf(
      'version: 1\n\nfs:\n  write: { allow: [], deny: [] }\n  read: { deny: ["/b", "/a", "/b"], }\nmode: audit\n',
    );
    expect(canonical(one)).toBe(canonical(other));
  });

  it('tells policies apart that differ: an empty allow list allows nothing', () => {
    const none = documentOf('version: 1\nfs: { read: {} }\n');
    const nothing = documentOf('version: 1\nfs: { read: { allow: [] } }\n');
    expect(canonical(none)).not.toBe(canonical(nothing));
  });
});
