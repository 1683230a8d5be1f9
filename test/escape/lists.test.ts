import { expect, it } from 'vitest';
import { failClosed, pinned } from './exceptions.js';
import { open } from './open.js';
import { techniques } from './harness/technique.js';

it('names techniques that exist, each in one list', () => {
  const listed = [open, pinned, failClosed].flatMap((list) => Object.keys(list));
  const known = new Set(techniques.map((technique) => technique.id));
  expect(listed.filter((id) => !known.has(id))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

it('holds one test per title', () => {
  const titles = techniques.map((technique) => `${technique.group} ${technique.title}`);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});
