import { apply, ProgramError, programFunction } from '../primordials.js';
import { canonicalHost } from './address.js';
import { expectQuestion, type JudgeAddress, judgedAnswer } from './lookup.js';

type Callable = (this: unknown, ...args: unknown[]) => unknown;

interface Waiting {
  readonly hosts: Map<string, JudgeAddress[]>;
  /** The host that was expected last. */
  last: string;
}

/** Judges that wait for the answer about a host, by socket. */
const waiting = new WeakMap<object, Waiting>();

/**
 * Has the next answer about `host` (the empty text: the default) judged before the socket uses it. A datagram socket looks
 * its peers up by a function on its handle, which may be one of the program's own and is asked about plain addresses too.
 */
export function expectAnswers(socket: object, host: string, judge: JudgeAddress): void {
  let own = waiting.get(socket);
  if (own === undefined) {
    own = { hosts: new Map(), last: host };
    interpose(socket, own.hosts);
    waiting.set(socket, own);
  }
  own.last = host;
  own.hosts.set(host, [...(own.hosts.get(host) ?? []), judge]);
}

/** Takes back what the last call, since it is refused, expected. */
export function forgetAnswers(socket: object): void {
  const own = waiting.get(socket);
  const judges = own?.hosts.get(own.last);
  if (own === undefined || judges === undefined) return;
  if (judges.length > 1) own.hosts.set(own.last, judges.slice(0, -1));
  else own.hosts.delete(own.last);
}

function interpose(socket: object, hosts: Map<string, JudgeAddress[]>): void {
  const handle = stateOf(socket)?.handle;
  const lookup = handle?.lookup;
  if (handle == null || typeof lookup !== 'function')
    throw new Error('no lookup found on a datagram socket of this Node');
  handle.lookup = programFunction(function (this: unknown, address: unknown, done: unknown): unknown {
    const host = typeof address === 'string' ? address : '';
    const judges = hosts.get(host) ?? [];
    hosts.delete(host);
    const judge: JudgeAddress = (found) => {
      for (const each of judges) {
        const refusal = each(found);
        if (refusal !== undefined) return refusal;
      }
      const expected = judges.length > 0 || canonicalHost(host)?.address === canonicalHost(found)?.address;
      return expected ? undefined : new ProgramError(`the answer ${found} for ${host} was not asked for`);
    };
    expectQuestion(host);
    try {
      return apply(lookup as Callable, this, [address, judgedAnswer(done as Callable, false, judge)]);
    } finally {
      expectQuestion(undefined);
    }
  });
}

interface Handle {
  lookup?: unknown;
}
interface State {
  readonly handle?: Handle | null;
  readonly connectState?: unknown;
}

/** Node keeps handle and state of a datagram socket under a symbol of its own. */
function stateOf(socket: object): State | undefined {
  const symbol = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'state symbol');
  return symbol === undefined ? undefined : (socket as Record<symbol, State | undefined>)[symbol];
}

/** The native handle of a datagram socket. */
export function handleOf(socket: object): object {
  const handle = stateOf(socket)?.handle;
  if (handle == null) throw new Error('no handle found on a datagram socket of this Node');
  return handle;
}

const CONNECTED = 2;

/** True for a socket that has one peer, which was judged when it got it. */
export const isConnected = (socket: object): boolean => stateOf(socket)?.connectState === CONNECTED;
