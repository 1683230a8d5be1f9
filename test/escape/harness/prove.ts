import { describe, expect, it } from 'vitest';
import { open } from '../open.js';
import { failClosed, pinned } from '../exceptions.js';
import { type Attempt, attempt } from './attempt.js';
import { major } from './node.js';
import { applies, isRace, type Technique, techniques, type Via } from './technique.js';
import { DONE } from './verdict.js';

/** How often a race is run; a race that is lost once may be won the next time. */
const RACES = Number(process.env['ESCAPE_REPEAT'] ?? 3);

/** Exit code of a refusal to start: nothing of the program ran, so nothing was proved. */
const REFUSED_TO_START = 78;

/** One test for each technique of a group that works on this Node. */
export function proveGroup(group: string): void {
  const here = techniques.filter((technique) => technique.group === group && applies(technique));
  describe.skipIf(process.platform !== 'linux')(group, () => {
    for (const technique of here)
      it(technique.title, () => (group === 'control' ? succeeds(technique) : proves(technique)));
  });
}

const waysIn = ({ via = ['require'] }: Technique): readonly Via[] => via;

/** Honest work, which a policy must not break. */
async function succeeds(technique: Technique): Promise<void> {
  for (const how of ['bare', ...waysIn(technique)] as const) {
    const { output, end } = await attempt(technique, how);
    expect(output, `${technique.id}, ${how}`).toContain('CONTROL-OK');
    expect(end, `${technique.id}, ${how}`).toBe(0);
  }
}

async function proves(technique: Technique): Promise<void> {
  const { id } = technique;
  expect(
    await firstEscape(technique, 'bare'),
    `${id} does not work without a policy either: it proves nothing`,
  ).toBeDefined();
  const gap = open[id];
  if (gap !== undefined && (gap.nodes ?? [major]).includes(major)) {
    expect(await firstEscape(technique, 'require'), `${id} is held now: take it off test/escape/open.ts`).toBeDefined();
    return;
  }
  for (const via of waysIn(technique))
    for (let turn = 0; turn < (isRace(technique) ? RACES : 1); turn++)
      isHeld(technique, via, await attempt(technique, via));
}

/** How a technique got through in the first run in which it did. */
async function firstEscape(technique: Technique, how: Via | 'bare'): Promise<string | undefined> {
  for (let turn = 0; turn < (isRace(technique) ? RACES : 1); turn++) {
    const { escaped } = await attempt(technique, how);
    if (escaped !== undefined) return escaped;
  }
  return undefined;
}

/** Held, and the receipt tells of it: a program that ended for another reason proves nothing. */
function isHeld({ id, detect }: Technique, via: Via, { escaped, end, output, refusals }: Attempt): void {
  expect(escaped, `${id}, by --${via}`).toBeUndefined();
  expect(end, `${id}: ${output}`).not.toBe('too slow');
  expect(end, `${id}: ${output}`).not.toBe(REFUSED_TO_START);
  // What was done is allowed: that the receipt tells of it, and not that it was refused, is the proof.
  if (detect === 'loss' && output.includes(DONE)) return;
  const rules = refusals.map((refusal) => refusal.rule);
  if (id in pinned) {
    expect(rules, `${id} is refused now: take it off test/escape/exceptions.ts`).toEqual([]);
    return;
  }
  expect(rules, `${id} left no refusal in the receipt: ${output}`).not.toEqual([]);
  const byRule = rules.some((rule) => rule !== 'internal-error');
  expect(byRule, `${id} is held by ${byRule ? 'a rule' : 'an error of the engine'}: ${output}`).toBe(
    !(id in failClosed),
  );
}
