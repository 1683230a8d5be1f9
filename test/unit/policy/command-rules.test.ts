import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandAccess } from '../../../src/access/command.js';
import { compileCommands, judgeCommands } from '../../../src/policy/command-rules.js';
import type { ExecSection } from '../../../src/policy/document.js';
import { around, judge, places, resolver, says, section, withParts, type Written } from './command-rig.js';

withParts();

describe('allow rules', () => {
  it.each<readonly [readonly Written[], string | readonly string[], boolean]>([
    [['git'], 'git status', true],
    [['git'], 'git', true],
    [['git *'], 'git', true],
    [['git *'], 'git log -1', true],
    [['git log'], 'git log -1', true],
    [['git log'], 'git status', false],
    [['git log'], 'git', false],
    [['git log'], 'git -C . log', false],
    [['npm run build'], 'npm run build -- -w', true],
    [['npm run build*'], 'npm run build:prod', true],
    [['npm run build'], 'npm run build:prod', false],
    [['npm run {build,test}'], 'npm run test', true],
    [['npm run "build"'], 'npm run build', true],
    [['git checkout feature/*'], 'git checkout feature/a/b', true],
    [['git-*'], ['git-lfs'], true],
    [['gi?'], 'git log', true],
    [['g[a-i]t'], 'git log', true],
    [['*'], 'anything at all', true],
    [['git'], 'git status && npm test', false],
    [['git', 'npm'], 'git status && npm test', true],
    [[], 'true', false],
    [[], 'git', false],
    [[], 'cd src', false],
    [['git'], 'cd src; [ -f x ]', true],
    [['git'], ['/usr/bin/git', 'log'], true],
    [['git'], ['/bin/git', 'log'], true],
    [['git'], ['./git', 'log'], false],
    [['git'], ['./link-to-git', 'log'], true],
    [['link-to-git'], ['./link-to-git', 'log'], false],
    [['node'], ['/usr/bin/node', 'x.js'], true],
    [['/usr/bin/git'], 'git log', true],
    [['/usr/bin/*'], 'git log', true],
    [['./scripts/*.sh'], './scripts/build.sh', true],
    [['./scripts/**'], 'scripts/build.sh x', true],
    [['./scripts/*.sh build'], './scripts/build.sh test', false],
    [['${modules}/**'], './node_modules/.bin/tsc', true],
    [['./node_modules/.bin/*'], './node_modules/.bin/tsc', false],
    [['timeout'], 'timeout 5 git log', false],
    [['git'], 'timeout 5 git log', false],
    [['timeout', 'git'], 'timeout 5 git log', true],
    [['env', 'git'], 'env A=1 git log', true],
    [['xargs', 'git log'], 'xargs git log', true],
    [['xargs', 'git log'], 'xargs git', false],
    [['git log'], 'git "$(x)"', false],
    [['git', 'x'], 'git commit -m "$(x)"', true],
    [['git', 'x'], 'git "$(x)"', false],
    [['git'], '$(x) status', false],
    [['git'], 'eval "$(git log)"', false],
    [['git'], 'echo x | sh', false],
    [['git', 'sh'], 'sh <<E\ngit log\nE', true],
    [['git'], ['sh', '-c', 'git log'], true],
    [['git'], ['sh'], false],
    [['sh'], ['sh', 'x.sh'], true],
    [['.'], '. ./z.sh', true],
    [['source'], '. ./z.sh', true],
    [['git'], '. ./z.sh', false],
    [['kill'], 'kill 1', true],
    [['git'], 'kill 1', false],
    [['rm "a b"'], "rm 'a b'", true],
    [['rm "\\*"'], "rm '*'", true],
    [['rm "\\*"'], 'rm x', false],
  ])('%j and %j', (allow, command, expected) => {
    expect(judge(section(allow), command).allowed).toBe(expected);
  });

  it('absent, allow what no rule denies', () => {
    expect(says(undefined, 'anything $(x)')).toBe('allowed');
    expect(says(section(undefined), '$(x)')).toBe('allowed');
  });

  it('name the list and the command when none permits it', () => {
    expect(judge(section(['git']), 'git status && npm test')).toMatchObject({
      allowed: false,
      rule: undefined,
      why: 'no rule allows npm',
      command: { program: 'npm' },
    });
  });

  it('give more to what the command starts, and only to that', () => {
    const rules = section([{ rule: 'timeout 9', runs: ['tsc', 'git log'] }, 'env']);
    expect(judge(rules, 'timeout 9 tsc -p .')).toEqual({ allowed: true, runs: ['tsc', 'git log'] });
    expect(judge(rules, 'timeout 9 env git log').allowed).toBe(true);
    expect(judge(rules, 'timeout 8 tsc -p .').allowed).toBe(false);
    expect(judge(rules, 'timeout 9 tsc; tsc').allowed).toBe(false);
    expect(judge(section([{ rule: 'npm run build', runs: ['tsc'] }]), 'npm run build')).toEqual({
      allowed: true,
      runs: ['tsc'],
    });
  });
});

