import {
  closeSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Author, type JournalPort, openJournal, receiptId } from '../../../src/receipt/journal.js';
import { files } from '../../../src/primordials.js';

const author: Author = { startedAt: Date.UTC(2026, 10, 30, 18, 5, 55, 123), pid: 1234, threadId: 0 };
const header = (id: string): string => JSON.stringify({ schema: 'receiptbot:receipt', id });
const line = (seq: number, text = 'x'): string => JSON.stringify({ seq, text });

interface Parsed {
  id: string;
  name?: string;
  events: { seq: number }[];
  seal?: object;
}
const parsed = (file: string): Parsed => JSON.parse(readFileSync(file, 'utf8')) as Parsed;
const seqs = (file: string): number[] => parsed(file).events.map(({ seq }) => seq);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receiptbot journal é '));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('openJournal', () => {
  it('creates folders and file for the owner only, and the document is valid from the first byte on', () => {
    const journal = openJournal(join(folder, 'a', 'b'), author, header);
    expect(journal.place).toBe(join(folder, 'a', 'b', '2026-11-30T18-05-55.123Z-1234-0.json'));
    expect(statSync(journal.place).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
    expect(parsed(journal.place)).toEqual({ schema: 'receiptbot:receipt', id: journal.id, events: [] });
    closeSync(journal.fd);
  });

  it('never writes to a file that is there, nor through a link', () => {
    const taken = join(folder, receiptId(author));
    writeFileSync(join(folder, 'elsewhere'), 'mine');
    symlinkSync(join(folder, 'elsewhere'), taken);
    const journal = openJournal(folder, author, header);
    expect(journal.id).toBe('2026-11-30T18-05-55.123Z-1234-0-1.json');
    expect(parsed(journal.place).id).toBe(journal.id);
    expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('mine');
    closeSync(journal.fd);
  });

  it('says why it cannot, and leaves nothing behind', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => openJournal(join(folder, 'file', 'below'), author, header)).toThrow(/ENOTDIR/);
    const full: JournalPort = { ...files, writeSync: failing('ENOSPC') };
    expect(() => openJournal(folder, author, header, full)).toThrow('ENOSPC');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('names sort by time', () => {
    const ids = [5, 50, 500].map((ms) => receiptId({ ...author, startedAt: author.startedAt + ms }));
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('a journal', () => {
  it('is valid JSON after every write, with one event a line', () => {
    const journal = openJournal(folder, author, header);
    journal.write([line(1), line(2, 'é\u2028漢😀')]);
    expect(seqs(journal.place)).toEqual([1, 2]);
    journal.write([line(3)]);
    expect(seqs(journal.place)).toEqual([1, 2, 3]);
    expect(readFileSync(journal.place, 'utf8').split('\n')).toEqual([
      `${header(journal.id).slice(0, -1)},"events":[`,
      `${line(1)},`,
      `${line(2, 'é\u2028漢😀')},`,
      line(3),
      ']}',
      '',
    ]);
    closeSync(journal.fd);
  });

  it('closes with a seal that a later write replaces, also by something shorter', () => {
    const journal = openJournal(folder, author, header);
    journal.write([line(1)], JSON.stringify({ long: 'y'.repeat(500) }));
    expect(parsed(journal.place).seal).toEqual({ long: 'y'.repeat(500) });
    journal.write([line(2)]);
    expect(parsed(journal.place)).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }] });
    expect(parsed(journal.place).seal).toBeUndefined();
    journal.write([], '{"short":1}');
    expect(parsed(journal.place).seal).toEqual({ short: 1 });
    for (let seq = 3; seq < 60; seq += 1) {
      journal.write([line(seq)], seq % 3 === 0 ? `{"seq":${seq},"é":"ü"}` : undefined);
      expect(seqs(journal.place).length).toBe(seq);
    }
    closeSync(journal.fd);
  });

  it('takes a new head at the start, before or after first lines, and none later', () => {
    const journal = openJournal(folder, author, header);
    journal.write([line(1)]);
    journal.amend(JSON.stringify({ id: journal.id, name: 'longer'.repeat(30) }));
    expect(parsed(journal.place)).toMatchObject({ name: 'longer'.repeat(30), events: [{ seq: 1 }] });
    journal.write([line(2)]);
    expect(seqs(journal.place)).toEqual([1, 2]);
    expect(() => journal.amend('{}')).toThrow('at its start only');
    closeSync(journal.fd);
  });

  it('survives a disk that fills up at any byte: valid, complete up to the last good line, and goes on when there is room', () => {
    const sizes = fc.record({
      room: fc.integer({ min: 200, max: 1500 }),
      lines: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 3, maxLength: 12 }),
    });
    fc.assert(
      fc.property(sizes, ({ room, lines }) => {
        const disk = new SmallDisk(room);
        const journal = openJournal(folder, author, header, disk.port);
        const kept: number[] = [];
        for (const [index, size] of lines.entries()) {
          if (index === lines.length - 1) disk.room = Infinity;
          try {
            journal.write([line(index + 1, 'z'.repeat(size))], index % 2 === 0 ? '{"sealed":true}' : undefined);
            kept.push(index + 1);
          } catch (error) {
            expect(error).toMatchObject({ code: 'ENOSPC' });
          }
          expect(seqs(journal.place)).toEqual(kept);
        }
        expect(kept).toContain(lines.length);
        closeSync(journal.fd);
        rmSync(journal.place);
      }),
      { numRuns: 60 },
    );
  });

  it('is not harmed by a head that finds no room', () => {
    const disk = new SmallDisk(300);
    const journal = openJournal(folder, author, header, disk.port);
    journal.write([line(1)]);
    expect(() => journal.amend(JSON.stringify({ id: 'x', name: 'n'.repeat(500) }))).toThrow('ENOSPC');
    expect(parsed(journal.place)).toMatchObject({ id: journal.id, events: [{ seq: 1 }] });
    closeSync(journal.fd);
  });

  it('writes on when neither the write nor its repair works', () => {
    let broken = false;
    const fail = failing('EIO');
    const port: JournalPort = {
      ...files,
      writeSync: ((...args: Parameters<typeof files.writeSync>) =>
        broken ? fail() : files.writeSync(...args)) as typeof files.writeSync,
      ftruncateSync: (fd, size) => (broken ? fail() : files.ftruncateSync(fd, size)),
    };
    const journal = openJournal(folder, author, header, port);
    journal.write([line(1)]);
    broken = true;
    expect(() => journal.write([line(2, 'w'.repeat(100))])).toThrow('EIO');
    broken = false;
    journal.write([line(3)]);
    expect(seqs(journal.place)).toEqual([1, 3]);
    closeSync(journal.fd);
  });

  it('is valid when writes that worked are said to have failed', () => {
    let lying = false;
    const port: JournalPort = {
      ...files,
      writeSync: ((...args: Parameters<typeof files.writeSync>) => {
        const written = files.writeSync(...args);
        return lying ? failing('EIO')() : written;
      }) as typeof files.writeSync,
    };
    const journal = openJournal(folder, author, header, port);
    journal.write([line(1)]);
    lying = true;
    expect(() => journal.write([line(2, 'w'.repeat(100))])).toThrow('EIO');
    expect(seqs(journal.place)).toEqual([1]);
    lying = false;
    journal.write([line(3)]);
    expect(seqs(journal.place)).toEqual([1, 3]);
    closeSync(journal.fd);
  });

  it('learns from the real system that the device is full', () => {
    const port: JournalPort = {
      ...files,
      openSync: ((_path: string, _flags: string, mode: number) =>
        files.openSync('/dev/full', 'w', mode)) as typeof files.openSync,
      unlinkSync: () => undefined,
    };
    expect(() => openJournal(folder, author, header, port)).toThrow(/ENOSPC/);
  });

  it('refuses a folder that cannot be made', () => {
    writeFileSync(join(folder, 'in the way'), '');
    expect(() => openJournal(join(folder, 'in the way', 'receipts'), author, header)).toThrow(/ENOTDIR|EEXIST/);
  });
});

function failing(code: string): () => never {
  return () => {
    throw Object.assign(new Error(code), { code });
  };
}

/** A disk that takes so many bytes of a file, then a part of a write, then none; bytes it has can always be written over. */
class SmallDisk {
  room: number;
  #size = 0;

  constructor(room: number) {
    this.room = room;
  }

  readonly port: JournalPort = {
    ...files,
    writeSync: ((fd: number, data: string | Buffer, ...rest: number[]): number => {
      const bytes =
        typeof data === 'string' ? Buffer.from(data) : data.subarray(rest[0], (rest[0] ?? 0) + (rest[1] ?? 0));
      const position = (typeof data === 'string' ? rest[0] : rest[2]) ?? 0;
      const end = Math.min(position + bytes.length, Math.max(this.room, this.#size));
      if (end <= position) failing('ENOSPC')();
      files.writeSync(fd, bytes, 0, end - position, position);
      this.#size = Math.max(this.#size, end);
      return end - position;
    }) as typeof files.writeSync,
    ftruncateSync: (fd, size) => {
      files.ftruncateSync(fd, size);
      this.#size = size ?? 0;
    },
  };
}
