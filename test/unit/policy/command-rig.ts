import { beforeAll } from 'vitest';
import { commandAccess } from '../../../src/access/command.js';
import * as shell from '../../../src/access/shell.js';
import type { Surroundings } from '../../../src/access/surroundings.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { type CommandVerdict, compileCommands, judgeCommands } from '../../../src/policy/command-rules.js';
import type { ExecSection, Places, Rule } from '../../../src/policy/document.js';
import * as glob from '../../../src/policy/odd-glob.js';
import { createResolver, type Resolver } from '../../../src/policy/resolve-path.js';
import { link, machine, program, text } from '../access/machine.js';
import { memoryFiles } from './memory-files.js';

/** Brings the shell parser and the globs in from their sources. */
export function withParts(): void {
  beforeAll(() => {
    setChunkLoader((name) => (name === 'glob' ? glob : shell));
  });
}

export const places: Places = {
  project: '/proj',
  cwd: '/proj',
  tmp: '/tmp',
  home: '/home/me',
  modules: ['/proj/node_modules'],
};
export const resolver: Resolver = createResolver(memoryFiles({}));
/** A rule as tests write it. */
export type Written = string | Omit<Rule, 'at'>;
export const section = (allow: readonly Written[] | undefined, deny: readonly Written[] = []): ExecSection => {
  const rules = (list: readonly Written[], key: string): Rule[] =>
    list.map((rule, index) => ({
      ...(typeof rule === 'string' ? { rule } : rule),
      at: { file: 'p.yaml', line: 1, column: 1, key: `exec.${key}[${String(index)}]` },
    }));
  return { ...(allow === undefined ? {} : { allow: rules(allow, 'allow') }), deny: rules(deny, 'deny') };
};
export const around: Surroundings = machine(
  {
    '/esc/bin/denied-cmd': program('#!/bin/sh\n'),
    '/esc/bin/allowed-cmd': program('#!/bin/sh\n'),
    '/proj/node_modules/tsc/bin.js': program('#!/usr/bin/env node\n'),
    '/proj/node_modules/.bin/tsc': link('../tsc/bin.js'),
    '/proj/scripts/build.sh': program('#!/bin/sh\n'),
    '/proj/git': program(),
    '/proj/link-to-git': link('/usr/bin/git'),
    '/proj/link-to-denied': link('/esc/bin/denied-cmd'),
    '/proj/bad-interpreter': program('#!/esc/bin/denied-cmd\n'),
    '/proj/z.sh': text('denied-cmd'),
  },
  { start: { PATH: '/esc/bin:/usr/local/bin:/usr/bin:/bin' } },
);
export const judge = (rules: ExecSection | undefined, command: string | readonly string[]): CommandVerdict => {
  const [file = '', ...args] = typeof command === 'string' ? [command] : command;
  const access = commandAccess(
    {
      file,
      args,
      shell: typeof command === 'string' ? '/usr/bin/bash' : false,
      cwd: '/proj',
    },
    around,
  );
  return judgeCommands(compileCommands(rules, places, { resolver, platform: 'linux' }), access);
};
/** `allowed`, the key of the rule that denied, or `list`. */
export const says = (rules: ExecSection | undefined, command: string | readonly string[]): string => {
  const verdict = judge(rules, command);
  return verdict.allowed ? 'allowed' : (verdict.rule?.at.key ?? 'list');
};
