import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/context/context.js';
import type { EndpointAccess, Json } from '../../../src/types.js';
import type { Row } from '../../../src/table/row.js';
import { setChunkLoader } from '../../../src/chunks.js';
import { setRoot } from '../../../src/context/context.js';
import { createViolation } from '../../../src/errors.js';
import { metered } from '../../../src/llm/metered.js';
import { compile } from '../../../src/policy/compile.js';

beforeAll(async () => {
  const prices: unknown = await import('../../../src/llm/prices.js');
  setChunkLoader(() => prices);
  setRoot(root);
});
const root = {
  name: 'root',
  parent: undefined,
  account: {},
  policy: { mode: 'enforce', gates: [] },
} as unknown as Context;

const url = 'https://api.openai.com/v1/chat/completions';
const endpoint = (method: string): EndpointAccess => ({
  kind: 'endpoint',
  capability: 'net.connect',
  requested: url,
  resource: 'api.openai.com:443',
  use: 'connect',
  method,
  url,
});
const other: Row = { module: 'net', name: 'connect', type: 'tool.net', delivery: 'throwing', select: () => [] };
const [row, untouched] = metered([
  {
    module: 'globalThis',
    name: 'fetch',
    type: 'tool.net',
    delivery: 'rejection',
    select: (args) => [endpoint(String((args[1] as { method?: string }).method))],
  },
  other,
]) as [Row, Row];
const body = JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] });
const select = (args: unknown[]) => row.select(args, undefined, () => undefined);
const deliver = (error: unknown, args: unknown[]): unknown =>
  (row.delivery as (...values: unknown[]) => unknown)(error, undefined, args);

describe('metered', () => {
  it('leaves other rows as they are', () => expect(untouched).toBe(other));

  it('makes the call of a model an access of its own', () => {
    expect(select([url, { method: 'POST', body }])).toEqual([
      {
        kind: 'llm',
        capability: 'llm.call',
        requested: 'gpt-4o-mini',
        resource: 'openai/gpt-4o-mini',
        model: 'gpt-4o-mini',
        cost: 0n,
      },
      endpoint('POST'),
    ]);
    expect(select([url, { method: 'GET', body }])).toEqual([endpoint('GET')]);
    expect(select([url, { method: 'POST', body: new FormData() }])).toEqual([endpoint('POST')]);
  });

  it('knows of no call where the request is refused', () => {
    const places = { project: '/p', cwd: '/p', tmp: '/tmp', home: '/h', modules: [] };
    for (const mode of ['enforce', 'audit'] as const) {
      const document = { net: { connect: { allow: [] } } };
      const layers = [{ name: 'project', document, sources: [], places }] as const;
      setRoot({
        name: 'root',
        parent: undefined,
        policy: compile(layers, mode, { policyFiles: [] }),
      } as unknown as Context);
      const kinds = select([url, { method: 'POST', body }])?.map(({ kind }) => kind);
      expect(kinds).toEqual(mode === 'enforce' ? ['endpoint'] : ['llm', 'endpoint']);
    }
    setRoot(root);
  });

  it('reads each part of the request once and passes on what it read', () => {
    let reads = 0;
    const init = {
      method: 'POST',
      get body() {
        reads += 1;
        return reads === 1 ? body : '{}';
      },
      headers: { a: 'b' },
      unknown: 1,
    };
    const args = [url, init];
    expect(select(args)).toHaveLength(2);
    expect(args[1]).toEqual({ method: 'POST', body, headers: { a: 'b' } });
    const bytes = new TextEncoder().encode(body);
    const others = [url, { method: 'POST', body: bytes }];
    expect(select(others)).toHaveLength(2);
    bytes.fill(32);
    expect(Buffer.from((others[1] as { body: Uint8Array }).body).toString()).toBe(body);
  });

  it('tells what the answer used and what it cost', async () => {
    const args = [url, { method: 'POST', body }];
    select(args);
    const told: { readonly [key: string]: Json }[] = [];
    const answer = Promise.resolve(Response.json({ usage: { prompt_tokens: 1000, completion_tokens: 200 } }));
    const response = (await row.after?.(
      answer,
      undefined,
      args,
      () => undefined,
      (fields) => told.push(fields),
    )) as Response;
    expect(await response.json()).toEqual({ usage: { prompt_tokens: 1000, completion_tokens: 200 } });
    expect(told).toEqual([
      {
        'http.response.status_code': 200,
        'gen_ai.usage.input_tokens': 1000,
        'gen_ai.usage.output_tokens': 200,
        costImpactUsd: 0.00027,
      },
    ]);
    const plain = Promise.resolve(Response.json({}));
    expect(
      row.after?.(
        plain,
        undefined,
        [url],
        () => undefined,
        () => undefined,
      ),
    ).toBe(plain);
  });

  it('answers a client library, rejects for others', async () => {
    const [access] = select([url, { method: 'POST', body }]) ?? [];
    const verdict = { allowed: false, enforced: true, rule: { id: 'budget.maxCostUsd' } };
    const error = createViolation({
      access: access!,
      verdict,
      action: 'fetch',
      type: 'tool.net',
      context: 'root',
      eventId: 1,
    });
    const answer = (await deliver(error, [url, { headers: { 'x-stainless-lang': 'js' } }])) as Response;
    expect(answer.status).toBe(402);
    await expect(deliver(error, [url, {}])).rejects.toBe(error);
    const others = createViolation({
      access: endpoint('POST'),
      verdict,
      action: 'fetch',
      type: 'tool.net',
      context: 'root',
      eventId: 1,
    });
    await expect(deliver(others, [url, { headers: { 'x-stainless-lang': 'js' } }])).rejects.toBe(others);
  });
});
