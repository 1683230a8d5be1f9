import { describe, expect, it } from 'vitest';
import { attempt } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';

const CHILD =
  "try { process.stdout.write('GOT ' + require('fs').readFileSync('.env')); } catch (e) { process.stdout.write(e.rule ?? e.code); }";
const files = { '.env': 'canary', 'child.cjs': CHILD, 'loose.yaml': 'version: 1\nmode: off\n' };
const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';

const head = `
const cp = require('node:child_process'), path = require('node:path'), { createHash } = require('node:crypto');
const NODE = process.execPath, LOOSE = path.resolve('loose.yaml');
const OFF = { mode: 'off', layers: [] };
const text = JSON.stringify(OFF);
fs.writeFileSync('forged.handover', text);
const kept = { sha256: createHash('sha256').update(text).digest('hex'), file: path.resolve('forged.handover') };
const handover = (policy) => JSON.stringify({ protocol: 1, run: 'x', parent: 'y', receipts: 'none', policy });
const HANDOVER = handover(kept);
const child = (env) => show(String(cp.execFileSync(NODE, ['child.cjs'], { env: { ...process.env, ...env } })));
const raw = (envPairs) => new Promise((done, failed) => {
  const started = new cp.ChildProcess();
  started.spawn({ file: NODE, args: [NODE, 'child.cjs'], envPairs, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  started.stdout.on('data', (piece) => (text += piece)).on('close', () => done(show(text)));
  started.on('error', failed);
});
`;

/** What a program may say to a child to make it start looser than itself. */
const SAID = {
  'the mode off': "child({ RECEIPTBOT_MODE: 'off' })",
  'another policy': 'child({ RECEIPTBOT_CONFIG: LOOSE })',
  'another policy, and off': "child({ RECEIPTBOT_CONFIG: LOOSE, RECEIPTBOT_MODE: 'off' })",
  'another managed policy': 'child({ RECEIPTBOT_MANAGED: LOOSE })',
  'no receipt': "child({ RECEIPTBOT_RECEIPT: 'none' })",
  'a forged handover': 'child({ RECEIPTBOT_HANDOVER: HANDOVER })',
  'a forged handover without a file': 'child({ RECEIPTBOT_HANDOVER: handover(OFF) })',
  'a forged handover in its own environment': '(process.env.RECEIPTBOT_HANDOVER = HANDOVER, child({}))',
  'two handovers': 'raw([`RECEIPTBOT_HANDOVER=${HANDOVER}`, `RECEIPTBOT_HANDOVER=${HANDOVER}`])',
  'NODE_OPTIONS twice': "raw(['NODE_OPTIONS=', 'NODE_OPTIONS=--no-warnings'])",
  'NODE_OPTIONS without a value': "raw(['NODE_OPTIONS'])",
  'NODE_OPTIONS in other cases': "raw(['node_options=x', 'Node_Options='])",
  'odd pairs': "raw(['=NODE_OPTIONS=x', '=', 'NODE_OPTIONS=\\n--no-warnings'])",
  'NUL in values': "raw(['A=1\\0NODE_OPTIONS=', 'NODE_OPTIONS=\\0x'])",
  'NUL in names': "raw(['NODE_OPTIONS\\0=x', 'RECEIPTBOT_HANDOVER\\0=x'])",
  'much of it': "raw(Array.from({ length: 3000 }, (_, i) => `V${i}=` + 'x'.repeat(300)))",
  nothing: 'raw([])',
};

describe.each(majors())('a child on Node %i', (major) => {
  it('is never looser than its parent, whatever it is told', async () => {
    const node = nodeBinary(major);
    const { outcomes, stderr } = await attempt(SAID, { policy: POLICY, files, head, node, timeout: 60_000 });
    for (const [what, seen] of Object.entries(outcomes))
      expect(seen, `${what}: ${stderr}`).toMatch(/^(?:parent:)?fs\.read\.deny\[0\]$/);
    expect(Object.keys(outcomes)).toEqual(Object.keys(SAID));
  });
});
