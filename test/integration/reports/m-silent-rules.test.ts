import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeBinary } from '../../nodes.js';
import { dist, folder, readReceipts, refusals, run } from '../../run.js';

const main =
  "try { console.log(String(require('fs').readFileSync('.env'))) } catch (error) { console.log(error.rule ?? error.code) }";
const DENY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
const files = { 'main.cjs': main, '.env': 'canary' };

describe.each([20, 22, 24, 26])('rules on Node %i', (major) => {
  const node = major === 20 ? process.execPath : nodeBinary(major);

  it.each([
    ['the first line of the program', 'main.cjs', []],
    ['the first line of an ES module', 'main.mjs', []],
    ['a --require behind ours', 'empty.cjs', ['--require', './main.cjs']],
    ['an --import', 'empty.cjs', ['--import', './main.mjs']],
  ])('are in force at %s (report 85)', async (_, file, flags) => {
    const esm = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${main}`;
    const all = { ...files, 'main.mjs': esm, 'empty.cjs': '' };
    const result = await run(file, { node, flags, policy: DENY, files: all });
    expect(result.stdout).toBe('fs.read.deny[0]\n');
    expect(refusals(result)).toHaveLength(1);
  });
});

describe('a rule as people write it', () => {
  /** YAML takes each of these for something else: none may start a program without it. */
  it.each([
    '[**/.env]',
    '*.env',
    '!secret/**',
    '~',
    '[null]',
    '[1]',
    '{ rule: }',
    '"**/.env"',
    '[[**/.env]]',
    '["**/.env", ]',
    '- "**/.env"',
    '""',
    '[""]',
  ])('deny: %s is in force or refused, never ignored', async (deny) => {
    const result = await run('main.cjs', {
      files,
      policy: `version: 1\nmode: enforce\nfs:\n  read:\n    deny: ${deny}\n`,
    });
    if (result.code === 78) expect(result.stderr).toMatch(/receiptbot\.config\.yaml:\d+/);
    else expect(result.stdout).toBe('fs.read.deny[0]\n');
  });

  it.each(['tmp/**', './tmp', './tmp/**', '**/tmp/*'])('%s denies what is below (report 86)', async (rule) => {
    const reads = main.replace('.env', 'tmp/x');
    const result = await run('main.cjs', {
      files: { 'main.cjs': reads, 'tmp/x': 'x' },
      policy: DENY.replace('**/.env', rule),
    });
    expect(result.stdout).toBe('fs.read.deny[0]\n');
    expect(refusals(result)[0]?.policyTrigger).toMatch(/receiptbot\.config\.yaml:3:\d+/);
  });
});

/** Runs the program of `app` with a home folder of its own. */
async function found(at: string, env: Record<string, string> = {}) {
  const receipts = join(at, 'receipts');
  const result = await run('app/main.cjs', {
    cwd: at,
    env: { RECEIPTBOT_RECEIPT: receipts, ...env },
    files: { 'app/main.cjs': main, '.env': 'canary' },
    timeout: 20_000,
  });
  return {
    ...result,
    head: readReceipts(receipts)[0] as unknown as { policy: { sources: { file: string; sha256: string }[] } },
  };
}

describe('where a policy is looked for', () => {
  it('is never the home folder’s settings, and a receipt names the files with their digests (report 90)', async () => {
    const at = folder();
    for (const place of ['home', 'home/.config/receiptbot', 'home/.config']) {
      mkdirSync(join(at, place), { recursive: true });
      for (const name of [
        '.receiptbotrc',
        '.receiptbotrc.yaml',
        'config.yaml',
        'receiptbot.config.yaml',
        'receiptbotrc.json',
      ])
        writeFileSync(join(at, place, name), 'version: 1\nmode: off\n');
    }
    const { head, stdout } = await found(at, { HOME: join(at, 'home'), XDG_CONFIG_HOME: join(at, 'home/.config') });
    expect(stdout).toBe('canary\n');
    expect(head.policy.sources.map(({ file }) => file)).toEqual(['receiptbot:recommended']);
    expect(head.policy.sources[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(['home/.config/receiptbot', 'home/.config', 'home'])(
    'settles when the program is in %s (report 88)',
    async (place) => {
      const cwd = folder();
      const env = { HOME: join(cwd, 'home'), XDG_CONFIG_HOME: join(cwd, 'home/.config') };
      const result = await run(`${place}/main.mjs`, {
        cwd,
        env,
        via: 'import',
        files: { [`${place}/main.mjs`]: "console.log('ran')" },
        timeout: 20_000,
      });
      expect(result).toMatchObject({ code: 0, stdout: 'ran\n' });
    },
  );

  it('goes up from the program to the nearest, and warns of another above it (report 89)', async () => {
    const cwd = folder();
    const at = {
      'receiptbot.config.yaml': 'version: 1\nmode: off\n',
      'p/receiptbot.config.yaml': DENY,
      'p/app/package.json': '{}',
      'p/app/main.cjs': main,
      '.env': 'canary',
    };
    const result = await run('p/app/main.cjs', { cwd, files: at });
    expect(result.stdout).toBe('fs.read.deny[0]\n');
    expect(result.stderr).toMatch(/receiptbot\.config\.yaml is not read/);
  });

  it('is never a package.json, nor a folder of dependencies', async () => {
    const off = 'version: 1\nmode: off\n';
    const at = {
      'package.json': '{ "receiptbot": { "version": 1, "mode": "off" } }',
      'node_modules/receiptbot.config.yaml': off,
      'node_modules/dep/receiptbot.config.yaml': off,
      'receiptbot.config.yaml': DENY,
      'node_modules/dep/main.cjs': main,
      '.env': 'canary',
    };
    expect((await run('node_modules/dep/main.cjs', { files: at })).stdout).toBe('fs.read.deny[0]\n');
  });
});

it('a policy that is not to be found where it was named is no policy for nobody', async () => {
  const flags = ['--require', join(dist, 'register.cjs')];
  const result = await run('main.cjs', { via: 'none', flags, files, env: { RECEIPTBOT_CONFIG: 'gone.yaml' } });
  expect([result.code, result.stdout]).toEqual([78, '']);
});
