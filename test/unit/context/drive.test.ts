import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'tsup';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../../../fixtures/entries/entries.mjs';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../../fixtures/entries/', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const hasHooks = major > 22 || (major === 22 && minor >= 15);
const requiresEsm = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
let built = '';
let preload = '';

// The fixtures' preload serves entries and does nothing else, so this part is tested without the rest of the product.
beforeAll(async () => {
  built = mkdtempSync(path.join(tmpdir(), 'receiptbot-entries-'));
  preload = path.join(built, 'preload.cjs');
  await build({
    config: false,
    entry: [path.join(folder, 'preload.ts')],
    outDir: built,
    format: 'cjs',
    outExtension: () => ({ js: '.cjs' }),
    noExternal: [/^(?!node:)/],
    removeNodeProtocol: false,
    shims: true,
    silent: true,
  });
}, 60_000);
afterAll(() => {
  rmSync(built, { recursive: true, force: true });
});

/** Runs a program of the fixtures' folder with its entries tagged; gives what it printed. */
async function drive(tagged: string, ...args: string[]): Promise<Record<string, string | number | undefined>> {
  const env = { ...process.env, RECEIPTBOT_ENTRY: tagged, NODE_OPTIONS: '' };
  const { stdout } = await run(process.execPath, args, { cwd: folder, env });
  return JSON.parse(stdout) as Record<string, string>;
}

describe('every way to export and every way to call', () => {
  const expected = {
    function: '/fn,1,7',
    'function inside': '/fn,2,7',
    'function captured': '/fn,0,7',
    'function at top': '/fn,0,7',
    'function shape': 'run,0,kept,AsyncFunction',
    're-exported': '/fn,0,7',
    starred: '/fn,0,7',
    imported: '/fn,0,7',
    arrow: '/arrow',
    'arrow inside': '/arrow',
    'arrow at top': '/arrow',
    'arrow name': 'run',
    alias: '/alias',
    'alias inside': '/alias',
    'alias helper': 'not the export',
    'default named': '/named',
    'default named inside': '/named',
    'default named name': 'run',
    'default anonymous': '/anonymous',
    'default anonymous name': 'default',
    'default arrow': '/darrow',
    'default arrow inside': '/darrow',
    'default arrow name': 'default',
    'default name': '/dname',
    'default name inside': '/dname',
    'default name name': 'answer',
    'class made': 'root',
    class: 'a kept /cls base:/cls',
    'class by require': requiresEsm ? 'r kept /cls base:/cls' : undefined,
    'class again': 'a kept /cls base:/cls',
    'class static': '/create',
    'class static made': '/create',
    'class member': '/member',
    'whole class': '/whole,root,/whole,true,true,Agent',
    generators: '/stream,root,/stream,root,/numbers,/numbers,x:/numbers,false,2',
    'generators finally': '/stream,/numbers,/numbers',
    cycle: '/cycle',
    'cycle inside': '/cycle',
    'own source': 'false,false,false,false',
    'own url': 'reads-itself.js?query=1',
    'named.cjs': '/cnamed,true',
    'named.cjs inside': '/cnamed,true',
    'named.cjs at top': '/cnamed,true',
    'named.cjs imported': '/cnamed,true',
    'assigned.cjs': '/cassigned',
    'assigned.cjs inside': '/cassigned',
    'assigned.cjs at top': '/cassigned',
    'assigned.cjs imported': '/cassigned',
    'literal.cjs': '/cliteral',
    'literal.cjs inside': '/cliteral',
    'literal.cjs at top': '/cliteral',
    'literal.cjs imported': '/cliteral',
    'whole.cjs': '/cwhole',
    'whole.cjs inside': '/cwhole',
    'whole.cjs imported': '/cwhole',
    'compiled.cjs': '/ccompiled',
    'compiled.cjs inside': '/ccompiled',
    'compiled.cjs imported': '/ccompiled',
    'reexport.cjs': '/cnamed,true',
    'reexport.cjs imported': '/cnamed,true',
    'handed-on.cjs': '/cliteral',
    'handed-on.cjs inside': '/cliteral',
    'handed-on.cjs at top': '/cliteral',
    'handed-on.cjs imported': '/cliteral',
    'tsc.cjs': '/cassigned',
    'tsc.cjs imported': '/cassigned',
    'class.cjs': '/ccls',
    afterwards: 'root',
    overlapping: 1,
  };

  it.each([
    ['by itself', []],
    ['with a handler by extension that hands on to Node’s', ['-r', './loaders/hands-on.cjs']],
    ['with a handler by extension that reads for itself', ['-r', './loaders/reads-cjs.cjs']],
    ['with a load hook that reads for itself', ['-r', './loaders/reads-esm.cjs']],
    ['with an asynchronous load hook that reads for itself', ['--import', './loaders/reads-esm-async.mjs']],
    ['with fs and the loader patched by the program', ['-r', './loaders/patches.cjs']],
    ['with tsx', ['--import', 'tsx']],
  ])('meet the wrapper, %s', async (_how, flags) => {
    expect(await drive(entries, '-r', preload, ...flags, 'drive.mjs')).toEqual(expected);
  });
});

describe('TypeScript', () => {
  const exportNames = ['run', 'overloaded', 'Agent.prototype.run', 'default'];
  const tagged = ['ts', 'ts-cjs'].flatMap((where) =>
    exportNames.map((name, i) => `${where}${i}=./${where}/agent.ts#${name}`),
  );
  const contexts = (where: string): string =>
    `q:/${where}0,inside:/${where}0,number:/${where}1,/${where}2,/${where}3,run,default`;
  const expected = {
    imported: contexts('ts'),
    'imported as CommonJS': contexts('ts-cjs'),
    required: contexts('ts-cjs'),
  };

  it.each([
    { can: true, flags: ['-r', 'PRELOAD', '--import', 'tsx'] },
    { can: true, flags: ['--import', 'tsx', '-r', 'PRELOAD'] },
    // Node 20 runs tsx in a thread of its own, which the preload has to join.
    { can: true, flags: ['--import', 'PRELOAD', '--import', 'tsx'] },
    { can: true, flags: ['--import', 'tsx', '--import', 'PRELOAD'] },
    { can: hasHooks, flags: ['-r', 'PRELOAD', '--require', 'tsx/cjs'] },
    { can: hasHooks, flags: ['-r', 'PRELOAD'] },
  ])('is served too: $flags', async ({ can, flags }) => {
    if (!can) return; // it takes Node's own type stripping
    expect(
      await drive(tagged.join(), ...flags.map((flag) => flag.replace('PRELOAD', preload)), 'drive-ts.mjs'),
    ).toEqual(expected);
  });
});

it('refuses to start when an export cannot be found, before the program runs', async () => {
  const failure = await drive('a=./esm/function.js#gone,b=./nowhere.js#run', '-r', preload, 'drive.mjs').catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 78, stdout: '' });
  const { stderr } = failure as { stderr: string };
  expect(stderr).toContain('esm/function.js: it exports no gone; it exports run, inside, captured, atTop');
  expect(stderr).toContain('nowhere.js cannot be read');
});
