import { describe, expect, it } from 'vitest';
import { environmentPairs, splitPairs, upToNul } from '../../../src/access/options.js';

describe('an environment', () => {
  it('is read as the child will read it', () => {
    expect(environmentPairs({ 'NODE_OPTIONS=--x #': 'y', A: '1=2', gone: undefined, '=C:': '\\' })).toEqual([
      ['NODE_OPTIONS', '--x #=y'],
      ['A', '1=2'],
      ['=C:', '\\'],
    ]);
    expect(splitPairs(['A=1', 'B', 'A=2'])).toEqual([
      ['A', '2'],
      ['B', ''],
    ]);
  });

  it('holds what is inherited', () => {
    expect(environmentPairs(Object.create({ A: '1' }))).toEqual([['A', '1']]);
  });
});

it('ends a text at its NUL', () => {
  expect(['a\0b', 'a', '\0'].map(upToNul)).toEqual(['a', 'a', '']);
});
