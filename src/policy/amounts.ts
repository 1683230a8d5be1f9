/** Amounts as people write them in a policy, and back. */

const TIME: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;

/** Milliseconds in `10m`, `1h30m`, `1.5s`; undefined for what is no duration. */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  let sum = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(/([\d.]+)([a-z]+)/g))
    sum += Number(amount) * (TIME[unit] ?? NaN);
  return Number.isSafeInteger(Math.round(sum)) ? Math.round(sum) : undefined;
}

/** The shortest duration that `parseDuration` reads as these milliseconds. */
export const formatDuration = (ms: number): string => inUnits(ms, TIME);

const SIZE: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1000,
  KiB: 1024,
  MB: 1000 ** 2,
  MiB: 1024 ** 2,
  GB: 1000 ** 3,
  GiB: 1024 ** 3,
};

/** Bytes in `256MB` (a million each) or `256MiB` (1024 × 1024 each); undefined for what is no size. */
export function parseSize(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?([A-Za-z]+)$/.exec(text) ?? [];
  const known = Object.entries(SIZE).find(([name]) => name.toLowerCase() === unit.toLowerCase());
  if (amount === undefined || known === undefined) return undefined;
  const bytes = Math.round(Number(amount) * known[1]);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}

/** The shortest size that `parseSize` reads as these bytes. */
export const formatSize = (bytes: number): string => inUnits(bytes, SIZE);

function inUnits(amount: number, units: Readonly<Record<string, number>>): string {
  const whole = Object.entries(units).filter(([, size]) => amount % size === 0);
  const [name, size] = whole.reduce((best, each) => (each[1] > best[1] ? each : best));
  return `${amount / size}${name}`;
}
