import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { filesIn, renameIn } from '../../../src/access/sql.js';

const told = (sql: string): unknown[] => filesIn(sql).map(({ use, name }) => `${use} ${name ?? '?'}`);

describe('a file in SQL', () => {
  it.each<[string, string[]]>([
    ["attach 'a.db' as x", ['attach a.db']],
    ["ATTACH DATABASE 'a.db' AS x KEY 'k'", ['attach a.db']],
    ["attach 'it''s' as x", ["attach it's"]],
    ['attach "a""b" as x', ['attach a"b']],
    ['attach [a b] as x; attach `c``d` as y', ['attach a b', 'attach c`d']],
    ['attach word as x; attach database database as y', ['attach word', 'attach database']],
    ["attach (('a')) as x", ['attach a']],
    ["vacuum into 'a'; vacuum main into 'b'; vacuum 'main' into ('c')", ['vacuum a', 'vacuum b', 'vacuum c']],
    ["pragma temp_store_directory = '/a'; pragma main.[temp_store_directory](b)", ['folder /a', 'folder b']],
    ["explain pragma temp_store_directory = '/a'", ['folder /a']],
  ])('is named by %s', (sql, files) => {
    expect(told(sql)).toEqual(files);
  });

  it.each([
    'attach ? as x',
    'attach :name as x',
    "attach 'a' || 'b' as x",
    "attach x'61' as x",
    'attach 5 as x',
    'attach -5 as x',
    'attach null as x',
    'attach current_date as x',
    "attach (select 'a') as x",
    "attach ('a' || 'b') as x",
    "attach cast('a' as text) as x",
    'attach place() as x',
    "attach 'a' collate nocase as x",
  ])('is computed by %s', (sql) => {
    expect(told(sql)).toEqual(['attach ?']);
  });

  it.each([
    "select 1; /* ; */ --\n ;;\ufeffattach 'a' as x",
    "select ';'';', \"';\", [';'], `'`; attach 'a' as x",
    "select $a('); attach 'a' as x",
    "select @a::b(\"); attach 'a' as x",
    "select #a(--); attach 'a' as x",
    "create trigger t after insert on u begin delete from u; end; attach 'a' as x",
    "attach/**/'a'--\n as x",
    " \vattach 'a' as x",
    "attach 'a' as x; select 'left open",
  ])('is seen in %s', (sql) => {
    expect(told(sql)).toEqual(['attach a']);
  });

  it.each([
    'select * from attach; detach x; vacuum; vacuum main; reindex',
    "select 'attach ''a'' as x'; -- attach 'a' as x\n /* attach 'a' as x */",
    "insert into vacuum values('; attach ''a'' as x')",
    "explain attach 'a' as x; explain query plan vacuum into 'a'",
    "select 1\0; attach 'a' as x",
    "attach\ufeff 'a' as x",
    "attached 'a' as x",
    'pragma temp_store_directory; pragma main.temp_store_directory',
    'attach; vacuum into; attach as x; attach database as x',
  ])('is not seen in %s', (sql) => {
    expect(told(sql)).toEqual([]);
  });

  it('keeps what is written around it', () => {
    const sql = 'select 1; attach (\'a\') as x; vacuum into "b"; attach ? as y; attach c as z -- end';
    expect(renameIn(sql, filesIn(sql), ({ name }) => name && `/it's/${name}`)).toBe(
      "select 1; attach '/it''s/a' as x; vacuum into \"/it's/b\"; attach ? as y; attach `/it's/c` as z -- end",
    );
  });

  it('has the name that it was given', () => {
    const name = fc.string({ unit: fc.constantFrom('a', "'", '"', '`', ']', ' ', ';', '(', '$', '-', '*', '/', 'é') });
    fc.assert(
      fc.property(name, fc.constantFrom("'a'", '"a"', 'a', '[a]', '(`a`)'), (to, from) => {
        const sql = `/*;*/attach ${from} as x;`;
        const renamed = renameIn(sql, filesIn(sql), () => to);
        expect(filesIn(renamed).map((file) => file.name)).toEqual([to]);
      }),
    );
  });

  it('is looked for in time that grows with the text', () => {
    const long = `attach 'a' as x; insert into t values(${"'it''s', $a, [b], /* c */ ".repeat(50_000)}1)`;
    expect(told(long)).toEqual(['attach a']);
  });
});
