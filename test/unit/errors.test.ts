import { describe, expect, it } from 'vitest';
import { createViolation } from '../../src/errors.js';
import type { PathAccess, Verdict } from '../../src/types.js';

const access: PathAccess = {
  kind: 'path',
  capability: 'fs.read',
  requested: 'x',
  resource: '/app/x',
  effect: 'read',
  follow: true,
  tree: false,
};

const message = (verdict: Partial<Verdict>): string =>
  createViolation({
    access,
    verdict: { allowed: false, enforced: true, rule: { id: 'fs.read.deny[0]' }, ...verdict },
    action: 'fs.readFile("x")',
    type: 'tool.fs',
    context: 'root',
    eventId: 7,
  }).message;

describe('the message of a refusal', () => {
  it('tells the smallest change that would allow it', () => {
    expect(message({ fix: 'do this' })).toBe('fs.readFile("x") is denied by fs.read.deny[0]; to allow it, do this');
  });

  it('does not tell where a link leads', () => {
    expect(message({ real: '/secret/name', fix: 'do this' })).not.toContain('/secret/name');
    expect(message({ real: '/secret/name', led: true, fix: 'open "/secret/name"' })).toBe(
      'fs.readFile("x") is denied by fs.read.deny[0]; it leads elsewhere by a link: event 7 of the receipt tells where',
    );
  });
});
