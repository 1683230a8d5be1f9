import { describe, expect, it } from 'vitest';
import { mayCallModel, observe, recognise, refusalResponse } from '../../../src/llm/meter.js';
import type { Usage } from '../../../src/llm/usage.js';

const body = JSON.stringify({ model: 'gpt-4o-mini', messages: [] });

describe('recognise', () => {
  it.each([
    ['https://api.openai.com/v1/chat/completions', 'openai'],
    ['https://api.openai.com/v1/responses?x=1', 'openai'],
    ['http://127.0.0.1:8080/v1/chat/completions', undefined],
    ['http://localhost:11434/v1/chat/completions', 'ollama'],
    ['https://API.GROQ.com/openai/v1/chat/completions', 'groq'],
    ['https://api.openai.com.evil.test/v1/chat/completions', undefined],
    ['https://user:pass@gateway.test/proxy/v1/completions/', undefined],
  ])('%s', (url, provider) => {
    expect(recognise('POST', url, body)).toEqual({
      model: 'gpt-4o-mini',
      asked: body.length,
      ...(provider && { provider }),
    });
  });

  it.each([
    ['GET', 'https://api.openai.com/v1/chat/completions', body],
    ['POST', 'https://api.openai.com/v1/models', body],
    ['POST', 'https://api.openai.com/v1/chat/completions/abc', body],
    ['POST', 'https://example.com/?x=/chat/completions', body],
    ['POST', 'https://example.com/surveys/responses', '{"answers":[]}'],
    ['POST', 'https://example.com/surveys/responses', '{"model":"T","answers":[]}'],
    ['POST', 'https://example.com/v1/responses', 'model=x&input=y'],
    ['POST', 'https://example.com/v1/responses', '{"model":"","input":"x"}'],
    ['POST', 'https://example.com/v1/responses', 'null'],
  ])('not %s %s %s', (method, url, text) => expect(recognise(method, url, text)).toBeUndefined());

  it.each([
    [{ max_tokens: 100 }, 100],
    [{ max_completion_tokens: 50, n: 3 }, 150],
    [{ max_output_tokens: 7 }, 7],
    [{ max_tokens: -1 }, undefined],
    [{}, undefined],
  ])('%j asks for %s output tokens', (fields, maxOutput) => {
    const text = JSON.stringify({ model: 'm', input: 'x', ...fields });
    expect(recognise('POST', 'https://a.test/v1/responses', text)?.maxOutput).toBe(maxOutput);
  });

  it('takes a URL of any length', () => expect(mayCallModel('POST', `https://${'a@'.repeat(100_000)}`)).toBe(false));
});

const usage = { prompt_tokens: 10, completion_tokens: 20 };
const streamOf = (pieces: readonly string[], pulled: number[] = [], cancelled: unknown[] = []): ReadableStream =>
  new ReadableStream(
    {
      pull(controller) {
        const piece = pieces[pulled.length];
        pulled.push(pulled.length);
        if (piece === undefined) controller.close();
        else if (piece === 'break') controller.error(new Error('broken'));
        else controller.enqueue(new TextEncoder().encode(piece));
      },
      cancel: (reason) => void cancelled.push(reason),
    },
    { highWaterMark: 0 },
  );
const observed = (body: string | ReadableStream, init: ResponseInit = {}): { response: Response; used: Usage[] } => {
  const used: Usage[] = [];
  return { response: observe(new Response(body, init), 40, (one) => used.push(one)), used };
};

describe('observe', () => {
  it('passes everything on and tells the usage when the answer ends', async () => {
    const original = new Response(JSON.stringify({ text: 'é'.repeat(9), usage }), {
      status: 201,
      statusText: 'Made',
      headers: { 'x-a': 'b' },
    });
    Object.defineProperty(original, 'url', { value: 'ignored: the getter of the prototype counts' });
    const used: Usage[] = [];
    const response = observe(original, 0, (one) => used.push(one));
    expect([response.status, response.statusText, response.headers.get('x-a'), response.type, response.url]).toEqual([
      201,
      'Made',
      'b',
      'default',
      '',
    ]);
    expect(used).toEqual([]);
    expect(await response.json()).toEqual({ text: 'é'.repeat(9), usage });
    expect(used).toEqual([{ input: 10, output: 20, cached: 0 }]);
  });

  it('gives clones the same', async () => {
    const { response, used } = observed(JSON.stringify({ usage }));
    const clone = response.clone();
    expect(await clone.text()).toBe(await response.text());
    expect(Object.getPrototypeOf(response.clone)).toBe(Function.prototype);
    expect(used).toHaveLength(1);
  });

  it('pulls no more than its reader, and cancels what it reads from', async () => {
    const pulled: number[] = [];
    const cancelled: unknown[] = [];
    const { response, used } = observed(
      streamOf(
        Array.from({ length: 50 }, () => 'data: {}\n\n'),
        pulled,
        cancelled,
      ),
      {
        headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      },
    );
    for await (const piece of response.body ?? []) if (piece !== undefined) break;
    expect(pulled).toEqual([0]);
    expect(cancelled).toHaveLength(1);
    expect(used).toEqual([{ input: 10, output: 1, cached: 0, estimated: true }]);
  });

  it('hands an error on and settles', async () => {
    const { response, used } = observed(streamOf(['data: {}\n\n', 'break']), {
      headers: { 'content-type': 'text/event-stream' },
    });
    await expect(response.text()).rejects.toThrow('broken');
    expect(used).toHaveLength(1);
  });

  it('reads into the caller’s own buffer', async () => {
    const { response, used } = observed(JSON.stringify({ usage }));
    const reader = response.body!.getReader({ mode: 'byob' });
    const { value } = await reader.read(new Uint8Array(1024));
    expect(JSON.parse(new TextDecoder().decode(value))).toEqual({ usage });
    expect((await reader.read(new Uint8Array(8))).done).toBe(true);
    expect(used).toHaveLength(1);
  });

  it.each([
    ['an error', '{"error":1}', 429],
    ['no body', null, 204],
  ])('takes %s as costing nothing, and leaves it alone', (_name, text, status) => {
    const original = new Response(text, { status });
    const used: Usage[] = [];
    expect(observe(original, 40, (one) => used.push(one))).toBe(original);
    expect(used).toEqual([{ input: 0, output: 0, cached: 0 }]);
  });
});

describe('refusalResponse', () => {
  const violation = { message: 'the budget is spent', code: 'ERR_ACCESS_DENIED', rule: 'budget.maxCostUsd' } as const;

  it.each([
    [{ 'x-stainless-lang': 'js' }],
    [new Headers({ 'user-agent': 'OpenAI/JS 6.0.0' })],
    [[['User-Agent', 'ai/6.0.1 ai-sdk/provider-utils/4']]],
  ])('answers a client library (%#)', async (headers) => {
    const response = refusalResponse(violation, { headers });
    expect(response?.status).toBe(402);
    expect(response?.headers.get('x-should-retry')).toBe('false');
    expect(await response?.json()).toEqual({
      type: 'error',
      error: {
        type: 'policy_violation',
        code: 'ERR_ACCESS_DENIED',
        param: 'budget.maxCostUsd',
        message: 'the budget is spent',
      },
    });
  });

  it.each([
    [undefined],
    [{}],
    [{ headers: { 'user-agent': 'mine' } }],
    [{ headers: 5 }],
    [{ headers: { 'not a name': 'x' } }],
  ])('leaves others to the error (%#)', (init) => expect(refusalResponse(violation, init)).toBeUndefined());
});
