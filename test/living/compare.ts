import type { EventJson, ReceiptJson } from '../run.js';
import type { Outcome } from './neighbour.js';

/** What varies in any program's output: the number of its process. */
const ALWAYS = [/(?<=\(node:)\d+(?=\))/g];

/** The text without what differs from run to run. */
export function steady(text: string, varies: readonly RegExp[] = []): string {
  return [...ALWAYS, ...varies].reduce(
    (rest, pattern) => rest.replace(new RegExp(pattern, globally(pattern)), '…'),
    text,
  );
}
const globally = ({ flags }: RegExp): string => (flags.includes('g') ? flags : `${flags}g`);

/** What a guarded run shows otherwise than the bare one, a line each. */
export function differences(expected: Outcome, actual: Outcome, varies: readonly RegExp[] = []): string[] {
  const ends = (['code', 'signal'] as const)
    .filter((key) => expected[key] !== actual[key])
    .map((key) => `${key} ${String(actual[key])} instead of ${String(expected[key])}`);
  const texts = (['stdout', 'stderr'] as const).flatMap((key) =>
    firstDifference(key, steady(expected[key], varies), steady(actual[key], varies)),
  );
  const probes =
    expected.probes.join() === actual.probes.join()
      ? []
      : [`probes ${actual.probes.join(', ')} instead of ${expected.probes.join(', ')}`];
  return [...ends, ...texts, ...probes];
}

function firstDifference(what: string, expected: string, actual: string): string[] {
  if (expected === actual) return [];
  const [wanted, got] = [expected, actual].map((text) => text.split('\n'));
  const at = wanted?.findIndex((line, index) => line !== got?.[index]) ?? 0;
  const line = at === -1 ? (wanted?.length ?? 0) : at;
  return [`${what}:${String(line + 1)}: ${JSON.stringify(got?.[line])} instead of ${JSON.stringify(wanted?.[line])}`];
}

/** What is wrong where the probe's calls were to be refused. */
export function slips({ probes }: Outcome, expected: number): string[] {
  const through = probes.filter((note) => !note.endsWith(' refused'));
  if (through.length > 0) return [`not refused: ${through.join(', ')}`];
  return probes.length === expected ? [] : [`${String(probes.length)} probes instead of ${String(expected)}`];
}

const PROBED = { 'fs.read': /secret\.txt/, 'net.connect': /127\.0\.0\.1/ };

/** What the receipts do not tell: an attempt of the probe with that status, or which of two is a thread's own. */
export function untold(receipts: readonly ReceiptJson[], status: string): string[] {
  const events = receipts.flatMap((receipt) => receipt.events) as unknown as Partial<EventJson>[];
  const silent = Object.entries(PROBED)
    .filter(([capability, named]) =>
      events.every(
        (event) => event.capability !== capability || event.status !== status || !named.test(event.action ?? ''),
      ),
    )
    .map(([capability]) => `no receipt tells of the ${capability} (${status})`);
  const threads = receipts.map(({ process: { pid, threadId } }) => `${String(pid)}/${String(threadId)}`);
  const twice = [...new Set(threads.filter((thread, index) => threads.indexOf(thread) !== index))];
  return [...silent, ...twice.map((thread) => `two receipts of ${thread}`)];
}
