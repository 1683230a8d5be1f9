import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as ip from '../../../src/access/ip.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { isRangeName } from '../../../src/policy/address-ranges.js';
import { formatDuration, formatSize, parseDuration, parseSize } from '../../../src/policy/amounts.js';
import { hostPattern } from '../../../src/policy/host-rules.js';
import { hostProblem, RANGE_WORDS } from '../../../src/policy/host-syntax.js';
import { distance, nearest } from '../../../src/policy/nearest.js';
import { pathProblem } from '../../../src/policy/path-syntax.js';
import { commandProblem, contextNameProblem, entryProblem, variableProblem } from '../../../src/policy/word-syntax.js';

setChunkLoader(() => ip);

describe('path patterns', () => {
  it.each([
    '/etc/x',
    '~',
    '~/.ssh/**',
    '${project}',
    '${tmp}/**',
    '${modules}/**',
    '**/.env',
    './out/**',
    'src/x',
    '../sibling/**',
    '/',
    '/**',
    'app/[id]/x',
    '/a (copy)/{b}/[c]',
    '/with\nnewline/x',
    'C:/Users/x',
    'a\\*b/c',
    '/a/$HOME',
    '/100%/x',
  ])('has %j', (pattern) => {
    expect(pathProblem(pattern, true)).toBeUndefined();
  });

  it.each([
    ['', 'expected a path pattern'],
    ['.env', '"**/.env" for any folder, "./.env" for the project\'s'],
    ['**', '"/**" for every file'],
    ['*', '"/**" for every file'],
    ['.', '"./**" for the project'],
    ['!./x', 'under its except'],
    [' ./x', 'without spaces around it'],
    ['./x ', 'without spaces around it'],
    ['/a\0b', 'without NUL'],
    ['~user/x', 'the home folder of this user'],
    ['$HOME/x', 'environment variables are not read'],
    ['%APPDATA%/x', 'environment variables are not read'],
    ['${hom}/x', 'did you mean ${home}?'],
    ['${env:HOME}/x', 'expected one of ${project}'],
    ['${tmp', 'a } is missing'],
    ['${tmp}x/y', 'expected a slash after ${tmp}'],
    ['./x/${tmp}', 'only stand at its beginning'],
    ['C:\\Users\\x', '"C:/Users/x"'],
    ['\\\\server\\share', '"//server/share"'],
    ['file:///etc/x', 'not a URL'],
  ])('has not %j', (pattern, words) => {
    expect(pathProblem(pattern, true)).toMatch(/^expected /);
    expect(pathProblem(pattern, true)).toContain(words);
  });
});

describe('host patterns', () => {
  const patterns = [
    'example.com',
    'example.com:443',
    'example.com:*',
    '*.example.com',
    '*.example.com:8443',
    '*',
    '*:443',
    'localhost',
    'localhost:*',
    'metadata',
    'private',
    'loopback:8080',
    'link-local',
    'db',
    'my_host.internal',
    'Example.COM.',
    'münchen.example',
    '127.0.0.1',
    '127.0.0.1:*',
    '10.0.0.0/8',
    '10.0.0.0/8:443',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::1]:443',
    '[::1]:*',
    'fe80::1',
    '[fd00::/8]:443',
    'fd00::/8',
    '::ffff:10.0.0.0/104',
    '[::ffff:127.0.0.1]:80',
    'unix:/var/run/docker.sock',
    'unix:${tmp}/x.sock',
    'unix:@name',
    'metdata.',
    '127.0.0.1:0',
  ];

  it.each(patterns)('has %j, and it matches something', (pattern) => {
    expect(hostProblem(pattern, true)).toBeUndefined();
    if (!/^unix:[^@]/.test(pattern)) expect(Object.keys(hostPattern(pattern)).some((key) => key !== 'port')).toBe(true);
  });

  it.each([
    ['', 'expected a host pattern'],
    ['https://api.openai.com/v1', '"api.openai.com:443"'],
    ['http://user:secret@x.example:8080/', '"x.example:8080"'],
    ['ftp://x.example', '"x.example"'],
    ['example.com/v1', 'without a path (write "example.com")'],
    ['a.com, b.com', 'a list has one entry for each'],
    ['!example.com', 'under its except'],
    ['user@example.com', 'users and passwords'],
    ['api.*.com', 'only as a whole first part'],
    ['*example.com', 'only as a whole first part'],
    ['**.example.com', 'only as a whole first part'],
    ['*.10.0.0.1', 'a name after "*."'],
    ['example.com:70000', 'a port from 0 to 65535'],
    ['example.com:http', 'a port from 0 to 65535'],
    ['example.com:8000-9000', 'a port from 0 to 65535'],
    ['example.com:', 'a port from 0 to 65535'],
    [':443', 'a host before the colon'],
    ['::1:443', '"[::1]:443" or "[::1:443]"'],
    ['2001:db8::1:2', '"[2001:db8::1]:2" or "[2001:db8::1:2]"'],
    ['10.0.0.0/33', 'from 0 to 32'],
    ['fd00::/129', 'from 0 to 128'],
    ['10.0.0.0/8/9', 'an address or a block'],
    ['[10.0.0.1]:80', 'an IPv6 address inside'],
    ['[::1', 'expected'],
    ['999.999.999.999', 'an address or a host name'],
    ['a..b', 'expected a host name'],
    ['metdata', 'did you mean "metadata"'],
    ['Private', 'did you mean "private"'],
    ['linklocal', 'did you mean "link-local"'],
    ['localhots:80', 'did you mean "localhost"'],
    ['unix:docker.sock', 'with a slash'],
    ['unix:@', 'a name after unix:@'],
    ['unix:', 'expected a path pattern'],
  ])('has not %j', (pattern, words) => {
    expect(hostProblem(pattern, true)).toMatch(/^expected /);
    expect(hostProblem(pattern, true)).toContain(words);
  });

  it('knows the words for ranges', () => {
    expect(RANGE_WORDS.every(isRangeName)).toBe(true);
  });
});

