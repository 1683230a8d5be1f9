import type { EventDraft, Json } from '../types.js';
import { usdNumber } from './money.js';
import { RedactedJson } from './redacted-json.js';

/** Characters that all strings of one line may have together; those of the head or the seal may have more. */
const LINE = 262_144;
const WHOLE = 16 * LINE;

/** Turns events into lines of JSON; every string goes through the redactor on the way. */
export interface LineWriter {
  /** The line of an event. `ms` is the time since the epoch. */
  event(seq: number, ms: number, draft: EventDraft): string;
  outcome(of: number, ms: number, outcome: { readonly [key: string]: Json }): string;
  repeat(of: number, count: number, ms: number): string;
  /** Any JSON value as redacted JSON text. */
  json(value: Json): string;
}

/** Makes a line writer. */
export function createLineWriter(redact: (text: string) => string): LineWriter {
  const time = createClockText();
  const json = new RedactedJson(redact);
  return {
    event: (seq, ms, draft) => {
      json.allow(LINE);
      let line = `{"seq":${seq},"time":"${time(ms)}","context":${json.quote(draft.context)}`;
      if (draft.call !== undefined) line += `,"call":${draft.call}`;
      line += `,"type":"${draft.type}"`;
      if (draft.capability !== undefined) line += `,"capability":"${draft.capability}"`;
      line += `,"action":${json.quote(draft.action)},"payload":${json.print(draft.payload)},"status":"${draft.status}"`;
      if (draft.policyTrigger !== undefined) line += `,"policyTrigger":${json.quote(draft.policyTrigger)}`;
      if (draft.rule !== undefined) line += `,"rule":${json.quote(draft.rule)}`;
      if (draft.caller !== undefined) line += `,"caller":${json.quote(draft.caller)}`;
      if (draft.cause !== undefined) line += `,"cause":${json.quote(draft.cause)}`;
      if (draft.cost !== undefined) line += `,"costImpactUsd":${usdNumber(draft.cost)}`;
      return `${line}}`;
    },
    outcome: (of, ms, outcome) => {
      json.allow(LINE);
      return `{"of":${of},"time":"${time(ms)}","outcome":${json.print(outcome)}}`;
    },
    repeat: (of, count, ms) => `{"repeat":{"of":${of},"count":${count},"until":"${time(ms)}"}}`,
    json: (value) => {
      json.allow(WHOLE);
      return json.print(value);
    },
  };
}

/** ISO 8601 text of a time; formatting a date costs as much as the rest of a line, so it is done once a second. */
export function createClockText(): (ms: number) => string {
  let second = NaN;
  let prefix = '';
  return (ms) => {
    const now = Math.floor(ms / 1000);
    if (now !== second) {
      second = now;
      prefix = new Date(now * 1000).toISOString().slice(0, -4);
    }
    return `${prefix}${String(Math.floor(ms) - now * 1000).padStart(3, '0')}Z`;
  };
}
