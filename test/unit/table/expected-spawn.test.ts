import { describe, expect, it } from 'vitest';
import { expectedPairs, expectSpawn, forgetSpawn, takeSpawn } from '../../../src/table/expected-spawn.js';

const options = (): { file: string; args: string[]; cwd: string; envPairs: string[] } => ({
  file: '/bin/true',
  args: ['true'],
  cwd: '/',
  envPairs: ['A=1'],
});

describe('the start of a child', () => {
  it('is known once, by its handle, while it lasts', () => {
    const handle = {};
    expectSpawn({ _handle: handle }, [options()]);
    expect(takeSpawn({})).toBeUndefined();
    expect(takeSpawn(handle)).toMatchObject({ file: '/bin/true', args: ['true'] });
    expect(takeSpawn(handle)).toBeUndefined();
    forgetSpawn();
    expectSpawn({ _handle: handle }, [options()]);
    forgetSpawn();
    expect(takeSpawn(handle)).toBeUndefined();
  });

  it('may hold that of another', () => {
    const [outer, inner] = [{}, {}];
    expectSpawn({ _handle: outer }, [options()]);
    expectSpawn({ _handle: inner }, [{ ...options(), file: '/bin/false' }]);
    expect(takeSpawn(inner)?.file).toBe('/bin/false');
    forgetSpawn();
    expect(takeSpawn(outer)?.file).toBe('/bin/true');
    forgetSpawn();
  });

  it('is of what was judged, but for the channel that Node adds', () => {
    const handle = {};
    const told = options();
    expectSpawn({ _handle: handle }, [told]);
    told.args.push('more');
    told.envPairs[0] = 'A=2';
    const expected = takeSpawn(handle);
    forgetSpawn();
    expect(expected?.args).toEqual(['true']);
    expect(expected && expectedPairs(expected, ['A=2', 'B=3', 'NODE_CHANNEL_FD=3'])).toEqual([
      'A=1',
      'NODE_CHANNEL_FD=3',
    ]);
  });
});
