import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../nodes.js';
import { refusals, run, type RunOptions } from '../run.js';

const POLICY = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
const TELLS =
  "try { require('fs').readFileSync('.env'); console.log('read'); } catch (error) { console.log(error.rule ?? error.code); }";
const MODULE =
  "import fs from 'node:fs'; try { fs.readFileSync('.env'); console.log('read'); } catch (error) { console.log(error.rule ?? error.code); }";
const files = {
  '.env': 'canary',
  'main.cjs': TELLS,
  'main.mjs': MODULE,
  'sub/index.js': TELLS,
  'package.json': '{ "name": "app", "scripts": { "tell": "node main.cjs" } }',
  'app.test.cjs': `const test = require('node:test'); test('tells', () => { ${TELLS} });`,
  'main.ts': `const text: string = 'ts'; ${TELLS}`,
};

/** Arguments of node by what they do; `file` is what run() puts last. */
const WAYS: readonly (readonly [name: string, file: string, options: RunOptions])[] = [
  ['a script', 'main.cjs', {}],
  ['a module', 'main.mjs', {}],
  ['a folder', 'sub', {}],
  ['a script without its extension', 'main.cjs', { args: ['a', '--b', 'c'] }],
  ['-e', TELLS, { flags: ['-e'] }],
  ['-p', `(() => { ${TELLS} return 7; })()`, { flags: ['-p'] }],
  ['-e of a module', MODULE, { flags: ['--input-type=module', '-e'] }],
  ['standard input', '-', { stdin: TELLS }],
  ['standard input as a module', '-', { flags: ['--input-type=module'], stdin: MODULE }],
  ['--test', 'app.test.cjs', { flags: ['--test', '--test-reporter=tap'] }],
  ['--experimental-vm-modules', 'main.mjs', { flags: ['--experimental-vm-modules', '--no-warnings'] }],
  ['--enable-source-maps', 'main.cjs', { flags: ['--enable-source-maps'] }],
  ['--preserve-symlinks', 'main.cjs', { flags: ['--preserve-symlinks', '--preserve-symlinks-main'] }],
  ['--frozen-intrinsics', 'main.cjs', { flags: ['--frozen-intrinsics', '--no-warnings'] }],
  ['--disable-proto=throw', 'main.cjs', { flags: ['--disable-proto=throw'] }],
  ['--disallow-code-generation-from-strings', 'main.cjs', { flags: ['--disallow-code-generation-from-strings'] }],
  ['--stack-trace-limit=0', 'main.cjs', { flags: ['--stack-trace-limit=0'] }],
  ['--max-old-space-size', 'main.cjs', { flags: ['--max-old-space-size=64'] }],
  ['--pending-deprecation', 'main.cjs', { flags: ['--pending-deprecation'] }],
  ['--throw-deprecation', 'main.cjs', { flags: ['--throw-deprecation'] }],
  ['--unhandled-rejections=strict', 'main.cjs', { flags: ['--unhandled-rejections=strict'] }],
  ['--no-global-search-paths', 'main.cjs', { flags: ['--no-global-search-paths'] }],
];

describe.each(majors(20, 26))('every way to run a program on Node %i', (major) => {
  const node = nodeBinary(major);

  it.each(WAYS)('%s: it is held, and does the rest as it does bare', async (_, file, options) => {
    const bare = await run(file, { files, node, ...options, via: 'none' });
    expect(bare.stdout).toMatch(/read/);
    const belted = await run(file, { files, node, ...options, policy: POLICY, via: 'NODE_OPTIONS' });
    expect(belted.code, belted.stderr).toBe(bare.code);
    // A test's process says at its end what was blocked; its runner tells that as a comment.
    const same = (text: string): string =>
      text.replaceAll(/duration_ms:? [\d.]+/g, 'duration').replaceAll(/^# receiptbot: .*\n/gm, '');
    expect(same(belted.stdout)).toBe(same(bare.stdout).replaceAll(/^(# )?read$/gm, '$1fs.read.deny[0]'));
    expect(
      belted.stderr
        .split('\n')
        .filter((line) => !line.startsWith('receiptbot: '))
        .join('\n'),
    ).toBe(bare.stderr);
    expect(refusals(belted).map(({ rule }) => rule)).toEqual(['fs.read.deny[0]']);
  });

  it('only looks at a file with --check', async () => {
    const result = await run('main.cjs', { files, node, flags: ['--check'], policy: POLICY });
    expect(result).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});

describe.each(majors(22, 24, 26))('on Node %i', (major) => {
  it('a script of package.json by --run is held when NODE_OPTIONS carries the belt', async () => {
    const env = { PATH: `${nodeBinary(major).replace(/\/node$/, '')}:${process.env['PATH'] ?? ''}` };
    const result = await run('tell', {
      files,
      node: nodeBinary(major),
      flags: ['--run'],
      policy: POLICY,
      via: 'NODE_OPTIONS',
      env,
    });
    expect(result.stdout).toBe('fs.read.deny[0]\n');
  });

  it('TypeScript by Node’s own stripping of types', async () => {
    const flags = major === 22 ? ['--experimental-strip-types', '--no-warnings'] : ['--no-warnings'];
    const result = await run('main.ts', { files, node: nodeBinary(major), flags, policy: POLICY });
    expect(result.stdout).toBe('fs.read.deny[0]\n');
  });
});

describe('Node’s own permission model beside the belt', () => {
  it.each(majors(22, 24, 26))('holds as well on Node %i', async (major) => {
    const flags = [
      '--no-warnings',
      major === 22 ? '--experimental-permission' : '--permission',
      '--allow-fs-read=*',
      '--allow-fs-write=*',
    ];
    const result = await run('main.cjs', { files, node: nodeBinary(major), flags, policy: POLICY });
    expect(result.stdout, result.stderr).toBe('fs.read.deny[0]\n');
  });
});
