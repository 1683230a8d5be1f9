import { describe, expect, it } from 'vitest';
import { line, withShell } from './rig.js';

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
