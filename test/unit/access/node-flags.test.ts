import { describe, expect, it } from 'vitest';
import { threadFiles } from '../../../src/access/command.js';
import { machine, text } from './machine.js';
import { paths, start } from './rig.js';

const SEA = '{ "main": "main.js", "output": "app.blob", "assets": { "a": "secret.txt" } }';
const around = machine({ '/proj/sea.json': text(SEA), '/proj/broken.json': text('{') });
const named = (...args: string[]): string[] => paths(start('node', args, { around }));

describe('the files that flags make Node write by itself', () => {
  it.each([
    [
      ['--cpu-prof', '--cpu-prof-name=../x/a.cpuprofile'],
      ['write /proj', 'write /x/a.cpuprofile'],
    ],
    [
      ['--heap-prof', '--heap-prof-dir=/d', '--heap-prof-name', 'a'],
      ['write /d', 'write /d/a'],
    ],
    [['--build-snapshot', '--snapshot-blob', '/d/s.blob', 'a.js'], ['write /d/s.blob']],
    [['--trace-turbo', '--trace-turbo-path=/d'], ['write /d']],
    [['--trace-turbo'], ['write /proj']],
    [['--trace_turbo_cfg_file=/d/t'], ['write /d/t']],
    [['--turbo-profiling-output=/d/t'], ['write /d/t']],
    [['--redirect-code-traces-to=/d/t'], ['write /d/t']],
    [['--perf-basic-prof', '--perf-basic-prof-path=/d'], ['write /d']],
    [['--log-all'], ['write /proj']],
    [['--test-rerun-failures', '/d/r.json', '--test'], ['write /d/r.json']],
  ])('%j', (args, expected) => {
    expect(named(...args)).toEqual(expect.arrayContaining(expected));
  });

  it.each(['--build-sea', '--experimental-sea-config'])('and what %s packs', (flag) => {
    const expected = ['read /proj/main.js', 'read /proj/sea.json', 'read /proj/secret.txt', 'write /proj/app.blob'];
    expect(named(flag, 'sea.json')).toEqual(expected);
    expect(named(flag, 'broken.json')).toEqual(['read /proj/broken.json']);
  });

  it('are known of a thread, with what its variables say', () => {
    const files = threadFiles(['--cpu-prof', '--cpu-prof-dir=/d'], [['NODE_COMPILE_CACHE', 'c']], '/proj', around);
    expect(files.map(({ effect, resource }) => `${effect} ${resource}`)).toEqual(['write /d', 'write /proj/c']);
    expect(threadFiles(['--no-warnings'], [], '/proj', around)).toEqual([]);
  });
});
