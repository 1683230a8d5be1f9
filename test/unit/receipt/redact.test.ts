import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/receipt/redact.js';
import { cases, leak } from '../../corpus/judge.js';
import { lookAlikes } from '../../corpus/look-alikes.js';
import { createRandom } from '../../corpus/random.js';
import { IN_CONTEXT, KEYS } from '../../corpus/secrets.js';

const redact = createRedactor();
const join = (...parts: string[]): string => parts.join('');
const openAiKey = join('s', 'k-proj-', createRandom(1).text('alnum', 40));
const gitHubToken = join('gh', 'p_', createRandom(2).text('alnum', 36));

describe('known kinds', () => {
  it.each([...KEYS, ...IN_CONTEXT].map((family, at) => [family.label, at, family] as const))(
    '%s (%i) is named by its marker',
    (label, at, family) => {
      const { text, secret } = family.make(createRandom(at));
      expect(redact(text)).toBe(text.replace(secret, `[REDACTED_${label}]`));
    },
  );

  it('leaves no piece of any specimen in any carrier', () => {
    const missed = cases(1, 2).filter((item) => leak(item, redact(item.text)) !== undefined);
    expect(missed.map(({ family, carrier }) => `${family} in ${carrier}`)).toEqual([]);
  });

  it('leaves look-alikes alone, and returns the very same string', () => {
    const changed = lookAlikes(1, 10).filter(({ text }) => !Object.is(redact(text), text));
    expect(changed.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([]);
  });
});

describe('overlaps', () => {
  it.each([
    [
      'the more specific kind names equals',
      `Authorization: Bearer ${openAiKey}`,
      'Authorization: Bearer [REDACTED_OPENAI_API_KEY]',
    ],
    ['the outer one wins', `password="my ${gitHubToken} x"`, 'password="[REDACTED_PASSWORD]"'],
    [
      'a token inside a URL',
      `https://bot:${gitHubToken}@github.com/a/b`,
      'https://bot:[REDACTED_GITHUB_TOKEN]@github.com/a/b',
    ],
    ['two side by side', `${openAiKey} ${gitHubToken}`, '[REDACTED_OPENAI_API_KEY] [REDACTED_GITHUB_TOKEN]'],
    [
      'two in a query',
      `?token=${gitHubToken}&api_key=abc123def456&x=1`,
      '?token=[REDACTED_GITHUB_TOKEN]&api_key=[REDACTED_API_KEY]&x=1',
    ],
    ['a password that goes on after a comma', 'DB_PASSWORD=ab,cd;ef9', 'DB_PASSWORD=[REDACTED_PASSWORD]'],
    ['neighbours of a connection string', 'Password=ab12cd;Server=x', 'Password=[REDACTED_PASSWORD];Server=x'],
  ])('%s', (_name, text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe('a policy’s own patterns', () => {
  const own = createRedactor({
    patterns: [
      { label: 'ACME_TOKEN', regex: 'acme_[a-z0-9]{8}' },
      { label: 'case number', regex: '\\bcase [0-9]{6}\\b' },
      { label: 'TWICE', regex: '(tick|tock)-\\1' },
    ],
  });
  it.each([
    ['x acme_abcd1234 y', 'x [REDACTED_ACME_TOKEN] y'],
    ['in case 123456, and case 654321', 'in [REDACTED_CASE_NUMBER], and [REDACTED_CASE_NUMBER]'],
    ['tick-tick tick-tock', '[REDACTED_TWICE] tick-tock'],
    ['acme_ABCD', 'acme_ABCD'],
  ])('%s', (text, expected) => {
    expect(own(text)).toBe(expected);
  });

  it('settles when a pattern matches inside markers', () => {
    const greedy = createRedactor({ patterns: [{ label: 'SHOUT', regex: '[A-Z_]{5,}' }] });
    expect(greedy('hear HELLO there')).toBe('hear [REDACTED_SHOUT] there');
  });

  it('ignores empty matches', () => {
    expect(createRedactor({ patterns: [{ label: 'NOTHING', regex: 'x*' }] })('abxxc')).toBe('ab[REDACTED_NOTHING]c');
  });
});

describe('values of variables', () => {
  const value = 'tüv "key"/+?&=1234';
  const own = createRedactor({
    secrets: [
      { name: 'My-Service.key', value },
      { name: 'SHORT', value: 'abc1234' },
      { name: 'HALF', value: '\ud800 half a character' },
    ],
  });
  it.each([
    ['plain', value],
    ['percent-encoded', encodeURIComponent(value)],
    ['in JSON', JSON.stringify(value).slice(1, -1)],
    ['glued to others', `abc${value}def`, 'abc[REDACTED_MY_SERVICE_KEY]def'],
    ['base64', Buffer.from(value).toString('base64')],
    ['base64 behind one character', Buffer.from(`a${value}`).toString('base64')],
    ['base64 behind two, before others', Buffer.from(`ab${value}cd`).toString('base64')],
    ['base64url', Buffer.from(`user:${value}`).toString('base64url')],
    ['with half a character', '\ud800 half a character', '[REDACTED_HALF]'],
  ])('%s', (_name, text, expected = '[REDACTED_MY_SERVICE_KEY]') => {
    expect(own(text)).toBe(expected);
  });

  it('covers every overlapping occurrence', () => {
    expect(createRedactor({ secrets: [{ name: 'A', value: 'abababab' }] })('xababababababx')).toBe('x[REDACTED_A]x');
  });

  it('ignores values shorter than 8 characters', () => {
    expect(own('abc1234')).toBe('abc1234');
  });
});

describe('properties', () => {
  const own = createRedactor({
    patterns: [
      { label: 'A', regex: '[a-c]{3}d?' },
      { label: 'B', regex: 'x-[0-9]+' },
    ],
    secrets: [{ name: 'C', value: 'sk-x-012[RE' }],
  });
  const piece = fc.oneof(
    fc.constantFrom(
      'sk-',
      'AKIA',
      'password',
      '=',
      ': ',
      '"',
      '\\"',
      '[REDACTED_A]',
      '[REDACTED_',
      ']',
      '&',
      ';',
      'x-1',
      'abcd',
      'sk-x-012[RE',
      '://',
      '@',
      'Bearer ',
      'Authorization: ',
      '\n',
      'eyJ',
      '.',
      'token',
      'secret',
      '-----BEGIN PRIVATE KEY-----',
    ),
    fc.string({ maxLength: 6 }),
    fc.nat(200).map((n) => createRandom(n).text('alnum', 20)),
    fc.nat(KEYS.length - 1).map((n) => (KEYS[n] as (typeof KEYS)[number]).make(createRandom(n)).text),
  );
  const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  it('redact(redact(text)) = redact(text)', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(own(own(text))).toBe(own(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('a key is gone whatever stands around it, if set off by a space', () => {
    const keys = fc
      .nat(KEYS.length - 1)
      .map((n) => (KEYS[n] as (typeof KEYS)[number]).make(createRandom(n + 77)).secret);
    fc.assert(
      fc.property(texts, keys, texts, (before, secret, after) => {
        const text = `${before} ${secret} ${after}`;
        expect(leak({ family: '', carrier: '', text, secret }, redact(text))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('what is long beyond all searching is withheld, not passed on', () => {
    expect(redact(`password="${'a'.repeat(12_000_000)}`)).toBe('[REDACTED_TEXT]');
  });
});
