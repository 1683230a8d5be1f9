import { stat } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { pathAccesses } from '../../../src/access/path.js';
import { noteWaiting, refusalIn } from '../../../src/access/waiting.js';
import type { Access } from '../../../src/types.js';

const listed = (name: string): Access[] => pathAccesses(name, { capability: 'fs.read', effect: 'list' });

describe('a relative name that waits', () => {
  it('is judged from the folder that is entered', async () => {
    const judged: string[] = [];
    const judge = ({ resource }: Access): unknown => {
      judged.push(resource);
      return resource === '/other/secret' ? 'refused' : undefined;
    };
    stat('.', () => undefined);
    noteWaiting([...listed('secret'), ...listed('/absolute')], judge);
    expect(refusalIn('/other')).toBe('refused');
    expect(refusalIn('/another')).toBeUndefined();
    expect(judged).toEqual(['/other/secret', '/another/secret']);
    await wait(20);
    expect(refusalIn('/other')).toBeUndefined();
  });
});
