import { setTimeout as passed } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';

type Onlookers = typeof import('../../../src/receipt/onlookers.js');

describe('onlookers', () => {
  let onlookers: Onlookers;
  const look = vi.fn<() => void>();
  beforeEach(async () => {
    vi.resetModules();
    look.mockReset();
    onlookers = await import('../../../src/receipt/onlookers.js');
  });

  it('have done what waits for its time, once', async () => {
    onlookers.laterUnseen(look, 20);
    expect(onlookers.isLookedOn()).toBe(false);
    onlookers.onlookerComes();
    onlookers.onlookerComes();
    expect(look).toHaveBeenCalledOnce();
    expect(onlookers.isLookedOn()).toBe(true);
    await passed(60);
    expect(look).toHaveBeenCalledOnce();
  });

  it('have nothing done that is done already', async () => {
    onlookers.laterUnseen(look, 1);
    await passed(60);
    expect(look).toHaveBeenCalledOnce();
    onlookers.onlookerComes();
    expect(look).toHaveBeenCalledOnce();
  });
});
