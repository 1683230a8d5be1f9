import { describe, expect, it } from 'vitest';
import { databaseAccesses, readDatabaseName } from '../../../src/access/database.js';

const here = process.cwd();

describe('the name of a database', () => {
  it.each([
    ['/a/b.db', '/a/b.db'],
    ['FILE:/a', 'FILE:/a'],
    ['file:/a/b.db', '/a/b.db'],
    ['file:///a', '/a'],
    ['file://localhost/a?mode=rwc', '/a'],
    ['file:/%61%2fb%20c#fragment', '/a/b c'],
    ['file:/a%00b?mode=rwc', '/a'],
    ['file:/100%/%4', '/100%/%4'],
    ['file:/a?mode=memory&mode=rwc', '/a'],
    ['file:/a?x=mode=memory', '/a'],
  ])('%s is the file %s', (name, file) => {
    expect(readDatabaseName(name).file).toBe(file);
  });

  it.each([
    '',
    ':memory:',
    'file:',
    'file::memory:?cache=shared',
    'file:a?mode=memory',
    'file:/a?vfs=memdb',
    'file:a?m%6fde=memory%00x',
    'file:a?mode%00x=memory',
    'file://elsewhere/a',
  ])('%s is no file', (name) => {
    expect(readDatabaseName(name)).toMatchObject({ file: undefined, pinned: name });
  });

  it.each([
    ['a.db', `${here}/a.db`],
    ['../a.db', `${here}/../a.db`],
    ['file:a?mode=ro#f', `file:${here}/a?mode=ro#f`],
    ['file:%3fa', `file:${here}/%3fa`],
    ['file:///a?mode=ro', 'file:///a?mode=ro'],
  ])('%s is pinned as %s', (name, pinned) => {
    expect(readDatabaseName(name).pinned).toBe(pinned);
  });

  it('says what is done to the file', () => {
    const both = { reads: true, writes: true };
    const told = (name: string): unknown[] =>
      databaseAccesses(name, both).map(({ capability, resource, unclear }) =>
        [capability, resource, unclear].filter((part) => part !== undefined).join(' '),
      );
    expect(told('/a')).toEqual(['fs.read /a', 'fs.write /a']);
    expect(told('file:/a?mode=ro')).toEqual(['fs.read /a']);
    expect(told('file:/a?modeof=/b&mode=ro')).toEqual(['fs.read /a', 'fs.read /b']);
    expect(told('file:/%ff')).toEqual(['fs.read /%ff garbled', 'fs.write /%ff garbled']);
    expect(told(':memory:')).toEqual([]);
  });
});
