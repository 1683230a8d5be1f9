import type { PolicyViolationError } from '../errors.js';
import {
  createDecoder,
  defineProperty,
  getPrototypeOf,
  objectCreate,
  program,
  promiseThen,
  setPrototypeOf,
  webClasses,
} from '../primordials.js';
import { eventUsage, jsonUsage, type Usage, type UsageReader } from './usage.js';

/** A request that calls a language model, as far as it tells before it is sent. */
export interface ModelCall {
  readonly model: string;
  /** Whose model, where the host tells: `openai`. */
  readonly provider?: string;
  /** The most output tokens that it asks for, all choices together; absent when it sets no bound. */
  readonly maxOutput?: number;
  /** Length of the request in characters. */
  readonly asked: number;
}

/** The paths of OpenAI's API, which others speak too, whatever stands in front of them. */
const PATH = /\/(?:chat\/completions|completions|responses|embeddings)\/?$/;
const PROVIDERS: Readonly<Record<string, string>> = {
  'api.openai.com': 'openai',
  'api.groq.com': 'groq',
  'api.mistral.ai': 'mistral',
  'api.deepseek.com': 'deepseek',
  'api.x.ai': 'x-ai',
  'api.together.xyz': 'together',
  'api.fireworks.ai': 'fireworks',
  'openrouter.ai': 'openrouter',
};
/** Where Ollama listens unless told otherwise. */
const OLLAMA = '11434';
const URL_PARTS = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d+))?([^?#]*)/i;

/** True when a request of that method to that URL may call a model: only then is its body worth a look. */
export function mayCallModel(method: string, url: string): boolean {
  return method === 'POST' && PATH.test(URL_PARTS.exec(url)?.[3] ?? '');
}

/** What model a request calls; undefined when it calls none. `body` is the JSON it sends; any host will do, for gateways and local servers. */
export function recognise(method: string, url: string, body: string): ModelCall | undefined {
  if (!mayCallModel(method, url)) return undefined;
  const fields = parsed(body);
  const { model } = fields;
  if (typeof model !== 'string' || model === '' || !['messages', 'input', 'prompt'].some((key) => key in fields))
    return undefined;
  const provider = providerOf(url);
  const maxOutput = maxOutputOf(fields);
  return {
    model,
    asked: body.length,
    ...(provider === undefined ? {} : { provider }),
    ...(maxOutput === undefined ? {} : { maxOutput }),
  };
}

function providerOf(url: string): string | undefined {
  const [, host = '', port] = URL_PARTS.exec(url) ?? [];
  return PROVIDERS[host.toLowerCase()] ?? (port === OLLAMA ? 'ollama' : undefined);
}

function maxOutputOf({ max_completion_tokens, max_output_tokens, max_tokens, n }: Fields): number | undefined {
  const most = [max_completion_tokens, max_output_tokens, max_tokens].find(isCount);
  return most === undefined ? undefined : most * (isCount(n) ? n : 1);
}

type Fields = Readonly<Record<string, unknown>>;
const isCount = (value: unknown): value is number => typeof value === 'number' && value > 0 && Number.isFinite(value);

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

/**
 * Returns a response that is read through: same status, headers, URL and bytes, read from the original only as its reader
 * asks for them and cancelled when its reader gives up. `onUsage` is called once: when the answer ends, breaks or is cancelled.
 * An answer of an error, or without a body, costs nothing and comes back as it is.
 */
export function observe(response: Response, asked: number, onUsage: (usage: Usage) => void): Response {
  const web = webClasses();
  const body = web.bodyOf(response);
  const status = web.statusOf(response);
  if (body === null || status < 200 || status > 299) {
    onUsage(NOTHING);
    return response;
  }
  const headers = web.headersOf(response);
  const events = /^text\/event-stream/i.test(web.headerOf(headers, 'content-type') ?? '');
  const stream = readThrough(body, observed(events ? eventUsage(asked) : jsonUsage(asked), onUsage));
  const wrapped = web.newResponse(stream, { status, statusText: web.statusTextOf(response), headers });
  return keptAlike(wrapped, {
    url: web.urlOf(response),
    redirected: web.redirectedOf(response),
    type: web.typeOf(response),
  });
}

const NOTHING: Usage = { input: 0, output: 0, cached: 0 };

interface Observer {
  readonly piece: (bytes: Uint8Array) => void;
  readonly done: () => void;
}

function observed(reader: UsageReader, onUsage: (usage: Usage) => void): Observer {
  const decode = createDecoder();
  let open = true;
  return {
    piece: (bytes) => {
      if (open) reader.push(decode(bytes));
    },
    done: () => {
      if (!open) return;
      open = false;
      reader.push(decode());
      onUsage(reader.end());
    },
  };
}

interface ByteController {
  readonly byobRequest: { readonly respond: (bytes: number) => void } | null;
  readonly enqueue: (piece: Uint8Array) => void;
  readonly close: () => void;
  readonly error: (reason: unknown) => void;
}

function readThrough(body: ReadableStream<Uint8Array>, observer: Observer): ReadableStream<Uint8Array> {
  const web = webClasses();
  const reader = web.readerOf(body);
  const source = {
    type: 'bytes',
    pull: (controller: ByteController) =>
      promiseThen(
        web.readFrom(reader),
        ({ done, value }) => {
          if (done || value === undefined) {
            observer.done();
            controller.close();
            controller.byobRequest?.respond(0);
            return;
          }
          // to enqueue is to hand the bytes over for good
          observer.piece(value);
          controller.enqueue(value);
        },
        (reason) => {
          observer.done();
          controller.error(reason);
        },
      ),
    cancel: (reason: unknown) => {
      observer.done();
      return web.cancelOf(reader, reason);
    },
  };
  return web.newStream(source, { highWaterMark: 0 });
}

type Kept = Readonly<Record<'url' | 'redirected' | 'type', unknown>>;

/** A made response has no URL; this one, and its clones, say what the original says. */
function keptAlike(response: Response, kept: Kept): Response {
  for (const [key, value] of Object.entries(kept)) defineProperty(response, key, { value, configurable: true });
  const { clone } = { clone: (): Response => keptAlike(webClasses().cloneOf(response), kept) };
  setPrototypeOf(clone, getPrototypeOf(program.Promise)); // a function of the program's realm, for whoever looks
  defineProperty(response, 'clone', { value: clone, configurable: true, writable: true });
  return response;
}

/** Clients that read an error from an answer, and would retry what rejects: by the header they send or the name they give. */
const SDK = /\b(?:openai|anthropic|groq|mistral|cohere|ai-sdk|langchain|llamaindex)\b/i;

/** True when the headers of a request (`init.headers`) are those of a provider's client library. */
export function sentByClientLibrary(headers: unknown): boolean {
  if (headers === undefined || headers === null) return false;
  const web = webClasses();
  try {
    const sent = web.newHeaders(headers);
    return web.headerOf(sent, 'x-stainless-lang') !== null || SDK.test(web.headerOf(sent, 'user-agent') ?? '');
  } catch {
    return false;
  }
}

/**
 * The refusal as a provider would answer it: 402 and an error in JSON, which client libraries report once and do not retry.
 * Undefined when no client library asked: a program that calls `fetch` itself may never look at the status.
 */
export function refusalResponse(
  violation: Pick<PolicyViolationError, 'message' | 'code' | 'rule'>,
  init: unknown,
): Response | undefined {
  const headers = typeof init === 'object' && init !== null ? (init as { headers?: unknown }).headers : undefined;
  if (!sentByClientLibrary(headers)) return undefined;
  const { message, code, rule } = violation;
  const body = JSON.stringify({ type: 'error', error: { type: 'policy_violation', code, param: rule, message } });
  const answer = objectCreate(program.Object.prototype) as Record<string, string>;
  Object.assign(answer, { 'content-type': 'application/json', 'x-should-retry': 'false', 'x-receiptbot': 'denied' });
  return webClasses().newResponse(body, { status: 402, statusText: 'Payment Required', headers: answer });
}
