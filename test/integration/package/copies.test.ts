import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { dist, events, folder, refusals, run, type RunResult } from '../../run.js';

const POLICY = `version: 1
mode: enforce
fs: { read: { deny: ["**/.env"] } }
`;

const FILES = {
  '.env': 'KEY=canary',
  'main.cjs': `const { Worker } = require('node:worker_threads');
const { fork } = require('node:child_process');
const main = process.argv[2] === undefined && require('node:worker_threads').isMainThread;
try { console.log(require('node:fs').readFileSync('.env', 'utf8')); } catch (error) { console.log(error.code); }
if (main) {
  const child = fork(__filename, ['child'], { stdio: 'inherit' });
  child.on('exit', () => new Worker(__filename));
}
`,
};

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};
/** The version as the bundler writes it, which may break a line within it. */
const spelled = new RegExp([...version].map((letter) => letter.replace('.', '\\.')).join('(?:\\\\\n)?'), 'g');

/** Copies the product, and has the copy be of another version. */
function copyOf(another: string): string {
  const product = join(folder(), 'dist');
  cpSync(dist, product, { recursive: true });
  for (const name of ['register.cjs', 'index.cjs']) {
    const file = join(product, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(spelled, another));
  }
  return join(product, 'register.cjs');
}

const ours = join(dist, 'register.cjs');
const requiring = (...files: readonly string[]): string[] => files.flatMap((file) => ['--require', file]);
const start = (flags: readonly string[], nodeOptions?: string, main = 'main.cjs'): Promise<RunResult> =>
  run(main, {
    policy: POLICY,
    files: FILES,
    via: 'none',
    flags,
    env: nodeOptions === undefined ? {} : { NODE_OPTIONS: nodeOptions },
  });

describe('two copies of different versions in one process', () => {
  let other: string;
  beforeAll(() => {
    other = copyOf('9.9.9');
  });

  const orders = [
    { name: 'this one first', flags: () => requiring(ours, other), first: version, second: '9.9.9' },
    { name: 'the other first', flags: () => requiring(other, ours), first: '9.9.9', second: version },
    {
      name: 'one in NODE_OPTIONS',
      nodeOptions: () => `--require "${other}"`,
      flags: () => requiring(ours),
      first: '9.9.9',
      second: version,
    },
  ];

  it.each(orders)('are one belt and one warning: $name', async ({ flags, nodeOptions, first, second }) => {
    const result = await start(flags(), nodeOptions?.());
    expect(result.stdout).toBe('ERR_ACCESS_DENIED\n'.repeat(3));
    const warnings = result.stderr.split('\n').filter((line) => line.includes('two versions'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      new RegExp(
        `^receiptbot: two versions in one process: ${first} \\(.*\\) came first and is at work, not ${second} `,
      ),
    );
    expect(result.receipts.map(({ receiptbot }) => receiptbot)).toEqual([first, first, first]);
    expect(refusals(result)).toHaveLength(3);
    expect(events(result)).toContainEqual(
      expect.objectContaining({ type: 'policy', action: `receiptbot("${second}")` }),
    );
  });

  it('warn a program that takes the API from the other copy, and give it the API that is at work', async () => {
    const result = await run('api.cjs', {
      policy: POLICY,
      files: {
        'api.cjs': `const api = require(${JSON.stringify(join(other, '../index.cjs'))});
console.log(api === require(${JSON.stringify(join(dist, 'index.cjs'))}));`,
      },
    });
    expect(result.stdout).toBe('true\n');
    expect(result.stderr.match(/two versions/g)).toHaveLength(1);
  });
});

it('two copies of one version say nothing', async () => {
  const result = await start(requiring(ours, copyOf(version)));
  expect(result.stderr).not.toContain('two versions');
  expect(result.receipts).toHaveLength(3);
});

it('a copy that cannot work with the one at work refuses to start', async () => {
  const earlier = `Object.defineProperty(process, Symbol.for('receiptbot'), { value: { protocol: 0, version: '0.0.9' } });`;
  const result = await run('main.cjs', {
    files: { ...FILES, 'earlier.cjs': earlier },
    via: 'none',
    flags: requiring('./earlier.cjs', ours),
  });
  expect(result).toMatchObject({ code: 78, stdout: '' });
  expect(result.stderr).toContain(
    `receiptbot ${version}: version 0.0.9 is at work in this process already; use one of`,
  );
});
