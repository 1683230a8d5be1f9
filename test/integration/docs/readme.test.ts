import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { events, folder, run, type RunResult } from '../../run.js';
import { install, pack } from '../package/install.js';

const checkout = resolve(import.meta.dirname, '../../..');
const text = (name: string): string => readFileSync(join(checkout, name), 'utf8');

/** The README's blocks of code that say what they are, `<!-- test: … -->`. */
const blocks = [...text('README.md').matchAll(/<!-- test: (.+) -->\n```\w*\n([^]*?)```/g)].map(
  ([, what = '', code = '']) => ({
    what,
    code,
  }),
);

function block(what: string): string {
  const found = blocks.find((candidate) => candidate.what === what);
  if (found === undefined) throw new Error(`the README has no block "${what}"`);
  return found.code;
}

const files = Object.fromEntries(
  blocks.filter(({ what }) => what.startsWith('file ')).map(({ what, code }) => [what.slice(5), code]),
);

describe('the README', () => {
  let app: string;
  let belted: RunResult;

  /** Runs one of the README's files in an app with the package installed; paths read as in the README. */
  async function start(main: string, flags: string[]): Promise<RunResult> {
    const result = await run(main, {
      cwd: app,
      flags,
      via: 'none',
      files: { ...files, '.env': 'KEY=canary', 'out/.keep': '' },
    });
    return { ...result, stderr: result.stderr.replaceAll(app, '/app') };
  }

  beforeAll(async () => {
    app = folder();
    install(pack(join(folder(), 'tarball')), app);
    belted = await start('agent.mjs', ['--require', 'receiptbot/register']);
  }, 120_000);

  it('shows the example policy as it is', () => {
    expect(block('same receiptbot.config.example.yaml')).toBe(text('receiptbot.config.example.yaml'));
  });

  it('shows a denial as it is', () => {
    const shown = block('output node --require receiptbot/register agent.mjs').trimEnd().split('\n');
    for (const line of shown) expect(belted.stderr).toContain(line.trimEnd());
    expect(belted.code).toBe(1);
    expect(belted.stdout).toBe('');
  });

  it('shows an event as it is', () => {
    const shown = JSON.parse(block('receipt')) as Record<string, unknown>;
    const [refused] = events(belted).filter(({ status }) => status === 'BLOCKED_BY_POLICY');
    const told = JSON.parse(JSON.stringify(refused).replaceAll(app, '/app')) as Record<string, unknown>;
    expect({ ...told, time: shown['time'] }).toEqual(shown);
    expect(JSON.stringify(belted.receipts)).not.toContain('canary');
  });

  it('shows the API as it is', async () => {
    const result = await start('api.mjs', []);
    expect(result.stdout).toBe(block('output node api.mjs'));
  });

  it('names files that exist', () => {
    for (const [, name = ''] of text('README.md').matchAll(/\]\(([^)#:]+)\)/g))
      expect(() => text(name), name).not.toThrow();
  });
});
