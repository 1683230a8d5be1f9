import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeBinary } from '../nodes.js';
import { folder, run } from '../run.js';

const forms = resolve(import.meta.dirname, '../../fixtures/delivery/forms.cjs');
const KINDS = 'fs,exec,worker,inspector,wasi,net';

const POLICY = (denied: string): string => `
version: 1
mode: enforce
fs:
  read: { deny: ["${denied}/**"] }
  write: { deny: ["${denied}/**"] }
net:
  connect: { allow: [] }
  listen: { allow: [] }
exec: { allow: [] }
process: { workers: deny, inspector: deny, wasi: deny }
`;

/** What Node's model says with another permission's name: it asks for what comes first in its own code. */
const OTHER_PERMISSION: Record<string, string> = {
  'fs.rm': 'looks at the file first',
  'fs.rmSync': 'looks at the file first',
  'fs.promises.rm': 'looks at the file first',
  'fs.truncate': 'opens for reading and writing',
  'fs.truncateSync': 'opens for reading and writing',
  'fs.promises.truncate': 'opens for reading and writing',
};

/** What Node's model does not do, or does in a way that nobody can use; each with our reason. */
const OURS: Record<string, string> = {
  fetch: 'rejects ERR_ACCESS_DENIED Net', // Node's is a TypeError that hides the refusal in its cause
  'net.listen': 'emits ERR_ACCESS_DENIED Net', // Node's cannot be caught
  'promisify(fs.exists)': 'resolves',
};

const withoutPermission = (text: string): string => text.replace(/(ERR_ACCESS_DENIED).*/, '$1');

function underNode(node: string, denied: string): Record<string, string> {
  const args = ['--no-warnings', '--permission', `--allow-fs-read=${resolve(forms, '..')}/`, forms, denied, KINDS];
  return JSON.parse(execFileSync(node, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as Record<string, string>;
}

function somethingDenied(): string {
  const denied = join(folder(), 'denied');
  mkdirSync(denied);
  writeFileSync(join(denied, 'file.txt'), 'x');
  return denied;
}

describe.each([24, 26])('on Node %i a refusal arrives as Node’s own permission model delivers it', (major) => {
  it('in every form', async () => {
    const node = nodeBinary(major);
    const denied = somethingDenied();
    const theirs = underNode(node, denied);
    const result = await run(forms, { policy: POLICY(denied), args: [denied, KINDS], node, flags: ['--no-warnings'] });
    expect(result.stderr).not.toMatch(/refused to start/);
    const ours = JSON.parse(result.stdout) as Record<string, string>;
    expect(Object.keys(ours)).toEqual(Object.keys(theirs));
    for (const [form, how] of Object.entries(theirs)) {
      if (form in OURS) expect.soft(ours[form], form).toBe(OURS[form]);
      else if (form in OTHER_PERMISSION || !/ERR_ACCESS_DENIED \w/.test(how) || major === 24) expect.soft(withoutPermission(ours[form] ?? ''), form).toBe(withoutPermission(how));
      else expect.soft(ours[form], form).toBe(how);
    }
  });
});
