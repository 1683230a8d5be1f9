import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../../nodes.js';
import { acts, refusals, run } from '../../run.js';

/** A disk in memory in the manner of mock-fs: it stands in the binding of `fs`, below every public function. */
const MOCKING = `
const fs = require('node:fs');
const binding = process.binding('fs');
const disk = new Map();
let mocked = false;
const put = (name, mock) => {
  const real = binding[name];
  if (real !== undefined) binding[name] = (...args) => (mocked ? mock(...args) : real(...args));
};
const absent = (path) => { throw Object.assign(new Error('ENOENT: ' + path), { code: 'ENOENT' }); };
const numbers = [];
put('open', (path, flags) => { if (flags & 1) disk.set(path, ''); else if (!disk.has(path)) absent(path); numbers.push(path); return numbers.length - 1; });
put('close', (fd) => { if (numbers[fd] === undefined) throw new Error('EBADF'); });
put('writeString', (fd, text) => { disk.set(numbers[fd], text); return text.length; });
put('writeBuffer', (fd, bytes, offset, length) => { if (numbers[fd] === undefined) throw new Error('EBADF'); disk.set(numbers[fd], String(bytes.subarray(offset, offset + length))); return length; });
put('writeFileUtf8', (path, text) => { disk.set(path, text); });
put('lstat', absent);
put('readlink', absent);
mocked = true;
for (let i = 0; i < 40; i += 1) fs.closeSync(fs.openSync('/in/memory' + i, 'w'));
fs.writeFileSync('/in/memory', 'text');
let came; try { fs.openSync('/in/.env', 'r'); } catch ({ code }) { came = code; }
mocked = false;
console.log(disk.get('/in/memory'), came, fs.existsSync('/in'));
`;

describe.each(majors())('on Node %i', (major) => {
  const node = nodeBinary(major);
  const files = { 'main.cjs': MOCKING };

  it('a disk in memory below Node’s functions is the program’s alone', async () => {
    const bare = await run('main.cjs', { files, node, via: 'none' });
    const guarded = await run('main.cjs', { files, node, policy: 'version: 1\n' });
    expect(bare.stdout).toBe('text ENOENT false\n');
    expect(guarded).toMatchObject({ code: 0, stdout: bare.stdout, stderr: bare.stderr });
    expect(acts(guarded).some(({ action }) => action === 'fs.writeFileSync("/in/memory")')).toBe(true);
    expect(guarded.receipts[0]?.seal?.totals.blocked).toBe(0);
  });

  it('and what is denied by name is denied there', async () => {
    const policy = 'version: 1\nfs: { read: { deny: ["**/.env"] } }\nprocess: { internals: allow }\n';
    const guarded = await run('main.cjs', { files, node, policy });
    expect(guarded.stdout).toBe('text ERR_ACCESS_DENIED false\n');
    expect(refusals(guarded).map(({ action }) => action)).toEqual(['fs.openSync("/in/.env")']);
  });
});
