import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { majors, nodeBinary } from '../nodes.js';
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

/** What Node's model says with another permission's name, since it asks for what comes first in its own code. */
const OTHER_PERMISSION = /^fs\.(?:promises\.)?(?:rm|truncate|symlink)(?:Sync)?$/;

/** Where Node's model gives what nobody can use; each with our reason. */
const OURS: Record<string, string> = {
  fetch: 'rejects ERR_ACCESS_DENIED Net', // Node's is a TypeError that hides the refusal in its cause
  'net.listen': 'throws ERR_ACCESS_DENIED Net', // Node's is thrown in a later tick, where nothing can catch it
};

/** How it arrived and its code; Node names no permission where a binding reports the refusal as an errno. */
const withoutPermission = (text: string | undefined): string => (text ?? '').replace(/(ERR_ACCESS_DENIED).*/, '$1');

function underNode(node: string, denied: string, kinds: string): Record<string, string> {
  const args = ['--no-warnings', '--permission', `--allow-fs-read=${resolve(forms, '..')}/`, forms, denied, kinds];
  return JSON.parse(execFileSync(node, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as Record<
    string,
    string
  >;
}

function somethingDenied(): string {
  const denied = join(folder(), 'denied');
  mkdirSync(denied);
  writeFileSync(join(denied, 'file.txt'), 'x');
  return denied;
}

/** Node 24 has no permission for the network. */
const KINDS_OF: Record<number, string> = { 24: KINDS.replace(',net', ''), 26: KINDS };

describe.each(majors(24, 26))('on Node %i a refusal arrives as Node’s own permission model delivers it', (major) => {
  it('in every form', async () => {
    const node = nodeBinary(major);
    const kinds = KINDS_OF[major] ?? KINDS;
    const denied = somethingDenied();
    const theirs = underNode(node, denied, kinds);
    const result = await run(forms, { policy: POLICY(denied), args: [denied, kinds], node, flags: ['--no-warnings'] });
    expect(result.stderr).not.toMatch(/refused to start/);
    const ours = JSON.parse(result.stdout) as Record<string, string>;
    expect(Object.keys(ours)).toEqual(Object.keys(theirs));
    for (const [form, how] of Object.entries(theirs)) {
      const wanted = OURS[form] ?? how;
      const compared = OTHER_PERMISSION.test(form) || !/ERR_ACCESS_DENIED \w/.test(wanted) ? withoutPermission : String;
      expect.soft(`${form} ${compared(ours[form])}`).toBe(`${form} ${compared(wanted)}`);
    }
  });
});
