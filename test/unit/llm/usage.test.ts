import { describe, expect, it } from 'vitest';
import { eventUsage, jsonUsage, usageIn } from '../../../src/llm/usage.js';

const chat = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 };

describe('usageIn', () => {
  it.each([
    ['chat', { usage: chat }, { input: 1000, output: 200, cached: 0 }],
    [
      'chat with a cache',
      { usage: { ...chat, prompt_tokens_details: { cached_tokens: 400 } } },
      { input: 1000, output: 200, cached: 400 },
    ],
    [
      'responses',
      { usage: { input_tokens: 20_000, input_tokens_details: { cached_tokens: 16_000 }, output_tokens: 500 } },
      { input: 20_000, output: 500, cached: 16_000 },
    ],
    [
      'the last event of responses',
      { response: { usage: { input_tokens: 7, output_tokens: 8 } } },
      { input: 7, output: 8, cached: 0 },
    ],
    ['embeddings', { usage: { prompt_tokens: 8191, total_tokens: 8191 } }, { input: 8191, output: 0, cached: 0 }],
    ['Groq', { x_groq: { usage: chat } }, { input: 1000, output: 200, cached: 0 }],
    [
      'nonsense in numbers',
      { usage: { prompt_tokens: -5, completion_tokens: NaN } },
      { input: 0, output: 0, cached: 0 },
    ],
    [
      'more cached than there is',
      { usage: { prompt_tokens: 5, completion_tokens: 1.5, prompt_tokens_details: { cached_tokens: 50 } } },
      { input: 5, output: 1, cached: 5 },
    ],
  ])('%s', (_name, answer, expected) => expect(usageIn(answer)).toEqual(expected));

  it.each([[undefined], [null], ['text'], [{}], [{ usage: null }]])('nothing in %j', (answer) =>
    expect(usageIn(answer)).toBeUndefined(),
  );
});

const read = (reader: ReturnType<typeof jsonUsage>, text: string, size: number): unknown => {
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  return reader.end();
};

describe('readers', () => {
  const events = [
    `data: ${JSON.stringify({ choices: [{ delta: { content: 'a' } }], usage: null })}`,
    `data: ${JSON.stringify({ choices: [{ delta: { content: 'b' } }] })}`,
    `data: ${JSON.stringify({ choices: [], usage: chat })}`,
    'data: [DONE]',
    '',
  ];
  it.each([1, 7, 10_000])('take answers in pieces of %i characters', (size) => {
    const expected = { input: 1000, output: 200, cached: 0 };
    expect(read(jsonUsage(0), JSON.stringify({ usage: chat }), size)).toEqual(expected);
    for (const newline of ['\n\n', '\r\n\r\n', '\r'])
      expect(read(eventUsage(0), events.join(newline), size)).toEqual(expected);
  });

  it('guess when the answer does not tell', () => {
    expect(read(jsonUsage(400), 'x'.repeat(40), 10)).toEqual({ input: 100, output: 10, cached: 0, estimated: true });
    expect(read(eventUsage(400), `${events[0] ?? ''}\n\n${events[1] ?? ''}\n\n`, 10)).toEqual({
      input: 100,
      output: 2,
      cached: 0,
      estimated: true,
    });
  });
});
