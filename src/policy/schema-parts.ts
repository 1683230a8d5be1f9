import * as v from 'valibot';
import { parseDuration, parseSize } from './amounts.js';
import { isDangerousRegex } from './regex-safety.js';

/** A check: what is wrong with a text, in words that begin with `expected`. */
export type Syntax = (text: string) => string | undefined;

type Described<S extends v.GenericSchema> = v.SchemaWithPipe<
  readonly [S, v.DescriptionAction<v.InferOutput<S>, string>]
>;

/** The schema with the sentence that editors show and the published schema has. */
export const described = <const S extends v.GenericSchema>(schema: S, sentence: string): Described<S> =>
  v.pipe(schema, v.description(sentence));

/** One schema for each key of `T`, no more and no less: what the type calls optional is optional in the schema. */
export type Entries<T> = {
  readonly [K in keyof T]-?: Partial<Pick<T, K>> extends Pick<T, K> ? Optional<T[K]> : v.GenericSchema<unknown, T[K]>;
};
type Optional<T> = v.GenericSchema<unknown, T> & { readonly type: 'exact_optional' };

/** The schema of a mapping with these keys and no other. */
export const mapping = <T>(entries: Entries<T>): v.GenericSchema<unknown, T> =>
  v.strictObject(entries as unknown as v.ObjectEntries) as unknown as v.GenericSchema<unknown, T>;

/** A text that has to keep a syntax; `expected` is said of what is no text at all. */
export const textOf = (syntax: Syntax, expected = ''): v.GenericSchema<string, string> =>
  v.pipe(
    expected === '' ? v.string() : v.string(expected),
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed ? syntax(dataset.value) : undefined;
      if (problem !== undefined) addIssue({ message: problem });
    }),
  );

/** Any text but the empty one. */
export const someText: v.GenericSchema<string, string> = v.pipe(v.string(), v.nonEmpty('expected some text'));

/** A whole number from `least` on. */
export const wholeFrom = (least: number): v.GenericSchema<number, number> =>
  v.pipe(
    v.number(),
    v.safeInteger('expected a whole number'),
    v.minValue(least, `expected a whole number, ${least} or more`),
  );

const hasTwelveDecimals = (usd: number): boolean => /^\d+(?:\.\d{1,12})?$/.test(decimal(usd));

/** A number without exponent. */
function decimal(value: number): string {
  const text = String(value);
  const [digits = '', exponent] = text.split('e-');
  if (exponent === undefined) return text.includes('e+') ? BigInt(value).toString() : text;
  return `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`;
}

/** An amount of US dollars, exact to the picodollar. */
export const usd: v.GenericSchema<number, number> = v.pipe(
  v.number(),
  v.finite('expected a finite amount of US dollars'),
  v.minValue(0, 'expected an amount of US dollars, 0 or more'),
  v.check(hasTwelveDecimals, 'expected an amount of US dollars with at most 12 decimals'),
);

/** A share from 0 to 1. */
export const share: v.GenericSchema<number, number> = v.pipe(
  v.number(),
  v.minValue(0, 'expected a share from 0 to 1'),
  v.maxValue(1, 'expected a share from 0 to 1'),
);

const DURATION = 'expected a duration with a unit, like 90s, 10m or 1h30m';

/** A duration with its unit. */
export const duration: v.GenericSchema<string, string> = textOf((text) => {
  const ms = parseDuration(text);
  return ms === undefined || ms === 0 ? DURATION : undefined;
}, DURATION);

const SIZE = 'expected a size with a unit, like 256MB or 1GiB';

/** A size with its unit. */
export const size: v.GenericSchema<string, string> = textOf(
  (text) => (parseSize(text) === undefined ? SIZE : undefined),
  SIZE,
);

/** A regular expression that cannot take long. */
export const safeRegex: v.GenericSchema<string, string> = textOf((source) => {
  const danger = isDangerousRegex(source);
  return danger === undefined ? undefined : `expected a regular expression that is quick on every text (${danger})`;
});

/** A key that is not possible here, with the sentence that says why. */
export const notHere = (sentence: string): v.NeverSchema<string> => v.never(sentence);
