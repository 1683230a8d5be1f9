import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { refusals, run } from '../../run.js';

const POLICY = `version: 1
mode: enforce
fs: { read: { deny: ["**/.env"] } }
`;

/** Tells how a denied read, one that Node's model refuses and one that it grants end, and which options are inherited. */
const CHILD = `
const { readFileSync } = require('node:fs');
const attempt = (name) => { try { return String(readFileSync(name)); } catch (error) { return error.rule ?? error.code; } };
process.stdout.write(JSON.stringify([attempt('.env'), attempt('notes.txt'), attempt('granted.txt')]));
`;
const files = {
  '.env': 'canary',
  'notes.txt': 'notes',
  'granted.txt': 'granted',
  'child.cjs': CHILD,
  'parent.cjs': `
const { execFileSync } = require('node:child_process');
const [flag] = process.argv.slice(2);
const granted = ['child.cjs', 'granted.txt'].map((name) => '--allow-fs-read=' + require('node:path').resolve(name));
process.stdout.write(execFileSync(process.execPath, ['--no-warnings', flag, ...granted, 'child.cjs']));
`,
  'grandparent.cjs': `
const { execFileSync } = require('node:child_process');
const [flag] = process.argv.slice(2);
process.stdout.write(execFileSync(process.execPath, ['--no-warnings', flag, '--allow-fs-read=*', '--allow-child-process', 'plain.cjs']));
`,
  'plain.cjs':
    "process.stdout.write(require('node:child_process').execFileSync(process.execPath, ['--no-warnings', 'child.cjs']))",
};

describe.each(majors())('a child under Node’s own permission model, on Node %i', (major) => {
  const node = nodeBinary(major);
  const args = [major === 20 ? '--experimental-permission' : '--permission'];

  it('is held by both, though it was granted nothing of ours', async () => {
    const result = await run('parent.cjs', { files, node, args, policy: POLICY });
    expect(JSON.parse(result.stdout), result.stderr).toEqual([
      'parent:fs.read.deny[0]',
      'ERR_ACCESS_DENIED',
      'granted',
    ]);
    expect(refusals(result)).toHaveLength(1);
  });

  it('hands nothing down that a Node without the model would not take', async () => {
    const result = await run('grandparent.cjs', { files, node, args, policy: POLICY });
    expect(JSON.parse(result.stdout), result.stderr).toEqual(['fs.read.deny[0]', 'notes', 'granted']);
  });
});

describe.each(majors())('hooks of the program’s module loader, on Node %i', (major) => {
  const node = nodeBinary(major);
  const hooks = {
    'hooks.mjs':
      "import { writeSync } from 'node:fs'; export const resolve = (name, context, next) => { writeSync(1, name.split('/').at(-1) + ' '); return next(name); };",
    'main.cjs':
      "require('node:module').register('./hooks.mjs', require('node:url').pathToFileURL(__filename)); import('node:os');",
  };

  it('meet nothing of ours', async () => {
    const flags = ['--no-warnings'];
    const bare = await run('main.cjs', { files: hooks, node, flags, via: 'none' });
    const guarded = await run('main.cjs', { files: hooks, node, flags, policy: POLICY });
    expect(bare.stdout).toBe('node:os ');
    expect(guarded.stdout, guarded.stderr).toBe(bare.stdout);
  });
});
