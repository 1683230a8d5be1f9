import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';
import { folder, refusals, type RunResult, run } from '../../run.js';

/** What a child tells on its standard output: how its own attempts ended. */
const TELLS = `
const attempt = (fn) => { try { return String(fn()); } catch (error) { return error.rule ?? error.code ?? String(error); } };
process.stdout.write(JSON.stringify({
  secret: attempt(() => require('node:fs').readFileSync('.env')),
  notes: attempt(() => require('node:fs').readFileSync('notes.txt')),
  net: attempt(() => (require('node:net').createServer().listen(0, '127.0.0.1'), 'listens')),
  handover: process.env.RECEIPTBOT_HANDOVER ?? 'none',
}));
process.exit();
`;
const files = {
  '.env': 'canary',
  'notes.txt': 'notes',
  'child.cjs': TELLS,
  'first.cjs':
    "const { readFileSync } = require('node:fs'); require('node:fs').readFileSync = (...args) => readFileSync(...args);",
  'child.mjs': `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);${TELLS}`,
  'nested.cjs':
    "process.stdout.write(require('node:child_process').execFileSync(process.execPath, ['child.cjs'], { env: {} }))",
  'worker.cjs': "new (require('node:worker_threads').Worker)('./nested.cjs', { env: {}, execArgv: [] })",
  'script.cjs': `#!/usr/bin/env node\n${TELLS}`,
  'package.json': '{ "scripts": { "tell": "node child.cjs", "shell": "echo && node child.cjs" } }',
};

const POLICY = `version: 1
mode: enforce
fs: { read: { deny: ["**/.env"] } }
net: { listen: { allow: [] } }
exec: { env: [PATH, NODE_OPTIONS] }
`;

const head = `
const cp = require('node:child_process');
const NODE = process.execPath, PATH = process.env.PATH;
const told = (text) => show(JSON.parse(String(text).slice(String(text).indexOf('{'))));
const collected = (child) => new Promise((resolve, reject) => { let text = ''; child.stdout.on('data', (piece) => (text += piece)); child.on('error', reject).on('close', () => resolve(told(text))); });
const called = (start) => new Promise((resolve, reject) => start((error, stdout) => (error ? reject(error) : resolve(told(stdout)))));
`;

/** Every way in which a belt could be lost on the way to a child. */
const CHILDREN: Tries = {
  execFileSync: "told(cp.execFileSync(NODE, ['child.cjs']))",
  'ES module': "told(cp.execFileSync(NODE, ['child.mjs']))",
  'empty environment': "told(cp.execFileSync(NODE, ['child.cjs'], { env: {} }))",
  'environment of its own': "told(cp.execFileSync(NODE, ['child.cjs'], { env: { PATH, MINE: '1' } }))",
  'copy without NODE_OPTIONS':
    "told(cp.spawnSync(NODE, ['child.cjs'], { env: { ...process.env, NODE_OPTIONS: undefined } }).stdout)",
  'empty NODE_OPTIONS': "told(cp.spawnSync(NODE, ['child.cjs'], { env: { ...process.env, NODE_OPTIONS: '' } }).stdout)",
  'NODE_OPTIONS of its own':
    "told(cp.spawnSync(NODE, ['child.cjs'], { env: { PATH, NODE_OPTIONS: '--no-warnings --require ./first.cjs' } }).stdout)",
  'spawn with an empty environment': "collected(cp.spawn(NODE, ['child.cjs'], { env: {} }))",
  exec: "called((done) => cp.exec('node child.cjs', done))",
  'exec with an empty environment': "called((done) => cp.exec(NODE + ' child.cjs', { env: {} }, done))",
  execFile: "called((done) => cp.execFile(NODE, ['child.cjs'], { env: {} }, done))",
  execSync: "told(cp.execSync('node child.cjs', { env: { PATH } }))",
  'shell option': "told(cp.spawnSync('node child.cjs', { shell: true, env: { PATH } }).stdout)",
  'a shell in a shell': `told(cp.execSync("sh -c 'sh -c \\"node child.cjs\\"'"))`,
  bash: "told(cp.execFileSync('bash', ['-c', 'node child.cjs'], { env: { PATH } }))",
  xargs: "told(cp.execSync('echo child.cjs | xargs node'))",
  'npm run': "told(cp.execSync('npm run --silent tell'))",
  'npm run through a shell': "told(cp.execSync('npm run --silent shell'))",
  fork: "collected(cp.fork('child.cjs', [], { silent: true }))",
  'fork without anything': "collected(cp.fork('child.cjs', [], { silent: true, execArgv: [], env: {} }))",
  'a child of a child': "told(cp.execFileSync(NODE, ['nested.cjs'], { env: {} }))",
  'a child of a thread': "told(cp.execFileSync(NODE, ['worker.cjs'], { env: {} }))",
  'a script': "told(cp.execFileSync('./script.cjs', { env: { PATH } }))",
  'a link to node': "told(cp.execFileSync('./other-name', ['child.cjs'], { env: {} }))",
  '-e': "told(cp.execFileSync(NODE, ['-e', fs.readFileSync('child.cjs', 'utf8')], { env: {} }))",
  '--import': "told(cp.execFileSync(NODE, ['--import', 'data:text/javascript,', 'child.cjs'], { env: {} }))",
  'deleted NODE_OPTIONS': "(delete process.env.NODE_OPTIONS, told(cp.execFileSync(NODE, ['child.cjs'])))",
  'another environment object': "(process.env = {}, told(cp.execFileSync(NODE, ['child.cjs'])))",
};

