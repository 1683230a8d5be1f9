import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, type Tries } from '../attempts.js';
import { majors, nodeBinary } from '../nodes.js';
import { acts, folder, refusals, run, type RunOptions } from '../run.js';

const main = "require('fs').writeFileSync('ran.txt', 'x'); console.log('ran');";

describe('a broken policy refuses to start: nothing of the program runs', () => {
  const refused = async (options: RunOptions, ...told: readonly RegExp[]): Promise<void> => {
    const cwd = options.cwd ?? folder();
    const result = await run('main.cjs', { ...options, cwd, files: { 'main.cjs': main, ...options.files } });
    expect(result).toMatchObject({ code: 78, stdout: '' });
    for (const text of told) expect(result.stderr).toMatch(text);
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false);
  };

  it('with every problem at once, each with its place', async () => {
    const policy =
      'version: 1\nmode: enforced\nfs:\n  read:\n    denny: ["**/.env"]\n  write: { deny: [".env"] }\nbudget: { maxCostUsd: much }\n';
    await refused(
      { policy },
      /receiptbot\.config\.yaml:2:7/,
      /mode/,
      /denny/,
      /deny/,
      /receiptbot\.config\.yaml:6/,
      /maxCostUsd/,
    );
  });

  it.each(['require', 'import', 'NODE_OPTIONS'] as const)('by %s', async (via) => {
    await refused({ policy: 'version: 2\n', via }, /version/);
  });

  it.each(majors(22, 24, 26))('on Node %i', async (major) => {
    await refused({ policy: 'version: 1\nnonsense: true\n', node: nodeBinary(major) }, /nonsense/);
  });

  it('an ES module too', async () => {
    const result = await run('main.mjs', { policy: 'nonsense: 1\n', files: { 'main.mjs': "console.log('ran');" } });
    expect(result).toMatchObject({ code: 78, stdout: '' });
  });

  it('when the file that was named is not there', async () => {
    await refused({ env: { RECEIPTBOT_CONFIG: 'nowhere.yaml' } }, /nowhere\.yaml/);
  });

  it('and tells it in the receipts folder as well', async () => {
    const cwd = folder();
    await refused(
      { cwd, policy: 'version: 1\nreceipt: { dir: told }\nnonsense: true\n', env: { RECEIPTBOT_RECEIPT: '' } },
      /nonsense/,
    );
    const places = ['told', '.receiptbot/receipts']
      .map((dir) => join(cwd, dir, 'refused-to-start.txt'))
      .filter((file) => existsSync(file));
    expect(places.length).toBe(1);
    expect(readFileSync(places[0] ?? '', 'utf8')).toMatch(/nonsense/);
  });

  it.each([
    ['is what it was', '', ['0', 'ran']],
    ['was changed since', '\n# another line\n', ['78', '']],
  ])('in a child when a source of its parent’s policy %s', async (_, added, expected) => {
    const cwd = folder();
    mkdirSync(join(cwd, 'rules'));
    writeFileSync(join(cwd, 'rules/base.yaml'), 'version: 1\n');
    const waits = `const fs = require('fs'), { spawnSync } = require('child_process'); fs.writeFileSync('ready', '');
const looking = setInterval(() => { if (!fs.existsSync('go')) return; clearInterval(looking); const { status, stdout } = spawnSync(process.execPath, ['-e', 'process.stdout.write("ran")']); console.log(JSON.stringify([String(status), String(stdout)])); }, 10);`;
    const running = run('main.cjs', {
      cwd,
      files: { 'main.cjs': waits },
      policy: 'version: 1\nmode: enforce\nextends: [./rules/base.yaml]\n',
    });
    while (!existsSync(join(cwd, 'ready'))) await new Promise((done) => setTimeout(done, 10));
    // The program may not touch the files in force; somebody else may.
    appendFileSync(join(cwd, 'rules/base.yaml'), added);
    writeFileSync(join(cwd, 'go'), '');
    const { stdout, stderr } = await running;
    expect(JSON.parse(stdout), stderr).toEqual(expected);
  });
});

