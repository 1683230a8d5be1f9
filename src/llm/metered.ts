import type { LlmAccess } from '../types.js';
import type { Delivery, Row, Selector } from '../table/row.js';
import type { ModelCall } from './meter.js';
import type { Settled } from './ledger.js';
import { currentContext } from '../context/context.js';
import { isPolicyViolation } from '../errors.js';
import { decide } from '../policy/decide.js';
import { usdNumber } from '../receipt/money.js';
import { bytesToText, copyBytes, programObject, promiseThen, rejected, resolved, webClasses } from '../primordials.js';
import { onExceed, startCall } from './ledger.js';
import { mayCallModel, observe, recognise, refusalResponse } from './meter.js';

/** Calls that were recognised and not yet sent, by the access that stands for them and by the arguments of the request. */
const byAccess = new WeakMap<LlmAccess, ModelCall>();
const byArguments = new WeakMap<unknown[], ModelCall>();

/** The call that an access stands for. */
export const callOf = (access: LlmAccess): ModelCall => byAccess.get(access) ?? { model: access.model, asked: 0 };

/**
 * The rows, with `fetch` made to know calls of language models: each is an access of its own, and its answer tells what it used.
 * It comes before the request's own, so that a call that is refused leaves no request behind, and what is learnt later is
 * told of the call; where the request itself is refused there is no call.
 */
export function metered(rows: readonly Row[]): Row[] {
  return rows.map((row) => (row.module === 'globalThis' && row.name === 'fetch' ? meteredFetch(row) : row));
}

function meteredFetch(row: Row): Row {
  const select: Selector = (args, self, judge) => {
    const accesses = row.select(args, self, judge);
    const [first] = accesses ?? [];
    if (accesses === undefined || first?.kind !== 'endpoint') return accesses;
    const { method = '', url = '' } = first;
    if (!mayCallModel(method, url)) return accesses;
    const call = recognise(method, url, pinnedBody(args, method));
    if (call === undefined) return accesses;
    const { allowed, enforced } = decide(currentContext().policy, first);
    if (!allowed && enforced) return accesses;
    byArguments.set(args, call);
    return [accessOf(call), ...accesses];
  };
  const { after: first } = row;
  return {
    ...row,
    select,
    after: (result, ...rest) => after(first === undefined ? result : first(result, ...rest), ...rest),
    delivery,
  };
}

function accessOf(call: ModelCall): LlmAccess {
  const { model, provider } = call;
  const resource = provider === undefined ? model : `${provider}/${model}`;
  const access = { kind: 'llm', capability: 'llm.call', requested: model, resource, model, cost: 0n } as const;
  byAccess.set(access, call);
  return access;
}

/** What `fetch` reads of its second argument. */
const INIT =
  `body method headers signal redirect dispatcher duplex keepalive mode credentials cache referrer referrerPolicy
  integrity priority window`.split(/\s+/);

/** The body of `fetch(input, init)` as text. Each part of `init` is read once: what is sent is what was read. Streams and forms are left alone. */
function pinnedBody(args: unknown[], method: string): string {
  const init = args[1];
  if (typeof init !== 'object' || init === null) return '';
  const pinned = programObject();
  for (const key of INIT) if (key in init) pinned[key] = (init as Record<string, unknown>)[key];
  pinned['method'] = method;
  args[1] = pinned;
  const { body } = pinned;
  if (!ArrayBuffer.isView(body)) return typeof body === 'string' ? body : '';
  const bytes = copyBytes(body);
  pinned['body'] = bytes;
  return bytesToText(bytes);
}

const after: NonNullable<Row['after']> = (result, _self, args, _judge, outcome) => {
  const call = byArguments.get(args);
  if (call === undefined) return result;
  const settle = startCall(currentContext(), call);
  const observed = (response: Response): Response => {
    const status = webClasses().statusOf(response);
    return observe(response, call.asked, (usage) => {
      const settled = settle(usage);
      if (settled !== undefined) outcome({ 'http.response.status_code': status, ...outcomeOf(settled) });
    });
  };
  const failed = (reason: unknown): Promise<never> => {
    outcome({ status: 'failed' });
    return rejected(reason);
  };
  return promiseThen(result as Promise<Response>, observed, failed);
};

const outcomeOf = ({ cost, usage }: Settled): Record<string, number | boolean> => ({
  'gen_ai.usage.input_tokens': usage.input,
  'gen_ai.usage.output_tokens': usage.output,
  ...(usage.cached === 0 ? {} : { 'gen_ai.usage.cache_read.input_tokens': usage.cached }),
  ...(usage.estimated === undefined ? {} : { estimated: true }),
  ...(cost === undefined ? { priceUnknown: true } : { costImpactUsd: usdNumber(cost) }),
});

/** A refused call is answered where a client library made it, and else rejected as every refused `fetch` is. */
const delivery: Delivery = (error, _self, args) => {
  const responds =
    isPolicyViolation(error) && error.capability === 'llm.call' && onExceed(currentContext()) === 'respond';
  const answer = responds ? refusalResponse(error, args[1]) : undefined;
  return answer === undefined ? rejected(error) : resolved(answer);
};
