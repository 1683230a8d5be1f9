import { describe, expect, it } from 'vitest';
import { attempt } from '../../attempts.js';
import { nodeBinary } from '../../nodes.js';

const CHILD =
  "try { process.stdout.write('GOT ' + require('fs').readFileSync('.env')); } catch (e) { process.stdout.write(e.rule + ' ' + (process.env.FOO ?? '') + process.execArgv.join()); }";
const files = {
  '.env': 'canary',
  'child.cjs': CHILD,
  'script.cjs': `#!/usr/bin/env node\n${CHILD}`,
  'build.sh':
    '#!/bin/sh\nset -e\nif true; then export NODE_OPTIONS="$NODE_OPTIONS --no-warnings"; fi\nFOO=1 node child.cjs\n',
  Makefile: 'all:\n\t@FOO=1 node child.cjs\n',
  'cross-env.cjs':
    "const { spawnSync } = require('child_process'); spawnSync('node child.cjs', { shell: true, stdio: 'inherit', env: { ...process.env, FOO: '1', NODE_OPTIONS: '--no-warnings' } });",
  'package.json': JSON.stringify({
    scripts: {
      build: 'FOO=1 node child.cjs',
      options: 'NODE_OPTIONS="$NODE_OPTIONS --no-warnings" FOO=1 node child.cjs',
      cross: 'node cross-env.cjs',
    },
  }),
};
const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
const head =
  "const cp = require('node:child_process'), sh = (line, more) => show(String(cp.execSync(line, more)).trim());";

/** What scripts and tools do with the environment of a child, none of which takes the belt off. */
const DONE = {
  'an assignment': "sh('FOO=1 node child.cjs')",
  env: "sh('env FOO=1 node child.cjs')",
  'env -u': "sh('env -u BAR FOO=1 node child.cjs')",
  'a shell in a shell': `sh("sh -c 'FOO=1 node child.cjs'")`,
  export: "sh('export FOO=1; node child.cjs')",
  'more options': `sh('FOO=1 NODE_OPTIONS="$NODE_OPTIONS --no-warnings" node child.cjs')`,
  'more options in front': `sh('FOO=1 NODE_OPTIONS="--no-warnings $NODE_OPTIONS" node child.cjs')`,
  'the belt handed through env -i': `sh('env -i PATH="$PATH" FOO=1 NODE_OPTIONS="$NODE_OPTIONS" RECEIPTBOT_HANDOVER="$RECEIPTBOT_HANDOVER" node child.cjs')`,
  'a script for sh': "sh('sh build.sh')",
  'a script by its first line': "(fs.chmodSync('build.sh', 0o755), sh('./build.sh'))",
  'a script for node': "(fs.chmodSync('script.cjs', 0o755), sh('FOO=1 ./script.cjs'))",
  'npm run': "sh('npm run --silent build')",
  'npm run with more options': "sh('npm run --silent options')",
  'npm run with options of npm': "sh('npm run --silent build --node-options=--no-warnings')",
  'cross-env': "sh('npm run --silent cross')",
  'an environment of its own': "sh('node child.cjs', { env: { PATH: process.env.PATH, FOO: '1' } })",
  make: "sh('make -s')",
  nohup: "sh('FOO=1 nohup node child.cjs 2>/dev/null')",
  setsid: "sh('FOO=1 setsid -w node child.cjs')",
};

describe.each([20, 26])('honest work on Node %i', (major) => {
  it('starts children as before, and they are held', async () => {
    const node = major === 20 ? process.execPath : nodeBinary(major);
    const { outcomes, stderr } = await attempt(DONE, { policy: POLICY, files, head, node, timeout: 90_000 });
    for (const [what, seen] of Object.entries(outcomes))
      expect(seen, `${what}: ${stderr}`).toMatch(/^(?:parent:)?fs\.read\.deny\[0\] 1/);
    expect(Object.keys(outcomes)).toEqual(Object.keys(DONE));
  });

  it('leaves programs alone whose environment does not matter', async () => {
    const tries = { 'env -i': "sh('env -i FOO=1 printenv FOO')", assignment: "sh('NODE_OPTIONS= echo 1')" };
    const { outcomes } = await attempt(tries, { policy: POLICY, head });
    expect(outcomes).toEqual({ 'env -i': '1', assignment: '1' });
  });

  it('goes on where the policy says so', async () => {
    const policy = `${POLICY}exec: { unbelted: allow }\n`;
    const { outcomes } = await attempt({ bare: "sh('NODE_OPTIONS= node child.cjs')" }, { policy, files, head });
    expect(outcomes).toEqual({ bare: 'GOT canary' });
  });

  it('is only noted by a policy that audits', async () => {
    const policy = POLICY.replace('enforce', 'audit');
    const { outcomes, receipts } = await attempt(
      { bare: "sh('NODE_OPTIONS= node child.cjs')" },
      { policy, files, head },
    );
    expect(outcomes).toEqual({ bare: 'GOT canary' });
    expect(JSON.stringify(receipts)).toContain('"rule":"exec.unbelted"');
  });
});
