import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { refusals, run } from '../../run.js';

/** A walk in the manner of readdirp, which chokidar walks by: whatever has another code than these ends it. */
const WALK = `
const fs = require('node:fs'), path = require('node:path'), { promisify } = require('node:util');
const FORGIVEN = new Set(['ENOENT', 'EPERM', 'EACCES', 'ELOOP']);
class Walk {
  constructor(calls) { this.calls = calls; this.seen = []; }
  async _exploreDir(folder) {
    let names = [];
    try { names = await this.calls.readdir(folder); } catch (error) { this._onError(error); }
    for (const name of names.sort()) {
      const stats = await this._formatEntry(name, folder);
      if (stats === undefined) continue;
      this.seen.push(name);
      if (stats.isDirectory()) await this._exploreDir(path.join(folder, name));
    }
  }
  async _formatEntry(name, folder) {
    try { return await this.calls.lstat(path.join(folder, name)); } catch (error) { this._onError(error); }
  }
  _onError(error) { if (!FORGIVEN.has(error.code)) throw error; this.seen.push(error.name); }
}
(async () => {
  for (const calls of [fs.promises, { lstat: promisify(fs.lstat), readdir: promisify(fs.readdir) }]) {
    const walk = new Walk(calls);
    await walk._exploreDir(__dirname + '/watched');
    console.log(walk.seen.join());
  }
  await fs.promises.lstat('watched/.env').catch(({ code }) => console.log(code));
})();
`;
const POLICY = 'version: 1\nfs: { read: { deny: ["**/.env", "**/closed/**"] } }\n';

describe.each(majors())('on Node %i', (major) => {
  it('a library that walks a folder leaves out what is denied, and reports the rest', async () => {
    const result = await run('main.cjs', {
      policy: POLICY,
      files: {
        'main.cjs': WALK,
        'watched/.env': 'x',
        'watched/a.txt': 'x',
        'watched/closed/b': 'x',
        'watched/z.txt': 'x',
      },
      node: nodeBinary(major),
    });
    const seen = 'PolicyViolationError,a.txt,PolicyViolationError,z.txt';
    expect(result.stdout).toBe(`${seen}\n${seen}\nERR_ACCESS_DENIED\n`);
    expect(refusals(result).length).toBeGreaterThanOrEqual(3);
  });
});
