import { documentText, type ReceiptLine } from '../../../src/receipt/document.js';
import { createLineWriter } from '../../../src/receipt/event.js';
import { headerText } from '../../../src/receipt/header.js';
import { createRecorder, type Recorder, type RecorderOptions } from '../../../src/receipt/recorder.js';
import { createMemorySink, type MemorySink } from '../../../src/receipt/sink.js';
import { facts } from './drafts.js';

/** A recorder with a clock and an event loop of its own, in the midst of a flood: what may wait waits. */
export class Rig {
  now: number = facts.startedAt;
  timers: { fn: () => void; at: number }[] = [];
  readonly warnings: string[] = [];
  readonly sink: MemorySink;
  recorder: Recorder;
  readonly #writer = createLineWriter((text) => text.replaceAll('canary', '[REDACTED]'));

  constructor(change: Partial<RecorderOptions> = {}) {
    this.sink = createMemorySink(headerText('r.json', facts, this.#writer));
    this.recorder = this.made(change);
  }

  /** Makes another recorder on the same sink. */
  made(change: Partial<RecorderOptions>): Recorder {
    this.recorder = createRecorder({
      sink: this.sink,
      writer: this.#writer,
      onError: 'stop',
      warn: (message) => this.warnings.push(message),
      startedAt: facts.startedAt,
      clock: () => this.now,
      allowance: { take: () => false },
      later: (fn, ms) => this.timers.push({ fn, at: this.now + ms }),
      ...change,
    });
    return this.recorder;
  }

  /** Lets time pass with an event loop that turns. */
  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.timers.splice(this.timers.indexOf(next), 1);
      this.now = Math.max(this.now, next.at);
      next.fn();
    }
    this.now = end;
  }

  lines(): ReceiptLine[] {
    return this.sink.lines().map((line) => JSON.parse(line) as ReceiptLine);
  }

  /** The text as a file would have it, with the seal or as it would be without. */
  file(seal: string | undefined = this.sink.seal()): string {
    return documentText(this.sink.header(), this.sink.lines(), seal);
  }

  unsealed(): string {
    return documentText(this.sink.header(), this.sink.lines());
  }
}
