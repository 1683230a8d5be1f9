import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../nodes.js';
import { acts, run } from '../run.js';

/** Counts, by type, what hooks of the program are told, after calls that the belt counts and before it ends. */
const LOOKS_ON = `
const { createHook } = require('node:async_hooks');
const { existsSync, writeSync } = require('node:fs');
for (let i = 0; i < 300; i += 1) existsSync('none');
const made = {}, ran = [], known = new Set();
createHook({
  init: (id, type) => { known.add(id); made[type] = (made[type] ?? 0) + 1; },
  before: (id) => { if (!known.has(id)) ran.push(id); },
}).enable();
for (let i = 0; i < 300; i += 1) existsSync('none');
setTimeout(() => existsSync('none'), 250);
process.on('exit', () => writeSync(1, JSON.stringify({ made, ran })));
`;

describe.each(majors())('hooks of async_hooks on Node %i', (major) => {
  const options = { files: { 'main.cjs': LOOKS_ON }, node: nodeBinary(major) };

  it('are told of nothing of ours, and the receipt tells all the same', async () => {
    const bare = await run('main.cjs', { ...options, via: 'none' });
    const belted = await run('main.cjs', { ...options, policy: 'version: 1\nmode: enforce\n' });
    expect(JSON.parse(bare.stdout)).toEqual({ made: { Timeout: 1 }, ran: [] });
    expect(belted.stdout).toBe(bare.stdout);
    const [receipt] = belted.receipts;
    expect(acts(belted).filter(({ action }) => action.includes('existsSync'))).toHaveLength(1);
    // The file of the program is read as well.
    expect(receipt?.seal?.totals.events).toBe(602);
  });
});
