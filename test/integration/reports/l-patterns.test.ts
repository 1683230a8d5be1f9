import { beforeAll, describe, expect, it } from 'vitest';
import { setChunkLoader } from '../../../src/chunks.js';
import * as oddGlob from '../../../src/policy/odd-glob.js';
import { attempt, others, type Tries } from '../../attempts.js';
import { folder, run } from '../../run.js';
import { layerOf, outcome, policyOf, read, write } from '../../unit/policy/layers.js';

const NAMES = [
  '.env',
  'a/.env',
  '.hidden/x.env',
  'src/x/.eslintrc',
  'tmp/x',
  'db/advisory-db..lock',
  'db/..a/b',
  'db/a..',
  'app/[id]/page.tsx',
  'app/(auth)/[[...sign-in]]/p.js',
  'app/i/page.tsx',
  'app/[id/x',
  'app/{a,b}/!(x)+y.js',
  'project/x',
  'project-evil/x',
  'w/secrets/key',
  'w/d/secrets/key',
  'w/d/x',
  '~My/file',
  'Upper/File',
];
const files = Object.fromEntries(NAMES.map((name) => [name, 'text']));
const head = "const url = require('node:url'), path = require('node:path');";
const policy = (rules: string): string => `version: 1\nmode: enforce\nfs: ${rules}\n`;
const reads = (...names: readonly string[]): Tries =>
  Object.fromEntries(names.map((name) => [name, `fs.readFileSync(${JSON.stringify(name)})`]));

/** Rules to deny by, and what they hit and do not hit. */
const DENIED: readonly (readonly [report: string, rule: string, hit: readonly string[], missed: readonly string[]])[] =
  [
    ['74', '"**/*.env"', ['.env', 'a/.env', '.hidden/x.env'], ['tmp/x']],
    ['75', '"src/**"', ['src/x/.eslintrc'], ['.env']],
    ['76', '"./.env"', ['.env'], ['a/.env']],
    ['76', '"**/.env*"', ['.env', 'a/.env'], ['tmp/x']],
    ['86', '"tmp/**"', ['tmp/x'], ['.env']],
    ['86', '"./tmp"', ['tmp/x'], ['.env']],
    ['79', '"project/**"', ['project/x', 'project/../project/x'], ['project-evil/x', 'project/../project-evil/x']],
    ['80', '"app/**"', ['app/[id]/page.tsx', 'app/(auth)/[[...sign-in]]/p.js', 'app/{a,b}/!(x)+y.js'], ['.env']],
    ['80', '"app/\\\\[id\\\\]/*"', ['app/[id]/page.tsx'], ['app/i/page.tsx']],
    ['80', '"app/[id]/page.tsx"', ['app/[id]/page.tsx', 'app/i/page.tsx'], ['tmp/x']],
    ['80', '"app/[id/*"', ['app/[id/x'], ['app/i/page.tsx']],
    ['82', '"db/advisory-db..lock"', ['db/advisory-db..lock'], ['db/..a/b', 'db/a..']],
    ['82', '"db/..a/**"', ['db/..a/b'], ['db/a..', 'tmp/x']],
    ['82', '"db/a.."', ['db/a..'], ['db/..a/b']],
    ['83', '"./w/**/secrets/*"', ['w/secrets/key', 'w/d/secrets/key'], ['w/d/x']],
    ['83', '"./w/*/x"', ['w/d/x'], ['w/d/secrets/key']],
    ['144', '"./~My/**"', ['~My/file'], ['tmp/x']],
  ];

describe('a rule that denies', () => {
  it.each(DENIED)('(report %s) %s hits what it says and nothing else', async (_, rule, hit, missed) => {
    const { outcomes, stderr } = await attempt(reads(...hit, ...missed), {
      files,
      policy: policy(`{ read: { deny: [${rule}] } }`),
    });
    expect(outcomes, stderr).toEqual(
      Object.fromEntries([...hit.map((name) => [name, 'fs.read.deny[0]']), ...missed.map((name) => [name, 'ok'])]),
    );
  });

  it.each(['"./.env"', '"**/.env"'])(
    '%s holds however the file is written and wherever the program has gone (report 76)',
    async (rule) => {
      const tries: Tries = {
        absolute: "fs.readFileSync(path.resolve('.env'))",
        'up and down': "fs.readFileSync('../' + path.basename(process.cwd()) + '/.env')",
        'odd slashes': "fs.readFileSync('.//./a/..//.env')",
        URL: "fs.readFileSync(url.pathToFileURL('.env'))",
        'from below': "(process.chdir('a'), fs.readFileSync('../.env'))",
      };
      const { outcomes } = await attempt(tries, { files, head, policy: policy(`{ read: { deny: [${rule}] } }`) });
      expect(others(outcomes, 'fs.read.deny[0]')).toEqual({});
    },
  );

  it('an absolute pattern is absolute (report 77)', async () => {
    const { outcomes } = await attempt(reads('/etc/passwd', '/etc/../etc/hosts', 'a/.env'), {
      files,
      policy: policy('{ read: { deny: ["/etc/**"] } }'),
    });
    expect(outcomes).toEqual({
      '/etc/passwd': 'fs.read.deny[0]',
      '/etc/../etc/hosts': 'fs.read.deny[0]',
      'a/.env': 'ok',
    });
  });

  it('means the same for every operation (report 83)', async () => {
    const changes: Tries = {
      write: "fs.writeFileSync('w/d/secrets/key', '')",
      unlink: "fs.unlinkSync('w/d/secrets/key')",
      rename: "fs.renameSync('w/d/secrets/key', 'moved')",
      'rename over': "fs.renameSync('tmp/x', 'w/d/secrets/key')",
      truncate: "fs.truncateSync('w/d/secrets/key')",
      'open to append': "fs.openSync('w/d/secrets/key', 'a')",
      'open by number': "fs.openSync('w/d/secrets/key', fs.constants.O_RDWR)",
      copy: "fs.copyFileSync('tmp/x', 'w/d/secrets/new')",
      mkdir: "fs.mkdirSync('w/d/secrets/folder')",
      'the folder': "fs.rmSync('w/d', { recursive: true })",
    };
    const { outcomes } = await attempt(changes, { files, policy: policy('{ write: { deny: ["./w/**/secrets/*"] } }') });
    expect(others(outcomes, 'fs.write.deny[0]')).toEqual({});
  });
});