describe('what the module loader reads', () => {
  const STRICT = 'version: 1\nmode: enforce\nfs: { read: { allow: ["./data/**"] } }\n';
  const files = {
    'lib.cjs': 'module.exports = 1;',
    'lib.mjs': 'export default 1;',
    'config.json': '{}',
    noext: 'module.exports = 1;',
    'data/fine.json': '{}',
    'node_modules/dep/package.json': '{ "name": "dep", "main": "index.js" }',
    'node_modules/dep/index.js': 'module.exports = 1;',
    'secret/.env.cjs': 'module.exports = 1;',
  };
  const tries: Tries = {
    'require of code': "require('./lib.cjs')",
    'import of code': "import('./lib.mjs')",
    'require of a package': "require('dep')",
    'import of a package': "import('dep')",
    'require.resolve': "require.resolve('dep')",
    'require of JSON': "require('./config.json')",
    'require of an extensionless file': "require('./noext')",
    'JSON that is allowed': "require('./data/fine.json')",
    'a read of its own of code': "fs.readFileSync('lib.cjs')",
    'a read of its own after the loader': "fs.promises.readFile('lib.mjs')",
  };

  it.each(majors())('as code needs no allow rule, and nothing else is spared, on Node %i', async (major) => {
    const { outcomes } = await attempt(tries, {
      files,
      policy: STRICT,
      node: nodeBinary(major),
    });
    expect(outcomes).toEqual({
      'require of code': 'ok',
      'import of code': 'ok',
      'require of a package': 'ok',
      'import of a package': 'ok',
      'require.resolve': 'ok',
      'require of JSON': 'fs.read.allow',
      'require of an extensionless file': 'fs.read.allow',
      'JSON that is allowed': 'ok',
      'a read of its own of code': 'fs.read.allow',
      'a read of its own after the loader': 'fs.read.allow',
    });
  });

  it('is held by deny rules, and recorded as a load', async () => {
    const own: Tries = { denied: "require('./secret/.env.cjs')", fine: "require('./lib.cjs')" };
    const result = await attempt(own, {
      files,
      policy: 'version: 1\nmode: enforce\nfs: { read: { deny: ["./secret/**"] } }\n',
    });
    expect(result.outcomes).toEqual({ denied: 'fs.read.deny[0]', fine: 'ok' });
    expect(
      acts(result)
        .filter(({ type }) => type === 'module.load')
        .map(({ action }) => action),
    ).toEqual([expect.stringContaining('main.cjs') as unknown, expect.stringContaining('lib.cjs') as unknown]);
    expect(refusals(result).length).toBe(1);
  });

  it('outside of the project needs one', async () => {
    const elsewhere = folder();
    writeFileSync(join(elsewhere, 'code.cjs'), 'module.exports = 1;');
    const { outcomes } = await attempt(
      { outside: `require(${JSON.stringify(join(elsewhere, 'code.cjs'))})` },
      { files, policy: STRICT },
    );
    expect(outcomes).toEqual({ outside: 'fs.read.allow' });
  });
});

describe('loaders of the program’s own', () => {
  const hooks =
    "import fs from 'node:fs'; let told; try { told = String(fs.readFileSync('.env')); } catch (error) { told = error.rule ?? error.code; } export async function resolve(specifier, context, next) { return specifier === 'told' ? { url: 'data:text/javascript,export default ' + JSON.stringify(told), shortCircuit: true } : next(specifier, context); }";
  const files = { 'hooks.mjs': hooks, '.env': 'canary' };
  const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';

  it.each(majors())('run in a thread that the policy holds on Node %i', async (major) => {
    const tries: Tries = {
      told: "(require('node:module').register('./hooks.mjs', require('node:url').pathToFileURL(process.cwd() + '/')), import('told').then(({ default: text }) => show(text)))",
    };
    const options = { files, node: nodeBinary(major), flags: ['--no-warnings'] };
    expect((await attempt(tries, { ...options, via: 'none' })).outcomes).toEqual({ told: 'canary' });
    for (const via of ['require', 'import'] as const) {
      const result = await attempt(tries, { ...options, policy: POLICY, via });
      expect(result.outcomes, via).toEqual({ told: 'fs.read.deny[0]' });
      expect(new Set(result.receipts.map(({ run: id }) => id)).size, via).toBe(1);
    }
  });
});
