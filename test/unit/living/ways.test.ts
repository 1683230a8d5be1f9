import { expect, test } from 'vitest';
import { bare, waysOf } from '../../living/ways.js';
import type { Program } from '../../living/neighbour.js';

const program = (preload?: readonly string[]): Program => ({
  title: '',
  argv: ['main.cjs'],
  shows: /./,
  ...(preload === undefined ? {} : { preload }),
});
const ours = 'receiptbot/register';
const told = (preload?: readonly string[]): unknown[] =>
  waysOf(program(preload)).map(({ side, flags, nodeOptions }) => [side, flags.join(' '), nodeOptions]);

test('stands before and after a neighbour that is required, as flags and in NODE_OPTIONS', () => {
  const before = `--require ${ours} --require theirs`;
  const after = `--require theirs --require ${ours}`;
  expect(told(['--require', 'theirs'])).toEqual([
    ['before', before, undefined],
    ['before', '', before],
    ['after', after, undefined],
    ['after', '', after],
  ]);
});

test('comes after an imported neighbour by --import alone, and before it by either', () => {
  expect(told(['--import', 'theirs']).map((way) => (way as unknown[]).slice(0, 2))).toEqual([
    ['before', `--require ${ours} --import theirs`],
    ['before', ''],
    ['before', `--import ${ours} --import theirs`],
    ['before', ''],
    ['after', `--import theirs --import ${ours}`],
    ['after', ''],
  ]);
});

test('has nobody to come after where the neighbour is no preload', () => {
  expect(told()).toEqual([
    ['before', `--require ${ours}`, undefined],
    ['before', '', `--require ${ours}`],
  ]);
});

test('leaves the flags of the neighbour to the bare run', () => {
  expect(bare(program(['--require', 'theirs']))).toEqual(['--require', 'theirs']);
});

test('keeps to the side on which our preload can be found by its name', () => {
  const ways = waysOf({ ...program(['--require', 'theirs']), ours: './ours.cjs', side: 'after' });
  expect(ways.map(({ side, title }) => [side, title])).toEqual([
    ['after', '--require theirs --require ./ours.cjs'],
    ['after', 'NODE_OPTIONS=--require theirs --require ./ours.cjs'],
  ]);
});
