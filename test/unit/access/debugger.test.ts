import { describe, expect, it } from 'vitest';
import { startAccesses } from '../../../src/access/command.js';
import { machine } from './machine.js';
import { withShell } from './rig.js';

withShell();

const around = machine({});
const opens = (line: string, env?: readonly (readonly [string, string])[]): unknown =>
  startAccesses({ file: line, args: [], shell: true, cwd: '/proj', ...(env === undefined ? {} : { env }) }, around)
    .filter(({ kind }) => kind === 'power')
    .map(({ capability, resource }) => `${capability} ${resource}`)[0];

describe('the debugger of a child', () => {
  it.each([
    'node --inspect a.js',
    'node --no-warnings --inspect=0 a.js',
    'node --inspect-brk=127.0.0.1:0 a.js',
    'node --inspect_wait a.js',
    'node -r ./x.js --inspect a.js',
    'node inspect a.js',
    'env node --inspect a.js',
    'true; nice node --inspect a.js',
    "NODE_OPTIONS='--inspect' node a.js",
  ])('is opened by %s', (line) => {
    expect(opens(line)).toMatch(/^process\.inspector (?:--inspect|inspect)/);
  });

  it.each([
    'node a.js --inspect',
    'node --inspect-port=0 a.js',
    'node -e "--inspect"',
    'node -- inspect.js',
    'grep --inspect a.js',
    'echo node --inspect',
  ])('is left shut by %s', (line) => {
    expect(opens(line)).toBeUndefined();
  });

  it('is opened by the options in its environment', () => {
    expect(opens('node a.js', [['NODE_OPTIONS', '--inspect=0']])).toBe('process.inspector --inspect');
    expect(opens('node a.js', [['NODE_OPTIONS', '--inspect-port=0']])).toBeUndefined();
  });
});