function prepared(): string {
  const cwd = folder();
  symlinkSync(process.execPath, join(cwd, 'other-name'));
  return cwd;
}

async function children(tries: Tries, options: Parameters<typeof attempt>[1] = {}) {
  const cwd = prepared();
  return attempt(tries, { ...options, head: `fs.chmodSync('script.cjs', 0o755);${head}`, files, cwd, timeout: 60_000 });
}

const related = ({ receipts }: Pick<RunResult, 'receipts'>): void => {
  expect(new Set(receipts.map(({ run }) => run)).size).toBe(1);
  const ids = new Set(receipts.map(({ id }) => id));
  expect(ids.size).toBe(receipts.length);
  const roots = receipts.filter(({ parent }) => parent === undefined);
  expect(roots.length).toBe(1);
  for (const { parent } of receipts) if (parent !== undefined) expect(ids).toContain(parent);
};

describe.each(majors(20, 24))('a child process on Node %i, however it is started', (major) => {
  const node = nodeBinary(major);
  const env = { PATH: `${join(node, '..')}:${process.env['PATH'] ?? ''}` };

  it('may do everything when its parent runs bare', async () => {
    const { outcomes } = await children(CHILDREN, { node, env, via: 'none' });
    for (const [name, told] of Object.entries(outcomes))
      expect(told, name).toMatchObject({ secret: 'canary', notes: 'notes', net: 'listens' });
  });

  it('is held by the same policy and keeps a receipt of its own in the same run', async () => {
    const result = await children(CHILDREN, { node, env, policy: POLICY });
    const expected = { secret: 'fs.read.deny[0]', notes: 'notes', net: 'net.listen.allow', handover: 'none' };
    for (const [name, told] of Object.entries(result.outcomes)) expect(told, name).toEqual(expected);
    related(result);
    const denied = refusals(result).filter(({ rule }) => rule === 'fs.read.deny[0]');
    expect(denied.length).toBe(Object.keys(CHILDREN).length);
  });
});

const CHILD_TELLS = "told(cp.execFileSync(NODE, ['child.cjs'], { cwd: CWD, env: { PATH, ...ENV } }))";
const withEnv = (env: object, cwd = '.'): Tries => ({
  child: CHILD_TELLS.replace('CWD', JSON.stringify(cwd)).replace('ENV', JSON.stringify(env)),
});