describe('commands and names', () => {
  it.each([
    'git',
    'git push',
    'rm -rf *',
    '/usr/bin/git',
    './scripts/*.sh',
    'npm run build',
    '*',
    '${project}/bin/*',
    'node --import=./x.js',
  ])('has the command %j', (rule) => {
    expect(commandProblem(rule, true)).toBeUndefined();
  });

  it.each([
    ['', 'a program and argument words'],
    ['rm -rf / && ls', 'one simple command'],
    ['a | b', 'one simple command'],
    ['echo $(id)', 'one simple command'],
    ['git commit -m "x y"', 'without quotes'],
    ['!git', 'under its except'],
    ['~git/x', 'for the program'],
  ])('has not the command %j', (rule, words) => {
    expect(commandProblem(rule, true)).toContain(words);
  });

  it('has a relative program only where there is a project', () => {
    expect(commandProblem('./scripts/x', false)).toContain('absolute pattern');
    expect(commandProblem('git ./x', false)).toBeUndefined();
  });

  it.each(['AWS_*', 'PATH', 'ProgramFiles(x86)', '*_SECRET'])('has the variable %s', (name) => {
    expect(variableProblem(name)).toBeUndefined();
  });

  it.each(['', 'A=1', '$HOME', 'A B'])('has not the variable %j', (name) => {
    expect(variableProblem(name)).toContain('environment variable');
  });

  it.each(['./a.js#run', './a.js#default', './a.ts#Agent.prototype.run', '/x/a#b.mjs#run', './ä.js#räuber'])(
    'has the entry %s',
    (entry) => {
      expect(entryProblem(entry)).toBeUndefined();
    },
  );

  it.each(['./a.js', './a.js#', '#run', './a.js#run()', 'file:///a.js#run'])('has not the entry %j', (entry) => {
    expect(entryProblem(entry)).toContain('./module.js#export');
  });

  it('has names of contexts that RECEIPTBOT_ENTRY can carry', () => {
    expect(['researcher', 'a.b-c_1'].map(contextNameProblem)).toEqual([undefined, undefined]);
    expect(['root', 'a=b', 'a,b', '', '-a'].every((name) => contextNameProblem(name) !== undefined)).toBe(true);
  });
});

describe('amounts', () => {
  it.each([
    ['90s', 90_000],
    ['10m', 600_000],
    ['1h30m', 5_400_000],
    ['1.5s', 1500],
    ['250ms', 250],
    ['2d', 172_800_000],
    ['10', undefined],
    ['m', undefined],
    ['10 m', undefined],
    ['10M', undefined],
    ['-1s', undefined],
    ['', undefined],
  ])('duration %j', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    ['256MB', 256_000_000],
    ['256MiB', 268_435_456],
    ['1 GB', 1_000_000_000],
    ['1.5kb', 1500],
    ['10B', 10],
    ['256', undefined],
    ['MB', undefined],
    ['0MB', undefined],
    ['1TB', undefined],
  ])('size %j', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it('are written as they are read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (amount) => {
        expect(parseDuration(formatDuration(amount))).toBe(amount);
        expect(parseSize(formatSize(amount))).toBe(amount);
      }),
    );
    expect([formatDuration(600_000), formatSize(256_000_000)]).toEqual(['10m', '256MB']);
  });
});

describe('did you mean', () => {
  it.each([
    ['denny', ['allow', 'deny'], 'deny'],
    ['dney', ['allow', 'deny'], 'deny'],
    ['ENFORCE', ['enforce', 'audit', 'off'], 'enforce'],
    ['maxCost', ['maxCostUsd', 'maxCalls'], 'maxCostUsd'],
    ['reed', ['read', 'write'], 'read'],
    ['xyzzy', ['allow', 'deny'], undefined],
    ['x'.repeat(1000), ['allow'], undefined],
  ])('%s', (text, words, meant) => {
    expect(nearest(text, words)).toBe(meant);
  });

  const word = fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', 'c') });

  it('goes by a distance: none to itself, the same in both directions, one for an edit', () => {
    fc.assert(
      fc.property(word, word, fc.nat(6), (a, b, at) => {
        expect(distance(a, a)).toBe(0);
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, `${a.slice(0, at)}x${a.slice(at)}`)).toBe(1);
        if (a !== b) expect(distance(a, b)).toBeGreaterThan(0);
      }),
    );
  });
});
