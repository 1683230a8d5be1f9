import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider of models on loopback: a million tokens in and none out for every call, which gpt-4o-mini asks 0.15 dollars for. */
export interface Provider {
  readonly url: string;
  /** How many calls reached it. */
  readonly asked: () => number;
  readonly close: () => void;
}

/** Starts a provider on a free port of 127.0.0.1. */
export async function startProvider(): Promise<Provider> {
  let asked = 0;
  const usage = { prompt_tokens: 1_000_000, completion_tokens: 0, total_tokens: 1_000_000 };
  const server = createServer((request, response) => {
    asked += 1;
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'x', model: 'gpt-4o-mini', choices: [], usage }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/v1/chat/completions`,
    asked: () => asked,
    close: () => {
      server.close();
    },
  };
}

/** Statements that define `ask()`, which calls a model and gives the status of the answer or the rule that refused. */
export const ask = (url: string): string => `
const ask = () => fetch(${JSON.stringify(url)}, { method: 'POST', body: JSON.stringify({ model: 'gpt-4o-mini', messages: [] }) }).then(async (response) => { await response.text(); return response.status; }, (error) => error.rule ?? String(error));
const times = async (count) => { const told = []; for (let i = 0; i < count; i += 1) told.push(await ask()); return told; };
`;