describe('deny rules', () => {
  it.each<readonly [readonly Written[], string | readonly string[], string]>([
    [['git push'], 'git push', 'exec.deny[0]'],
    [['git push'], 'git -C . push origin main', 'exec.deny[0]'],
    [['git push'], 'git --git-dir=x -c a=b push', 'exec.deny[0]'],
    [['git push'], 'git -- push', 'exec.deny[0]'],
    [['git push --force'], 'git push origin -f --force', 'exec.deny[0]'],
    [['git push --force'], 'git push', 'allowed'],
    [['git push'], 'git status', 'allowed'],
    [['git push'], 'npm push', 'allowed'],
    [['rm'], 'rm x', 'exec.deny[0]'],
    [['rm'], '/usr/bin/rm x', 'exec.deny[0]'],
    [['rm'], 'r""m x', 'exec.deny[0]'],
    [['rm'], 'r\\m x', 'exec.deny[0]'],
    [['rm'], 'echo rm', 'allowed'],
    [['rm -rf'], 'rm -r -f x', 'allowed'],
    [['aws'], 'AWS_PROFILE=p aws s3 ls', 'exec.deny[0]'],
    [['aws'], ['bash', '-c', 'aws s3 ls'], 'exec.deny[0]'],
    [['aws'], 'eval "aws s3 ls"', 'exec.deny[0]'],
    [['ls', 'aws'], 'timeout 3 sudo aws s3', 'exec.deny[1]'],
    [['git push'], 'find . -exec git push {} +', 'exec.deny[0]'],
    [['git push'], 'xargs git', 'exec.deny[0]'],
    [['git'], ['./git'], 'exec.deny[0]'],
    [['git'], ['./link-to-git'], 'exec.deny[0]'],
    [['link-to-git'], ['./link-to-git'], 'exec.deny[0]'],
    [['/usr/bin/git'], ['./link-to-git'], 'exec.deny[0]'],
    [['./link-to-*'], ['./link-to-git'], 'exec.deny[0]'],
    [['/usr/bin/git'], 'git log', 'exec.deny[0]'],
    [['denied-cmd'], ['./bad-interpreter'], 'exec.deny[0]'],
    [['bash'], ['bash', '-c', 'ls'], 'exec.deny[0]'],
    [['sh'], ['/bin/sh', '-c', 'ls'], 'exec.deny[0]'],
    [['dash'], ['/bin/sh', '-c', 'ls'], 'allowed'],
    [['echo'], 'echo x', 'exec.deny[0]'],
    [['node'], ['./node_modules/.bin/tsc'], 'exec.deny[0]'],
    [['git push'], 'git $(x)', 'exec.deny[0]'],
    [['git push'], 'git -p "$(x)"', 'exec.deny'],
    [['git push'], 'git commit -m "$(x)"', 'allowed'],
    [['git push'], 'git checkout $(x)', 'allowed'],
    [['npm run deploy'], 'npm run "$(x)"', 'exec.deny[0]'],
    [['git push'], 'git pu*', 'exec.deny[0]'],
    [['rm'], '$(echo rm) -rf x', 'exec.deny'],
    [['rm'], 'echo cm0g | base64 -d | sh', 'exec.deny'],
    [['rm'], '${0/x/r}m', 'exec.deny'],
    [['rm'], '"open', 'exec.deny'],
    [['rm'], 'cat "$(x)"', 'allowed'],
    [['git *'], 'git', 'exec.deny[0]'],
    [[{ rule: 'git push', except: ['git push origin'] }], 'git push origin main', 'allowed'],
    [[{ rule: 'git push', except: ['git push origin'] }], 'git push other', 'exec.deny[0]'],
    [[{ rule: 'git push', except: ['git push origin'] }], 'git push "$(x)" origin', 'exec.deny[0]'],
  ])('%j and %j: %s', (deny, command, expected) => {
    expect(says(section(undefined, deny), command)).toBe(expected);
  });

  it('win over allow rules', () => {
    const word = fc.constantFrom('git', 'push', '-C', '.', 'npm', '--', '-f', 'log', '*');
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        (command, rule) => {
          const denied = says(section(undefined, [rule.join(' ')]), command);
          if (denied === 'exec.deny[0]') expect(says(section(['*'], [rule.join(' ')]), command)).toBe('exec.deny[0]');
          if (says(section([rule.join(' ')]), command) === 'allowed') expect(denied).not.toBe('allowed');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('say why a line that cannot be taken apart is refused', () => {
    expect(judge(section(undefined, ['rm']), '$(x) y')).toMatchObject({
      allowed: false,
      rule: { at: { key: 'exec.deny' }, reason: 'the name of a program is known only once the line runs: $(x)' },
    });
    expect(judge(section(['git'], ['rm']), '$(x) y')).toMatchObject({
      allowed: false,
      rule: undefined,
      why: 'the name of a program is known only once the line runs: $(x)',
    });
  });
});

describe('names on Windows', () => {
  it('are without case and ending', () => {
    const windows = { ...around, platform: 'win32', node: undefined, startedWith: () => 'C:\\Windows' };
    const access = commandAccess({ file: 'GIT.exe', args: ['push'], shell: false, cwd: 'C:\\' }, windows);
    const rules = (list: ExecSection) =>
      compileCommands(list, { ...places, project: 'C:/proj' }, { resolver, platform: 'win32' });
    expect(judgeCommands(rules(section(['git'])), access).allowed).toBe(true);
    expect(judgeCommands(rules(section(undefined, ['Git.exe push'])), access).allowed).toBe(false);
  });
});
