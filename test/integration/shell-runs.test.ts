import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandAccess } from '../../src/access/command.js';
import * as shell from '../../src/access/shell.js';
import { here } from '../../src/access/surroundings.js';
import { setChunkLoader } from '../../src/chunks.js';

/** Names for values, values, statements and lines of them: what a shell may take for a command, for a name or for neither. */
const name = fc.constantFrom('x', 'y', 'REPLY', '_', 'OPTARG');
const plain = fc.constantFrom('good', 'bad', 'x', 'y', 'good x', '-v');
const value = fc.oneof(
  plain,
  name.map((one) => `$${one}`),
  name.map((one) => `"\${${one}:-bad}"`),
  plain.map((one) => `'${one}'`),
  fc.constantFrom(
    '$1',
    '"$@"',
    '$((x))',
    "'a[$(bad)]'",
    "'($(bad))'",
    '$(echo bad)',
    "$(printf 'a[\\44(bad)]')",
    '{good,bad}',
  ),
);
const onValue = fc.constantFrom<(one: string) => string>(
  (one) => one,
  (one) => `set -- ${one} bad`,
  (one) => `eval ${one}`,
  (one) => `command ${one} -v`,
  (one) => `exec ${one}`,
  (one) => `trap ${one} EXIT`,
  (one) => `test -v ${one}`,
  (one) => `getopts a: x ${one} bad`,
  (one) => `echo \${y[${one}]}`,
  (one) => `[[ ${one} -eq 0 ]]`,
  (one) => `echo ${one} | bash`,
  (one) => `bash <<< ${one}`,
  (one) => `bash -c ${one} good bad`,
  (one) => `cat <<E\n${one}\${z:-'$(bad)'}\nE`,
);
const onName = fc.constantFrom<(one: string, given: string) => string>(
  (one, given) => `${one}=${given}`,
  (one, given) => `${one}=${given} y=$${one}`,
  (one, given) => `${one}=good ${given}`,
  (one, given) => `read ${one} <<< ${given}`,
  (one, given) => `printf -v ${one} %s ${given}`,
  (one, given) => `declare -a ${one}=${given}`,
  (one, given) => `: \${${one}:=${given}}`,
  (one, given) => `let ${one}=${given}`,
  (one) => `((${one}))`,
  (one) => `echo \${!${one}}`,
  (one) => `unset ${one}`,
);
const statement = fc.oneof(
  fc.tuple(onValue, value).map(([write, one]) => write(one)),
  fc.tuple(onName, name, value).map(([write, one, given]) => write(one, given)),
);
const around = fc.constantFrom<(inner: string) => string>(
  (inner) => inner,
  (inner) => `{ ${inner}\n}`,
  (inner) => `( ${inner}\n)`,
  (inner) => `for x in good bad; do ${inner}\ndone`,
  (inner) => `f() { ${inner}\n}; f bad`,
  (inner) => `true && { ${inner}\n}`,
);
const line = fc
  .array(fc.tuple(around, fc.array(statement, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([wrap, inner]) => wrap(inner.join('\n'))).join('\n'));

describe.skipIf(process.platform !== 'linux')('what a shell runs', () => {
  let home = '';
  beforeAll(() => {
    setChunkLoader(() => shell);
    home = mkdtempSync(join(tmpdir(), 'shell-runs-'));
    mkdirSync(join(home, 'bin'));
    for (const program of ['good', 'bad'])
      writeFileSync(join(home, 'bin', program), '#!/bin/sh\necho "${0##*/}" >> "$RAN"\n', { mode: 0o755 });
  });
  afterAll(() => {
    rmSync(home, { recursive: true });
  });

  it.each(['/bin/bash', '/bin/sh'])('is listed, or the line cannot be judged: %s', (file) => {
    const ran = join(home, 'ran');
    const env = { PATH: `${join(home, 'bin')}:/usr/bin:/bin`, HOME: home, RAN: ran };
    const pairs = Object.entries(env);
    fc.assert(
      fc.property(line, (text) => {
        const access = commandAccess(
          { file, args: ['-c', text], shell: false, cwd: home, env: pairs, input: { from: 'text', text: '' } },
          { ...here, startedWith: (one) => new Map(pairs).get(one) },
        );
        if (access.opaque !== undefined || access.commands.some(({ program }) => program === 'bad')) return;
        writeFileSync(ran, '');
        spawnSync(file, ['-c', text], { env, cwd: home, input: '', timeout: 5000 });
        expect(readFileSync(ran, 'utf8')).not.toContain('bad');
      }),
      { numRuns: 400 },
    );
  });
});
