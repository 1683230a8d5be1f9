import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { run } from '../../run.js';

const files = {
  'main.cjs': `
const { Worker, isMainThread } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const tried = (use) => { try { return use().trim(); } catch (error) { return error.code; } };
const tell = (who) => console.log(who, typeof gc, JSON.stringify(process.execArgv.filter((flag) => !/register/.test(flag) && !/^--(?:require|import)$/.test(flag))), tried(() => readFileSync('secret.txt', 'utf8')));
if (isMainThread) new Worker(__filename, { env: { ...process.env, depth: '1' } }).on('exit', () => new Worker(__filename, { execArgv: ['--conditions=other'] }));
else { tell('worker'); if (process.env.depth === '1') new Worker(__filename, { env: {} }); }
`,
  'secret.txt': 'canary',
};
const flags = ['--expose-gc', '--max-old-space-size=300', '--conditions=some', '--no-warnings'];
const told = (verdict: string): string[] => [
  `worker function ${JSON.stringify(flags)} ${verdict}`,
  `worker function ${JSON.stringify(flags)} ${verdict}`,
  `worker function ["--conditions=other"] ${verdict}`,
];

describe.each(majors())('on Node %i', (major) => {
  const node = nodeBinary(major);
  const lines = async (policy: string, via: 'require' | 'import' | 'none'): Promise<string[]> =>
    (await run('main.cjs', { policy, files, via, flags, node })).stdout.trim().split('\n');

  it.each(['require', 'import'] as const)('a thread has the flags of its process, and the belt (%s)', async (via) => {
    const policy = 'version: 1\nmode: enforce\nfs: { read: { deny: [./secret.txt] } }\n';
    expect(await lines(policy, via)).toEqual(told('ERR_ACCESS_DENIED'));
  });

  it('as it has them bare', async () => {
    expect(await lines('version: 1\n', 'none')).toEqual(told('canary'));
  });
});
