import { describe, expect, it } from 'vitest';
import { createLineWriter } from '../../../src/receipt/event.js';
import type { Json } from '../../../src/types.js';
import { createRedactor } from '../../../src/receipt/redact.js';

const writer = createLineWriter(createRedactor());
const json = (value: Json): string => writer.json(value);

describe('a secret that only its neighbour in a list tells of', () => {
  it.each([
    [['curl', '-u', 'ada:correct-horse-battery'], 'correct-horse-battery'],
    [['tool', '--token', 'zq81Lk0PxNv73Rt2'], 'zq81Lk0PxNv73Rt2'],
    [['x-api-key', 'zq81Lk0PxNv73Rt2'], 'zq81Lk0PxNv73Rt2'],
    [['psql', '--password', 'hunter2hunter2'], 'hunter2hunter2'],
  ])('is hidden in %j', (list, secret) => {
    expect(json(list)).not.toContain(secret);
    expect(json({ argv: [list] })).not.toContain(secret);
  });

  it('leaves lists that tell of none as they are', () => {
    const list = ['git', '-C', '/srv/app', 'log', '--author', 'ada'];
    expect(JSON.parse(json(list))).toEqual(list);
  });
});
