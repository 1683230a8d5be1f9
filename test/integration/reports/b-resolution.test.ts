import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { acts, dist, folder, refusals, run } from '../../run.js';

const PARTS = ['core', 'policy', 'glob', 'command', 'shell', 'ip', 'presets'];
const main = `
const tell = (error) => console.log(error.rule ?? error.code);
const tried = (fn) => { try { console.log('GOT', String(fn())); } catch (error) { tell(error); } };
tried(() => require('fs').readFileSync('.env'));
tried(() => require('child_process').execSync('cat .env; echo $(ls)', { stdio: 'pipe' }));
require('net').connect(9, '0x7f000001').on('error', tell);
`;
const files = { 'main.cjs': main, '.env': 'canary' };
const POLICY = `version: 1
mode: enforce
extends: [receiptbot:recommended]
net: { connect: { allow: [example.test, 10.0.0.0/8] } }
`;

/** The product in a place where nothing of the program can be found from, nor the other way round. */
function elsewhere(): string {
  const product = join(folder(), 'opt/rb/dist');
  cpSync(dist, product, { recursive: true });
  return product;
}

describe('a part that is missing (report 8)', () => {
  it.each(PARTS)('%s: its calls are refused or nothing runs, in words that say what to do', async (part) => {
    const product = elsewhere();
    rmSync(join(product, `${part}.cjs`));
    const result = await run('main.cjs', { policy: POLICY, product, files });
    expect(result.stdout).not.toMatch(/GOT/);
    if (result.code === 0) {
      expect(result.stdout).toMatch(/^(?:(?:fs\.read\.deny\[0\]|net\.connect\.allow|internal-error)\n){3}$/);
      expect(refusals(result).length).toBeGreaterThanOrEqual(3);
    } else expect(result.stderr).toMatch(/receiptbot.*(?:install it again|core\.cjs)/);
  });
});

describe('a product far from the program (reports 7 and 11)', () => {
  const agents = {
    'src/agent.mjs':
      "import fs from 'node:fs'; export const run = () => { try { fs.writeFileSync('x', '') } catch (error) { return error.rule } };",
    'main.mjs': "import { run } from './src/agent.mjs'; console.log(run());",
  };
  const policy =
    'version: 1\nmode: enforce\ncontexts: { agent: { entry: "./src/agent.mjs#run", fs: { write: { allow: [] } } } }\n';

  it.each(['require', 'import'] as const)('finds entries from the policy’s folder, by %s', async (via) => {
    const result = await run('main.mjs', { policy, product: elsewhere(), via, files: agents });
    expect(result.stdout).toMatch(/fs\.write\.allow/);
  });

  it('records an ES module that only an absolute --import guards', async () => {
    const product = elsewhere();
    const flags = ['--import', pathToFileURL(join(product, 'register.mjs')).href];
    const result = await run('main.mjs', { policy, via: 'none', flags, files: agents, env: { NODE_PATH: '' } });
    expect(result.stdout).toMatch(/fs\.write\.allow/);
    expect(acts(result).length).toBeGreaterThan(0);
  });
});