describe('a child process cannot loosen', () => {
  const held = { secret: 'fs.read.deny[0]', net: 'net.listen.allow' };
  /** With a policy of its own besides, it tells which of the two refused. */
  const byParent = { secret: 'parent:fs.read.deny[0]', net: 'parent:net.listen.allow' };
  const OPEN = POLICY.replace('NODE_OPTIONS', '"RECEIPTBOT_*"');
  const loose = 'version: 1\nmode: off\n';

  it('by variables that the policy does not let through', async () => {
    const { outcomes } = await children(withEnv({ RECEIPTBOT_MODE: 'off' }), { policy: POLICY });
    expect(outcomes['child']).toMatch(/^exec\.env/);
  });

  it.each([
    ['a mode', { RECEIPTBOT_MODE: 'off' }],
    ['a softer mode', { RECEIPTBOT_MODE: 'audit' }],
    ['another handover', { RECEIPTBOT_HANDOVER: 'x:/tmp/x' }],
    ['no receipt', { RECEIPTBOT_RECEIPT: 'none' }],
  ])('by %s', async (_, env) => {
    const result = await children(withEnv(env), { policy: OPEN });
    expect(result.outcomes['child']).toMatchObject(held);
    expect(result.receipts.length).toBe(2);
    related(result);
  });

  it('by a policy file of its own', async () => {
    const cwd = prepared();
    const own = {
      ...files,
      'loose/policy.yaml': loose,
      'loose/child.cjs': TELLS,
      'loose/.env': 'canary',
      'loose/notes.txt': 'notes',
    };
    const result = await attempt(withEnv({ RECEIPTBOT_CONFIG: join(cwd, 'loose/policy.yaml') }, 'loose'), {
      head,
      policy: OPEN,
      files: own,
      cwd,
    });
    expect(result.outcomes['child']).toMatchObject(byParent);
    expect(result.receipts.length).toBe(2);
  });

  it('by a policy file in its folder, which can only narrow', async () => {
    const own = {
      ...files,
      'sub/receiptbot.config.yaml': 'version: 1\nmode: audit\nfs: { read: { deny: ["**/notes.txt"] } }\n',
      'sub/child.cjs': TELLS,
      'sub/.env': 'canary',
      'sub/notes.txt': 'notes',
    };
    const { outcomes } = await attempt(withEnv({}, 'sub'), { head, policy: POLICY, files: own });
    expect(outcomes['child']).toMatchObject({ ...byParent, notes: 'fs.read.deny[0]' });
  });
});

describe('what a command lets its own children run', () => {
  it('is what `runs` names, and only below it', async () => {
    const policy = `version: 1
mode: enforce
exec:
  allow: ["node allowed.cjs", { rule: "node builds.cjs", runs: ["echo"] }]
`;
    const tellsRun =
      "process.stdout.write((() => { try { return String(require('node:child_process').execFileSync('echo', ['ran'])).trim(); } catch (error) { return error.rule; } })())";
    const tries: Tries = {
      builds: "show(String(cp.execFileSync('node', ['builds.cjs'])))",
      allowed: "show(String(cp.execFileSync('node', ['allowed.cjs'])))",
      here: "cp.execFileSync('echo', ['ran'])",
    };
    const { outcomes } = await attempt(tries, {
      head,
      policy,
      files: { 'builds.cjs': tellsRun, 'allowed.cjs': tellsRun },
    });
    expect(outcomes).toEqual({ builds: 'ran', allowed: 'exec.allow', here: 'exec.allow' });
  });
});

describe.each(majors(22, 24, 26))('a new image of the process on Node %i', (major) => {
  const replace = (env: string): string => `process.execve(process.execPath, [process.execPath, 'child.cjs'], ${env});`;

  it.each(['{}', 'process.env', '{ PATH: process.env.PATH }'])('is held like a child: with %s', async (env) => {
    const options = {
      node: nodeBinary(major),
      flags: ['--no-warnings'],
      files: { ...files, 'main.cjs': replace(env) },
    };
    const bare = await run('main.cjs', { ...options, via: 'none' });
    expect(JSON.parse(bare.stdout)).toMatchObject({ secret: 'canary' });
    const result = await run('main.cjs', { ...options, policy: POLICY });
    expect(JSON.parse(result.stdout)).toMatchObject({
      secret: 'fs.read.deny[0]',
      net: 'net.listen.allow',
      handover: 'none',
    });
    related(result);
    expect(result.receipts.length).toBe(2);
  });

  it('is refused where the command is', async () => {
    const policy = 'version: 1\nmode: enforce\nexec: { allow: [git] }\n';
    const main = `try { ${replace('{}')} } catch (error) { console.log(error.rule); }`;
    const result = await run('main.cjs', {
      node: nodeBinary(major),
      flags: ['--no-warnings'],
      files: { ...files, 'main.cjs': main },
      policy,
    });
    expect(result.stdout).toBe('exec.allow\n');
  });
});

describe('the program’s own streams and codes', () => {
  it('come through a child unchanged', async () => {
    const main =
      "const { spawnSync } = require('node:child_process'); const { stdout, stderr, status, signal } = spawnSync(process.execPath, ['-e', 'process.stdout.write(\"out\"); process.stderr.write(\"err\"); process.exitCode = 5']); console.log(JSON.stringify([String(stdout), String(stderr), status, signal]))";
    const result = await run('main.cjs', { files: { 'main.cjs': main }, policy: POLICY });
    expect(JSON.parse(result.stdout)).toEqual(['out', 'err', 5, null]);
    expect(result.stderr).toBe('');
  });
});
