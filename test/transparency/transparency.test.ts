import { describe, expect, it } from 'vitest';
import { MAJORS, majors, nodeBinary } from '../nodes.js';
import type { Case } from './case.js';
import { cases } from './cases/index.js';
import { type Outcome, outcome } from './outcome.js';

/** Processes at a time: most of them wait. */
const AT_A_TIME = 4;

const started = cases.flatMap(([name, one]) => (one.nodes ?? MAJORS).map((major) => ({ name, one, major })));

describe.each(majors())('with a policy that allows everything, on Node %i', (major) => {
  const node = nodeBinary(major);
  const here = started.filter((each) => each.major === major);

  it('everything comes out as it does bare', { timeout: 240_000 }, async () => {
    const different: Record<string, unknown> = {};
    const left = [...here];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const found = await differences(next.one, node);
        if (found !== undefined) different[next.name] = found;
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    expect(different).toEqual({});
  });
});

/** The parts in which a case comes out otherwise under the belt, as [bare, belted]; undefined when in none. */
async function differences(one: Case, node: string): Promise<Record<string, unknown> | undefined> {
  const [bare, belted] = [await outcome(one, node, 'bare'), await outcome(one, node, 'belted')];
  const parts = (Object.keys(bare) as (keyof Outcome)[]).filter((part) => bare[part] !== belted[part]);
  return parts.length === 0 ? undefined : Object.fromEntries(parts.map((part) => [part, [bare[part], belted[part]]]));
}
