import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../nodes.js';
import { run } from '../run.js';

const MAIN = `
const fs = require('node:fs'), cp = require('node:child_process');
const deep = (levels, act) => (levels === 0 ? act() : deep(levels - 1, act));
const calls = {
  readFileSync: () => fs.readFileSync('missing', 'utf8'),
  bytes: () => fs.readFileSync('missing'),
  writeFileSync: () => fs.writeFileSync('missing/x', ''),
  openSync: () => fs.openSync('missing'),
  mkdirSync: () => fs.mkdirSync('missing/x'),
  statSync: () => fs.statSync('missing'),
  execSync: () => cp.execSync('exit 1', { stdio: 'ignore' }),
};
for (const round of [1, 2])
  for (const [name, call] of Object.entries(calls))
    try { deep(2, call); } catch ({ stack }) { console.log(round, name, stack.split('\\n').filter((line) => line.includes(__filename)).length); }
console.log(Error.stackTraceLimit);
`;

describe.each(majors())('on Node %i', (major) => {
  it('an error of Node tells where the program was, as deep as it does bare', async () => {
    const node = nodeBinary(major);
    const told = async (via: 'require' | 'none'): Promise<(readonly [call: string, lines: number])[]> => {
      const { stdout } = await run('main.cjs', { policy: 'version: 1\n', files: { 'main.cjs': MAIN }, node, via });
      return stdout
        .trim()
        .split('\n')
        .map((line) => [line.replace(/ \d+$/, ''), Number(line.split(' ').at(-1))] as const);
    };
    const bare = await told('none');
    expect(bare.length).toBe(15);
    for (const [i, [call, lines]] of (await told('require')).entries()) {
      expect([call, lines]).toEqual([call, Math.max(lines, bare[i]?.[1] ?? Infinity)]);
    }
    expect((await told('require')).at(-1)).toEqual(bare.at(-1));
  });

  it('our frames are among those of Node, which test runners and debuggers pass over', async () => {
    const text = "try { require('fs').readFileSync('missing'); } catch ({ stack }) { console.log(stack); }";
    const node = nodeBinary(major);
    const { stdout, cwd } = await run('main.cjs', { policy: 'version: 1\n', files: { 'main.cjs': text }, node });
    const frames = stdout.split('\n').filter((line) => line.includes('    at '));
    expect(frames.some((frame) => frame.includes('node:internal/receiptbot/'))).toBe(true);
    expect(frames.filter((frame) => !/[( ]node:/.test(frame) && !frame.includes(cwd))).toEqual([]);
  });
});
