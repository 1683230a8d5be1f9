import type { TotalsReport } from './document.js';
import type { ReadEvent, ReadReceipt } from './read.js';

/** Refused events that a summary lists. */
const LISTED = 20;

/** The one line for stderr at exit, or undefined when nothing was or would have been blocked. */
export function exitSummary(totals: Pick<TotalsReport, 'blocked' | 'wouldBlock'>, place: string): string | undefined {
  const { blocked, wouldBlock } = totals;
  const parts = [
    ...(blocked === 0 ? [] : [`${blocked} blocked`]),
    ...(wouldBlock === 0 ? [] : [`${wouldBlock} would have been blocked`]),
  ];
  return parts.length === 0 ? undefined : `receiptbot: ${parts.join(', ')} — receipt ${printable(place)}`;
}

/** A receipt for people, on several lines without colour: who ran, what it did, what was refused and why. */
export function describeReceipt(read: ReadReceipt): string {
  const { header, totals, events } = read;
  const refused = events.filter(({ status }) => status === 'BLOCKED_BY_POLICY' || status === 'WOULD_BLOCK');
  const sources = header.policy.sources.map(({ file }) => file).join(', ');
  return [
    `receipt  ${header.id} (${stateOf(read)})`,
    `process  ${header.argv.join(' ')} — pid ${header.process.pid}, Node ${header.node}`,
    `policy   ${header.policy.mode}${sources === '' ? '' : ` — ${sources}`}`,
    `files    ${totals.files.read} read, ${totals.files.written} written, ${totals.files.deleted} deleted`,
    `commands ${totals.commands}`,
    `hosts    ${totals.hosts.length === 0 ? 'none' : totals.hosts.join(', ')}`,
    `models   ${totals.llmCalls} calls, ${totals.tokens.input} tokens in, ${totals.tokens.output} out, $${decimal(totals.costUsd)}`,
    `events   ${totals.events}, ${totals.blocked} blocked, ${totals.wouldBlock} would have been blocked`,
    ...refused.slice(0, LISTED).flatMap(describeRefusal),
    ...(refused.length > LISTED ? [`  … and ${refused.length - LISTED} more`] : []),
  ]
    .map(printable)
    .join('\n');
}

function stateOf({ sealed, torn, seal, damaged }: ReadReceipt): string {
  const damage = damaged === 0 ? '' : `, ${damaged} damaged lines`;
  if (torn) return `its last write was cut off, unsealed${damage}`;
  if (!sealed) return `unsealed: still running, or ended by a signal${damage}`;
  const code = seal?.exitCode === undefined ? '' : `exit code ${seal.exitCode}, `;
  return `sealed, ${code}${((seal?.durationMs ?? 0) / 1000).toFixed(1)} s${damage}`;
}

function describeRefusal(event: ReadEvent): string[] {
  const times = event.count === 1 ? '' : ` ×${event.count}`;
  const who = event.context === 'root' ? '' : ` [${event.context}]`;
  return [
    `  ${event.status === 'WOULD_BLOCK' ? 'would block' : 'blocked'} ${event.action}${who}${times}`,
    `    ${event.policyTrigger ?? event.rule ?? 'policy'}`,
    ...(event.caller === undefined ? [] : [`    asked by ${event.caller}`]),
  ];
}

/** A small amount as people write it: numbers below a millionth would print with an exponent. */
function decimal(usd: number): string {
  return usd === 0 ? '0' : usd.toFixed(12).replace(/\.?0+$/, '');
}

/** Text that cannot steer the terminal: control, direction and line characters are shown as escapes. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`);
}
