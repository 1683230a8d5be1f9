import { describe, expect, it } from 'vitest';
import { beltOf } from '../../../src/access/belt.js';
import type { CommandAccess } from '../../../src/types.js';
import { type Entry, machine, program, text } from './machine.js';
import { line, start, withShell } from './rig.js';

withShell();

describe('what would take the belt off a Node child', () => {
  it.each([
    ': $((NODE_OPTIONS=0)); node a.js',
    '((NODE_OPTIONS=0)); node a.js',
    '((NODE_OPTIONS += 1)); node a.js',
    ': $((++NODE_OPTIONS)); node a.js',
    ': $((NODE_OPTIONS--)); node a.js',
    'for ((NODE_OPTIONS=0;;)); do node a.js; done',
    'let NODE_OPTIONS=0; node a.js',
    'NODE_OPTIONS= node a.js',
    'unset NODE_OPTIONS; node a.js',
    'env -i node a.js',
  ])('is seen to change NODE_OPTIONS: %s', (text) => {
    expect(line(text, { shell: 'bash' }).variables).toContain('NODE_OPTIONS');
  });

  it.each(['exec -c node a.js', 'exec -cl node a.js', 'exec -a x -c node a.js'])('is not understood: %s', (text) => {
    expect(line(text, { shell: 'bash' }).opaque).toMatch(/empties the environment/);
  });

  it.each(['echo $((1 == 1))', '((NODE_OPTIONS == 1)) && node a.js', 'exec -a x node a.js', 'exec node -c a.js'])(
    'leaves alone what does not: %s',
    (text) => {
      const { variables, opaque } = line(text, { shell: 'bash' });
      expect([variables, opaque]).toEqual([[], undefined]);
    },
  );
});

const PROGRAMS = Object.fromEntries(
  'bun crontab docker npx pnpm sort ssh su systemd-run uname'.split(' ').map((name) => [`/usr/bin/${name}`, program()]),
);
/** A machine whose children wear a belt. */
const belted = (entries: Readonly<Record<string, Entry>> = {}): ReturnType<typeof machine> =>
  machine({ ...PROGRAMS, ...entries }, { belt: beltOf('--require "/rb/register.cjs"') });
const bash = (written: string, entries?: Readonly<Record<string, Entry>>): CommandAccess =>
  line(written, { shell: '/usr/bin/bash', around: belted(entries) });

