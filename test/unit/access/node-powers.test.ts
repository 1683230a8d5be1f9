import { describe, expect, it } from 'vitest';
import { commandPowers, flagPowers, snapshotLoss, startsPermitted } from '../../../src/access/node-powers.js';
import { opensEngine } from '../../../src/access/v8-flags.js';

describe('opensEngine', () => {
  it('is true for flags by which V8 hands out its inside, however they are spelled', () => {
    for (const flag of [
      '--allow-natives-syntax',
      '-allow_natives_syntax',
      '--allow-natives-for-differential-fuzzing',
      '--expose-memory-corruption-api',
      '--expose-trigger-failure=true',
      '--sandbox-testing',
      '--jit-fuzzing',
      '--no-wasm-bounds-checks',
      '--nowasm-bounds-checks',
      '--experimental-wasm-skip-null-checks',
    ])
      expect(opensEngine(flag), flag).toBe(true);
  });

  it('is false for what programs set every day', () => {
    for (const flag of [
      '--expose-gc',
      '--expose_gc',
      '--expose-gc-as=collect',
      '--max-old-space-size=4096',
      '--stack-size=2000',
      '--no-lazy',
      '--no-flush-bytecode',
      '--harmony-shadow-realm',
      '--trace-gc',
      'allow-natives-syntax',
    ])
      expect(opensEngine(flag), flag).toBe(false);
  });
});

const named = (words: readonly string[]): string[] =>
  flagPowers(words).map(({ capability, resource }) => `${capability} ${resource}`);

describe('flagPowers', () => {
  it.each([
    ['--expose-internals', 'process.internals --expose-internals'],
    ['--expose_internals x.js', 'process.internals --expose-internals'],
    ['--expose-internals=true', 'process.internals --expose-internals'],
    ['--unhandled-rejections warn --expose-internals x.js', 'process.internals --expose-internals'],
    ['-r ./a.js --allow-natives-syntax x.js', 'process.internals --allow-natives-syntax'],
  ])('of node %s is %s', (line, expected) => {
    expect(named(line.split(' '))).toEqual([expected]);
  });

  it.each(['x.js --expose-internals', '-- --expose-internals', '--no-expose-internals', '--expose-gc x.js'])(
    'of node %s is none',
    (line) => {
      expect(named(line.split(' '))).toEqual([]);
    },
  );
});

describe('the commands of a line', () => {
  const node = { program: 'node', assignments: [], found: { names: ['node'], trusted: ['node'] } };
  const other = { ...node, program: 'tool', found: { names: ['tool'], trusted: ['tool'] } };

  it('that run or write a snapshot hold what no hook is on', () => {
    for (const flag of ['--build-snapshot', '--build_snapshot', '--build-snapshot-config=x.json', '--snapshot-blob'])
      expect(snapshotLoss([{ ...node, argv: [flag, 'x.js'] }])).toMatch(/^--\S*snapshot/);
  });

  it('are asked for flags where they are Node', () => {
    const argv = ['--expose-internals', '--build-snapshot'];
    expect(commandPowers([{ ...node, argv }])).toHaveLength(1);
    expect(commandPowers([{ ...other, argv }])).toEqual([]);
    expect(snapshotLoss([{ ...other, argv }])).toBeUndefined();
  });

  it('put its permission model on only where it is all that is started', () => {
    const permitted = { ...node, argv: ['--no-warnings', '--permission', 'x.js'] };
    const bare = { ...other, argv: [] };
    const shell = { ...bare, role: 'shell' as const };
    expect(startsPermitted([permitted])).toBe(true);
    expect(startsPermitted([shell, { ...node, argv: ['--experimental-permission', 'x.js'] }])).toBe(true);
    expect(startsPermitted([{ ...node, argv: ['x.js', '--permission'] }])).toBe(false);
    expect(startsPermitted([permitted, bare])).toBe(false);
    expect(startsPermitted([])).toBe(false);
  });
});
