import { describe, expect, it } from 'vitest';
import { attempt, others, type Tries } from '../../attempts.js';
import { majors, nodeBinary } from '../../nodes.js';
import { refusals } from '../../run.js';

const POLICY = `version: 1
mode: enforce
fs:
  read: { deny: ["**/.env", "./tree/secrets/**"] }
  write: { deny: ["./keep/kept.txt", "./out/copy/no.txt", "**/*.lock"] }
`;

const files = {
  'tree/a.txt': 'a',
  'tree/.env': 'canary',
  'tree/deep/b.txt': 'b',
  'tree/deep/.env': 'canary',
  'tree/secrets/key.txt': 'canary',
  'plain/a.txt': 'a',
  'plain/deep/b.txt': 'b',
  'source/no.txt': 'x',
  'keep/kept.txt': 'kept',
  'keep/other.txt': 'other',
  'locks/deep/x.lock': 'locked',
  'out/.keep': '',
};

const LISTED = ['a.txt', 'deep', 'deep/b.txt'];
/** What stands in `tree`; the folder of secrets itself is denied as well. */
const ALL = [...LISTED, '.env', 'deep/.env', 'secrets', 'secrets/key.txt'].sort();

const head = `
const path = require('node:path');
const named = (entries) => entries.map((entry) => typeof entry === 'string' ? entry : Buffer.isBuffer(entry) ? String(entry) : path.relative('tree', path.join(entry.parentPath ?? entry.path, String(entry.name)))).sort();
const called = (fn) => new Promise((resolve, reject) => fn((error, value) => error ? reject(error) : resolve(value)));
const collect = async (iterable) => { const all = []; for await (const each of iterable) all.push(each); return all; };
`;

const LISTINGS: Tries = {
  readdir: "show(called(done => fs.readdir('tree', { recursive: true }, done)).then(named))",
  readdirSync: "show(named(fs.readdirSync('tree', { recursive: true })))",
  'promises.readdir': "show(fs.promises.readdir('tree', { recursive: true }).then(named))",
  'readdirSync with types': "show(named(fs.readdirSync('tree', { recursive: true, withFileTypes: true })))",
  'readdir with types':
    "show(called(done => fs.readdir('tree', { recursive: true, withFileTypes: true }, done)).then(named))",
  'promises.readdir with types':
    "show(fs.promises.readdir('tree', { recursive: true, withFileTypes: true }).then(named))",
};

const OPENDIR: Tries = {
  opendirSync: "show(collect(fs.opendirSync('tree', { recursive: true })).then(named))",
  opendir: "show(called(done => fs.opendir('tree', { recursive: true }, done)).then(collect).then(named))",
  'by readSync':
    "show(named(((dir, all = []) => { for (let entry; (entry = dir.readSync()); ) all.push(entry); dir.closeSync(); return all; })(fs.opendirSync('tree', { recursive: true }))))",
  'by read':
    "show(fs.promises.opendir('tree', { recursive: true }).then(async (dir) => { const all = []; for (let entry; (entry = await dir.read()); ) all.push(entry); await dir.close(); return named(all); }))",
  'by read with a callback':
    "show(new Promise((resolve, reject) => { const dir = fs.opendirSync('tree', { recursive: true }), all = []; const next = () => dir.read((error, entry) => error ? reject(error) : entry ? (all.push(entry), next()) : dir.close(() => resolve(named(all)))); next(); }))",
  'promises.opendir': "show(fs.promises.opendir('tree', { recursive: true }).then(collect).then(named))",
};

const GLOBS: Tries = {
  globSync: "show(named(fs.globSync('**/*', { cwd: 'tree' })))",
  glob: "show(called(done => fs.glob('**/*', { cwd: 'tree' }, done)).then(named))",
  'promises.glob': "show(collect(fs.promises.glob('**/*', { cwd: 'tree' })).then(named))",
  'promises.glob with types':
    "show(collect(fs.promises.glob('**/*', { cwd: 'tree', withFileTypes: true })).then(named))",
};

