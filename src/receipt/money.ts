/** Digits after the point that an amount keeps: one picodollar is 1e-12 USD. */
const DECIMALS = 12;
const PICODOLLARS = 10n ** BigInt(DECIMALS);
const AMOUNT = /^(\d{0,400})(?:\.(\d{0,400}))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * Picodollars in an amount of US dollars, exact to the twelfth decimal and rounded half up after it.
 * A number counts as the decimal it prints as, so that `0.1` is a tenth. @throws RangeError unless finite and not negative
 */
export function parseUsd(amount: number | string): bigint {
  const text = String(amount).trim();
  const [, whole = '', fraction = '', exponent = '0'] = AMOUNT.exec(text) ?? [];
  if (whole + fraction === '')
    throw new RangeError(
      `an amount of US dollars is a finite number that is not negative, not ${JSON.stringify(text)}`,
    );
  const digits = BigInt(whole + fraction);
  const scale = Number(exponent) - fraction.length + DECIMALS;
  if (scale >= 0) return digits * 10n ** BigInt(scale);
  const divisor = 10n ** BigInt(-scale);
  return (digits * 2n + divisor) / (divisor * 2n);
}

/** The exact amount in US dollars as decimal text, without trailing zeros. */
export function formatUsd(picodollars: bigint): string {
  const sign = picodollars < 0n ? '-' : '';
  const size = picodollars < 0n ? -picodollars : picodollars;
  const fraction = (size % PICODOLLARS).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  return `${sign}${size / PICODOLLARS}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * The number nearest to the amount in US dollars, as receipts print it. Below 8192 USD `parseUsd` gives back the very amount:
 * there two neighbouring doubles are less than a picodollar apart.
 */
export function usdNumber(picodollars: bigint): number {
  return Number(formatUsd(picodollars));
}
