import { expect, it } from 'vitest';
import { isHeld, keepDescriptor, keepHeld, letGo, ownFile } from '../../../src/access/own-descriptors.js';

it('knows a descriptor by every number that the system takes for it', () => {
  keepDescriptor(77, '/receipt');
  keepHeld(78);
  expect([77, 77.5, 2 ** 32 + 77].map(ownFile)).toEqual(Array(3).fill('/receipt'));
  expect([78, 78.5].map(isHeld)).toEqual([true, true]);
  letGo(78);
  expect([78, '77'].map(isHeld)).toEqual([false, false]);
  expect(ownFile('77')).toBeUndefined();
});