describe('a listing of all below a folder', () => {
  it('shows everything bare', async () => {
    const { outcomes } = await attempt({ ...LISTINGS, ...OPENDIR }, { head, files, via: 'none' });
    for (const [name, listed] of Object.entries(outcomes)) expect(listed, name).toEqual(ALL);
  });

  it('leaves out what is denied, and records it', async () => {
    const result = await attempt(LISTINGS, { head, files, policy: POLICY });
    for (const [name, listed] of Object.entries(result.outcomes)) expect(listed, name).toEqual(LISTED);
    expect(refusals(result).map(({ payload }) => String(payload['path']).slice(result.cwd.length + 1))).toEqual(
      expect.arrayContaining(['tree/.env', 'tree/deep/.env', 'tree/secrets', 'tree/secrets/key.txt']),
    );
  });

  it('by opendir does so too', async () => {
    const { outcomes } = await attempt(OPENDIR, { head, files, policy: POLICY });
    for (const [name, listed] of Object.entries(outcomes)) expect(listed, name).toEqual(LISTED);
  });

  it.each(majors(22, 24, 26))('by glob does so too on Node %i', async (major) => {
    const options = { head, files, node: nodeBinary(major), flags: ['--no-warnings'] };
    const bare = await attempt(GLOBS, { ...options, via: 'none' });
    for (const [name, listed] of Object.entries(bare.outcomes))
      expect(listed, name).toEqual(expect.arrayContaining(['secrets/key.txt']));
    const { outcomes } = await attempt(GLOBS, { ...options, policy: POLICY });
    const shown = (bare.outcomes['globSync'] as string[]).filter(
      (name) => !name.includes('secrets') && !name.includes('.env'),
    );
    for (const [name, listed] of Object.entries(outcomes)) expect(listed, name).toEqual(shown);
    const denied = await attempt(
      {
        glob: "fs.promises.glob('*', { cwd: 'tree/secrets' }).next()",
        globSync: "fs.globSync('*', { cwd: 'tree/secrets' })",
        callback: "done => fs.glob('*', { cwd: 'tree/secrets' }, done)",
      },
      { ...options, policy: POLICY },
    );
    expect(others(denied.outcomes, 'fs.read.deny[1]')).toEqual({});
  });
});

const threefold = (name: string, args: string): Tries => ({
  [name]: `done => fs.${name}(${args.replaceAll('FORM', name)}, done)`,
  [`${name}Sync`]: `fs.${name}Sync(${args.replaceAll('FORM', `${name}-sync`)})`,
  [`promises.${name}`]: `fs.promises.${name}(${args.replaceAll('FORM', `${name}-promise`)})`,
});

describe('copying a folder', () => {
  const tries = threefold('cp', "'tree', 'out/FORM', { recursive: true }");

  it('works bare', async () => {
    const { outcomes } = await attempt(tries, { files, via: 'none' });
    expect(others(outcomes, 'ok')).toEqual({});
  });

  it('fails with an entry that is denied', async () => {
    const { outcomes } = await attempt(tries, { files, policy: POLICY });
    for (const [name, outcome] of Object.entries(outcomes)) expect(outcome, name).toMatch(/^fs\.read\.deny\[[01]\]$/);
  });

  it('fails with a target that is denied', async () => {
    const { outcomes } = await attempt(threefold('cp', "'source', 'out/copy', { recursive: true }"), {
      files,
      policy: POLICY,
    });
    expect(others(outcomes, 'fs.write.deny[1]')).toEqual({});
  });

  it('works where nothing below is denied', async () => {
    const { outcomes } = await attempt(threefold('cp', "'plain', 'out/FORM', { recursive: true }"), {
      files,
      policy: POLICY,
    });
    expect(others(outcomes, 'ok')).toEqual({});
  });
});

describe('removing a folder', () => {
  it('fails when an entry is denied, and removes nothing', async () => {
    const tries = {
      ...threefold('rm', "'keep', { recursive: true, force: true }"),
      rmdirSync: "fs.rmdirSync('keep', { recursive: true })",
      'a file of any name': "fs.rmSync('locks', { recursive: true })",
      left: "show(fs.readdirSync('keep').length + fs.readdirSync('locks').length)",
    };
    const { outcomes } = await attempt(tries, { files, policy: POLICY, flags: ['--no-warnings'] });
    const { left, ['a file of any name']: floating, ...rest } = outcomes;
    expect(others(rest, 'fs.write.deny[0]')).toEqual({});
    expect([floating, left]).toEqual(['fs.write.deny[2]', 3]);
  });

  it('works where nothing below is denied', async () => {
    const { outcomes } = await attempt({ rm: "fs.rmSync('plain', { recursive: true })" }, { files, policy: POLICY });
    expect(outcomes).toEqual({ rm: 'ok' });
  });
});