describe('a start of Node without the belt', () => {
  it.each([
    'unset NODE_OPTIONS; node a.js',
    'unset -v NODE_OPTIONS && make',
    'x=NODE_OPTIONS; unset $x; node a.js',
    'export -n NODE_OPTIONS; node a.js',
    'export -n NODE_OPTIONS="$NODE_OPTIONS"; node a.js',
    'declare -u NODE_OPTIONS="$NODE_OPTIONS"; node a.js',
    'NODE_OPTIONS=x node a.js; unset NODE_OPTIONS; node a.js',
    'NODE_OPTIONS[0]=x node a.js',
    'echo `NODE_OPTIONS=x node a.js`',
    "eval 'NODE_OPTIONS=x; node a.js'",
    'sudo NODE_OPTIONS=x node a.js',
    'set -k; node a.js NODE_OPTIONS=',
    'set -o keyword; node a.js NODE_OPTIONS=',
    'make NODE_OPTIONS=',
    'make NODE_OPTIONS:=x all',
    'env RECEIPTBOT_HANDOVER="$(x)" node a.js',
    'NODE_OPTIONS=x bun a.js',
    'declare +x NODE_OPTIONS; node a.js',
    'read NODE_OPTIONS < x; node a.js',
    'printf -v NODE_OPTIONS ""; node a.js',
    'for NODE_OPTIONS in x; do node a.js; done',
    ': $((NODE_OPTIONS=0)); node a.js',
    'f() { local NODE_OPTIONS; node a.js; }; f',
    'f() { node a.js; }; unset NODE_OPTIONS; f',
    "f() { node a.js; }; eval 'unset NODE_OPTIONS'; f",
    'builtin unset NODE_OPTIONS; node a.js',
    'RECEIPTBOT_HANDOVER= node a.js',
    'unset RECEIPTBOT_HANDOVER; node a.js',
    'env -i node a.js',
    'env - node a.js',
    'env -i sh -c "node a.js"',
    'env -i make',
    'env -i ./some-tool',
    'env -i $(x)',
    'env -i NODE_OPTIONS="$NODE_OPTIONS" node a.js',
    "env -S '-i node a.js'",
    'env -u NODE_OPTIONS node a.js',
    'env --unset=NODE_OPTIONS node a.js',
    'env -i timeout 5 nice node a.js',
    'nice env -i node a.js',
    'xargs env -i node',
    'find . -exec env -i node {} ;',
    'exec -c node a.js',
    'exec -cl node a.js',
    'env -i sh < x',
    'echo node a.js | env -i sh',
    'sudo node a.js',
    'sudo -u me npm test',
    'su - me -c "node a.js"',
    'systemd-run --user node a.js',
    'ssh localhost node a.js',
    "ssh localhost 'cd /proj && npm test'",
    'docker run --rm -v /proj:/proj node:20 a.js',
    'docker exec box node a.js',
    'crontab jobs',
    'echo "* * * * * node a.js" | crontab -',
    'bun a.js',
  ])('is seen in %s', (written) => {
    expect(bash(written).unbelted?.why).toMatch(/\S/);
  });

  it.each([
    'NODE_OPTIONS= node a.js',
    "NODE_OPTIONS='$NODE_OPTIONS' node a.js",
    'NODE_OPTIONS="--title=$NODE_OPTIONS" node a.js',
    'NODE_OPTIONS=--max-old-space-size=4096 npm run build',
    'export NODE_OPTIONS=; make',
    'export "NODE_OPTIONS="; make',
    'declare -x NODE_OPTIONS=; node a.js',
    'typeset NODE_OPTIONS=x; node a.js',
    'readonly NODE_OPTIONS=x; node a.js',
    'NODE_OPTIONS= :; node a.js',
    'NODE_OPTIONS= eval node a.js',
    'NODE_OPTIONS= command node a.js',
    'env NODE_OPTIONS=x node a.js',
    'sudo -E env NODE_OPTIONS=x node a.js',
    "sh -c 'NODE_OPTIONS=x node a.js'",
    '"sh" -c "env NODE_OPTIONS=x node a.js"',
    'NODE_OPTIONS="$(cat options)" node a.js',
    'env NODE_OPTIONS="$(cat options)" node a.js',
    'env NODE_OPTIONS=$(cat options) node a.js',
  ])('is prevented in %s', (written) => {
    const { unbelted, dressed } = bash(written);
    expect([unbelted, dressed?.changed[0]?.[1]]).toEqual([undefined, written]);
  });

  it.each([
    'node a.js',
    "sh -c 'npm test'",
    'FOO=1 node a.js',
    'env FOO=1 node a.js',
    'env -u FOO node a.js',
    'NODE_OPTIONS="$NODE_OPTIONS --max-old-space-size=4096" node a.js',
    'NODE_OPTIONS="--no-warnings $NODE_OPTIONS" node a.js',
    'NODE_OPTIONS="${NODE_OPTIONS}" npm test',
    'NODE_OPTIONS="${NODE_OPTIONS:-} --x" npm test',
    'NODE_OPTIONS+=" --no-warnings" npm test',
    'if true; then export NODE_OPTIONS="$NODE_OPTIONS --x"; fi; npm test',
    'export NODE_OPTIONS; npm test',
    'NODE_OPTIONS=x uname; npm test',
    'echo $NODE_OPTIONS',
    'env -i ls',
    'env -i FOO=1 sort x | head',
    'env -i sh -c "ls; cat x"',
    'env -i timeout 5 ls',
    'NODE_OPTIONS= ls',
    'env NODE_OPTIONS="$NODE_OPTIONS" node a.js',
    'env -i NODE_OPTIONS="$NODE_OPTIONS" RECEIPTBOT_HANDOVER="$RECEIPTBOT_HANDOVER" node a.js',
    'exec -a x node a.js',
    'sudo ls',
    'sudo -E node a.js',
    'sudo apt-get install x',
    'su -c "ls"',
    'ssh host uptime',
    'docker build -t node-app .',
    'docker run --rm alpine ls',
    'crontab -l',
    'make && npm test',
  ])('is none in %s', (written) => {
    expect(bash(written).unbelted).toBeUndefined();
  });

  const scripts = {
    '/proj/undresses.sh': text('#!/bin/sh\nset -e\nunset NODE_OPTIONS\nnode a.js\n'),
    '/proj/calls.sh': text('echo hello\nsh ./undresses.sh\n'),
    '/proj/loses.sh': text('unset NODE_OPTIONS\n'),
    '/proj/first.sh': text('shopt -s expand_aliases\nunset NODE_OPTIONS\n'),
    '/proj/honest.sh': text('#!/bin/sh\nif true; then env FOO=1 npm test; fi\n'),
    '/proj/asks.sh': text('#!/bin/sh\nif command -v bun; then bun install; else npm ci; fi; env X=1 true\n'),
    '/proj/own.sh': program('#!/bin/bash -e\nenv -i node a.js\n'),
    '/proj/split': program('#!/usr/bin/env -S -i node\n'),
    '/proj/set': program('#!/usr/bin/env -S NODE_OPTIONS= node\n'),
    '/proj/plain': program('#!/usr/bin/env node\n'),
    '/proj/itself.sh': text('env -u X true\nsh ./itself.sh\n. ./itself.sh\n'),
  };

  it.each([
    'sh undresses.sh',
    'bash -x ./undresses.sh',
    '. ./loses.sh; node a.js',
    'sh calls.sh',
    './own.sh',
    'BASH_ENV=./first.sh bash -c "node a.js"',
    'env BASH_ENV=first.sh bash -c "node a.js"',
    'export ENV=/proj/first.sh; sh -i -c "node a.js"',
    'env -i ./plain',
    './split',
    './set',
    'env -i sh honest.sh',
  ])('is seen in the script of %s', (written) => {
    expect(bash(written, scripts).unbelted?.why).toMatch(/\S/);
  });

  it.each([
    'sh honest.sh',
    'sh asks.sh',
    './plain',
    'BASH_ENV=./honest.sh bash -c ls',
    'BASH_ENV=missing bash -c ls',
    '. ./honest.sh',
    'sh itself.sh',
    'sh missing.sh',
    '. ./loses.sh; ls',
  ])('is none in the script of %s', (written) => {
    const { unbelted, opaque } = bash(written, scripts);
    expect([unbelted, opaque]).toEqual([undefined, undefined]);
  });

  it('is not looked for where nothing carries a policy', () => {
    expect(line('env -i node a.js').unbelted).toBeUndefined();
  });

  it('is told from the use of another runtime', () => {
    expect(start('bun', ['a.js'], { around: belted() }).unbelted).toMatchObject({ runtime: true });
    expect(bash('bun a.js; env -i node a.js').unbelted).not.toHaveProperty('runtime');
  });

  it('leaves what lists and files are judged by as it is', () => {
    const { commands, paths, opaque } = bash('sh undresses.sh', scripts);
    expect(commands.map(({ program: name }) => name)).toEqual(['/usr/bin/bash', 'sh']);
    expect(paths.map(({ resource }) => resource)).toEqual(['/proj/undresses.sh']);
    expect(opaque).toBeUndefined();
  });
});
