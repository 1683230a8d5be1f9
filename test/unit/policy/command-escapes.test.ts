import { describe, expect, it } from 'vitest';
import { judge, section, withParts } from './command-rig.js';

withParts();

/** Techniques against a policy that allows what is named and denies denied-cmd; each by itself runs denied-cmd on an unguarded machine. */
const ESCAPES: readonly (readonly [allow: readonly string[], command: string | readonly string[]])[] = [
  [[], ['denied-cmd']],
  [[], ['/esc/bin/denied-cmd']],
  [[], ['../esc/bin/./denied-cmd']],
  [['allowed-cmd'], 'allowed-cmd; denied-cmd'],
  [['allowed-cmd'], 'allowed-cmd\ndenied-cmd'],
  [['allowed-cmd'], 'allowed-cmd | denied-cmd'],
  [['allowed-cmd'], 'allowed-cmd $(denied-cmd)'],
  [['allowed-cmd'], 'allowed-cmd <(denied-cmd); sleep 0.2'],
  [['allowed-cmd'], '( { denied-cmd; } )'],
  [['allowed-cmd'], 'if denied-cmd; then :; fi'],
  [['allowed-cmd'], 'case a in a) denied-cmd;; esac'],
  [['allowed-cmd'], 'command denied-cmd'],
  [['allowed-cmd'], 'denied-cmd # allowed-cmd'],
  [['allowed-cmd'], 'A=1 B=2 denied-cmd'],
  [['allowed-cmd'], 'eval "$(printf \'\\144enied-cmd\')"'],
  [['allowed-cmd'], 'exec denied-cmd'],
  [['allowed-cmd'], 'allowed-cmd() { denied-cmd; }; allowed-cmd'],
  [['allowed-cmd'], '/esc/bin/denied-c?d'],
  [['allowed-cmd'], 'sh <<< denied-cmd'],
  [['allowed-cmd'], "$'\\x64enied-cmd'"],
  [['allowed-cmd'], 'd\'en\'i"ed"-cmd'],
  [['allowed-cmd'], '2>/dev/null denied-cmd'],
  [['allowed-cmd'], '. ./z.sh'],
  [['allowed-cmd'], '/esc/bin/..//bin/denied-cmd'],
  [['allowed-cmd'], 'trap denied-cmd EXIT'],
  [['allowed-cmd'], 'x=denied; ${x}-cmd'],
  [['allowed-cmd'], ['./bad-interpreter']],
  [['allowed-cmd'], ['./link-to-denied']],
  [['awk'], ['awk', 'BEGIN{system("denied-cmd")}']],
  [['env'], ['env', '-S', 'denied-cmd a']],
  [['env'], ['env', 'denied-cmd']],
  [['find'], ['find', '.', '-maxdepth', '0', '-exec', 'denied-cmd', ';']],
  [['git'], ['git', '-c', 'alias.x=!denied-cmd', 'x']],
  [['git'], ['git', '-C', 'r', '-c', 'core.fsmonitor=denied-cmd', 'status']],
  [['tar'], ['tar', 'cf', '/dev/null', '--checkpoint=1', '--checkpoint-action=exec=denied-cmd', 'data']],
  [
    ['timeout', 'nice'],
    ['timeout', '5', 'nice', 'denied-cmd'],
  ],
  [['xargs'], ['xargs', 'denied-cmd']],
  [
    ['sh', 'true'],
    ['sh', '-c', 'denied-cmd'],
  ],
];

describe('techniques that run another command', () => {
  it.each(ESCAPES)('%j: %j', (allow, command) => {
    expect(judge(section(allow, ['denied-cmd', '/esc/bin/denied-cmd']), command).allowed).toBe(false);
    expect(judge(section(allow), command).allowed).toBe(false);
  });

  it('leave honest work alone', () => {
    const rules = section(['allowed-cmd', 'node'], ['denied-cmd', '/esc/bin/denied-cmd', 'cat']);
    for (const command of [
      'allowed-cmd',
      ['allowed-cmd'],
      ['/esc/bin/allowed-cmd'],
      'allowed-cmd > out; allowed-cmd | allowed-cmd',
      ['/usr/bin/node', 'kid.cjs'],
    ])
      expect(judge(rules, command)).toEqual({ allowed: true });
  });
});
