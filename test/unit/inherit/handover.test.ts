import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accept, type Handover, offer } from '../../../src/inherit/handover.js';
import { folder } from '../../temporary.js';

const handover = (parent: string, rules = 1): Handover => ({
  protocol: 1,
  run: 'run',
  parent,
  receipts: '/receipts',
  mode: 'enforce',
  layers: [
    {
      name: 'project',
      document: {
        fs: {
          read: {
            deny: Array.from({ length: rules }, (_, line) => ({
              rule: `./${'x'.repeat(40)}/${line}`,
              at: { file: '/p.yaml', line, column: 1, key: 'fs.read.deny' },
            })),
          },
        },
      },
      sources: [],
      places: { project: '/p', cwd: '/p', tmp: '/tmp', home: '/root', modules: [] },
    },
  ],
});

const kept = (at: string): string[] => readdirSync(at, { recursive: true, encoding: 'utf8' });
/** A file where a folder is wanted: even a superuser cannot make one there. */
const blocked = (): string => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  return file;
};

describe('what a parent hands down', () => {
  it.each(['a file', 'a variable', 'a file of the last resort'])('arrives in %s', (way) => {
    const given = handover('parent.json', way === 'a file of the last resort' ? 2000 : 1);
    const value = offer(given, { folder: way === 'a file' ? folder() : blocked(), tmp: folder() });
    expect(accept(value)).toEqual(given);
    expect(value.length).toBeLessThan(1000);
  });

  it('is one file for all processes under one policy, in this run and the next', () => {
    const at = folder();
    for (const parent of ['one', 'two', 'three']) offer(handover(parent), { folder: at, tmp: at });
    expect(kept(at).filter((name) => name.endsWith('.handover')).length).toBe(1);
    offer(handover('one', 2), { folder: at, tmp: at });
    expect(kept(at)).toHaveLength(3);
  });

  it('is written again where somebody cleaned up', () => {
    const at = folder();
    offer(handover('one'), { folder: at, tmp: at });
    rmSync(join(at, 'handover'), { recursive: true });
    expect(accept(offer(handover('two'), { folder: at, tmp: at })).parent).toBe('two');
  });

  it('leaves no file where receipts have no folder', () => {
    const tmp = folder();
    offer(handover('one'), { folder: undefined, tmp });
    expect(kept(tmp)).toEqual([]);
  });

  it('is refused in plain words when there is no way', () => {
    const nowhere = { folder: undefined, tmp: blocked() };
    expect(() => offer(handover('one', 2000), nowhere)).toThrow(/too long for a variable/);
  });
});

describe('what a child is told', () => {
  it('is refused when the file was altered', () => {
    const at = folder();
    const value = offer(handover('one'), { folder: at, tmp: at });
    const [file = ''] = kept(at).filter((name) => name.endsWith('.handover'));
    writeFileSync(join(at, file), '{"mode":"off","layers":[]}');
    expect(() => accept(value)).toThrow(/was altered/);
    rmSync(join(at, file));
    expect(() => accept(value)).toThrow(/cannot be read/);
  });

  it.each(['', 'x:/tmp/x', '{}', '{"protocol":2}'])('is refused when no parent of ours said it: %j', (value) => {
    expect(() => accept(value)).toThrow(/RECEIPTBOT_HANDOVER|incompatible/);
  });
});