describe('moving and linking a folder', () => {
  const MOVES: Tries = {
    ...threefold('rename', "'tree', 'moved-FORM'"),
    ...threefold('symlink', "TREE, 'link-FORM'"),
  };
  const tries = Object.fromEntries(
    Object.entries(MOVES).map(([name, code]) => [name, code.replace('TREE', "path.resolve('tree')")]),
  );

  it('is refused when a rule begins inside it', async () => {
    const { outcomes } = await attempt(tries, { head, files, policy: POLICY });
    expect(others(outcomes, 'fs.read.deny[1]')).toEqual({});
  });

  it('is refused when a rule names it in its middle', async () => {
    const policy = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/secrets/*.txt"] } }\n';
    const { outcomes } = await attempt({ inside: "fs.renameSync('tree/secrets', 'tree/other')" }, { files, policy });
    expect(outcomes).toEqual({ inside: 'fs.read.deny[0]' });
  });

  it('works when only a rule that floats on the last name is met', async () => {
    const policy = 'version: 1\nmode: enforce\nfs: { read: { deny: ["**/.env"] } }\n';
    const after = { rename: "fs.renameSync('tree', 'moved')", read: "fs.readFileSync('moved/.env')" };
    const { outcomes } = await attempt(after, { files, policy });
    expect(outcomes).toEqual({ rename: 'ok', read: 'fs.read.deny[0]' });
  });

  it('leads nowhere afterwards: what was decided of a path is decided anew', async () => {
    const tries = {
      before: "fs.readFileSync('plain/a.txt')",
      again: "fs.readFileSync('plain/a.txt')",
      swap: "(fs.renameSync('plain/a.txt', 'plain/old.txt'), fs.symlinkSync(path.resolve('out/.keep'), 'plain/a.txt'))",
      after: "fs.readFileSync('plain/a.txt')",
    };
    const policy = 'version: 1\nmode: enforce\nfs: { read: { deny: ["./out/**"] } }\n';
    const { outcomes } = await attempt(tries, { head, files, policy });
    expect(outcomes['before']).toBe('ok');
    expect(outcomes['again']).toBe('ok');
    expect(outcomes['swap']).toBe('fs.read.deny[0]');
  });
});

describe.each(majors())('watching all below a folder on Node %i', (major) => {
  const WATCH = `
const timers = require('node:timers/promises');
const names = (seen) => [...new Set(seen)].sort();
// Reading alone is denied.
const touch = () => { for (const name of ['a.txt', 'deep/b.txt', 'new.txt', '.env', 'deep/.env', 'secrets/key.txt']) fs.writeFileSync('tree/' + name, 'x'); };
const watched = async () => { const seen = []; const watcher = fs.watch('tree', { recursive: true }, (type, name) => seen.push(String(name))).on('error', (error) => seen.push('error ' + error.code)); await timers.setTimeout(150); touch(); await timers.setTimeout(350); watcher.close(); return names(seen); };
const iterated = async () => { const seen = [], abort = new AbortController(); setTimeout(touch, 150); setTimeout(() => abort.abort(), 500); try { for await (const { filename } of fs.promises.watch('tree', { recursive: true, signal: abort.signal })) seen.push(filename); } catch (error) { if (error.name !== 'AbortError') throw error; } return names(seen); };
`;
  const tries: Tries = { watch: 'show(watched())', 'promises.watch': 'show(iterated())' };
  const options = { head: WATCH, files, node: nodeBinary(major) };

  it('tells of what happens there, but not to what is denied', async () => {
    const bare = await attempt(tries, { ...options, via: 'none' });
    for (const [name, seen] of Object.entries(bare.outcomes))
      expect(seen, name).toEqual(expect.arrayContaining(['a.txt', '.env']));
    const { outcomes } = await attempt(tries, { ...options, policy: POLICY });
    for (const [name, seen] of Object.entries(outcomes)) {
      expect(seen, name).toEqual(expect.arrayContaining(['a.txt', 'deep/b.txt', 'new.txt']));
      expect(
        (seen as string[]).filter((each) => /env|secrets|error/.test(each)),
        name,
      ).toEqual([]);
    }
  });

  it('is refused where the folder is', async () => {
    const denied: Tries = {
      watch: "fs.watch('tree/secrets', { recursive: true })",
      'promises.watch': "fs.promises.watch('tree/secrets', { recursive: true }).next()",
    };
    const { outcomes } = await attempt(denied, { ...options, policy: POLICY });
    expect(others(outcomes, 'fs.read.deny[1]')).toEqual({});
  });
});
