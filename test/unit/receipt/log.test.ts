import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../../../src/receipt/log.js';
import { readLog } from '../../../src/receipt/read.js';
import { createLineWriter } from '../../../src/receipt/event.js';
import { headerText } from '../../../src/receipt/header.js';
import { createTotals } from '../../../src/receipt/totals.js';
import type { EventType } from '../../../src/types.js';
import { draft, facts } from './drafts.js';
import type { files } from '../../../src/primordials.js';

let folder: string;
let file: string;
let fd: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receiptbot-log-'));
  file = join(folder, 'stderr');
  fd = openSync(file, 'a');
});
afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

const writer = createLineWriter((text) => text);
const header = (id: string, coverage: string[] = []): string => headerText(id, { ...facts, coverage }, writer);
const event = (seq: number, type: EventType): string => writer.event(seq, 0, draft({ type }));

describe('openLog', () => {
  it('writes JSON Lines that name their receipt, so that processes can share a descriptor', () => {
    const one = openLog(fd, 'one', header('one'));
    const two = openLog(fd, 'two', header('two'));
    one.write([event(1, 'tool.fs')]);
    two.write([event(1, 'tool.env')]);
    one.write([], JSON.stringify({ endedAt: 'x', totals: createTotals().report() }));
    for (const text of readFileSync(file, 'utf8').trimEnd().split('\n')) expect(typeof JSON.parse(text)).toBe('object');
    const [first, second] = readLog(
      `a line of the program\n{"not": "ours"}\n{ not json\n${readFileSync(file, 'utf8')}`,
    );
    expect(first).toMatchObject({ header: { id: 'one' }, sealed: true, events: [{ seq: 1, type: 'tool.fs' }] });
    expect(second).toMatchObject({ header: { id: 'two' }, sealed: false, events: [{ seq: 1, type: 'tool.env' }] });
  });

  it('keeps the events when the head is completed', () => {
    const log = openLog(fd, 'one', header('one'));
    log.write([event(1, 'tool.fs')]);
    log.amend(header('one', ['net.connect']));
    expect(readLog(readFileSync(file, 'utf8'))).toMatchObject([
      { header: { coverage: ['net.connect'] }, events: [{ seq: 1 }] },
    ]);
  });

  it('does not cut a line between two writes that a pipe keeps whole', () => {
    const writes: string[] = [];
    const port = {
      writeSync: ((_fd: number, text: string) =>
        writes.push(text) && Buffer.byteLength(text)) as unknown as typeof files.writeSync,
    };
    const log = openLog(2, 'one', header('one'), port);
    log.write(Array.from({ length: 100 }, (_, index) => JSON.stringify({ seq: index, text: 'x'.repeat(150) })));
    expect(writes.length).toBeGreaterThan(4);
    for (const text of writes) {
      expect(text.length).toBeLessThanOrEqual(4096);
      expect(text.endsWith('}\n')).toBe(true);
    }
  });

  it('waits for a pipe that is full, and goes on where it was cut', () => {
    let calls = 0;
    let seen = '';
    const port = {
      writeSync: ((_fd: number, data: string | Buffer, from?: number, length?: number) => {
        calls += 1;
        if (calls % 2 === 0) throw Object.assign(new Error('EAGAIN'), { code: 'EAGAIN' });
        const bytes = typeof data === 'string' ? Buffer.from(data) : data.subarray(from, (from ?? 0) + (length ?? 0));
        seen += bytes.subarray(0, 30).toString('latin1');
        return Math.min(30, bytes.length);
      }) as typeof files.writeSync,
    };
    const text = JSON.stringify({ schema: 'receiptbot:receipt', id: 'é'.repeat(50) });
    openLog(2, 'one', text, port);
    expect(Buffer.from(seen, 'latin1').toString()).toBe(`${text}\n`);
  });

  it('throws what is no passing trouble', () => {
    expect(() => openLog(9999, 'one', header('one'))).toThrow(/EBADF/);
  });
});
