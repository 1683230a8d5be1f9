import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryProblems } from '../../../src/context/entry.js';
import { conflicts, entryOf, parseEntries } from '../../../src/context/entry.js';

const parsed = (text: string): string[] =>
  parseEntries(text, '/app').map(({ name, file, exportName }) => `${name} ${file} ${exportName}`);
const refusal = (text: string): string => {
  try {
    parseEntries(text, '/app');
    return 'no problem';
  } catch (error) {
    return (error as EntryProblems).message;
  }
};

describe('parseEntries', () => {
  it.each([
    ['', []],
    ['a=./x.js#run', ['a /app/x.js run']],
    ['a=x.js#default', ['a /app/x.js default']],
    ['a=/srv/x.js#run', ['a /srv/x.js run']],
    ['a=../x.js#Agent.prototype.run', ['a /x.js Agent.prototype.run']],
    ['a=./x.js#run,b=./y.ts#run', ['a /app/x.js run', 'b /app/y.ts run']],
    [' a = ./x.js#run , b=./y.js#run,', ['a /app/x.js run', 'b /app/y.js run']],
    ['a=./with#hash/x.js#run', ['a /app/with#hash/x.js run']],
    ['a=./with,comma/x.js#run,b-2=./y.js#$go_1', ['a /app/with,comma/x.js run', 'b-2 /app/y.js $go_1']],
    ['a=./with=sign/x.js#run', ['a /app/with=sign/x.js run']],
    ['a=./é ü.js#läuft', ['a /app/é ü.js läuft']],
  ])('reads %j', (text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  it.each([
    ['./x.js#run', 'not of the form name=./module.js#export'],
    ['=./x.js#run', 'not of the form'],
    ['a b=./x.js#run', 'not of the form'],
    ['a=./x.js', 'no #export after the file'],
    ['a=#run', 'no file before the #'],
    ['a=./x.js#', '"" is no export'],
    ['a=./x.js#run()', '"run()" is no export'],
    ['a=./x.js#Agent.#run', 'private to its class'],
    ['a=file:///x.js#run', 'a file path is needed, not a URL'],
    ['a=./x.js#run,b=./x.js#run', 'the entry of two contexts, a and b'],
  ])('refuses %j', (text, reason) => {
    expect(refusal(text)).toContain(reason);
  });

  it('tells every problem at once', () => {
    expect(refusal('a=./x.js,b=#run,c=./y.js#run').split('\n')).toHaveLength(2);
  });

  it('reads what it would be printed as', () => {
    const name = fc.stringMatching(/^[a-z][a-z\d_-]{0,8}$/);
    const file = fc.stringMatching(/^[a-z][a-z\d# .@+]{0,12}\.[cm]?[jt]s$/);
    const exported = fc.stringMatching(/^[a-z$_][A-Za-z\d$_]{0,8}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(name, file, exported), { selector: ([, f, e]) => `${f}#${e}`, maxLength: 5 }),
        (entries) => {
          const text = entries.map(([n, f, e]) => `${n}=./${f}#${e}`).join();
          expect(parsed(text)).toEqual(entries.map(([n, f, e]) => `${n} /app/${f} ${e}`));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('entryOf', () => {
  const at = { file: '/app/receiptbot.config.yaml', line: 4, column: 12, key: 'contexts.researcher.entry' };

  it('is relative to the project and keeps where it was written', () => {
    expect(entryOf('researcher', './src/agents/researcher.js#run', '/app', at)).toEqual({
      name: 'researcher',
      file: '/app/src/agents/researcher.js',
      exportName: 'run',
      at,
    });
  });

  it('says what is wrong and where', () => {
    const problem = entryOf('researcher', './researcher.js', '/app', at);
    expect(problem).toMatchObject({ at, message: expect.stringContaining('contexts.researcher.entry') as string });
  });
});

it('lets one context have one export twice', () => {
  const entry = { name: 'a', file: '/x.js', exportName: 'run' };
  expect(conflicts([entry, entry])).toEqual([]);
});
