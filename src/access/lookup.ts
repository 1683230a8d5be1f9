import { apply, builtin, programArray, programFunction } from '../primordials.js';
import { canonicalHost } from './address.js';

type Callable = (this: unknown, ...args: unknown[]) => unknown;

/** Judges one address of an answer: the error to deliver in its place, or undefined. */
export type JudgeAddress = (address: string) => unknown;

/** The name that we ask the program's `dns.lookup` for at this moment: it was judged as part of the connection. */
let asking: string | undefined;

/** Tells that the next `dns.lookup` of `host` belongs to an access that is judged already; undefined takes it back. */
export function expectQuestion(host: string | undefined): void {
  asking = host;
}

/** True, once, for the question that was announced. */
export function takeQuestion(host: string): boolean {
  if (asking !== host) return false;
  asking = undefined;
  return true;
}

/**
 * A lookup function for `net` whose answers are judged one by one: refused addresses are left out of the answer, and
 * when none is left the refusal is the answer. Asks `lookup`, or `dns.lookup` as it is at the time of the question.
 */
export function judgedLookup(lookup: unknown, judge: JudgeAddress): Callable {
  return programFunction(function (this: unknown, host: unknown, options: unknown, done: unknown): unknown {
    const all = (options as { all?: unknown } | undefined)?.all === true;
    const answer = judgedAnswer(done as Callable, all, judge);
    if (typeof lookup === 'function') return apply(lookup, this, [host, options, answer]);
    const dns = builtin('dns') as { lookup: Callable };
    const outer = asking;
    asking = String(host);
    try {
      return apply(dns.lookup, dns, [host, options, answer]);
    } finally {
      asking = outer;
    }
  });
}

/** Wraps the callback of a lookup. An address is passed on only as text that was judged. */
export function judgedAnswer(done: Callable, all: boolean, judge: JudgeAddress): Callable {
  return programFunction(function (
    this: unknown,
    error: unknown,
    answer: unknown,
    family: unknown,
    ...rest: unknown[]
  ): unknown {
    if (error) return apply(done, this, [error, answer, family, ...rest]);
    if (all) {
      const { kept, refusal } = sift(listOf(answer), judge);
      return apply(done, this, kept.length === 0 && refusal !== undefined ? [refusal] : [null, programArray(kept)]);
    }
    const refusal = isAddress(answer) ? judge(answer) : undefined;
    return apply(
      done,
      this,
      refusal === undefined ? [null, typeof answer === 'string' ? answer : undefined, family, ...rest] : [refusal],
    );
  });
}

interface Found {
  readonly address: unknown;
  readonly family: unknown;
}

/** Each entry read once. What is no list stands for one entry without an address, of which Node then complains. */
function listOf(answer: unknown): Found[] {
  if (!Array.isArray(answer)) return [{ address: undefined, family: undefined }];
  return Array.from(answer as unknown[], (entry) => {
    const { address, family } = (entry ?? {}) as Found;
    return { address, family };
  });
}

function sift(found: readonly Found[], judge: JudgeAddress): { kept: object[]; refusal: unknown } {
  const kept: object[] = [];
  let first: unknown;
  for (const { address, family } of found) {
    const refusal = isAddress(address) ? judge(address) : undefined;
    first ??= refusal;
    if (refusal === undefined) kept.push(entry(typeof address === 'string' ? address : undefined, family));
  }
  return { kept, refusal: first };
}

/** Without a prototype, on which the program could have put a setter. */
const entry = (address: string | undefined, family: unknown): object =>
  Object.assign(Object.create(null) as object, { address, family });

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && canonicalHost(value)?.address !== undefined;

/** A connection whose name is a label only: undici 8 names the peer after the request's Host header and answers the lookup itself. */
interface Label {
  readonly name: unknown;
  readonly port: unknown;
  readonly address: string;
}
let label: Label | undefined;

/** Notes what undici says right before it connects (`undici:client:beforeConnect`). */
export function noteLabel(
  params: { readonly hostname?: unknown; readonly port?: unknown; readonly servername?: unknown } | undefined,
): void {
  const { hostname, port, servername } = params ?? {};
  label =
    isAddress(hostname) && typeof servername === 'string' ? { name: servername, port, address: hostname } : undefined;
}

/** The address that a connection to `name` really goes to, when undici announced it just before. */
export function takeLabel(name: string, port: number): string | undefined {
  const found = label;
  label = undefined;
  return found !== undefined && found.name === name && Number(found.port || 80) === port ? found.address : undefined;
}