describe('a rule that allows', () => {
  it('allows names with dots, brackets and tildes as they are, and no neighbour (reports 75, 79, 80, 82 and 144)', async () => {
    const allow = '{ read: { allow: ["src/**", "./db/**", "./app/**", "./~My/**", "./project"] } }';
    const fine = NAMES.filter((name) => /^(?:src|db|app|~My|project)\//.test(name));
    const { outcomes } = await attempt(reads(...NAMES), { files, policy: policy(allow) });
    expect(outcomes).toEqual(
      Object.fromEntries(NAMES.map((name) => [name, fine.includes(name) ? 'ok' : 'fs.read.allow'])),
    );
  });

  it('that is no pattern is told at once', async () => {
    const result = await run('main.cjs', { files: { 'main.cjs': '' }, policy: policy('{ read: { allow: ["x"] } }') });
    expect([result.code, result.stdout]).toEqual([78, '']);
    expect(result.stderr).toMatch(/receiptbot\.config\.yaml:3:\d+/);
  });
});

describe('the root of a project (report 87)', () => {
  it.each(['/', 'removed'])('is the policy’s folder for a program started from %s', async (start) => {
    const cwd = folder();
    const starts = `
const { spawnSync } = require('child_process'), path = require('path');
const line = ${JSON.stringify(start === '/' ? 'cd /' : 'mkdir gone; cd gone; rmdir ../gone')};
const { stdout, stderr } = spawnSync('sh', ['-c', line + '; exec "$0" -r "$1" "$2"', process.execPath, process.argv[2], path.resolve('main.cjs')], { encoding: 'utf8' });
process.stdout.write(stdout + stderr);`;
    const main = "try { require('fs').readFileSync(__dirname + '/.env') } catch (error) { console.log(error.rule) }";
    const register = `${process.cwd()}/dist/register.cjs`;
    const result = await run('starts.cjs', {
      cwd,
      via: 'none',
      args: [register],
      policy: policy('{ read: { deny: ["./.env"] } }'),
      files: { 'starts.cjs': starts, 'main.cjs': main, '.env': 'x' },
    });
    expect(result.stdout).toMatch(/^fs\.read\.deny\[0\]\nreceiptbot: 1 blocked/);
  });
});

describe('on Windows and macOS, whose platform is told to the policy (reports 73 and 81)', () => {
  beforeAll(() => {
    setChunkLoader(() => oddGlob);
  });
  const windows = { project: 'G:\\r', cwd: 'G:\\r', tmp: 'C:\\Temp', home: 'C:\\Users\\u', modules: [] };
  const both = (rules: string[]) =>
    layerOf('project', { fs: { read: { allow: rules }, write: { allow: rules } } }, windows);

  it.each(['g:\\r\\x', 'G:/r/x', 'g:/R\\sub/x', '\\\\?\\G:\\r\\x', 'G:\\r\\.\\x'])('%s is in G:/r', (path) => {
    for (const rules of [['G:/r/**'], ['g:\\r\\**'], ['./**'], ['${project}/**']]) {
      const policy = policyOf([both(rules)], { platform: 'win32' });
      expect([rules, outcome(policy, read(path)), outcome(policy, write(path))]).toEqual([rules, 'allowed', 'allowed']);
    }
  });

  it.each(['G:\\rx\\x', 'H:\\r\\x', 'G:\\r\\..\\x', '\\\\host\\r\\x'])('%s is not', (path) => {
    const policy = policyOf([both(['G:/r/**'])], { platform: 'win32' });
    expect(outcome(policy, read(path))).not.toBe('allowed');
  });

  it('case and composition are the same file on macOS, and are not on Linux', () => {
    const layer = layerOf('project', { fs: { read: { deny: ['/w/Räuber/**'] } } });
    const decomposed = '/W/RA\u0308UBER/x';
    expect(outcome(policyOf([layer], { platform: 'darwin' }), read(decomposed))).not.toBe('allowed');
    expect(outcome(policyOf([layer], { platform: 'linux' }), read(decomposed))).toBe('allowed');
  });
});
