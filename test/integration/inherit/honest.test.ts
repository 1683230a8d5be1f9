import { describe, expect, it } from 'vitest';
import { attempt } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';

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
      own: 'NODE_OPTIONS=--no-warnings FOO=1 node child.cjs',
      both: "export FOO=1 NODE_OPTIONS='--no-warnings' && sh -c 'node child.cjs'",
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
  'options of its own': "sh('FOO=1 NODE_OPTIONS=--no-warnings node child.cjs')",
  'no options': "sh('NODE_OPTIONS= FOO=1 node child.cjs')",
  'options in a shell in a shell': `sh("sh -c 'export FOO=1 NODE_OPTIONS=--no-warnings; node child.cjs && true'")`,
  'options by env':
    "show(String(cp.execFileSync('env', ['FOO=1', 'NODE_OPTIONS=--no-warnings', 'node', 'child.cjs'])))",
  'options by env in a line': 'sh(\'env FOO=1 NODE_OPTIONS="--no-warnings $X" node child.cjs\')',
  'options in the words of a line':
    "show(String(cp.spawnSync('FOO=1 NODE_OPTIONS=--no-warnings node', ['child.cjs'], { shell: true }).stdout))",
  'options and a callback':
    "(done) => void cp.exec('FOO=1 NODE_OPTIONS=--no-warnings node child.cjs', (_, out) => done(show(out)))",
  'options for a shell with arguments':
    "show(String(cp.execFileSync('sh', ['-c', 'FOO=$1 NODE_OPTIONS=--no-warnings node child.cjs', 'sh', '1'])))",
  'npm run with options of its own': "sh('npm run --silent own')",
  'npm run with exported options': "sh('npm run --silent both')",
  'npm run with options of npm': "sh('npm run --silent build --node-options=--no-warnings')",
  'cross-env': "sh('npm run --silent cross')",
  'an environment of its own': "sh('node child.cjs', { env: { PATH: process.env.PATH, FOO: '1' } })",
  make: "sh('make -s')",
  nohup: "sh('FOO=1 nohup node child.cjs 2>/dev/null')",
  setsid: "sh('FOO=1 setsid -w node child.cjs')",
};

describe.each(majors())('honest work on Node %i', (major) => {
  const node = nodeBinary(major);

  it('starts children as before, and they are held', async () => {
    const { outcomes, stderr } = await attempt(DONE, { policy: POLICY, files, head, node, timeout: 90_000 });
    for (const [what, seen] of Object.entries(outcomes))
      expect(seen, `${what}: ${stderr}`).toMatch(/^(?:parent:)?fs\.read\.deny\[0\] 1/);
    expect(Object.keys(outcomes)).toEqual(Object.keys(DONE));
  });

  it('leaves programs alone whose environment does not matter', async () => {
    const tries = {
      'env -i': "sh('env -i FOO=1 printenv FOO')",
      assignment: "sh('NODE_OPTIONS=x printenv NODE_OPTIONS')",
    };
    const { outcomes } = await attempt(tries, { policy: POLICY, head });
    expect(outcomes).toEqual({ 'env -i': '1', assignment: 'x' });
  });

  it('tells of the words that were given', async () => {
    const line = 'NODE_OPTIONS=--no-warnings node -e "process.exit(3)"';
    const tries = {
      execSync: `show(caught(() => cp.execSync(line, { stdio: 'pipe' })))`,
      execFileSync: `show(caught(() => cp.execFileSync('sh', ['-c', line], { stdio: 'pipe' })))`,
      exec: `(done) => void cp.exec(line, (error) => done(show([error.message.trim(), error.cmd])))`,
      spawn: `show(cp.spawn(line, { shell: true }).spawnargs)`,
      'no folder': `(done) => void cp.spawn(line, { shell: true, cwd: 'no' }).on('error', (error) => done(show([error.message, error.spawnargs])))`,
      'no folder, spawnSync': `show(Object.entries(cp.spawnSync(line, { shell: true, cwd: 'no' }).error))`,
    };
    const told = `${head} const line = ${JSON.stringify(line)}, caught = (f) => { try { f() } catch (error) { return [error.message, error.stack.split('\\n')[0]] } };`;
    const [held, free] = await Promise.all([
      attempt(tries, { policy: POLICY, files, head: told, node }),
      attempt(tries, { head: told, node }),
    ]);
    expect(held.outcomes).toEqual(free.outcomes);
    expect(held.outcomes['exec']).toEqual([`Command failed: ${line}`, line]);
    const commands = held.receipts.flatMap(({ events }) => events.map(({ resource }) => resource));
    expect(JSON.stringify(commands)).not.toContain('--require');
  });

  it('gives Node the options that were written', async () => {
    const tries = { title: `sh('NODE_OPTIONS="--title=a" node -p process.title')` };
    const { outcomes } = await attempt(tries, { policy: POLICY, head, node });
    expect(outcomes).toEqual({ title: 'a' });
  });

  it('goes on where the policy says so', async () => {
    const policy = `${POLICY}exec: { unbelted: allow }\n`;
    const { outcomes } = await attempt({ bare: "sh('env -u NODE_OPTIONS node child.cjs')" }, { policy, files, head });
    expect(outcomes).toEqual({ bare: 'GOT canary' });
  });

  it('is only noted by a policy that audits', async () => {
    const policy = POLICY.replace('enforce', 'audit');
    const { outcomes, receipts } = await attempt(
      { dressed: "sh('NODE_OPTIONS= node child.cjs')", bare: "sh('env -u NODE_OPTIONS node child.cjs')" },
      { policy, files, head },
    );
    expect(outcomes).toEqual({ dressed: 'GOT canary', bare: 'GOT canary' });
    expect(receipts).toHaveLength(2);
    expect(JSON.stringify(receipts)).toContain('"rule":"exec.unbelted"');
  });
});
